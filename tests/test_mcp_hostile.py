"""The MCP endpoint under any bytes, messages, ids and arguments whatever."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from api import create_app
from api.config import Settings
from tests.mcp_calls import TOOLS, legacy, post


@pytest.fixture(scope="module")
def client(output: Path) -> FlaskClient:
    limit = "1000000 per 1 minute"
    return create_app(Settings(release=output / "current", mcp_rate_limit=limit)).test_client()


@settings(max_examples=200, deadline=None)
@given(raw=st.binary(max_size=300) | st.text(max_size=200).map(str.encode))
def test_no_bytes_whatever_break_it(client: FlaskClient, raw: bytes) -> None:
    response = client.post("/mcp", data=raw, content_type="application/json")
    assert response.status_code == 400


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.just(10**400),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(max_examples=300, deadline=None)
@given(
    identity=VALUES | st.integers(-(1 << 66), 1 << 66),
    method=st.sampled_from(["initialize", "ping", "tools/list", "tools/call"]) | VALUES,
    params=st.dictionaries(st.sampled_from(["name", "arguments", "_meta", "cursor"]), VALUES),
)
def test_no_message_whatever_breaks_the_endpoint(
    client: FlaskClient, identity: object, method: object, params: object
) -> None:
    message = {"jsonrpc": "2.0", "id": identity, "method": method, "params": params}
    response = post(client, message)
    assert response.status_code in (200, 400, 404)
    assert response.get_json()["jsonrpc"] == "2.0"


@pytest.mark.parametrize(
    ("identity", "status"),
    [
        (1 << 63, 200),
        ((1 << 64) - 1, 200),
        (-(1 << 63), 200),
        (1 << 64, 400),
        (-(1 << 63) - 1, 400),
    ],
)
def test_an_id_that_can_be_echoed_is_and_a_larger_one_is_refused(
    client: FlaskClient, identity: int, status: int
) -> None:
    response = post(client, {"jsonrpc": "2.0", "id": identity, "method": "ping"})
    answer = response.get_json()
    assert response.status_code == status
    if status == 200:
        assert answer["id"] == identity
    else:
        assert answer["error"] == {"code": -32600, "message": "id 是整數時，須在 64 位元以內。"}


@settings(max_examples=200, deadline=None)
@given(
    name=st.sampled_from(TOOLS),
    arguments=st.dictionaries(
        st.sampled_from(["birthDate", "gender", "signA", "signB", "birthDateA", "year", "x"]),
        VALUES,
    ),
)
def test_no_arguments_whatever_break_a_tool(
    client: FlaskClient, name: str, arguments: dict[str, Any]
) -> None:
    result = legacy(client, "tools/call", {"name": name, "arguments": arguments})
    assert result["isError"] in (True, False)

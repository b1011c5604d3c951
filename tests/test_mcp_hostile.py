"""The MCP endpoint under any bytes, messages, ids and arguments whatever."""

from __future__ import annotations

from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.mcp_calls import TOOLS, legacy, post


@settings(max_examples=100, deadline=None)
@given(raw=st.binary(max_size=300) | st.text(max_size=200).map(str.encode))
def test_no_bytes_whatever_break_the_door(client: FlaskClient, raw: bytes) -> None:
    for path in ("/mcp", "/api/v1/bazi"):
        response = client.post(path, data=raw, content_type="application/json")
        assert response.status_code == 400


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8) | st.just(10**400),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


@settings(max_examples=100, deadline=None)
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
    ("identity", "echoed"),
    [((1 << 64) - 1, True), (-(1 << 63), True), (1 << 64, False), (-(1 << 63) - 1, False)],
)
def test_an_id_that_can_be_echoed_is(client: FlaskClient, identity: int, echoed: bool) -> None:
    answer = post(client, {"jsonrpc": "2.0", "id": identity, "method": "ping"}).get_json()
    error = {"code": -32600, "message": "id 須為字串，或 64 位元以內的整數。"}
    assert answer["id"] == (identity if echoed else None)
    assert answer.get("error") == (None if echoed else error)


@settings(max_examples=100, deadline=None)
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

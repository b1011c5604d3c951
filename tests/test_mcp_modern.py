"""The MCP endpoint, clause by clause: the modern era."""

from __future__ import annotations

import base64
from typing import Any

import pytest
from flask.testing import FlaskClient
from mcp_types import methods

from tests.mcp_calls import CAPABILITIES, MODERN, VERSION, modern


def test_discover_says_what_is_served(client: FlaskClient) -> None:
    response = modern(client, "server/discover")
    result = response.get_json()["result"]
    assert response.status_code == 200
    assert result["supportedVersions"] == [MODERN, "2025-11-25", "2025-06-18"]
    assert result["resultType"] == "complete"
    assert result["cacheScope"] == "public"
    assert result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "wanrishu"
    methods.validate_server_result("server/discover", MODERN, result)


@pytest.mark.parametrize(
    ("headers", "params", "code"),
    [
        ({"MCP_Protocol_Version": None}, {}, -32020),
        ({"MCP_Protocol_Version": "2025-11-25"}, {}, -32020),
        ({"Mcp_Method": "Tools/list"}, {}, -32020),
        ({}, {"_meta": {VERSION: MODERN}}, -32602),
        ({}, {"_meta": {VERSION: MODERN, CAPABILITIES: 1}}, -32602),
        ({"MCP_Protocol_Version": "2099-01-01"}, {"_meta": {VERSION: "2099-01-01", CAPABILITIES: {}}}, -32022),
    ],
)  # fmt: skip
def test_envelopes_that_do_not_fit_are_400(
    client: FlaskClient, headers: dict[str, str | None], params: dict[str, Any], code: int
) -> None:
    response = modern(client, "tools/list", params, **headers)
    assert response.status_code == 400
    answer = response.get_json()
    assert (answer["error"]["code"], answer["id"]) == (code, "a")
    if code == -32022:
        assert MODERN in answer["error"]["data"]["supported"]
        assert answer["error"]["data"]["requested"] == params["_meta"][VERSION]


def test_the_tool_s_name_stands_in_a_header(client: FlaskClient) -> None:
    params = {"name": "fortune_service_info", "arguments": {}}
    encoded = f"=?base64?{base64.b64encode(b'fortune_service_info').decode()}?="
    assert modern(client, "tools/call", params, Mcp_Name=encoded).status_code == 200
    for wrong in (None, "fortune_bazi", "=?base64?%%?=", "Fortune_Service_Info"):
        response = modern(client, "tools/call", params, Mcp_Name=wrong)
        assert (response.status_code, response.get_json()["error"]["code"]) == (400, -32020)


@pytest.mark.parametrize("method", ["initialize", "ping", "x"])
def test_unknown_modern_methods_are_404(client: FlaskClient, method: str) -> None:
    response = modern(client, method)
    assert (response.status_code, response.get_json()["error"]["code"]) == (404, -32601)


def test_an_unknown_modern_tool_is_an_invalid_parameter(client: FlaskClient) -> None:
    response = modern(client, "tools/call", {"name": "nope"})
    assert (response.status_code, response.get_json()["error"]["code"]) == (400, -32602)

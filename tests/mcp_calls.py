"""Messages to `/mcp` as clients of both eras send them, for the tests of it."""

from __future__ import annotations

import json
from typing import Any

from flask.testing import FlaskClient
from werkzeug.test import TestResponse

MODERN = "2026-07-28"
VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
TOOLS = [
    "fortune_bazi",
    "fortune_compatibility_score",
    "fortune_flow_framework",
    "fortune_service_info",
]


def post(client: FlaskClient, body: object, **headers: str) -> TestResponse:
    named = {name.replace("_", "-"): value for name, value in headers.items()}
    return client.post("/mcp", json=body, headers=named)


def legacy(client: FlaskClient, method: str, params: object = None, **headers: str) -> Any:
    body = {"jsonrpc": "2.0", "id": 7, "method": method}
    response = post(client, body | ({} if params is None else {"params": params}), **headers)
    assert response.status_code == 200
    answer = response.get_json()
    assert (answer["jsonrpc"], answer["id"]) == ("2.0", 7)
    return answer.get("result", answer.get("error"))


def modern(
    client: FlaskClient, method: str, params: dict[str, Any] | None = None, **headers: str | None
) -> TestResponse:
    """A modern request with every header right, unless overridden (None leaves one out)."""
    params = {"_meta": {VERSION: MODERN, CAPABILITIES: {}}} | (params or {})
    sent = {"MCP_Protocol_Version": MODERN, "Mcp_Method": method}
    if method == "tools/call":
        sent["Mcp_Name"] = params.get("name", "")
    merged = {name: value for name, value in (sent | headers).items() if value is not None}
    return post(client, {"jsonrpc": "2.0", "id": "a", "method": method, "params": params}, **merged)


def call(client: FlaskClient, name: str, arguments: dict[str, Any]) -> dict[str, Any]:
    result = legacy(client, "tools/call", {"name": name, "arguments": arguments})
    assert result["isError"] is False, result
    assert json.loads(result["content"][0]["text"]) == result["structuredContent"]
    return dict(result["structuredContent"])

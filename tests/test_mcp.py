"""The MCP endpoint, clause by clause: the handshake era, and messages of any era."""

from __future__ import annotations

from pathlib import Path

import pytest
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator
from mcp_types import methods

from api import create_app
from api.config import Settings
from tests.mcp_calls import MODERN, TOOLS, legacy, modern, post

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}


@pytest.mark.parametrize(
    ("asked", "agreed"),
    [
        ("2025-11-25", "2025-11-25"),
        ("2025-06-18", "2025-06-18"),
        ("2026-07-28", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
    ],
)
def test_initialize_agrees_on_a_version_it_serves(
    client: FlaskClient, asked: str, agreed: str
) -> None:
    client_info = {"name": "t", "version": "1"}
    params = {"protocolVersion": asked, "capabilities": {}, "clientInfo": client_info}
    result = legacy(client, "initialize", params)
    assert result["protocolVersion"] == agreed
    assert result["capabilities"] == {"tools": {}}
    assert result["serverInfo"]["name"] == "wanrishu"
    methods.validate_server_result("initialize", agreed, result)


def test_ping_and_notifications(client: FlaskClient) -> None:
    assert legacy(client, "ping") == {}
    for body in (
        {"jsonrpc": "2.0", "method": "notifications/initialized"},
        {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": {"requestId": 1}},
        {"jsonrpc": "2.0", "id": 1, "result": {}},
        {"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": "x"}},
    ):
        response = post(client, body)
        assert (response.status_code, response.data) == (202, b"")


def test_tools_are_listed_in_order_with_titles_schemas_and_annotations(client: FlaskClient) -> None:
    result = legacy(client, "tools/list", {}, MCP_Protocol_Version="2025-06-18")
    assert [tool["name"] for tool in result["tools"]] == TOOLS
    for tool in result["tools"]:
        assert tool["title"]
        assert len(tool["description"]) > 40
        Draft202012Validator.check_schema(tool["inputSchema"])
        Draft202012Validator.check_schema(tool["outputSchema"])
        assert tool["annotations"] == {
            "readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False,
        }  # fmt: skip
    in_both = {MODERN: modern(client, "tools/list").get_json()["result"]}
    for version, listed in (dict.fromkeys(("2025-06-18", "2025-11-25"), result) | in_both).items():
        methods.validate_server_result("tools/list", version, listed)
        # It leaves out what a revision does not know.
        assert methods.serialize_server_result("tools/list", version, listed) == listed


@pytest.mark.parametrize(
    ("method", "params", "code"),
    [
        ("resources/list", None, -32601),
        ("server/discover", None, -32601),
        ("tools/list", {"cursor": "x"}, -32602),
        ("tools/call", {"name": "nope"}, -32602),
        ("tools/call", {"name": TOOLS[0], "arguments": [1]}, -32602),
        ("initialize", {}, -32602),
    ],
)
def test_legacy_errors_of_methods_come_with_200(
    client: FlaskClient, method: str, params: object, code: int
) -> None:
    assert legacy(client, method, params)["code"] == code


def test_a_handshake_version_not_served_is_400(client: FlaskClient) -> None:
    assert post(client, PING, MCP_Protocol_Version="2025-03-26").status_code == 400


def test_a_task_param_and_a_session_id_are_ignored(client: FlaskClient) -> None:
    params = {"name": "fortune_service_info", "task": {"ttl": 1}}
    result = legacy(client, "tools/call", params, Mcp_Session_Id="x", Last_Event_ID="9")
    assert result["isError"] is False


@pytest.mark.parametrize(
    ("raw", "code", "identity"),
    [
        (b"{", -32700, None),
        (b'{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', -32700, None),
        (b'{"jsonrpc":"2.0","id":NaN,"method":"ping"}', -32700, None),
        (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600, None),
        (b"{}", -32600, None),
        (b'{"jsonrpc":"1.0","id":1,"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":1}', -32600, None),
        (b'{"jsonrpc":"2.0","id":null,"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":true,"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":1.5,"method":"ping"}', -32600, None),
        (b'{"jsonrpc":"2.0","id":1,"method":5}', -32600, None),
        (b'{"jsonrpc":"2.0","id":1,"method":"ping","params":[1]}', -32602, 1),
    ],
)
def test_messages_that_are_none(
    client: FlaskClient, raw: bytes, code: int, identity: object
) -> None:
    response = client.post("/mcp", data=raw, content_type="application/json")
    assert response.status_code == 400
    answer = response.get_json()
    assert (answer["error"]["code"], answer["id"]) == (code, identity)


def test_only_post(client: FlaskClient) -> None:
    response = client.delete("/mcp")
    assert response.status_code == 405
    assert set(response.headers["Allow"].split(", ")) == {"POST", "OPTIONS"}


@pytest.mark.parametrize("accept", ["text/event-stream", ""])
def test_slash_and_accept_make_no_difference(client: FlaskClient, accept: str) -> None:
    response = client.post("/mcp/", json=PING, headers={"Accept": accept})
    assert (response.status_code, response.mimetype) == (200, "application/json")
    assert "Mcp-Session-Id" not in response.headers


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        ("http://localhost:3000", True),
        ("http://[::1]:8000", True),
        ("https://evil.example.com", False),
        ("http://localhost@evil.example", False),
        ("null", False),
    ],
)
def test_origins_are_checked_against_a_list_and_never_the_host(
    client: FlaskClient, origin: str, allowed: bool
) -> None:
    headers = {"Origin": origin, "Host": "evil.example.com"}
    response = client.post("/mcp", json=PING, headers=headers)
    preflight = client.options("/mcp", headers=headers)
    assert response.status_code == (200 if allowed else 403)
    assert preflight.status_code == (204 if allowed else 403)
    stream = client.get("/mcp", headers=headers)  # what clients of the handshake era try
    assert stream.status_code == (405 if allowed else 403)
    for answer in (response, preflight, stream):
        assert answer.headers.get("Access-Control-Allow-Origin") == (origin if allowed else None)
        assert answer.headers["Vary"] == "Origin"
    assert ("Retry-After" in response.headers.get("Access-Control-Expose-Headers", "")) == allowed


def test_an_operator_can_allow_an_origin(output: Path) -> None:
    agent = "https://agent.example"
    app = create_app(Settings(release=output / "current", allowed_origins=(agent,)))
    assert post(app.test_client(), PING, Origin=agent).status_code == 200


def test_mcp_has_a_bucket_of_its_own(output: Path) -> None:
    client = create_app(Settings(release=output / "current")).test_client()
    codes = [post(client, PING).status_code for _ in range(121)]
    assert codes == [200] * 120 + [429]
    last = post(client, PING)
    assert last.get_json() == {
        "jsonrpc": "2.0",
        "id": PING["id"],
        "error": {
            "code": 429,
            "message": f"請求次數過多，請等 {last.headers['Retry-After']} 秒再試。",
        },
    }
    assert last.headers["X-Error-Code"] == "rate_limited"
    assert client.post("/mcp", data=b"[").get_json()["id"] is None
    for _ in range(3):
        assert client.options("/mcp", headers={"Origin": "http://localhost"}).status_code == 204
    assert last.headers["RateLimit-Policy"] == '"default";q=120;w=60'
    assert int(last.headers["Retry-After"]) >= 1
    assert client.get("/api/v1/health").status_code == 200

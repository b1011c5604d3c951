"""The MCP endpoint, clause by clause, in both eras."""

from __future__ import annotations

import base64
import json
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st
from jsonschema import Draft202012Validator
from mcp_types import methods
from werkzeug.test import TestResponse

from api import create_app
from api.config import Settings

MODERN = "2026-07-28"
VERSION = "io.modelcontextprotocol/protocolVersion"
CAPABILITIES = "io.modelcontextprotocol/clientCapabilities"
TOOLS = [
    "fortune_bazi",
    "fortune_compatibility_score",
    "fortune_flow_framework",
    "fortune_service_info",
]


@pytest.fixture(scope="module")
def client(output: Path) -> FlaskClient:
    limit = "1000000 per 1 minute"
    return create_app(Settings(release=output / "current", mcp_rate_limit=limit)).test_client()


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


# --- the handshake era ---------------------------------------------------------------


@pytest.mark.parametrize(
    ("asked", "agreed"),
    [
        ("2025-11-25", "2025-11-25"),
        ("2025-06-18", "2025-06-18"),
        ("2025-03-26", "2025-11-25"),
        ("2026-07-28", "2025-11-25"),
        ("1999-01-01", "2025-11-25"),
    ],
)
def test_initialize_agrees_on_a_version_it_serves(
    client: FlaskClient, asked: str, agreed: str
) -> None:
    params = {
        "protocolVersion": asked,
        "capabilities": {},
        "clientInfo": {"name": "t", "version": "1"},
    }
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


@pytest.mark.parametrize("version", ["2025-11-25", "2025-06-18"])
def test_tools_are_listed_in_order_with_titles_schemas_and_annotations(
    client: FlaskClient, version: str
) -> None:
    result = legacy(client, "tools/list", {}, MCP_Protocol_Version=version)
    assert [tool["name"] for tool in result["tools"]] == TOOLS
    for tool in result["tools"]:
        assert tool["title"]
        assert len(tool["description"]) > 40
        Draft202012Validator.check_schema(tool["inputSchema"])
        Draft202012Validator.check_schema(tool["outputSchema"])
        assert tool["annotations"] == {
            "readOnlyHint": True, "destructiveHint": False, "idempotentHint": True, "openWorldHint": False,
        }  # fmt: skip
    methods.validate_server_result("tools/list", version, result)


def test_legacy_errors_of_methods_come_with_200(client: FlaskClient) -> None:
    assert legacy(client, "resources/list")["code"] == -32601
    assert legacy(client, "server/discover")["code"] == -32601
    assert legacy(client, "tools/list", {"cursor": "x"})["code"] == -32602
    assert legacy(client, "tools/call", {"name": "nope"})["code"] == -32602
    assert legacy(client, "tools/call", {"arguments": {}})["code"] == -32602
    assert legacy(client, "tools/call", {"name": TOOLS[0], "arguments": [1]})["code"] == -32602
    assert legacy(client, "initialize", {})["code"] == -32602


@pytest.mark.parametrize("version", ["2025-03-26", "2024-11-05"])
def test_a_handshake_version_not_served_is_400(client: FlaskClient, version: str) -> None:
    response = post(
        client, {"jsonrpc": "2.0", "id": 1, "method": "ping"}, MCP_Protocol_Version=version
    )
    assert response.status_code == 400


def test_a_task_param_and_a_session_id_are_ignored(client: FlaskClient) -> None:
    params = {"name": "fortune_service_info", "task": {"ttl": 1}}
    result = legacy(client, "tools/call", params, Mcp_Session_Id="x", Last_Event_ID="9")
    assert result["isError"] is False


# --- messages of any era -------------------------------------------------------------


@pytest.mark.parametrize(
    ("raw", "code", "identity"),
    [
        (b"{", -32700, None),
        (b"", -32700, None),
        (b'{"jsonrpc":"2.0","id":1,"id":2,"method":"ping"}', -32700, None),
        (b'{"jsonrpc":"2.0","id":NaN,"method":"ping"}', -32700, None),
        (b"[]", -32600, None),
        (b'[{"jsonrpc":"2.0","id":1,"method":"ping"}]', -32600, None),
        (b'"ping"', -32600, None),
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


@pytest.mark.parametrize("method", ["GET", "DELETE", "PUT"])
def test_only_post(client: FlaskClient, method: str) -> None:
    response = client.open("/mcp", method=method)
    assert response.status_code == 405
    assert set(response.headers["Allow"].split(", ")) == {"POST", "OPTIONS"}


@pytest.mark.parametrize("path", ["/mcp", "/mcp/"])
@pytest.mark.parametrize(
    "accept", ["application/json", "*/*", "application/json, text/event-stream", ""]
)
def test_slash_and_accept_make_no_difference(client: FlaskClient, path: str, accept: str) -> None:
    body = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    response = client.post(path, json=body, headers={"Accept": accept} if accept else {})
    assert (response.status_code, response.mimetype) == (200, "application/json")
    assert "Mcp-Session-Id" not in response.headers


@pytest.mark.parametrize(
    ("origin", "allowed"),
    [
        ("http://127.0.0.1:8000", True),
        ("http://localhost:3000", True),
        ("http://[::1]:8000", True),
        ("https://evil.example.com", False),
        ("http://127.0.0.1.evil.example", False),
        ("http://localhost@evil.example", False),
        ("null", False),
        ("", False),
    ],
)
def test_origins_are_checked_against_a_list_and_never_the_host(
    client: FlaskClient, origin: str, allowed: bool
) -> None:
    headers = {"Origin": origin, "Host": "evil.example.com"}
    body = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    response = client.post("/mcp", json=body, headers=headers)
    preflight = client.options("/mcp", headers=headers)
    assert response.status_code == (200 if allowed else 403)
    assert preflight.status_code == (204 if allowed else 403)
    stream = client.get("/mcp", headers=headers)  # what clients of the handshake era try
    assert stream.status_code == 405
    for answer in (response, preflight, stream):
        assert answer.headers.get("Access-Control-Allow-Origin") == (origin if allowed else None)
        assert answer.headers["Vary"] == "Origin"
    assert ("Retry-After" in response.headers.get("Access-Control-Expose-Headers", "")) == allowed


def test_an_operator_can_allow_an_origin(output: Path) -> None:
    app = create_app(Settings(release=output / "current", origins=("https://agent.example",)))
    body = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    response = post(app.test_client(), body, Origin="https://agent.example")
    assert response.status_code == 200


def test_mcp_has_a_bucket_of_its_own(output: Path) -> None:
    client = create_app(Settings(release=output / "current")).test_client()
    body = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    codes = [post(client, body).status_code for _ in range(121)]
    assert codes == [200] * 120 + [429]
    last = post(client, body)
    assert last.get_json()["error"]["code"] == 429
    assert last.headers["RateLimit-Policy"] == '"default";q=120;w=60'
    assert int(last.headers["Retry-After"]) >= 1
    assert client.get("/api/v1/health").status_code == 200


def test_without_a_release_it_says_so(tmp_path: Path) -> None:
    client = create_app(Settings(release=tmp_path / "nothing")).test_client()
    response = post(client, {"jsonrpc": "2.0", "id": 1, "method": "tools/list"})
    assert response.status_code == 503
    assert response.get_json()["error"]["code"] == -32603


@settings(max_examples=200, deadline=None)
@given(raw=st.binary(max_size=300) | st.text(max_size=200).map(str.encode))
def test_no_bytes_whatever_break_it(client: FlaskClient, raw: bytes) -> None:
    response = client.post("/mcp", data=raw, content_type="application/json")
    assert response.status_code == 400


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=8),
    lambda inner: (
        st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=5), inner, max_size=3)
    ),
    max_leaves=6,
)


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


# --- the modern era ------------------------------------------------------------------


def test_discover_says_what_is_served(client: FlaskClient) -> None:
    response = modern(client, "server/discover")
    result = response.get_json()["result"]
    assert response.status_code == 200
    assert result["supportedVersions"] == [MODERN, "2025-11-25", "2025-06-18"]
    assert result["resultType"] == "complete"
    assert result["cacheScope"] == "public"
    assert result["_meta"]["io.modelcontextprotocol/serverInfo"]["name"] == "wanrishu"
    methods.validate_server_result("server/discover", MODERN, result)


def test_modern_results_conform_to_their_revision(client: FlaskClient) -> None:
    listed = modern(client, "tools/list").get_json()["result"]
    methods.validate_server_result("tools/list", MODERN, listed)
    assert listed["ttlMs"] > 0
    params = {"name": "fortune_bazi", "arguments": {"birthDate": "1990-05-20"}}
    called = modern(client, "tools/call", params).get_json()["result"]
    methods.validate_server_result("tools/call", MODERN, called)
    assert called["resultType"] == "complete"


@pytest.mark.parametrize(
    ("headers", "params", "code"),
    [
        ({"MCP_Protocol_Version": None}, {}, -32020),
        ({"MCP_Protocol_Version": "2025-11-25"}, {}, -32020),
        ({"Mcp_Method": None}, {}, -32020),
        ({"Mcp_Method": "Tools/list"}, {}, -32020),
        ({}, {"_meta": {}}, -32602),
        ({}, {"_meta": {VERSION: MODERN}}, -32602),
        ({}, {"_meta": {VERSION: MODERN, CAPABILITIES: 1}}, -32602),
        ({"MCP_Protocol_Version": "2099-01-01"}, {"_meta": {VERSION: "2099-01-01", CAPABILITIES: {}}}, -32022),
        ({"MCP_Protocol_Version": "2025-11-25"}, {"_meta": {VERSION: "2025-11-25", CAPABILITIES: {}}}, -32022),
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


@pytest.mark.parametrize(
    "method", ["initialize", "ping", "prompts/list", "subscriptions/listen", "x"]
)
def test_unknown_modern_methods_are_404(client: FlaskClient, method: str) -> None:
    response = modern(client, method)
    assert (response.status_code, response.get_json()["error"]["code"]) == (404, -32601)


def test_an_unknown_modern_tool_is_an_invalid_parameter(client: FlaskClient) -> None:
    response = modern(client, "tools/call", {"name": "nope"})
    assert (response.status_code, response.get_json()["error"]["code"]) == (400, -32602)


# --- the tools -----------------------------------------------------------------------


def test_every_answer_conforms_to_its_output_schema(client: FlaskClient) -> None:
    schemas = {t["name"]: t["outputSchema"] for t in legacy(client, "tools/list")["tools"]}
    for name, arguments in (
        ("fortune_bazi", {"birthDate": "1990-05-20"}),
        ("fortune_bazi", {"birthDate": "1990-06-06", "gender": "male"}),
        ("fortune_compatibility_score", {"signA": "鼠", "signB": "Horse"}),
        ("fortune_flow_framework", {}),
        ("fortune_flow_framework", {"year": 2026}),
        ("fortune_flow_framework", {"birthDate": "1990-05-20", "year": 2030}),
        ("fortune_flow_framework", {"birthDate": "1990-05-20"}),
        ("fortune_service_info", {}),
    ):
        answer = call(client, name, arguments)
        Draft202012Validator(schemas[name]).validate(answer)
        assert len(json.dumps(answer, ensure_ascii=False).encode()) < 20_000


def test_fortune_bazi_answers_the_rest_reading_and_the_chart(client: FlaskClient) -> None:
    answer = call(client, "fortune_bazi", {"birthDate": "1990-05-21", "gender": "female"})
    rest = client.post(
        "/api/v1/bazi", json={"birthDate": "1990-05-21", "gender": "female"}
    ).get_json()
    assert answer["reading"] == rest["data"]
    assert answer["disclaimer"] == rest["disclaimer"]
    assert [p["pillar"] for p in answer["chart"]["pillars"]] == ["庚午", "辛巳", "丙戌"]
    assert answer["page"] == "http://127.0.0.1:8000/bazi/1990-5-21/"
    assert answer["boundary"] is None
    turn = call(client, "fortune_bazi", {"birthDate": "1990-06-06"})
    assert turn["boundary"]["term"]["name"] == "芒種"


SIGNS = "鼠牛虎兔龍蛇馬羊猴雞狗豬"


def test_compatibility_is_the_same_both_ways_and_adds_up(client: FlaskClient, output: Path) -> None:
    for one, other in combinations_with_replacement(SIGNS, 2):
        there = call(client, "fortune_compatibility_score", {"signA": one, "signB": other})
        back = call(client, "fortune_compatibility_score", {"signA": other, "signB": one})
        assert {**back, "signA": one, "signB": other} == there
        total = there["base"] + sum(relation["points"] for relation in there["relations"])
        assert there["score"] == min(max(total, 20), 95)
        path = there["page"].removeprefix("http://127.0.0.1:8000/")
        assert (output / "current" / path / "index.html").is_file()


def test_compatibility_by_birth_date_turns_the_year_at_lichun(client: FlaskClient) -> None:
    answer = call(
        client, "fortune_compatibility_score", {"birthDateA": "1990-05-20", "signB": " ox "}
    )
    assert (answer["signA"], answer["signB"]) == ("馬", "牛")
    assert [r["name"] for r in answer["relations"]] == ["六害"]


def test_the_flow_framework_applied_to_a_known_chart(client: FlaskClient) -> None:
    """庚午 辛巳 乙酉 in 丙午 (2026): 傷官 theme, 食神 and 長生 around, 值 and 刑, void filled."""
    answer = call(client, "fortune_flow_framework", {"birthDate": "1990-05-20", "year": 2026})
    assert (answer["version"], answer["year"], answer["pillar"]) == ("1.0", 2026, "丙午")
    found = [[finding["name"] for finding in step["applied"]] for step in answer["steps"]]
    assert found == [
        ["丙午"],
        ["傷官"],
        ["食神、長生"],
        ["值太歲", "刑太歲"],
        ["月支 三會", "日支 靜", "填實空亡"],
        ["平"],
        ["平"],
    ]


def test_the_flow_framework_knows_the_same_pillar_again(client: FlaskClient) -> None:
    answer = call(client, "fortune_flow_framework", {"birthDate": "1990-05-20", "year": 2050})
    assert answer["pillar"] == "庚午"
    assert [f["name"] for f in answer["steps"][5]["applied"]] == ["五合", "伏吟"]


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("fortune_bazi", {}, "birthDate 為必填，格式須為 YYYY-MM-DD，例如 1990-05-20。"),
        ("fortune_bazi", {"birthDate": "1990-02-30"}, "birthDate 有誤：1990-02-30 這一天不存在。"),
        ("fortune_bazi", {"birthDate": "1990-05-20", "gender": "x"}, "gender 只能是 male 或 female；不分性別請省略這個欄位。"),
        ("fortune_bazi", {"birthDate": "1990-05-20", "sex": "x"}, "fortune_bazi 沒有 sex 這個參數；可用的是 birthDate、gender。"),
        ("fortune_compatibility_score", {}, "請給 signA 或 birthDateA 其中一個。"),
        ("fortune_compatibility_score", {"signA": "貓", "signB": "鼠"}, "signA 須為十二生肖之一：鼠牛虎兔龍蛇馬羊猴雞狗豬，或英文 Rat 到 Pig。"),
        ("fortune_compatibility_score", {"signA": "鼠", "birthDateB": "1800-01-01"}, "birthDateB 須在 1990-05-18 到 1990-06-08 之間。"),
        ("fortune_flow_framework", {"year": 1800}, "year 須為 1950 到 2100 的整數。"),
        ("fortune_flow_framework", {"year": "2026"}, "year 須為 1950 到 2100 的整數。"),
        ("fortune_flow_framework", {"year": True}, "year 須為 1950 到 2100 的整數。"),
        ("fortune_service_info", {"a": 1}, "fortune_service_info 沒有 a 這個參數；可用的是 （沒有參數）。"),
    ],
)  # fmt: skip
def test_bad_arguments_are_results_that_say_how_to_mend_the_call(
    client: FlaskClient, name: str, arguments: dict[str, Any], message: str
) -> None:
    result = legacy(client, "tools/call", {"name": name, "arguments": arguments})
    assert result == {"content": [{"type": "text", "text": message}], "isError": True}


def test_products_come_from_the_editors_file(client: FlaskClient) -> None:
    answer = call(client, "fortune_service_info", {})
    assert [s["slug"] for s in answer["services"]] == ["bazi", "calendar", "api"]
    assert [p["slug"] for p in answer["products"]] == ["printed-page", "handwritten", "api-plus"]

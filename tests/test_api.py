"""The door: the specification's answers, over a real release and, where it matters, a real server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from api import create_app
from api.config import Settings
from generator.content.settings import Site

ROOT = Path(__file__).resolve().parent.parent
FIELDS = ["bazi", "personality", "career", "wealth", "love", "health", "summary", "wordCount", "tier"]  # fmt: skip


@pytest.fixture(scope="module")
def client(output: Path) -> FlaskClient:
    app = create_app(Settings(release=output / "current", rate_limit="1000000 per 1 minute"))
    return app.test_client()


def ask(client: FlaskClient, body: object) -> tuple[int, dict[str, object]]:
    response = client.post("/api/v1/bazi", json=body)
    return response.status_code, response.get_json()


@pytest.mark.parametrize("path", ["/api/v1/health", "/api/v1/health/"])
def test_health_is_ok_with_and_without_a_slash(client: FlaskClient, path: str) -> None:
    response = client.get(path)
    assert (response.status_code, response.get_json()) == (200, {"success": True, "status": "ok"})
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", ["/api/v1/services", "/api/v1/services/"])
def test_services_come_from_the_editors_file_in_its_order(
    client: FlaskClient, site: Site, path: str
) -> None:
    response = client.get(path)
    assert response.status_code == 200
    assert response.get_json() == {
        "success": True,
        "data": [
            {"slug": service.slug, "name": service.name, "href": site["base_url"] + service.href}
            for service in site.services
        ],
    }
    assert site.services


@pytest.mark.parametrize("path", ["/api/v1/bazi", "/api/v1/bazi/"])
def test_a_reading_has_the_specified_fields_in_order(
    client: FlaskClient, site: Site, path: str
) -> None:
    response = client.post(path, json={"birthDate": "1990-05-20", "unknown": [1]})
    body = json.loads(response.data)
    assert response.status_code == 200
    assert list(body) == ["success", "disclaimer", "data"]
    assert body["success"] is True
    assert body["disclaimer"] == site["disclaimer"]
    assert list(body["data"]) == FIELDS
    assert body["data"]["bazi"] == "庚午 辛巳 乙酉"
    assert body["data"]["tier"] == "golden"
    sections = FIELDS[1:7]
    assert body["data"]["wordCount"] == sum(
        len("".join(body["data"][name].split())) for name in sections
    )


def test_gender_changes_love_alone_and_never_the_pillars(client: FlaskClient) -> None:
    answers = {
        gender: ask(client, {"birthDate": "1990-05-21"} | ({"gender": gender} if gender else {}))[
            1
        ]["data"]
        for gender in ("", "male", "female")
    }
    for gender in ("male", "female"):
        changed = {k for k in FIELDS if answers[gender][k] != answers[""][k]}  # type: ignore[index]
        assert changed - {"wordCount"} == {"love"}
    assert answers["male"]["love"] != answers["female"]["love"]  # type: ignore[index]


def test_the_same_request_gives_the_same_bytes(client: FlaskClient) -> None:
    body = {"birthDate": "1990-06-06", "gender": "female"}
    assert (
        client.post("/api/v1/bazi", json=body).data == client.post("/api/v1/bazi", json=body).data
    )


MISSING = "birthDate 為必填，格式須為 YYYY-MM-DD，例如 1990-05-20。"
RANGE = "birthDate 須在 1990-05-18 到 1990-06-08 之間。"
GENDER = "gender 只能是 male 或 female；不分性別請省略這個欄位。"


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({}, MISSING),
        ({"birthDate": None}, MISSING),
        ({"birthDate": 19900520}, MISSING),
        ({"birthDate": "1990-5-20"}, MISSING),
        ({"birthDate": "1990/05/20"}, MISSING),
        ({"birthDate": "1990-05-20\n"}, MISSING),
        ({"birthDate": " 1990-05-20"}, MISSING),
        ({"birthDate": "１９９０-05-20"}, MISSING),
        ({"birthDate": "19900520"}, MISSING),
        ({"birthDate": "1990-W20-7"}, MISSING),
        ({"birthDate": "1990-05-20T00:00:00"}, MISSING),
        ({"birthDate": "1990-02-30"}, "birthDate 有誤：1990-02-30 這一天不存在。"),
        ({"birthDate": "1900-02-29"}, "birthDate 有誤：1900-02-29 這一天不存在。"),
        ({"birthDate": "0000-01-01"}, "birthDate 有誤：0000-01-01 這一天不存在。"),
        ({"birthDate": "1990-05-17"}, RANGE),
        ({"birthDate": "1990-06-09"}, RANGE),
        ({"birthDate": "9999-12-31"}, RANGE),
        ({"birthDate": "1990-05-20", "gender": None}, GENDER),
        ({"birthDate": "1990-05-20", "gender": ""}, GENDER),
        ({"birthDate": "1990-05-20", "gender": "Male"}, GENDER),
        ({"birthDate": "1990-05-20", "gender": ["male"]}, GENDER),
        ({"birthDate": "1990-05-20", "gender": {"a": 1}}, GENDER),
    ],
)
def test_bad_arguments_are_400_and_say_how_to_mend(
    client: FlaskClient, body: object, error: str
) -> None:
    assert ask(client, body) == (400, {"success": False, "error": error})


@pytest.mark.parametrize(
    ("raw", "error"),
    [
        (b"", "請求沒有內容，請送出 JSON 物件。"),
        (b"{", "請求內容不是正確的 JSON，第 1 行第 1 個位元組讀不下去。"),
        (b'{\n "a": 1,\n}', "請求內容不是正確的 JSON，第 3 行第 1 個位元組讀不下去。"),
        (b'\xef\xbb\xbf{"a": 1}', "請求內容不是正確的 JSON，第 1 行第 1 個位元組讀不下去。"),
        (b"[1]", '請求內容須為 JSON 物件，例如 {"birthDate": "1990-05-20"}。'),
        (b'"1990-05-20"', '請求內容須為 JSON 物件，例如 {"birthDate": "1990-05-20"}。'),
        (b'{"birthDate": NaN}', "請求內容不是正確的 JSON，第 1 行第 15 個位元組讀不下去。"),
        (b'{"a": -Infinity}', "請求內容不是正確的 JSON，第 1 行第 8 個位元組讀不下去。"),
        (b'{"a":1,"\\u0061":2}', "JSON 物件裡有重複的欄位（第 1 行第 17 個位元組）。"),
        (b'{"a":[{"b":1,"b":2}]}', "JSON 物件裡有重複的欄位（第 1 行第 18 個位元組）。"),
        (b'{"birthDate":"\xff"}', "請求內容須為 UTF-8 編碼。"),
        (b'{"a":"\\ud800"}', "請求內容不是正確的 JSON，第 1 行第 13 個位元組讀不下去。"),
        (
            b'{"a":' + b"9" * 5000 + b"}",
            "請求內容不是正確的 JSON，第 1 行第 4307 個位元組讀不下去。",
        ),
        (b"[" * 32 + b"]" * 32, '請求內容須為 JSON 物件，例如 {"birthDate": "1990-05-20"}。'),
        (b"[" * 202 + b"]" * 202, "JSON 的層數太多，上限為 200 層。"),
        (b"[" * 8000 + b"]" * 8000, "JSON 的層數太多，上限為 200 層。"),
    ],
)
def test_bad_json_is_400(client: FlaskClient, raw: bytes, error: str) -> None:
    response = client.post("/api/v1/bazi", data=raw, content_type="application/json")
    assert (response.status_code, response.get_json()) == (400, {"success": False, "error": error})


def test_media_types_and_encodings(client: FlaskClient) -> None:
    good = b'{"birthDate":"1990-05-20"}'
    for content_type in ("application/json", "application/json; charset=utf-8", "APPLICATION/JSON"):
        assert client.post("/api/v1/bazi", data=good, content_type=content_type).status_code == 200
    for content_type in ("text/plain", "application/x-www-form-urlencoded", ""):
        response = client.post("/api/v1/bazi", data=good, content_type=content_type)
        assert response.status_code == 400
        assert response.get_json()["error"] == "Content-Type 須為 application/json。"
    response = client.post(
        "/api/v1/bazi",
        data=good,
        content_type="application/json",
        headers={"Content-Encoding": "gzip"},
    )
    assert response.status_code == 400


def test_bodies_over_16_kib_are_413(client: FlaskClient) -> None:
    body = b'{"birthDate":"1990-05-20","x":"' + b"a" * 17_000 + b'"}'
    response = client.post("/api/v1/bazi", data=body, content_type="application/json")
    assert response.status_code == 413
    assert response.get_json() == {"success": False, "error": "請求內容太大，上限為 16 KiB。"}


@pytest.mark.parametrize(
    ("method", "path", "status", "allow"),
    [
        ("GET", "/api/v1/bazi", 405, {"POST", "OPTIONS"}),
        ("DELETE", "/api/v1/health", 405, {"GET", "HEAD", "OPTIONS"}),
        ("POST", "/api/v1/services/", 405, {"GET", "HEAD", "OPTIONS"}),
        ("GET", "/api/v1/nothing", 404, None),
        ("GET", "/api/", 404, None),
        ("POST", "/nothing", 405, {"GET", "HEAD", "OPTIONS"}),
    ],
)
def test_unknown_paths_and_methods(
    client: FlaskClient, method: str, path: str, status: int, allow: set[str] | None
) -> None:
    response = client.open(path, method=method)
    assert response.status_code == status
    assert response.get_json()["success"] is False
    assert (set(response.headers["Allow"].split(", ")) if allow else None) == allow


def test_preflight_and_cors(client: FlaskClient) -> None:
    response = client.options(
        "/api/v1/bazi",
        headers={"Origin": "https://a.example", "Access-Control-Request-Method": "POST"},
    )
    assert (response.status_code, response.data) == (204, b"")
    assert "Content-Type" not in response.headers
    assert response.headers["Allow"] == "OPTIONS, POST"
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert "POST" in response.headers["Access-Control-Allow-Methods"]
    assert response.headers["Access-Control-Allow-Headers"] == "Content-Type"
    for refused in (
        client.post("/api/v1/bazi", json={}),
        client.get("/api/v1/bazi"),
        client.post("/api/v2"),
    ):
        assert refused.status_code >= 400
        assert refused.headers.getlist("Access-Control-Allow-Origin") == ["*"]


def test_a_bug_is_a_500_without_a_stack_trace(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("api.published.Entry.data", lambda *a: 1 / 0)
    status, body = ask(client, {"birthDate": "1990-05-20"})
    assert (status, body) == (500, {"success": False, "error": "伺服器發生錯誤，請稍後再試。"})
    assert "ZeroDivisionError" in caplog.text


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None)
@given(value=JSON, gender=JSON)
def test_no_value_whatever_breaks_the_door(
    client: FlaskClient, value: object, gender: object
) -> None:
    raw = json.dumps({"birthDate": value, "gender": gender}).encode()
    response = client.post("/api/v1/bazi", data=raw, content_type="application/json")
    assert response.status_code == 400
    assert response.get_json()["success"] is False


@settings(max_examples=300, deadline=None)
@given(raw=st.binary(max_size=200))
def test_no_bytes_whatever_break_the_door(client: FlaskClient, raw: bytes) -> None:
    response = client.post("/api/v1/bazi", data=raw, content_type="application/json")
    assert response.status_code == 400


def test_pages_are_served_with_a_strict_policy(client: FlaskClient) -> None:
    with client.get("/bazi/1990-5-20/") as response:
        assert response.status_code == 200
        assert "八字：庚午 辛巳 乙酉｜" in response.text
        assert "unsafe-inline" not in response.headers["Content-Security-Policy"]
    assert client.get("/bazi/1990-5-20").headers["Location"] == "/bazi/1990-5-20/"
    with client.get("/style.css") as response:
        assert response.mimetype == "text/css"
    for path in ("/../release.json", "/bazi/..%2f..%2frelease.json", "/%2e%2e/%2e%2e/etc/passwd"):
        with client.get(path) as response:
            assert response.status_code == 404
            assert "這裡沒有頁面" in response.text
            assert "unsafe-inline" not in response.headers["Content-Security-Policy"]

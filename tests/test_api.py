"""The door: the specification's answers, over a real release and, where it matters, a real server."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from api import create_app
from api.config import Settings
from generator.content.settings import Site
from tests.api_calls import ask

FIELDS = ["bazi", "personality", "career", "wealth", "love", "health", "summary", "wordCount", "tier"]  # fmt: skip


def test_health_is_ok_and_says_what_is_served(client: FlaskClient, live: Path) -> None:
    response = client.get("/api/v1/health")
    assert (response.status_code, response.get_json()) == (200, {"success": True, "status": "ok"})
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    release = json.loads((live / "release.json").read_bytes())
    assert response.headers["X-Release"] == release["id"]
    assert response.headers["X-Limit-Storage"] == "memory"


def test_services_come_from_the_editors_file_in_its_order(client: FlaskClient, site: Site) -> None:
    assert client.get("/api/v1/services").get_json() == {
        "success": True,
        "data": [
            {"slug": service.slug, "name": service.name, "href": site["base_url"] + service.href}
            for service in site.services
        ],
    }
    assert site.services


def test_a_slash_at_the_end_makes_no_difference(client: FlaskClient) -> None:
    for path in ("/api/v1/health", "/api/v1/services"):
        assert client.get(f"{path}/").data == client.get(path).data
    asked = {"birthDate": "1990-05-20"}
    plain, slashed = (client.post(f"/api/v1/bazi{end}", json=asked) for end in ("", "/"))
    assert slashed.data == plain.data


def test_a_reading_has_the_specified_fields_in_order(client: FlaskClient, site: Site) -> None:
    response = client.post("/api/v1/bazi", json={"birthDate": "1990-05-20", "unknown": [1]})
    body = json.loads(response.data)
    assert response.status_code == 200
    assert list(body) == ["success", "disclaimer", "data"]
    assert body["success"] is True
    assert body["disclaimer"] == site["disclaimer"]
    assert list(body["data"]) == FIELDS
    assert body["data"]["bazi"] == "庚午 辛巳 乙酉"
    assert body["data"]["tier"] == "golden"
    words = [word for name in FIELDS[1:7] for word in body["data"][name].split()]
    assert body["data"]["wordCount"] == sum(map(len, words))


def test_gender_changes_love_alone_and_never_the_pillars(client: FlaskClient) -> None:
    neutral, male, female = (
        client.post("/api/v1/bazi", json={"birthDate": "1990-05-21"} | gender).get_json()["data"]
        for gender in ({}, {"gender": "male"}, {"gender": "female"})
    )
    for one, other in ((neutral, male), (neutral, female), (male, female)):
        assert {k for k in FIELDS if one[k] != other[k]} - {"wordCount"} == {"love"}


@pytest.mark.parametrize(
    ("method", "path", "status", "allow"),
    [
        ("GET", "/api/v1/bazi", 405, {"POST", "OPTIONS"}),
        ("POST", "/api/v1/services/", 405, {"GET", "HEAD", "OPTIONS"}),
        ("GET", "/api/v1/nothing", 404, None),
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


@pytest.mark.parametrize(
    "path", ["/api/v1/bazi", "/api/v2", "/bazi/1990-5-20/reading.json", "/no/page", "/openapi.yaml"]
)
def test_a_preflight_is_answered_everywhere_and_never_counted(output: Path, path: str) -> None:
    limited = create_app(Settings(output / "current", rate_limit="1/minute")).test_client()
    asked = {"Origin": "https://a.example", "Access-Control-Request-Method": "POST"}
    for _ in range(3):
        response = limited.options(path, headers=asked)
        assert (response.status_code, response.data) == (204, b"")
        assert "Content-Type" not in response.headers
        assert response.headers["Access-Control-Allow-Origin"] == "*"
        assert "POST" in response.headers["Access-Control-Allow-Methods"]
        assert response.headers["Access-Control-Allow-Headers"] == "Content-Type, If-None-Match"
    assert limited.options("/api/v1/bazi").headers["Allow"] == "OPTIONS, POST"
    assert limited.get("/api/v1/health").status_code == 200
    assert limited.get("/api/v1/health").status_code == 429
    with limited.get("/openapi.yaml") as description:
        assert description.status_code == 200


ERRORS = {
    "not_found": ("GET", "/api/v2", {}),
    "method_not_allowed": ("GET", "/api/v1/bazi", {}),
    "birth_date_required": ("POST", "/api/v1/bazi", {"json": {}}),
    "birth_date_impossible": ("POST", "/api/v1/bazi", {"json": {"birthDate": "1990-02-30"}}),
    "birth_date_out_of_range": ("POST", "/api/v1/bazi", {"json": {"birthDate": "1900-02-28"}}),
    "gender_invalid": ("POST", "/api/v1/bazi", {"json": {"birthDate": "1990-05-20", "gender": 1}}),
    "json_invalid": ("POST", "/api/v1/bazi", {"data": "{", "content_type": "application/json"}),
    "content_type_invalid": ("POST", "/api/v1/bazi", {"data": "{}"}),
    "body_too_large": ("POST", "/api/v1/bazi", {"json": "a" * 20_000}),
    "request_invalid": ("GET", "/api/v1/health", {"headers": {"Host": "a,b"}}),
}


@pytest.mark.parametrize("code", ERRORS)
def test_an_error_has_a_code_for_programs_and_any_script_may_read_it(
    client: FlaskClient, code: str
) -> None:
    method, path, sent = ERRORS[code]
    refused = client.open(path, method=method, **sent)
    assert refused.status_code >= 400
    assert refused.get_json()["success"] is False
    assert refused.headers.getlist("X-Error-Code") == [code]
    if code != "request_invalid":
        assert refused.headers.getlist("Access-Control-Allow-Origin") == ["*"]
        assert "X-Error-Code" in refused.headers["Access-Control-Expose-Headers"]


def test_a_bug_is_a_500_without_a_stack_trace(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("api.rest.perspective", lambda *a: 1 / 0)
    status, body = ask(client, {"birthDate": "1990-05-20"})
    assert (status, body) == (500, {"success": False, "error": "伺服器發生錯誤，請稍後再試。"})
    assert "ZeroDivisionError" in caplog.text


def test_pages_are_served_with_a_strict_policy(client: FlaskClient) -> None:
    for path, status, says in (
        ("/bazi/1990-5-20/", 200, "八字：庚午 辛巳 乙酉｜"),
        ("/../release.json", 404, "這裡沒有頁面"),
        ("/%2e%2e/%2e%2e/etc/passwd", 404, "這裡沒有頁面"),
    ):
        with client.get(path) as response:
            assert response.status_code == status
            assert says in response.text
            assert "unsafe-inline" not in response.headers["Content-Security-Policy"]

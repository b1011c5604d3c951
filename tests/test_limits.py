"""The REST limit in one process: what is counted, for whom, and what each answer says of it."""

from __future__ import annotations

from pathlib import Path

from api import create_app
from api.config import Settings

ROOT = Path(__file__).resolve().parent.parent


def test_sixty_a_minute_over_all_endpoints_together(output: Path) -> None:
    limited = create_app(Settings(release=output / "current")).test_client()
    for i in range(60):
        path = ("/api/v1/health", "/api/v1/services/", "/api/v1/bazi")[i % 3]
        response = limited.post(path, json={}) if path.endswith("bazi") else limited.get(path)
        assert response.status_code in (200, 400)
        assert response.headers["X-RateLimit-Remaining"] == str(59 - i)
        assert response.headers["RateLimit"].startswith(f'"default";r={59 - i};t=')
        assert "Retry-After" not in response.headers
    response = limited.get("/api/v1/health")
    assert response.status_code == 429
    assert response.get_json()["error"] == "請求次數過多，請等 Retry-After 標頭說的秒數再試。"
    assert response.headers["RateLimit-Policy"] == '"default";q=60;w=60'
    assert 1 <= int(response.headers["Retry-After"]) <= 61
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    with limited.get("/bazi/1990-5-20/") as page:
        assert page.status_code == 200


def test_wrong_paths_and_methods_count_too(output: Path) -> None:
    limited = create_app(
        Settings(release=output / "current", rate_limit="3 per 1 minute", mcp_rate_limit="2/minute")
    ).test_client()
    wrong = [("GET", "/api/v1/bazi"), ("GET", "/api/v2"), ("DELETE", "/api/v1/health")]
    answers = [limited.open(path, method=method) for method, path in wrong]
    assert [answer.status_code for answer in answers] == [405, 404, 405]
    assert [answer.headers["X-RateLimit-Remaining"] for answer in answers] == ["2", "1", "0"]
    refused = limited.get("/api/v1/bazi")
    assert refused.status_code == 429
    assert refused.get_json()["error"].startswith("請求次數過多")
    assert "Retry-After" in refused.headers
    # Clients of the handshake era try GET in every session.
    assert [limited.get("/mcp").status_code for _ in range(3)] == [405, 405, 405]
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    assert [limited.post("/mcp", json=ping).status_code for _ in range(3)] == [200, 200, 429]
    with limited.get("/bazi/1990-5-20/") as page:
        assert page.status_code == 200


def test_a_forged_header_opens_no_new_bucket(output: Path) -> None:
    limited = create_app(
        Settings(release=output / "current", rate_limit="1 per 1 minute")
    ).test_client()
    codes = [
        limited.get("/api/v1/health", headers={"X-Forwarded-For": f"10.0.0.{i}"}).status_code
        for i in range(3)
    ]
    assert codes == [200, 429, 429]


def test_a_trusted_proxy_names_the_client(output: Path) -> None:
    app = create_app(
        Settings(release=output / "current", rate_limit="1 per 1 minute", trusted_proxies=1)
    )
    codes = [
        app.test_client().get("/api/v1/health", headers={"X-Forwarded-For": forwarded}).status_code
        for forwarded in ("10.0.0.1", "10.0.0.2", "9.9.9.9, 10.0.0.1")
    ]
    assert codes == [200, 200, 429]

"""A real nginx with the example configuration, in front of a real door."""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from tests.api_calls import get
from tests.doors import Door, free_port
from tests.fronts import BEHIND, DEPLOY, ask, half_sent, host, running_nginx


@pytest.fixture
def nginx(tmp_path: Path, serve: Callable[..., Door], output: Path) -> Iterator[str]:
    """The example in front of a door."""
    with running_nginx(tmp_path, output, host(serve(**BEHIND))) as url:
        yield url


@pytest.fixture
def doorless(tmp_path: Path, output: Path) -> Iterator[str]:
    """The example in front of a door that is shut."""
    with running_nginx(tmp_path, output, f"127.0.0.1:{free_port()}") as url:
        yield url


def test_the_example_serves_the_site_and_passes_the_api_through(nginx: str) -> None:
    status, headers, page = get(f"{nginx}/bazi/1990-5-20/", {"Accept-Encoding": "gzip"})
    assert status == 200
    assert headers["Content-Encoding"] == "gzip"
    assert headers["Cache-Control"] == "public, max-age=300"
    assert "unsafe-inline" not in headers["Content-Security-Policy"]
    assert len(page) < 12_000
    for path in ("/api/v1/health", "/api/v1/health/"):
        assert get(nginx + path)[0] == 200
    for path in ("/openapi.yaml", "/openapi.yaml/"):
        status, headers, _ = get(nginx + path)
        assert (status, headers["Content-Type"]) == (200, "application/yaml")
    assert get(f"{nginx}/mcp")[0] == 405
    assert get(f"{nginx}/nothing/")[0] == 404
    for path in ("/error", "/preflight"):  # its own, nobody else's
        assert get(nginx + path)[0] == 404
    assert get(f"{nginx}/bazi/1990-5-20/../../release.json/..%2f..%2fetc/passwd")[0] in (400, 404)


def test_two_callers_of_the_description_get_no_header_of_each_other(nginx: str) -> None:
    first, second = (get(f"{nginx}/openapi.yaml")[1]["X-Request-Id"] for _ in range(2))
    assert first != second


@pytest.mark.parametrize(
    ("path", "leads_to"),
    [
        ("/bazi/1990-05-20/", "/bazi/1990-5-20/"),
        ("/bazi/1990-05-20?q=1", "/bazi/1990-5-20/"),
        ("/bazi/1990-6-07/reading.json", "/bazi/1990-6-7/reading.json"),
        ("/bazi/1990-05-31/index.html", "/bazi/1990-5-31/index.html"),
        ("/bazi/1990-00-20/", None),
        ("/bazi/1990-005-20/", None),
        ("/bazi/1890-5-20/", None),
        ("/%5Cother.example/bazi/1990-05-20/", "/%5Cother.example/bazi/1990-5-20/"),
        ("/\\other.example/bazi/1990-05-20/", None),
        ("//other.example/bazi/1990-05-20/", None),
    ],
)
def test_a_padded_date_leads_to_its_page_and_to_no_other_host(
    doorless: str, path: str, leads_to: str | None
) -> None:
    status, headers, _ = ask(doorless + path)
    assert (status, headers.get("location")) == (308 if leads_to else 404, leads_to)
    assert headers["access-control-allow-origin"] == "*"


@pytest.mark.parametrize(
    ("path", "kind"),
    [("/terms.ics", "text/calendar"), ("/site.webmanifest", "application/manifest+json")],
)
def test_what_debian_s_list_of_types_lacks_has_its_type_and_is_packed(
    doorless: str, path: str, kind: str
) -> None:
    status, headers, _ = ask(doorless + path, headers={"Accept-Encoding": "gzip"})
    assert (status, headers["content-type"]) == (200, kind)
    assert headers["content-encoding"] == "gzip"
    assert headers["content-security-policy"]


def test_the_example_needs_no_folder_but_the_release() -> None:
    said = re.sub(r"#.*", "", (DEPLOY / "nginx.conf").read_text())
    paths = re.findall(r"^\s*\w+ (/\S+);", said, re.MULTILINE)
    assert paths == ["/srv/wanrishu/build/current"]


def test_behind_nginx_each_visitor_has_a_bucket_of_his_own_whatever_he_says(nginx: str) -> None:
    for visitor in ("127.0.0.2", "127.0.0.3"):
        codes = [
            ask(f"{nginx}/api/v1/health", headers={"X-Forwarded-For": f"10.0.0.{i}"}, source=visitor)[0]
            for i in range(61)
        ]  # fmt: skip
        assert codes == [200] * 60 + [429]


def test_a_visitor_gets_32_requests_at_once(nginx: str) -> None:
    with half_sent(nginx, 40, source="127.0.0.2") as refused:
        assert refused == 8
        status, headers, body = ask(f"{nginx}/api/v1/health", source="127.0.0.2")
        assert (status, headers["content-type"], headers["retry-after"]) == (
            429,
            "application/json",
            "1",
        )
        assert json.loads(body)["success"] is False
        assert ask(f"{nginx}/api/v1/health", source="127.0.0.3")[0] == 200


def refusals(url: str) -> list[tuple[str, str, int, str | None, str]]:
    """What nginx itself answers for a body that is too large, or what it can't pass on."""
    made = []
    for path in ("/api/v1/bazi", "/api/v1/bazi/", "/mcp", "/mcp/", "/openapi.yaml"):
        for method, body in (("POST", b"x" * 70_000), ("TRACE", None), ("GET", None)):
            status, headers, said = ask(url + path, method, body)
            assert headers["content-type"] == "application/json"
            assert headers["x-content-type-options"] == "nosniff"
            shaped = json.loads(said)
            if path.startswith("/mcp"):
                assert (shaped["jsonrpc"], shaped["id"]) == ("2.0", None)
                assert "access-control-allow-origin" not in headers
                words = f"{shaped['error']['code']} {shaped['error']['message']}"
            else:
                assert list(shaped) == ["success", "error"]
                assert shaped["success"] is False
                assert headers["access-control-allow-origin"] == "*"
                words = shaped["error"]
            assert headers["x-error-code"] in (
                "body_too_large",
                "method_not_allowed",
                "unavailable",
            )
            made.append((path, method, status, headers.get("retry-after"), words))
    return made


def test_what_nginx_answers_for_the_door_is_in_the_door_s_shape(doorless: str) -> None:
    large, method, shut = (
        "請求內容太大，上限為 16 KiB。",
        "這個位址不接受這種 HTTP 方法。",
        "服務暫時無法使用，請稍後再試。",
    )
    expected = []
    for path in ("/api/v1/bazi", "/api/v1/bazi/", "/mcp", "/mcp/", "/openapi.yaml"):
        bad, down = ("-32600 ", "-32603 ") if path.startswith("/mcp") else ("", "")
        expected += [
            (path, "POST", 413, None, bad + large),
            (path, "TRACE", 405, None, bad + method),
            (path, "GET", 503, "5", down + shut),
        ]
    assert refusals(doorless) == expected


@pytest.mark.parametrize("path", ["/api/v1/no.json", "/api/no.json/", "/openapi.yaml/no.json"])
def test_an_unknown_address_of_the_api_is_told_by_the_door(nginx: str, path: str) -> None:
    status, headers, body = ask(nginx + path)
    assert (status, headers["content-type"]) == (404, "application/json")
    assert json.loads(body) == {"success": False, "error": "找不到這個位址，請檢查路徑。"}
    assert headers["x-request-id"]


@pytest.mark.parametrize(
    ("path", "found"),
    [
        ("/bazi/1990-5-20/reading.json", 200),
        ("/bazi/1890-5-20/reading.json", 404),
        ("/.well-known/api-catalog", 200),
    ],
)
def test_scripts_of_other_sites_read_the_data_and_that_there_is_none(
    doorless: str, path: str, found: int
) -> None:
    url = doorless + path
    status, headers, body = ask(url, "OPTIONS", headers={"Origin": "https://other.example"})
    assert (status, body) == (204, b"")
    assert headers["access-control-allow-origin"] == "*"
    assert headers["access-control-allow-methods"] == "GET, HEAD, OPTIONS"
    assert headers["access-control-allow-headers"] == "If-None-Match"
    status, headers, _ = ask(url)
    assert status == found
    asked = {"If-None-Match": headers["etag"]}
    for status, headers, _ in (ask(url), ask(url, headers=asked)):
        assert status in (found, 304)
        assert headers["access-control-allow-origin"] == "*"
        assert headers["access-control-expose-headers"] == "ETag"


def test_the_door_answers_a_preflight_of_the_api(nginx: str) -> None:
    for path, allowed in (("/api/v1/bazi", "OPTIONS, POST"), ("/mcp", "OPTIONS, POST")):
        status, headers, _ = ask(nginx + path, "OPTIONS")
        assert (status, headers["allow"]) == (204, allowed)
        assert headers["x-request-id"]

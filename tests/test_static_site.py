"""The pages as the real server sends them: types, padded dates, names that no file can have."""

from __future__ import annotations

import re
from collections.abc import Iterator
from contextlib import closing
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tests.doors import open_door

LINKSET = 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'


@pytest.fixture(scope="module")
def site(output: Path) -> Iterator[str]:
    door = open_door(output / "current")
    yield door.url
    said = re.sub(r'"(?:time|id)":"[^"]*"', "", door.stop())
    assert "1990" not in said


def ask(site: str, path: str, **asked: str) -> tuple[int, dict[str, str], bytes]:
    """Status, headers by lower-case name (each once) and body; neither end tidies the path."""
    parts = urlsplit(site)
    with closing(HTTPConnection(parts.hostname or "", parts.port, timeout=20)) as wire:
        wire.request("GET", path, headers=asked)
        answer = wire.getresponse()
        headers = [(name.lower(), value) for name, value in answer.getheaders()]
        assert len(headers) == len(dict(headers))
        return answer.status, dict(headers), answer.read()


@pytest.mark.parametrize(
    ("path", "kind"),
    [
        ("/", "text/html; charset=utf-8"),
        ("/bazi/1990-5-20/reading.json", "application/json"),
        ("/llms.txt", "text/plain; charset=utf-8"),
        ("/style.css", "text/css; charset=utf-8"),
        ("/.well-known/api-catalog", LINKSET),
    ],
)
def test_each_file_has_its_type_and_nothing_to_save_it_under(
    site: str, path: str, kind: str
) -> None:
    status, headers, _ = ask(site, path)
    assert (status, headers["content-type"]) == (200, kind)
    assert "content-disposition" not in headers
    assert headers["x-content-type-options"] == "nosniff"
    assert "max-age=300" in headers["cache-control"]
    assert headers["access-control-allow-origin"] == "*"
    assert headers["access-control-expose-headers"].startswith("ETag, ")
    link = '</.well-known/api-catalog>; rel="api-catalog"'
    assert headers.get("link") == (link if kind == LINKSET else None)


@pytest.mark.parametrize(
    ("path", "leads_to"),
    [
        ("/bazi/1990-05-20/", "/bazi/1990-5-20/"),
        ("/bazi/1990-05-20", "/bazi/1990-5-20/"),
        ("/bazi/1990-6-07/reading.json", "/bazi/1990-6-7/reading.json"),
        ("/bazi/1990-05-17/", None),
        ("/bazi/1990-00-20/", None),
        ("/bazi/1990-005-20/", None),
    ],
)
def test_a_padded_date_leads_to_its_page(site: str, path: str, leads_to: str | None) -> None:
    status, headers, _ = ask(site, path)
    assert (status, headers.get("location")) == (308 if leads_to else 404, leads_to)


@pytest.mark.parametrize(
    "path",
    [
        "/" + "a" * 256,
        "/bazi/1990-5-20/" + "a" * 256,
        "/bazi/1990-5-20/" + "a/" * 900,
        "/bazi/%00",
        "/..%2f..%2fetc/passwd",
        "/bazi/1990-5-20/reading.json/",
        "/%E4%B8%80/",
        "/%ff%fe/",
    ],
    ids=["name", "name in a folder", "deep", "NUL", "up", "slash", "UTF-8", "no UTF-8"],
)
def test_what_no_file_can_be_called_is_not_there(site: str, path: str) -> None:
    status, headers, body = ask(site, path)
    assert (status, headers["content-type"]) == (404, "text/html; charset=utf-8")
    assert "這裡沒有頁面" in body.decode()


def test_a_folder_is_found_without_its_slash(site: str) -> None:
    status, headers, _ = ask(site, "/bazi/1990-5-20?a=1")
    assert (status, headers["location"]) == (308, "/bazi/1990-5-20/")


@pytest.mark.parametrize(
    ("span", "status", "length"),
    [("bytes=0-5", 206, 6), ("lines=0-5", 200, None), ("bytes=9999999-", 416, None)],
)
def test_a_part_is_sent_when_it_is_asked_for_in_bytes(
    site: str, span: str, status: int, length: int | None
) -> None:
    whole = ask(site, "/style.css")[2]
    told, _, body = ask(site, "/style.css", Range=span)
    assert told == status
    if status != 416:
        assert body == whole[:length]

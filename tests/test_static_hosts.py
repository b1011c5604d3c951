"""The header and redirect files for static hosts, held against nginx and the door."""

from __future__ import annotations

from collections.abc import Iterator
from fnmatch import fnmatchcase
from pathlib import Path

import pytest

from tests.api_calls import get
from tests.doors import free_port
from tests.fronts import DEPLOY, running_nginx

FILES = DEPLOY / "static-host"
CATALOG = "/.well-known/api-catalog"
PATHS = (
    "/",
    "/style.css",
    "/bazi/1990-5-20/",
    "/bazi/1990-5-20/reading.json",
    "/server.json",
    CATALOG,
)


def lines(name: str) -> list[str]:
    text = (FILES / name).read_text()
    return [line for line in text.splitlines() if line and not line.startswith("#")]


def rules() -> dict[str, dict[str, str]]:
    """The headers of each pattern, as both hosts read the file."""
    found: dict[str, dict[str, str]] = {}
    for line in lines("_headers"):
        if line.startswith("/"):
            headers = found[line] = {}
        else:
            name, _, value = line.strip().partition(": ")
            headers[name] = value
    return found


def sent(path: str) -> dict[str, str]:
    """What a host adds to a file: every rule that fits, and no header from two of them."""
    fitting = [headers for pattern, headers in rules().items() if fnmatchcase(path, pattern)]
    merged = {name: value for headers in fitting for name, value in headers.items()}
    assert len(merged) == sum(map(len, fitting)), "Cloudflare joins the values of both"
    return merged


@pytest.fixture(scope="module")
def nginx(tmp_path_factory: pytest.TempPathFactory, output: Path) -> Iterator[str]:
    folder = tmp_path_factory.mktemp("nginx")
    with running_nginx(folder, output, f"127.0.0.1:{free_port()}") as url:
        yield url


@pytest.mark.parametrize("path", PATHS)
def test_static_hosts_send_the_headers_of_nginx(nginx: str, path: str) -> None:
    headers = get(nginx + path)[1]
    of_rules = {name for each in rules().values() for name in each} - {"Content-Type"}
    assert {name: headers[name] for name in of_rules if name in headers} | (
        {"Content-Type": headers["Content-Type"]} if path == CATALOG else {}
    ) == sent(path)


@pytest.mark.parametrize("path", PATHS)
def test_nginx_sends_the_headers_of_the_door(nginx: str, website: str, path: str) -> None:
    theirs, ours = get(nginx + path)[1], get(website + path)[1]
    for name in ("X-Content-Type-Options", "Cache-Control", "Content-Security-Policy", "Link"):
        assert theirs[name] == ours.get(name)
    if path.endswith((".json", "catalog")):
        assert theirs["Access-Control-Allow-Origin"] == ours["Access-Control-Allow-Origin"] == "*"


def test_static_hosts_pass_the_api_to_a_door_in_both_spellings() -> None:
    door = "https://door.example.tw"
    assert [line.split() for line in lines("_redirects")] == [
        ["/api/*", f"{door}/api/:splat", "200"],
        ["/mcp", f"{door}/mcp", "200"],
        ["/mcp/", f"{door}/mcp", "200"],
        # The release has this file too: only with ! is it the door's.
        ["/openapi.yaml", f"{door}/openapi.yaml", "200!"],
        ["/openapi.yaml/", f"{door}/openapi.yaml", "200!"],
    ]

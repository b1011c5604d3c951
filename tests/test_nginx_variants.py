"""Variants of the nginx example: beside other sites, behind a CDN, under a sub-path."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest

from generator.build import build
from generator.content import inputs
from tests.conftest import ROOT
from tests.doors import Door, free_port, open_door
from tests.fronts import BEHIND, DEPLOY, ask, half_sent, host, running_nginx
from tests.own_settings import content

NAME = "bazi.example.tw"
"""What the example calls the site."""
STOCK = """
server {
    listen 127.0.0.1:PORT default_server;
    server_name _;
    location / { return 200 "Welcome to nginx!"; }
}
"""
"""What Debian has beside it."""
ANOTHER = """
server {
    listen 127.0.0.1:PORT;
    server_name example.tw;
    location / { return 200 "another site"; }
    include %s;
}
"""
CDN = {
    "# set_real_ip_from 192.0.2.0/24;": "set_real_ip_from 127.0.0.1;",
    "# real_ip_header CF-Connecting-IP;": "real_ip_header CF-Connecting-IP;",
}


def test_beside_debian_s_own_site_visitors_see_this_one(tmp_path: Path, output: Path) -> None:
    with running_nginx(tmp_path, output, f"127.0.0.1:{free_port()}", beside=STOCK) as url:
        assert "萬日書" in ask(f"{url}/", headers={"Host": NAME})[2].decode()
        assert ask(f"{url}/", headers={"Host": "another.example"})[2] == b"Welcome to nginx!"


def test_behind_a_cdn_the_visitor_is_whom_it_names(
    tmp_path: Path, output: Path, serve: Callable[..., Door]
) -> None:
    """An IPv6 visitor is his /64."""

    def health(visitor: str, source: str = "127.0.0.1") -> int:
        return ask(f"{url}/api/v1/health", headers={"CF-Connecting-IP": visitor}, source=source)[0]

    door = host(serve(**BEHIND, WANRISHU_RATE_LIMIT="2 per 1 minute"))
    with running_nginx(tmp_path, output, door, edits=CDN) as url:
        assert [health("192.0.2.1") for _ in range(3)] == [200, 200, 429]
        assert health("192.0.2.2") == 200
        # Who is not the CDN is himself, whatever he says.
        assert [health(f"192.0.2.{i}", "127.0.0.2") for i in range(3, 6)] == [200, 200, 429]
        with half_sent(url, 33, b"CF-Connecting-IP: 2001:db8:0:1::%d\r\n" % 1) as refused:
            assert refused == 1
            assert health("2001:db8:0:1:ffff::2") == 429
            assert health("2001:db8:0:2::1") == 200


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A day's release for a sub-path."""
    folder = tmp_path_factory.mktemp("below")
    source = inputs.prepare(content(folder, base_url="https://example.tw/shu"), ROOT / "templates")
    build.build(source, folder / "out", date(1990, 5, 20), date(1990, 5, 20), jobs=1)
    return folder / "out"


@pytest.fixture(scope="module")
def door(below: Path) -> Iterator[str]:
    with open_door(below / "current", **BEHIND) as door:
        yield host(door)
        door.stop()


REWRITE = {"# rewrite ^/shu": "rewrite ^/shu"}


def serves_it_below(url: str, **headers: str) -> None:
    """Whether the site and the API are under /shu, and what belongs to the host's root is there."""

    def says(path: str, method: str = "GET", body: bytes | None = None) -> tuple[int, str]:
        status, _, said = ask(url + path, method, body, headers)
        return status, said.decode()

    for path in ("/shu/", "/shu/bazi/1990-5-20/"):
        status, page = says(path)
        assert status == 200
        assert 'href="/shu/style.css"' in page
    assert says("/shu/style.css")[0] == 200
    assert says("/shu/bazi/1990-5-20/reading.json")[0] == 200
    status, told, _ = ask(f"{url}/shu/bazi/1990-05-20/", headers=headers)
    assert (status, told["location"]) == (308, "/shu/bazi/1990-5-20/")
    status, page = says("/shu/bazi/1890-5-20/")
    assert status == 404
    assert 'href="/shu/style.css"' in page
    assert says("/shu/api/v1/health/") == (200, '{"success":true,"status":"ok"}')
    assert says("/shu/openapi.yaml")[0] == 200
    assert says("/shu/mcp", "POST", b"x" * 70_000)[1].startswith('{"jsonrpc":"2.0"')
    status, catalog = says("/.well-known/api-catalog")
    assert status == 200
    assert "https://example.tw/shu/openapi.yaml" in catalog


def test_under_a_sub_path_of_its_own_host(tmp_path: Path, below: Path, door: str) -> None:
    with running_nginx(tmp_path, below, door, edits=REWRITE) as url:
        serves_it_below(url)
        assert ask(f"{url}/shu")[0] == 200
        assert b"https://example.tw/shu/sitemap.xml" in ask(f"{url}/robots.txt")[2]


def test_under_a_sub_path_of_another_site_s_host(tmp_path: Path, below: Path, door: str) -> None:
    inner = f"127.0.0.1:{free_port()}"
    part = tmp_path / "part.conf"
    part.write_text((DEPLOY / "nginx-beside.conf").read_text().replace("127.0.0.1:8080", inner))
    edits = REWRITE | {
        "# set_real_ip_from 192.0.2.0/24;": "set_real_ip_from 127.0.0.1;",
        "# real_ip_header CF-Connecting-IP;": "real_ip_header X-Forwarded-For;",
    }
    other = ANOTHER % part
    with running_nginx(tmp_path, below, door, edits=edits, listen=inner, beside=other) as url:
        serves_it_below(url, Host="example.tw")
        for path in ("/", "/.well-known/security.txt"):
            assert ask(url + path)[2] == b"another site"
        status, headers, _ = ask(f"{url}/shu")
        assert (status, headers["location"]) == (308, f"{url}/shu/")
        for visitor in ("127.0.0.2", "127.0.0.3"):
            codes = [ask(f"{url}/shu/api/v1/health", source=visitor)[0] for _ in range(61)]
            assert codes == [200] * 60 + [429]

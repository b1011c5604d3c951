"""What programs find the service by: the API catalogue, `server.json`, `security.txt`, llms.txt."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date
from hashlib import sha256
from pathlib import Path
from urllib.request import Request, urlopen

import orjson
import pytest
import yaml

from generator.build import build
from generator.content import inputs
from generator.reading.dataset import VERSION
from tests.api_calls import get
from tests.conftest import ROOT
from tests.doors import free_port
from tests.fronts import running_nginx
from tests.own_settings import CONTACT, EXPIRES, content

DAY = date(1990, 5, 20)
CATALOG_PATH = ".well-known/api-catalog"

WRITTEN = {path.name: path.read_text() for path in (ROOT / "tests/data/discovery").iterdir()}
"""The documents as they are for https://example.tw, by name."""
CONTACTS = {"security_contact": CONTACT, "security_expires": EXPIRES}


def published(folder: Path, base: str) -> Path:
    """A day's release at this address."""
    data = content(folder, base_url=base, **CONTACTS)
    source = inputs.prepare(data, ROOT / "templates")
    build.build(source, folder / "out", DAY, DAY, jobs=1)
    return folder / "out" / "current"


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return published(tmp_path_factory.mktemp("root"), "https://example.tw")


@pytest.fixture(scope="module")
def below(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The same under a sub-path."""
    return published(tmp_path_factory.mktemp("below"), "https://example.tw/shu")


@pytest.fixture(scope="module")
def nginx(tmp_path_factory: pytest.TempPathFactory, live: Path) -> Iterator[str]:
    """The example configuration without a door: no file needs one."""
    folder = tmp_path_factory.mktemp("nginx")
    with running_nginx(folder, live.parent, f"127.0.0.1:{free_port()}") as url:
        yield url


@pytest.mark.parametrize(
    "path", [".well-known/api-catalog", "server.json", ".well-known/security.txt"]
)
def test_the_documents_are_these_to_the_byte(live: Path, below: Path, path: str) -> None:
    name = Path(path).name
    written = (live / path).read_bytes()
    assert written.decode() == WRITTEN[name]
    assert f"{sha256(written).hexdigest()}  {path}" in (live / "SHA256SUMS").read_text()
    # Under a sub-path every address carries it but the well-known one.
    moved = WRITTEN[name].replace("https://example.tw/", "https://example.tw/shu/")
    if name == "security.txt":
        place = "https://example.tw/.well-known/security.txt"
        moved = f"# This file belongs at {place} (RFC 9116, section 3).\n{WRITTEN[name]}"
    assert (below / path).read_text() == moved


def test_what_the_catalogue_links_to_is_there(live: Path) -> None:
    """All but what the door answers."""
    links = re.findall(r'"href": "https://example\.tw/([^"#]*)', (live / CATALOG_PATH).read_text())
    files = [link + "index.html" * link.endswith("/") for link in links]
    assert [file for file in files if not (live / file).is_file()] == ["api/v1/health"] * 2
    assert 'id="mcp"' in (live / "docs/api/index.html").read_text()


def test_the_home_page_alone_points_at_the_catalogue(live: Path, below: Path) -> None:
    for release, base in ((live, ""), (below, "/shu")):
        pages = [p for p in release.rglob("*.html") if "api-catalog" in p.read_text()]
        assert pages == [release / "index.html"]
        href = f'href="{base}/{CATALOG_PATH}" type="application/linkset+json"'
        assert pages[0].read_text().count(f'<link rel="api-catalog" {href}>') == 1


def test_llms_txt_names_all_of_them(live: Path, below: Path) -> None:
    shared = ("openapi.yaml", "docs/api/", "mcp", "server.json", CATALOG_PATH)
    for release, base in ((live, "https://example.tw"), (below, "https://example.tw/shu")):
        text = (release / "llms.txt").read_text()
        for path in shared:
            assert re.search(rf"{base}/{re.escape(path)}(?![\w./])", text), path
        assert "(https://example.tw/.well-known/security.txt)" in text


@pytest.mark.parametrize(
    ("path", "media_type"),
    [
        (CATALOG_PATH, 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"'),
        ("server.json", "application/json"),
        (".well-known/security.txt", "text/plain; charset=utf-8"),
        ("llms.txt", "text/plain; charset=utf-8"),
    ],
)  # fmt: skip
def test_the_nginx_example_serves_each_with_its_media_type(
    live: Path, nginx: str, path: str, media_type: str
) -> None:
    status, headers, body = get(f"{nginx}/{path}")
    assert (status, headers["Content-Type"], body) == (200, media_type, (live / path).read_bytes())
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"] == "public, max-age=300"
    assert headers["Access-Control-Allow-Origin"] == "*"


def test_the_nginx_example_names_the_catalogue_to_who_asks_for_its_head(nginx: str) -> None:
    """RFC 9727, section 2."""
    request = Request(f"{nginx}/{CATALOG_PATH}", method="HEAD")
    with urlopen(request, timeout=20) as response:
        assert response.status == 200
        assert response.headers["Link"] == f'</{CATALOG_PATH}>; rel="api-catalog"'


def test_without_a_contact_there_is_no_security_txt_and_nobody_names_it(output: Path) -> None:
    """The settings as the tree has them."""
    release = output / "current"
    assert [p.name for p in (release / ".well-known").iterdir()] == ["api-catalog"]
    assert "security" not in (release / "llms.txt").read_text()
    assert "security" not in (release / "SHA256SUMS").read_text()


def test_robots_may_read_all_and_find_the_sitemap(live: Path) -> None:
    robots = "User-agent: *\nAllow: /\n\nSitemap: https://example.tw/sitemap.xml\n"
    assert (live / "robots.txt").read_text() == robots


def test_the_server_s_version_is_its_own_and_the_description_s_is_the_contract_s(
    live: Path,
) -> None:
    tools = orjson.loads((live / "tables/tools.json").read_bytes())
    assert tools["server"] == {"name": "wanrishu", "title": "萬日書", "version": VERSION}
    assert json.loads((live / "server.json").read_text())["version"] == VERSION
    assert yaml.safe_load((live / "openapi.yaml").read_text())["info"]["version"] == "1.1.0"

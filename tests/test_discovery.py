"""What programs find the service by: the API catalogue, `server.json`, `security.txt`, llms.txt."""

from __future__ import annotations

import json
import re
import shutil
from collections.abc import Callable, Iterator
from datetime import date, datetime
from hashlib import sha256
from pathlib import Path
from urllib.request import Request, urlopen

import orjson
import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from generator import build, inputs
from generator.content.problem import Problem
from generator.content.settings import Site, load_site
from generator.dataset import VERSION
from generator.pages.discovery import discovery
from tests.test_deploy import free_port, get, running_nginx

ROOT = Path(__file__).resolve().parent.parent
DAY = date(1990, 5, 20)
CATALOG_PATH = ".well-known/api-catalog"
CONTACT, EXPIRES = "mailto:security@example.tw", "2027-06-30T23:59:59+08:00"
TOOLS = {
    "server": {"name": "wanrishu", "title": "萬日書", "version": "1.3.0"},
    "description": "查八字。",
}

CATALOG = """\
{
  "linkset": [
    {
      "anchor": "https://example.tw/api/v1",
      "service-desc": [
        {
          "href": "https://example.tw/openapi.yaml",
          "type": "application/yaml"
        }
      ],
      "service-doc": [
        {
          "href": "https://example.tw/docs/api/",
          "type": "text/html",
          "hreflang": [
            "zh-Hant-TW"
          ]
        }
      ],
      "status": [
        {
          "href": "https://example.tw/api/v1/health",
          "type": "application/json"
        }
      ]
    },
    {
      "anchor": "https://example.tw/mcp",
      "service-desc": [
        {
          "href": "https://example.tw/server.json",
          "type": "application/json"
        }
      ],
      "service-doc": [
        {
          "href": "https://example.tw/docs/api/#mcp",
          "type": "text/html",
          "hreflang": [
            "zh-Hant-TW"
          ]
        }
      ],
      "status": [
        {
          "href": "https://example.tw/api/v1/health",
          "type": "application/json"
        }
      ]
    }
  ]
}
"""

SERVER = """\
{
  "$schema": "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json",
  "name": "tw.example/wanrishu",
  "title": "萬日書",
  "description": "由國曆出生日期查八字命盤與解讀，另有生肖相合、流年框架與服務目錄。內容事先算好，繁體中文，免金鑰。",
  "version": "1.3.0",
  "websiteUrl": "https://example.tw/docs/api/#mcp",
  "remotes": [
    {
      "type": "streamable-http",
      "url": "https://example.tw/mcp"
    }
  ]
}
"""

SECURITY = """\
Contact: mailto:security@example.tw
Expires: 2027-06-30T23:59:59+08:00
Preferred-Languages: zh-TW, en
Canonical: https://example.tw/.well-known/security.txt
"""


def content(folder: Path, **values: object) -> Path:
    """A copy of the real content with these settings instead of, or beside, its own."""
    data = Path(shutil.copytree(ROOT / "data", folder / "data"))
    lines = (data / "site.yaml").read_text().splitlines()
    kept = [line for line in lines if line.partition(":")[0] not in values]
    kept += [f"{name}: {value}" for name, value in values.items()]
    (data / "site.yaml").write_text("\n".join(kept) + "\n")
    return data


Publish = Callable[..., Path]


@pytest.fixture(scope="module")
def publish(tmp_path_factory: pytest.TempPathFactory) -> Publish:
    """Publish a day with these settings; the live release."""

    def publish_(**values: object) -> Path:
        folder = tmp_path_factory.mktemp("found")
        source = inputs.prepare(content(folder, **values), ROOT / "templates")
        build.build(source, folder / "out", DAY, DAY, jobs=1)
        return folder / "out" / "current"

    return publish_


@pytest.fixture(scope="module")
def live(publish: Publish) -> Path:
    return publish(
        base_url="https://example.tw", security_contact=CONTACT, security_expires=EXPIRES
    )


@pytest.fixture(scope="module")
def below(publish: Publish) -> Path:
    """The same under a sub-path."""
    return publish(
        base_url="https://example.tw/shu", security_contact=CONTACT, security_expires=EXPIRES
    )


@pytest.fixture(scope="module")
def nginx(tmp_path_factory: pytest.TempPathFactory, live: Path) -> Iterator[str]:
    """The example configuration without a door: no file needs one."""
    folder = tmp_path_factory.mktemp("nginx")
    with running_nginx(folder, live.parent, f"127.0.0.1:{free_port()}") as url:
        yield url


@pytest.mark.parametrize(
    ("path", "wanted"),
    [
        (".well-known/api-catalog", CATALOG),
        ("server.json", SERVER),
        (".well-known/security.txt", SECURITY),
    ],
)
def test_the_documents_are_these_to_the_byte(live: Path, path: str, wanted: str) -> None:
    written = (live / path).read_bytes()
    assert written.decode() == wanted
    assert f"{sha256(written).hexdigest()}  {path}" in (live / "SHA256SUMS").read_text()


def test_under_a_sub_path_every_address_carries_it_but_the_well_known_one(below: Path) -> None:
    moved = CATALOG.replace("https://example.tw/", "https://example.tw/shu/")
    assert (below / ".well-known/api-catalog").read_text() == moved
    moved = SERVER.replace("https://example.tw/", "https://example.tw/shu/")
    assert (below / "server.json").read_text() == moved
    notice = "# This file belongs at https://example.tw/.well-known/security.txt (RFC 9116, section 3).\n"
    assert (below / ".well-known/security.txt").read_text() == notice + SECURITY


def test_what_the_catalogue_links_to_is_there(live: Path) -> None:
    """All but what the door answers."""
    links = re.findall(r'"href": "https://example\.tw/([^"#]*)', (live / CATALOG_PATH).read_text())
    files = [link + "index.html" * link.endswith("/") for link in links]
    assert [file for file in files if not (live / file).is_file()] == ["api/v1/health"] * 2
    assert 'id="mcp"' in (live / "docs/api/index.html").read_text()


def test_the_home_page_alone_points_at_the_catalogue(live: Path, below: Path) -> None:
    for release, base in ((live, ""), (below, "/shu")):
        link = (
            f'<link rel="api-catalog" href="{base}/{CATALOG_PATH}" type="application/linkset+json">'
        )
        pages = [p for p in release.rglob("*.html") if "api-catalog" in p.read_text()]
        assert pages == [release / "index.html"]
        assert (release / "index.html").read_text().count(link) == 1


def test_llms_txt_names_all_of_them(live: Path, below: Path) -> None:
    shared = ("openapi.yaml", "docs/api/", "mcp", "server.json", CATALOG_PATH)
    for release, base in ((live, "https://example.tw"), (below, "https://example.tw/shu")):
        text = (release / "llms.txt").read_text()
        for path in shared:
            assert re.search(rf"{base}/{re.escape(path)}(?![\w./])", text), path
        assert "(https://example.tw/.well-known/security.txt)" in text


@pytest.mark.parametrize(
    ("path", "media_type", "origin"),
    [
        (CATALOG_PATH, 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"', "*"),
        ("server.json", "application/json", "*"),
        (".well-known/security.txt", "text/plain; charset=utf-8", None),
        ("llms.txt", "text/plain; charset=utf-8", None),
    ],
)  # fmt: skip
def test_the_nginx_example_serves_each_with_its_media_type(
    live: Path, nginx: str, path: str, media_type: str, origin: str | None
) -> None:
    status, headers, body = get(f"{nginx}/{path}")
    assert (status, headers["Content-Type"], body) == (200, media_type, (live / path).read_bytes())
    assert headers["X-Content-Type-Options"] == "nosniff"
    assert headers["Cache-Control"] == "public, max-age=300"
    assert headers.get("Access-Control-Allow-Origin") == origin


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


def test_robots_and_sitemaps_know_nothing_of_them(live: Path) -> None:
    robots = "User-agent: *\nAllow: /\n\nSitemap: https://example.tw/sitemap.xml\n"
    assert (live / "robots.txt").read_text() == robots
    for sitemap in live.glob("sitemaps/*.xml"):
        assert not re.search(r"well-known|server\.json", sitemap.read_text())


def test_the_version_is_one_and_the_same_everywhere(live: Path) -> None:
    tools = orjson.loads((live / "tables/tools.json").read_bytes())
    assert tools["server"] == {"name": "wanrishu", "title": "萬日書", "version": VERSION}
    assert yaml.safe_load((live / "openapi.yaml").read_text())["info"]["version"] == VERSION
    assert json.loads((live / "server.json").read_text())["version"] == VERSION


def site_of(folder: Path, **values: str) -> tuple[Site, list[Problem]]:
    """The site with these settings, each in quotes, and the problems found."""
    for name in ("services.yaml", "products.yaml"):
        shutil.copy(ROOT / "data" / name, folder)
    real = yaml.safe_load((ROOT / "data" / "site.yaml").read_text())
    (folder / "site.yaml").write_text(yaml.safe_dump(real | values, allow_unicode=True))
    return load_site(folder)


@pytest.mark.parametrize(
    ("base_url", "name"),
    [
        ("https://example.tw", "tw.example"),
        ("https://Shu.Example.tw:8443/a/b", "tw.example.shu"),
        ("http://localhost:8000", "localhost"),
        ("http://127.0.0.1:8000", "arpa.in-addr.127.0.0.1"),
        ("http://[::1]:8000", "arpa.ip6." + "0." * 31 + "1"),
        ("https://萬日書.台灣", "xn--kpry57d.xn--wgvvx041e"),
    ],
)
def test_the_server_is_named_after_the_host_from_its_end(
    tmp_path: Path, base_url: str, name: str
) -> None:
    site, problems = site_of(tmp_path, base_url=base_url)
    assert problems == []
    server = orjson.loads(dict(discovery(site, TOOLS))["server.json"])
    assert server["name"] == f"{name}/wanrishu"


@pytest.mark.parametrize(
    "base_url",
    ["https://my_host", "https://a..tw", f"https://{'a' * 64}.tw", "https://a@b.tw", "https://b.tw?x"],
)  # fmt: skip
def test_a_host_that_dns_cannot_hold_is_refused(tmp_path: Path, base_url: str) -> None:
    found = site_of(tmp_path, base_url=base_url)[1]
    assert [(p.code, p.what) for p in found] == [("S12", f"base_url {base_url!r} 不是網址")]


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("settings")


@given(
    base_url=st.from_regex(r"https?://[a-z8萬日.\-:@_\[\]]{1,9}(/[a-z]{1,3})?", fullmatch=True),
    contact=st.from_regex(r"(mailto:[a-z]{1,3}@?|https://)[a-z./?@漏 \n]{1,6}", fullmatch=True),
    expires=st.builds(
        "{}{}".format,
        st.datetimes().map(datetime.isoformat),
        st.sampled_from(["", "Z", "+08:00", "-0330", "+08:00:30", "+25:00"]),
    ),
)
@settings(max_examples=300, deadline=None)
def test_whatever_check_lets_through_makes_sound_documents(
    scratch: Path, base_url: str, contact: str, expires: str
) -> None:
    site, problems = site_of(
        scratch, base_url=base_url, security_contact=contact, security_expires=expires
    )
    codes = {problem.code for problem in problems}
    if "S12" in codes:
        return
    documents = dict(discovery(site, TOOLS))
    assert re.fullmatch(
        r"[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+", orjson.loads(documents["server.json"])["name"]
    )
    if not codes:
        text = documents[".well-known/security.txt"].decode()
        assert re.fullmatch(
            r"(# .+\n)?Contact: (mailto:[^@\s]+@|https://)\S+\n"
            r"Expires: \d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d\n"
            r"Preferred-Languages: zh-TW, en\nCanonical: \S+/\.well-known/security\.txt\n",
            text,
        )


@pytest.mark.parametrize(
    ("contact", "expires", "found"),
    [
        (CONTACT, EXPIRES, []),
        ("https://example.tw/security", f'"{EXPIRES}"', []),
        ("", "", []),
        (CONTACT, "2027-06-30", [
            "S24 security_expires '2027-06-30' 不是帶時區的時刻 — "
            "日期、時間、時區都要寫，例如 2027-06-30T23:59:59+08:00",
        ]),
        (CONTACT, "2027-06-30T23:59:59", ["S24 security_expires '2027-06-30T23:59:59' 不是帶時區的時刻 — 日期、時間、時區都要寫，例如 2027-06-30T23:59:59+08:00"]),
        (CONTACT, "2027-02-30T23:59:59+08:00", ["S24 security_expires '2027-02-30T23:59:59+08:00' 不是帶時區的時刻 — 日期、時間、時區都要寫，例如 2027-06-30T23:59:59+08:00"]),
        (CONTACT, "明年", ["S24 security_expires '明年' 不是帶時區的時刻 — 日期、時間、時區都要寫，例如 2027-06-30T23:59:59+08:00"]),
        ("security@example.tw", EXPIRES, ["S23 security_contact 'security@example.tw' 不是聯絡網址 — 寫成 mailto:security@example.tw，或 https:// 開頭的網址"]),
        ("http://example.tw/", EXPIRES, ["S23 security_contact 'http://example.tw/' 不是聯絡網址 — 寫成 mailto:security@example.tw，或 https:// 開頭的網址"]),
        (CONTACT, "", ["S25 只寫了 security_contact — security_contact、security_expires 兩行一起寫，或兩行都不寫"]),
        ("", EXPIRES, ["S25 只寫了 security_expires — security_contact、security_expires 兩行一起寫，或兩行都不寫"]),
    ],
)  # fmt: skip
def test_both_security_settings_or_none_each_in_its_form(
    tmp_path: Path, contact: str, expires: str, found: list[str]
) -> None:
    data = content(tmp_path, security_contact=contact, security_expires=expires)
    lines = (data / "site.yaml").read_text().splitlines()
    wanted = []
    for message in found:
        key = re.findall("security_[a-z]+", message)[0]
        line = next(i for i, text in enumerate(lines, 1) if text.startswith(key))
        wanted.append(f"data/site.yaml:{line}: {message}")
    assert [str(problem) for problem in inputs.check(data)[1]] == wanted


def test_the_example_in_the_settings_holds_once_it_is_no_comment(tmp_path: Path) -> None:
    data = content(tmp_path)
    text = (data / "site.yaml").read_text()
    (data / "site.yaml").write_text(re.sub(r"(?m)^# (security_\w+:)", r"\1", text))
    read, problems = inputs.check(data)
    assert problems == []
    assert read.site.security is not None
    assert (read.site.security.contact, read.site.security.expires) == (CONTACT, EXPIRES)

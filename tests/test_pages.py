"""The pages around the dates, and what machines ask for."""

from __future__ import annotations

import gzip
import json
import re
from collections import Counter
from dataclasses import replace
from datetime import date
from html import unescape
from pathlib import Path
from statistics import median
from xml.etree import ElementTree

import orjson
import pytest

from api import create_app
from api.config import Settings
from generator.build import build
from generator.chart.calendar import DATES, Day
from generator.chart.labels import day_path, pattern_path, pillar_path
from generator.content import inputs
from generator.content.inputs import Content, Source
from generator.content.settings import Site
from generator.pages.almanac import Counts
from generator.pages.edition import Edition
from generator.pages.images import title_path
from generator.preview.marking import marked
from generator.preview.marks import Marks
from tests.conftest import ROOT, in_full
from tests.conftest import read_page as read
from tests.own_settings import content

BASE = "https://example.tw/shu"


@pytest.fixture(scope="module")
def live(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Three weeks built for a host that keeps the site under a sub-path."""
    folder = tmp_path_factory.mktemp("pages")
    source = inputs.prepare(content(folder, base_url=BASE), ROOT / "templates")
    with in_full():
        build.build(source, folder / "out", date(1990, 5, 18), date(1990, 6, 8), jobs=1)
    return folder / "out" / "current"


def test_every_address_lies_under_the_base(live: Path) -> None:
    for file in live.rglob("*.html"):
        html = file.read_text()
        for link in re.findall(r'(?:href|src|action|data-root|data-terms)="([^"#][^"]*)"', html):
            assert link.startswith(("/shu/", f"{BASE}/")), (file, link)
        assert "127.0.0.1" not in html
    for name in ("robots.txt", "llms.txt", "sitemap.xml", "site.webmanifest", "openapi.yaml"):
        text = (live / name).read_text()
        assert "127.0.0.1" not in text
        assert "/shu/" in text


def test_the_door_answers_under_the_sub_path_too(live: Path, site: Site) -> None:
    client = create_app(Settings(release=live)).test_client()
    for path in ("/", "/bazi/1990-5-20/", "/style.css", "/api/v1/health", "/openapi.yaml"):
        for prefix in ("", "/shu"):
            with client.get(prefix + path) as response:
                assert response.status_code == 200, (prefix, path)
    with client.get("/shu") as response:
        assert site["description"] in unescape(response.text)
    assert client.get("/shu/bazi/1990-5-20").headers["Location"] == "/shu/bazi/1990-5-20/"
    for missing in ("/shu/nothing/", "/shua/", "/shubazi/1990-5-20/"):
        with client.get(missing) as response:
            assert response.status_code == 404
    response = client.post("/shu/api/v1/bazi", json={"birthDate": "1990-05-20"})
    assert response.get_json()["data"]["bazi"] == "庚午 辛巳 乙酉"


def test_the_sitemaps_name_every_page_once_and_nothing_else(live: Path) -> None:
    space = "{http://www.sitemaps.org/schemas/sitemap/0.9}"

    def locations(file: Path) -> list[str]:
        found = [e.text or "" for e in ElementTree.parse(file).getroot().iter(f"{space}loc")]
        assert file.stat().st_size < 50_000_000
        assert len(found) <= 50_000
        return found

    names = ["pages", *(f"{decade}s" for decade in range(1950, 2021, 10))]
    maps = locations(live / "sitemap.xml")
    assert maps == [f"{BASE}/sitemaps/{name}.xml" for name in names]
    listed = [url for name in names for url in locations(live / "sitemaps" / f"{name}.xml")]
    here = {
        f"/{p.parent.relative_to(live).as_posix()}/".replace("/./", "/")
        for p in live.rglob("index.html")
    }
    # Of the dates and years all that the whole range has, pressed or not.
    here |= {*map(day_path, DATES), *(f"/bazi/{year}/" for year in range(1950, 2026))}
    assert sorted(listed) == sorted(BASE + path for path in here)


def test_every_page_tells_engines_and_chats_who_it_is(live: Path) -> None:
    seen: dict[str, Counter[str]] = {"title": Counter(), "description": Counter(), "url": Counter()}
    for file in live.rglob("index.html"):
        html = unescape(file.read_text())
        path = f"{file.parent.relative_to(live).as_posix()}/".removeprefix("./")
        address = f"{BASE}/{path}"
        assert f'<link rel="canonical" href="{address}">' in html, file
        meta = dict(
            re.findall(r'<meta (?:name="\w+" )?property="og:(\w+)" content="([^"]*)">', html)
        )
        assert meta["url"] == address
        assert (live / meta["image"].removeprefix(f"{BASE}/")).is_file()
        title = re.search(r"<title>(.*?)</title>", html)
        assert title
        assert meta["title"] == title[1]
        assert html.count('name="description"') == 1
        for name in seen:
            seen[name][meta[name]] += 1
        data = re.search(r'<script type="application/ld\+json">(.*?)</script>', html)
        assert data
        if file.parent == live:
            assert json.loads(data[1])["@type"] == "WebSite"
            continue
        *above, last = json.loads(data[1])["itemListElement"]
        assert [crumb["position"] for crumb in (*above, last)] == list(range(1, len(above) + 2))
        assert all(crumb["item"].startswith(f"{BASE}/") for crumb in above)
        assert last.get("item") == (None if above else address)
    for name, values in seen.items():
        assert values.most_common(1)[0][1] == 1, (name, values.most_common(2))


def test_a_page_shares_the_picture_of_its_title_or_its_day_pillar(live: Path) -> None:
    image = f'<meta property="og:image" content="{BASE}/%s">'
    for path, title in (
        ("/bazi/1990-5-20/", "你是一根先伸出鬚去試試牆的藤"),
        ("/bazi/1990-5-21/", "你是整條街分著用的一片陽光"),
    ):
        html = read(live, path)
        assert title in html
        assert image % title_path(title) in html
        assert (live / title_path(title)).is_file()
    for path in ("/day-pillar/yi-you/", "/flow-year/yi-you/"):
        assert image % "og/22.png" in read(live, path)


class Hostile(Marks):
    """Ends each text that an editor writes with a tag."""

    def around(self, place: str) -> tuple[str, str]:
        return "", "<u>"


def test_a_golden_reading_opens_the_side_of_its_noon_alone(source: Source, counts: Counts) -> None:
    entry = Edition(source, counts).entry(on := date(1984, 2, 4))
    golden, beyond = source.content.corpus.golden[on], entry.beyond
    assert beyond is not None
    lead = source.content.phrases.lead(beyond.day, beyond.chart)
    assert entry.leads == ((golden.title.text, golden.lead.text), lead)


def test_whatever_an_editor_writes_is_escaped_on_the_page_of_a_date(
    source: Source, counts: Counts
) -> None:
    """Also where the template escapes nothing by itself, and on a day that holds a 節."""
    written = replace(source, content=marked(source.content, Hostile()))
    edition = Edition(written, counts)
    for on in (date(1990, 5, 20), date(1990, 5, 25), date(1990, 6, 6)):
        page = edition.page(edition.entry(on)).decode()
        assert page.count("&lt;u&gt;") > 50
        assert "<u>" not in page, page[page.index("<u>") - 80 :][:120]


def test_a_title_that_the_font_cannot_letter_shares_the_picture_of_the_site(
    source: Source, counts: Counts
) -> None:
    old, new = "整條街分著用的一片陽光", "整條街分著用的一攤陽光"
    phrases = source.content.phrases
    images = {key: tuple(new if t == old else t for t in of) for key, of in phrases.images.items()}
    edited = replace(source.content, phrases=replace(phrases, images=images))
    edition = Edition(replace(source, content=edited), counts)
    made = edition.page(edition.entry(date(1990, 5, 21))).decode()
    assert f"你是{new}" in made
    assert '/og/site.png"' in made
    with in_full():
        pictures = edition.pictures
    assert title_path(f"你是{new}") not in pictures
    assert len(pictures) == 60 + 59 + 24 + 4  # pillars, images, golden titles, the site's


def test_the_manifest_names_icons_that_are_there(live: Path) -> None:
    manifest = orjson.loads((live / "site.webmanifest").read_bytes())
    assert manifest["start_url"] == "/shu/"
    for icon in manifest["icons"]:
        assert (live / icon["src"].removeprefix("/shu/")).is_file()


def test_pages_styles_and_scripts_are_light(live: Path) -> None:
    assert (ROOT / "templates" / "style.css").stat().st_size <= 23 * 1024
    assert max(path.stat().st_size for path in (ROOT / "templates").glob("*.js")) <= 12 * 1024
    pages = [file.read_bytes() for file in live.glob("bazi/*-*-*/index.html")]
    assert len(pages) == 22
    assert median(map(len, pages)) <= 26 * 1024
    assert median(len(gzip.compress(page)) for page in pages) <= 10 * 1024


def test_no_text_is_half_filled_or_half_punctuated(live: Path) -> None:
    for file in live.rglob("*.html"):
        if file.parent.name == "api":
            continue
        html = file.read_text()
        body = re.sub(
            r"<(script|pre|svg)\b.*?</\1>|<[^>]+>", "\n", html[html.index("<body") :], flags=re.S
        )
        assert not re.search(r"undefined|None|nan|\{\{|\}\}", body), file
        assert not re.search(r"[\u4e00-\u9fff][,;:!?]|[,;:!?][\u4e00-\u9fff]", unescape(body)), file


def test_a_pillar_page_lists_exactly_the_dates_of_its_pillar(
    live: Path, days: dict[date, Day]
) -> None:
    assert (pillar_path("甲子"), pattern_path("月刃格")) == (
        "/day-pillar/jia-zi/",
        "/pattern/yue-ren/",
    )
    for name in ("甲子", "乙酉", "癸亥"):
        listed = re.findall(r'<li><a href="/shu(/bazi/[^"]+)">', read(live, pillar_path(name)))
        assert listed == [day_path(on) for on, day in days.items() if day.day == name]


def test_the_method_works_a_flow_year_through(live: Path, content: Content) -> None:
    html = read(live, "/method/").split('id="steps"')[1]
    year = content.site.flow_years[0]
    assert f"對{year}年（丙午）" in html
    assert "<b>丙午</b>　2026 年從立春起是丙午年。" in html
    assert "<b>傷官</b>" in html  # 乙 meets 丙
    assert html.count("<li><h3>") == 7
    for name in ("月支 三會", "日支 靜", "填實空亡"):  # 巳 and 酉 in 午
        assert f"<b>{name}</b>" in html


def test_the_years_begin_with_the_first_of_the_settings(live: Path, content: Content) -> None:
    html = read(live, "/flow-year/")
    begun = re.findall(r"<details( open)?><summary><time[^>]*>(\d+)", html)
    years = list(map(str, content.site.flow_years))
    assert begun == [(" open" if year == years[0] else "", year) for year in years]
    assert "鼠（沖太歲" in html.split("</details>")[0]  # 2026, 午

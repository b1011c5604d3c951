"""The whole release as a visitor's host would hold it; built once, in full."""

from __future__ import annotations

import re
from datetime import date
from hashlib import sha256
from html import unescape
from io import BytesIO
from pathlib import Path

import orjson
import pytest
from werkzeug.test import create_environ

from api import create_app
from api.config import Settings
from api.published import perspective
from generator.build.build import Built
from generator.build.verify import walk
from generator.chart import calendar, chart
from generator.chart.calendar import DATES, Day
from generator.chart.labels import day_path
from generator.content.addresses import SITE_FILES, leads_somewhere, pages
from generator.content.inputs import Content
from generator.reading.compose import Reading, read
from generator.reading.corpus import Corpus
from generator.reading.dataset import FIELDS, SCHEMA
from tests.conftest import MUCH, read_page

VIEWS = {"neutral": {}, "male": {"gender": "male"}, "female": {"gender": "female"}}


@pytest.fixture(scope="module")
def site(whole: tuple[Built, Path]) -> Path:
    return whole[1] / "current"


def test_the_release_counts_what_it_holds(whole: tuple[Built, Path], corpus: Corpus) -> None:
    built, live = whole[0], whole[1] / "current"
    golden = len(corpus.golden)
    assert built.dates == 27_759
    assert built.tiers == {"golden": golden, "generated": 27_759 - golden, "fallback": 0}
    index = orjson.loads((live / "release.json").read_bytes())
    assert index["range"] == {"first": "1950-01-01", "last": "2025-12-31"}
    assert index["tiers"] == built.tiers
    assert index["files"] == built.files == len(list(walk(live)))
    assert built.bytes < 1_000_000_000, (
        "some hosts take no more: shorten what stands on every page, in data/ or templates/date/"
    )


def test_every_page_and_no_other_may_be_led_to(site: Path) -> None:
    files = {f"/{path}" for path, _ in walk(site)}
    there = {path.removesuffix("index.html") for path in files if path.endswith("/index.html")}
    assert {*pages(), *map(day_path, DATES)} == there
    assert all(leads_somewhere(path) for path in there)
    assert [file for file in SITE_FILES if not (site / file[1:]).is_file()] == []


def test_every_date_has_a_page_and_data_that_agree(
    site: Path, days: dict[date, Day], readings: dict[date, Reading]
) -> None:
    for on, day in days.items():
        reading, folder = readings[on], site / day_path(on)[1:]
        neutral = reading.views["neutral"]
        raw = (folder / "reading.json").read_bytes()
        entry = orjson.loads(raw)
        for view, sections in reading.views.items():
            data = orjson.loads(perspective(raw, VIEWS[view].get("gender")))  # as the door does it
            texts = {name: s.text for name, s in zip(FIELDS.values(), sections, strict=True)}
            assert data == {
                "bazi": f"{day.year} {day.month} {day.day}", **texts,
                "wordCount": reading.word_count(view), "tier": reading.tier,
            }  # fmt: skip
        assert (entry["date"], entry["claims"]) == (on.isoformat(), list(FIELDS.values()))
        assert entry["shared"] == {"love": len(neutral[3].printed) - 1}
        notes = sum(p.kind == "note" for p in neutral[5].printed)
        assert entry["notes"] == ({"summary": notes} if notes else {})
        for name, section in zip(FIELDS.values(), neutral, strict=True):
            told = [(i, rule) for i, p in enumerate(section.printed) for rule in p.rules]
            basis = entry["basis"][name]
            assert sorted(told) == sorted((i, rule) for rule in basis for i in basis[rule])
        digest = sha256(raw.partition(b"\n")[2]).hexdigest()
        assert (entry["schema"], entry["sha256"]) == (SCHEMA, digest)
        assert (entry["boundary"] is None) == (day.turn is None)
        html = (folder / "index.html").read_text()
        slip = re.search(r'<p class="slip(?: noon)?">(.*?)</p>', html)
        assert slip is not None
        assert re.sub("<[^>]+>", "", slip[1]) == f"{day.year} {day.month} {day.day} "
        assert html.count("<section") == (17 if day.turn else 9)
        assert neutral[0].printed[0].text in html


def test_no_link_is_dead_and_no_two_dates_have_one_title_or_description(site: Path) -> None:
    files = {f"/{path}" for path, _ in walk(site)} | {"/release.json", "/SHA256SUMS"}
    have = files | {path.removesuffix("index.html") for path in files}
    led_to: dict[str, set[str]] = {}
    anchors: dict[str, set[str]] = {}
    titles, descriptions = set(), set()
    for page in (path for path in files if path.endswith(".html")):
        own = page.removesuffix("index.html")
        html = unescape((site / page[1:]).read_text())
        anchors[own] = set(re.findall(r' id="([^"]*)"', html))
        for link in set(re.findall(r'(?:href|src|action|data-terms)="([/#][^"]*)"', html)):
            path, _, anchor = link.partition("#")
            assert not path or path in have, (own, link)
            if anchor:
                led_to.setdefault(path or own, set()).add(anchor)
        if re.match(r"/bazi/\d+-", own):
            head = html[: html.index("<body")]
            titles.add(head.partition("<title>")[2].partition("</title>")[0])
            descriptions.add(
                head.partition('property="og:description" content="')[2].partition('"')[0]
            )
    assert {path: found for path, at in led_to.items() if (found := at - anchors[path])} == {}
    assert len(titles) == len(descriptions) == 27_759


def test_the_door_answers_for_dates_of_all_years_and_each_gender(
    site: Path, readings: dict[date, Reading]
) -> None:
    """As a server calls it: Flask's client takes thrice as long."""
    app = create_app(Settings(release=site, rate_limit=MUCH))
    for on in DATES[::13]:
        for view, gender in VIEWS.items():
            body = orjson.dumps({"birthDate": on.isoformat()} | gender)
            environ = create_environ("/api/v1/bazi", method="POST", content_type="application/json")
            environ |= {"wsgi.input": BytesIO(body), "CONTENT_LENGTH": str(len(body))}
            status: list[str] = []
            answer = app(environ, lambda told, headers, error=None: status.append(told))  # noqa: B023
            data = orjson.loads(b"".join(answer))["data"]
            assert status == ["200 OK"], (on, view)
            assert data["love"] == readings[on].views[view][3].text, (on, view)
            assert data["wordCount"] == readings[on].word_count(view), (on, view)


def test_the_year_pages_lead_to_every_date(site: Path) -> None:
    years = [(site / "bazi" / str(year) / "index.html").read_text() for year in range(1950, 2026)]
    linked = re.findall(r'href="(/bazi/\d+-\d+-\d+/)"', "".join(years))
    assert linked == list(map(day_path, DATES))


@pytest.fixture(scope="module")
def reading(corpus: Corpus) -> Reading:
    """That of 1993-03-30."""
    day = calendar.day(date(1993, 3, 30))
    return read(day, chart(day), corpus)


def test_a_year_page_shows_pillar_lunar_date_and_term(site: Path) -> None:
    html = read_page(site, "bazi/1990")
    assert '<td class="木"><a href="/bazi/1990-5-20/">20 <b>乙酉</b> 廿六</a>' in html
    assert '<td class="火"><a href="/bazi/1990-5-21/">21 <b>丙戌</b> <em>小滿</em></a>' in html
    assert "立春以前是己巳年，屬蛇；立春以後是庚午年，屬馬" in html


def test_each_perspective_prints_its_own_paragraph_and_shares_the_rest(
    site: Path, reading: Reading
) -> None:
    html = read_page(site, "bazi/1993-3-30")
    for view in ("neutral", "male", "female"):
        *shared, own = reading.views[view][3].printed
        assert f'<p class="{view}">{own.text}</p>' in html
        # A claim stands in the list at the head of the page, too.
        assert all(html.count(p.text) == 1 + (p.kind == "claim") for p in shared)


def test_each_paragraph_is_named_with_its_rule(site: Path, reading: Reading) -> None:
    html = read_page(site, "bazi/1993-3-30")
    listed = html.partition("<summary>每一段的依據</summary>")[2]
    folded = re.findall("<dt>.+?</dt><dd>(.+?)</dd>", listed)[:6]
    assert folded[0].startswith(
        "直說、第一段　月令旺衰與調候；第一段　日主與強弱；第二段　日柱坐支"
    )
    assert "；第三段　男命看財；" in folded[3]
    assert "第二段　扶抑喜用；第三段　日主與強弱；" in folded[5]
    rules = set(re.findall('<dt id="([^"]+)">', read_page(site, "method")))
    for i, items in enumerate(folded):
        for view in reading.views.values():
            texts = [p for p in view[i].printed if p.kind != "claim"]
            for number, paragraph in enumerate(texts):
                for rule in paragraph.rules:
                    assert rule in rules
                    assert re.search(
                        rf"第[^段]*{'一二三四五六七八九十'[number]}[^段]*段　{rule}(?:；|$)", items
                    )


def test_a_section_opens_with_its_claim_and_ends_with_its_notes(
    site: Path, reading: Reading
) -> None:
    html = read_page(site, "bazi/1993-3-30")
    sections = re.findall(r'<section class="reading" id="[^"]+">\n(.*?)</section>', html, re.S)
    neutral = reading.views["neutral"]
    for shown, section in zip(sections[:5], neutral, strict=False):
        claim = section.printed[0].text
        assert shown.startswith(f'<h2>{section.name}</h2>\n<p class="claim">{claim}</p>')
    summary = sections[5].split("<h3>附記</h3>")
    told = [re.findall(r"<p>(.*?)</p>", part) for part in summary]
    kinds = [[p.text for p in neutral[5].printed if p.kind == kind] for kind in ("text", "note")]
    assert told == kinds
    assert html.count("附記") == 1


def test_a_term_day_shows_both_sides_with_the_minute_the_earlier_first(site: Path) -> None:
    html = read_page(site, "bazi/1984-2-4")
    assert "這一天交立春，你生在" in html
    sides = re.compile(r'name="side" value="(\w+)"( checked)?> ([^<]+)<')
    assert sides.findall(html) == [("noon", " checked", "23:19以前"), ("beyond", "", "23:19以後")]
    after = [("beyond", "", "06:46以前"), ("noon", " checked", "06:46以後")]
    assert sides.findall(read_page(site, "bazi/1990-6-6")) == after
    assert '<tr><th scope="row">年柱</th><td>癸亥</td><td>甲子</td></tr>' in html
    for mark, pillars in (("noon", "癸亥乙丑戊辰"), ("beyond", "甲子丙寅戊辰")):
        slip = html.split(f'<p class="slip {mark}">')[1].split("</p>")[0]
        assert re.sub(r"<[^>]+>|\s", "", slip) == pillars
    entry = orjson.loads((site / "bazi/1984-2-4/reading.json").read_bytes())
    assert entry["boundary"]["term"] == {"name": "立春", "at": "1984-02-04T23:18:44+08:00"}
    assert entry["boundary"]["noonSide"] == "before"
    assert entry["boundary"]["bazi"] == "甲子 丙寅 戊辰"
    assert entry["boundary"]["chart"]["pillars"][0]["pillar"] == "甲子"


def test_the_first_and_the_last_page_end_the_line(site: Path) -> None:
    assert 'rel="prev"' not in read_page(site, "bazi/1950-1-1")
    assert 'rel="next"' in read_page(site, "bazi/1950-1-1")
    assert 'rel="next"' not in read_page(site, "bazi/2025-12-31")


def test_dates_of_the_young_say_how_to_read_them(site: Path, content: Content) -> None:
    year, note = content.site.young_from, content.site["young_note"]
    assert note in read_page(site, f"bazi/{year}-1-1")
    assert note not in read_page(site, f"bazi/{year - 1}-12-31")


def test_a_date_page_has_what_a_reader_needs(site: Path, content: Content) -> None:
    html = read_page(site, "bazi/1993-3-30")
    for heading in ("命盤", "性格", "事業", "財運", "感情婚姻", "健康", "總論", "怎麼算的"):
        assert re.search(rf"<h2[^>]*>{heading}</h2>", html)
    for path in ("1993-3-29", "1993-3-31", "1993"):
        assert f'href="/bazi/{path}/"' in html
    assert content.site["disclaimer"] in html
    assert content.site["attribution"] in html
    assert html.count('type="radio"') == 3
    assert html.count("<summary>每一段的依據</summary>") == 1

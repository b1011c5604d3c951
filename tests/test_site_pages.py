"""Single pages of the whole release: what a reader finds on them."""

from __future__ import annotations

import re
from datetime import date
from html import unescape
from pathlib import Path

import orjson
import pytest

from generator.build.build import Built
from generator.chart import calendar, chart
from generator.content.inputs import Content
from generator.reading.compose import Reading, read
from generator.reading.corpus import Corpus


@pytest.fixture(scope="module")
def site(whole: tuple[Built, Path]) -> tuple[Built, Path]:
    built, output = whole
    return built, output / "current"


@pytest.fixture(scope="module")
def reading(corpus: Corpus) -> Reading:
    """That of 1993-03-30."""
    day = calendar.day(date(1993, 3, 30))
    return read(day, chart(day), corpus)


def page(site: tuple[Built, Path], path: str) -> str:
    return (site[1] / path.strip("/") / "index.html").read_text()


def test_a_year_page_shows_pillar_lunar_date_and_term(site: tuple[Built, Path]) -> None:
    html = page(site, "bazi/1990")
    assert '<td class="木"><a href="/bazi/1990-5-20/">20 <b>乙酉</b> 廿六</a>' in html
    assert '<td class="火"><a href="/bazi/1990-5-21/">21 <b>丙戌</b> <em>小滿</em></a>' in html
    assert "立春以前是己巳年，屬蛇；立春以後是庚午年，屬馬" in html


def test_a_date_page_has_what_a_reader_needs(site: tuple[Built, Path], content: Content) -> None:
    html = unescape(page(site, "bazi/1993-3-30"))
    for heading in ("命盤", "性格", "事業", "財運", "感情婚姻", "健康", "總論", "怎麼算的"):
        assert re.search(rf"<h2[^>]*>{heading}</h2>", html)
    assert 'href="/bazi/1993-3-29/"' in html
    assert 'href="/bazi/1993-3-31/"' in html
    assert 'href="/bazi/1993/"' in html
    assert content.site["disclaimer"] in html
    assert content.site["attribution"] in html
    assert html.count('type="radio"') == 3
    assert html.count("<summary>每一段的依據</summary>") == 1
    assert "三柱都相同的" in html
    assert "undefined" not in html
    assert "None" not in html


def test_each_perspective_prints_its_own_paragraph_and_shares_the_rest(
    site: tuple[Built, Path], reading: Reading
) -> None:
    html = unescape(page(site, "bazi/1993-3-30"))
    for view in ("neutral", "male", "female"):
        *shared, own = reading.views[view][3].paragraphs
        assert f'<p class="{view}">{own.text}</p>' in html
        # A claim stands in the list at the head of the page, too.
        assert all(html.count(p.text) == 1 + (p.kind == "claim") for p in shared)


def test_each_paragraph_is_named_with_its_rule(site: tuple[Built, Path], reading: Reading) -> None:
    html = unescape(page(site, "bazi/1993-3-30"))
    listed = html.partition("<summary>每一段的依據</summary>")[2]
    folded = re.findall("<dt>.+?</dt><dd>(.+?)</dd>", listed)[:6]
    assert folded[0].startswith("直說、第三段　月令旺衰與調候；第一段　十干體性；第二段　日柱坐支")
    assert "；第三段　男命看財；" in folded[3]
    assert "第二、三、四段　扶抑喜用；" in folded[5]
    rules = set(re.findall('<dt id="([^"]+)">', page(site, "method")))
    for i, items in enumerate(folded):
        for view in reading.views.values():
            texts = [p for p in view[i].paragraphs if p.kind != "claim"]
            for number, paragraph in enumerate(texts):
                for rule in paragraph.rules:
                    assert rule in rules
                    assert re.search(
                        rf"第[^段]*{'一二三四五六七八九十'[number]}[^段]*段　{rule}(?:；|$)", items
                    )


def test_a_section_opens_with_its_claim_and_ends_with_its_notes(
    site: tuple[Built, Path], reading: Reading
) -> None:
    html = unescape(page(site, "bazi/1993-3-30"))
    sections = re.findall(r'<section class="reading" id="[^"]+">\n(.*?)</section>', html, re.S)
    neutral = reading.views["neutral"]
    for shown, section in zip(sections[:5], neutral, strict=False):
        claim = section.paragraphs[0].text
        assert shown.startswith(f'<h2>{section.name}</h2>\n<p class="claim">{claim}</p>')
    summary = sections[5].split("<h3>附記</h3>")
    told = [re.findall(r"<p>(.*?)</p>", part) for part in summary]
    kinds = [[p.text for p in neutral[5].paragraphs if p.kind == kind] for kind in ("text", "note")]
    assert told == kinds
    assert html.count("附記") == 1


def test_a_term_day_shows_both_sides_with_the_minute(site: tuple[Built, Path]) -> None:
    html = page(site, "bazi/1984-2-4")
    assert "這一天交立春，約在23:19。在那之前出生是癸亥年乙丑月，之後出生是甲子年丙寅月" in html
    assert '<tr><th scope="row">年柱</th><td>癸亥</td><td>甲子</td></tr>' in html
    assert "另一邊：交節以後出生" in html
    entry = orjson.loads((site[1] / "bazi/1984-2-4/reading.json").read_bytes())
    assert entry["boundary"]["term"] == {"name": "立春", "at": "1984-02-04T23:18:44+08:00"}
    assert entry["boundary"]["noonSide"] == "before"
    assert entry["boundary"]["bazi"] == "甲子 丙寅 戊辰"
    assert entry["boundary"]["chart"]["pillars"][0]["pillar"] == "甲子"


def test_the_first_and_the_last_page_end_the_line(site: tuple[Built, Path]) -> None:
    assert 'rel="prev"' not in page(site, "bazi/1950-1-1")
    assert 'rel="next"' in page(site, "bazi/1950-1-1")
    assert 'rel="next"' not in page(site, "bazi/2025-12-31")


def test_dates_of_the_young_say_how_to_read_them(
    site: tuple[Built, Path], content: Content
) -> None:
    year, note = content.site.young_from, content.site["young_note"]
    assert note in unescape(page(site, f"bazi/{year}-1-1"))
    assert note not in unescape(page(site, f"bazi/{year - 1}-12-31"))


def test_pages_hold_no_inline_style_or_script(site: tuple[Built, Path]) -> None:
    for path in ("", "bazi", "bazi/1990", "bazi/1990-5-20", "services"):
        html = page(site, path)
        assert "style=" not in html
        assert not re.search(r'<script(?! src| type="application/ld\+json">)', html)

"""The figures that pages print, and the range they tell: each counted again over every date."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

import orjson
import pytest
import yaml

from generator.chart import Chart
from generator.chart.calendar import FIRST_DAY, LAST_DAY, Day
from generator.chart.census import Census
from generator.chart.symbols import BRANCH_ELEMENT, ELEMENTS, STEM_ELEMENT, STEMS
from generator.content.essays import PLACES
from generator.content.inline import SLOT, shown
from generator.content.inputs import Content
from generator.pages.almanac import Counts, figures, filling
from generator.pages.date import around
from generator.preview.saved import Range
from tests.conftest import read_page as read


@pytest.fixture(scope="module")
def census(of_range: Range) -> Census:
    return of_range.census


def test_the_census_counts_every_date(census: Census, charts: dict[date, Chart]) -> None:
    patterns = Counter(c.pattern.name for c in charts.values())
    strengths = Counter(c.strength.name for c in charts.values())
    latest = {(c.pattern.name, c.day.stem): on for on, c in charts.items()}
    drawn = Counter((c.pattern.name, c.day.stem) for c in charts.values())
    seasons = Counter((c.pattern.name, c.month.branch) for c in charts.values())
    assert {name: census.pattern(name) for name in patterns} == patterns
    assert {name: census.strength(name) for name in strengths} == strengths
    assert strengths == {"身弱": 11_259, "中和": 6_847, "身強": 9_653}
    assert set(census.day_pillars.values()) == {462, 463}
    assert (census.latest, census.drawn, census.seasons) == (latest, drawn, seasons)


def test_what_lies_around_a_date_is_counted_right(
    days: dict[date, Day], charts: dict[date, Chart], census: Census
) -> None:
    pillars: dict[str, list[date]] = {}
    texts: dict[str, list[date]] = {}
    styles: Counter[tuple[str, str]] = Counter()
    balances: Counter[tuple[str, str]] = Counter()
    for on, chart in charts.items():
        pillars.setdefault(days[on].day, []).append(on)
        texts.setdefault(chart.text, []).append(on)
        styles[chart.pattern.name, chart.strength.name] += 1
        balances[chart.strength.strongest, chart.strength.weakest] += 1
    order = list(days)
    for number, (on, chart) in enumerate(charts.items()):
        same = pillars[days[on].day]
        place = same.index(on)
        assert around(days[on], chart, census) == {
            "previous": order[number - 1] if number else None,
            "following": order[number + 1] if on < order[-1] else None,
            "same_pillar": [*same[max(place - 1, 0) : place], *same[place + 1 : place + 2]],
            "twins": tuple(other for other in texts[chart.text] if other != on),
            "rarity": {
                "total": 27_759,
                "day_pillar": len(same),
                "style": styles[chart.pattern.name, chart.strength.name],
                "balance": balances[chart.strength.strongest, chart.strength.weakest],
            },
        }, on


def test_a_date_page_prints_how_common_its_chart_is(live: Path, charts: dict[date, Chart]) -> None:
    shown = charts[date(1990, 5, 25)]
    pressed = [c for on, c in charts.items() if date(1990, 5, 18) <= on <= date(1990, 6, 8)]
    style = sum(
        (c.pattern.name, c.strength.name) == (shown.pattern.name, shown.strength.name)
        for c in pressed
    )
    heavy, light = shown.strength.strongest, shown.strength.weakest
    balance = sum((c.strength.strongest, c.strength.weakest) == (heavy, light) for c in pressed)
    html = re.sub(r"<[^>]+>", "", read(live, "/bazi/1990-5-25/"))
    assert (
        f"22天裡，庚寅日有1天；{shown.pattern.name}又{shown.strength.name}的有{style}天；"
        f"五行由重到輕排，{heavy}居首、{light}居末的有{balance}天。三柱都相同的，只有這一天。"
    ) in html
    assert "上一個庚寅日：1990年3月26日" in html
    assert "下一個庚寅日：1990年7月24日" in html


def test_the_figures_of_the_range_hold(
    days: dict[date, Day], charts: dict[date, Chart], census: Census
) -> None:
    turns = [day for day in days.values() if day.turn is not None]
    texts = Counter(chart.text for chart in charts.values())
    twins = [dates for dates in census.charts.values() if len(dates) > 1]
    gaps = {b - a for a, b in twins}
    assert gaps == {timedelta(days=21_900)}
    unseen = sum(
        {STEM_ELEMENT[c] if c in STEMS else BRANCH_ELEMENT[c] for c in chart.text if c != " "}
        < set(ELEMENTS)
        for chart in charts.values()
    )
    absent = sum(any(not c.strength.scores[e] for e in ELEMENTS) for c in charts.values())
    assert figures() == {
        "起日": "1950年1月1日", "迄日": "2025年12月31日", "起年": "1950", "迄年": "2025",
        "總天數": "27,759",
        "兩種生肖": str(sum(day.zodiac != day.zodiac_lunar for day in days.values())),
        "換月天數": str(len(turns)),
        "換年天數": str(sum(day.turn is not None and day.turn.term.name == "立春" for day in turns)),
        # Each of them has three pillars that differ, and no other, as test_calendar holds.
        "午後交節": str(sum(not day.turn.noon_after for day in turns if day.turn)),
        "少一行": f"{unseen / 277.59:.1f}%",
        "全無一行": f"{absent / 277.59:.1f}%",
        "三柱種數": f"{len(texts):,}",
        "同柱對數": f"{sum(n == 2 for n in texts.values()):,}",
    }  # fmt: skip


def test_the_pages_of_texts_print_these_figures_in_whatever_words(
    live: Path, content: Content
) -> None:
    """Those of a part of the range, too."""
    index = orjson.loads((live / "release.json").read_bytes())
    counts = Counts(Census(Counter(甲子=index["dates"])), Counter(index["tiers"]))
    values = filling(content.site, counts)
    for name, written in content.essays.items():
        html = re.sub("<[^>]+>", "", read(live, f"/{name}/"))
        for text in written.texts:
            if text.key != "description" and not text.text.endswith(PLACES[name]):
                words = SLOT.sub(lambda slot: values[slot[1]], shown(text.text))
                assert words in html, (name, words)


def test_every_page_of_a_part_tells_the_range_of_the_whole(live: Path) -> None:
    years = "1950到2025"
    for path in ("/bazi/", "/day-pillar/", "/day-pillar/yi-you/", "/day-master/yi/", "/method/"):
        assert years in read(live, path), path
    whole = "1950年1月1日到2025年12月31日"
    assert f"收錄的範圍是{whole}；" in (live / "404.html").read_text()
    for name in ("llms.txt", "openapi.yaml"):
        text = (live / name).read_text()
        assert years in text
        assert "1950-01-01 到 2025-12-31" in text
    tools = (live / "tables" / "tools.json").read_text()
    assert tools.count("1950-01-01 to 2025-12-31") == 4
    assert "(1950 to 2100)" in tools
    for path in ("/", "/bazi/", "/404.html"):
        file = live / path.strip("/")
        html = (file / "index.html" if file.is_dir() else file).read_text()
        assert 'data-since="1950" data-until="2025"' in html


def test_the_api_s_pattern_takes_the_years_of_the_range(live: Path) -> None:
    paths = yaml.safe_load((live / "openapi.yaml").read_text())["paths"]
    (date,) = paths["/bazi/{date}/reading.json"]["get"]["parameters"]
    taken = [year for year in range(10_000) if re.search(date["schema"]["pattern"], f"{year}-5-20")]
    assert taken == list(range(FIRST_DAY.year, LAST_DAY.year + 1))

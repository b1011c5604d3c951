"""What `reading.json` says: of a chart, of the perspectives, and of the other side of a term."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path

import pytest

from generator.chart import Chart, calendar, chart
from generator.chart.calendar import Day, other_side
from generator.content.settings import Site
from generator.reading.compose import Paragraph, Reading, Section, Side, sides
from generator.reading.corpus import Corpus
from generator.reading.dataset import SCHEMA, boundary_json, changes, reading_json
from generator.reading.facets import PERSPECTIVES
from tests.conftest import ROOT
from tests.truths import DOMAIN

SITE = ("https://example.tw/bazi/", "免責")
"""The address of a date's page and the disclaimer; what they are is for whoever calls."""


@pytest.fixture(scope="module")
def turns(days: dict[date, Day]) -> list[tuple[Day, Day]]:
    """Every date that holds a 節, and the same beyond it."""
    pairs = [(day, other_side(day)) for day in days.values()]
    assert all((other is None) == (day.turn is None) for day, other in pairs)
    return [(day, other) for day, other in pairs if other]


def test_beyond_a_term_the_month_ends_or_begins(
    days: dict[date, Day], turns: list[tuple[Day, Day]]
) -> None:
    """The other side is read as the nearest day that lies on it: its term, 候, third and zodiac."""
    for day, beyond in turns:
        assert day.turn is not None
        after = day.turn.noon_after
        nearest = days[day.date + timedelta(days=-1 if after else 1)]
        for name in ("year", "month", "zodiac", "term", "pentad", "phase"):
            assert getattr(beyond, name) == getattr(nearest, name), (day.date, name)
        assert (beyond.date, beyond.day) == (day.date, day.day)
        # Before the term the month's last stem commands, after it the first.
        commander = DOMAIN["command_days"][beyond.month[1]][-1 if after else 0][0]
        other = chart(beyond)
        assert other.text == f"{beyond.year} {beyond.month} {day.day}", day.date
        assert other.commander == commander, day.date
        assert other.commander_god == DOMAIN["ten_gods"][day.day[0]][commander], day.date
    assert len(turns) == 912


def facts(chart: Chart) -> dict[str, str]:
    """What a term may change, by the researched tables where there is one."""
    master = chart.day.stem
    return {
        "年柱": chart.year.pillar,
        "月柱": chart.month.pillar,
        "年干十神": DOMAIN["ten_gods"][master][chart.year.stem],
        "月干十神": DOMAIN["ten_gods"][master][chart.month.stem],
        "格局": chart.pattern.name,
        "強弱": chart.strength.name,
        "最強五行": chart.strength.strongest,
        "最弱五行": chart.strength.weakest,
        "司令": chart.commander,
        "調候": "、".join(DOMAIN["climate"][master + chart.month.branch]),
        "喜用": chart.useful,
    }


def test_everything_that_a_term_changes_is_told_and_nothing_else(
    charts: dict[date, Chart], turns: list[tuple[Day, Day]]
) -> None:
    told: Counter[str] = Counter()
    for day, beyond in turns:
        of_noon, other = charts[day.date], chart(beyond)
        here, there = facts(of_noon), facts(other)
        rows = changes(of_noon, other)
        assert rows == [
            (name, here[name], there[name]) for name in here if here[name] != there[name]
        ]
        told.update(name for name, _, _ in rows)
        boundary = boundary_json(day, of_noon, other)
        after = boundary["term"]["at"][11:16] <= "12:00"
        assert boundary["noonSide"] == ("after" if after else "before"), day.date
    assert told == {
        "年柱": 76, "月柱": 912, "年干十神": 76, "月干十神": 912, "格局": 863, "強弱": 394,
        "最強五行": 551, "最弱五行": 453, "司令": 152, "調候": 771, "喜用": 514,
    }  # fmt: skip


def test_the_calendar_and_the_chart_of_a_known_date(corpus: Corpus) -> None:
    """Between 正月初一 and 立春, so that two animals of the zodiac hold."""
    entry = json.loads(reading_json(*sides(calendar.day(date(1990, 1, 28)), corpus), *SITE))
    known = json.loads((ROOT / "tests" / "data" / "1990-01-28.json").read_text())
    assert {name: entry[name] for name in known} == known


@pytest.mark.parametrize(
    ("neutral", "male", "female", "shared"),
    [("甲乙丙", "甲乙丁", "甲乙戊", 2), ("甲乙丙", "甲乙丙", "甲丁丙", 1), ("甲乙", "甲乙丙", "甲", 1), ("甲", "乙", "甲", 0)],
)  # fmt: skip
def test_the_door_is_told_how_many_paragraphs_all_perspectives_begin_with(
    corpus: Corpus, neutral: str, male: str, female: str, shared: int
) -> None:
    """Also of what no facet tells today: two that agree where the third does not, and afterwards."""
    noon, _ = sides(calendar.day(date(1993, 3, 30)), corpus)
    others, views = noon.reading.views["neutral"], {}
    for view, told in zip(PERSPECTIVES, (neutral, male, female), strict=True):
        love = tuple(Paragraph(p, "text", "f", ("r",), "data/f.md", 1) for p in told)
        views[view] = (*others[:3], Section("感情婚姻", love), *others[4:])
    side = Side(noon.day, noon.chart, Reading("generated", views))
    entry = json.loads(reading_json(side, None, *SITE))
    assert entry["shared"] == {"love": shared}
    assert entry["perspectives"]["male"]["love"] == "\n\n".join(male[shared:])


def test_a_reading_proves_itself(corpus: Corpus) -> None:
    """The digest in the first line is that of all that follows it."""
    day = calendar.day(date(1990, 5, 20))
    first, _, rest = reading_json(*sides(day, corpus), *SITE).partition(b"\n")
    told = json.loads(first.removesuffix(b",") + b"}")
    assert told == {"schema": SCHEMA, "date": "1990-05-20", "sha256": sha256(rest).hexdigest()}
    assert len(rest.splitlines()) == 3


def test_a_rule_is_told_with_the_paragraphs_that_rest_on_it(corpus: Corpus) -> None:
    noon, _ = sides(calendar.day(date(1993, 3, 30)), corpus)
    rules = (("甲",), ("乙", "甲"), (), ("乙",))
    told = tuple(Paragraph("文", "text", "f", each, "data/f.md", 1) for each in rules)
    views = {
        view: (Section("性格", told), *noon.reading.views["neutral"][1:]) for view in PERSPECTIVES
    }
    side = Side(noon.day, noon.chart, Reading("generated", views))
    entry = json.loads(reading_json(side, None, *SITE))
    assert entry["basis"]["personality"] == {"甲": [0, 1], "乙": [1, 3]}


def test_a_reading_names_its_page_and_carries_the_disclaimer(live: Path, site: Site) -> None:
    entry = json.loads((live / "bazi/1990-5-20/reading.json").read_bytes())
    assert entry["page"] == f"{site['base_url']}/bazi/1990-5-20/"
    assert entry["disclaimer"] == site["disclaimer"]

"""The other side of a term: which chart it has, and what is told to change, on all 912 dates."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date, timedelta
from pathlib import Path

from generator.calendar import Day, other_side
from generator.chart import Chart, chart
from generator.dataset import boundary_json, changes

DOMAIN = json.loads((Path(__file__).parent / "data" / "domain.json").read_text())
"""The facts as the domain research wrote them down, apart from the code's own tables."""


def test_before_a_term_the_month_s_last_stem_commands_and_after_it_the_first(
    days: dict[date, Day],
) -> None:
    for on, day in days.items():
        if day.turn is None:
            continue
        beyond = other_side(day)
        assert beyond is not None
        other = chart(beyond)
        rows = DOMAIN["command_days"][day.turn.month[1]]
        commander = rows[-1 if day.turn.noon_after else 0][0]
        assert other.text == f"{day.turn.year} {day.turn.month} {day.day}", on
        assert other.commander == commander, on
        assert other.commander_god == DOMAIN["ten_gods"][day.day[0]][commander], on


def test_beyond_a_term_the_month_ends_or_begins(days: dict[date, Day]) -> None:
    """The other side is read as the nearest day that lies on it: its term, 候, third and zodiac."""
    met = 0
    for on, day in days.items():
        beyond = other_side(day)
        assert (beyond is None) == (day.turn is None), on
        if beyond is None or day.turn is None:
            continue
        nearest = days.get(on + timedelta(days=-1 if day.turn.noon_after else 1))
        if nearest is None:
            continue
        met += 1
        assert [beyond.year, beyond.month, beyond.zodiac] == [
            nearest.year, nearest.month, nearest.zodiac,
        ], on  # fmt: skip
        assert (beyond.term, beyond.pentad, beyond.phase) == (
            nearest.term, nearest.pentad, nearest.phase,
        ), on  # fmt: skip
        assert (beyond.date, beyond.day) == (on, day.day), on
    assert met == 912


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
    days: dict[date, Day], charts: dict[date, Chart]
) -> None:
    told: Counter[str] = Counter()
    for on, day in days.items():
        beyond = other_side(day)
        if beyond is None:
            continue
        other = chart(beyond)
        here, there = facts(charts[on]), facts(other)
        rows = changes(charts[on], other)
        assert rows == [
            (name, here[name], there[name]) for name in here if here[name] != there[name]
        ]
        boundary = boundary_json(day, charts[on], other)
        assert boundary["noonSide"] == (
            "after" if boundary["term"]["at"][11:16] <= "12:00" else "before"
        ), on
        told.update(name for name, _, _ in rows)
    assert told == {
        "年柱": 76, "月柱": 912, "年干十神": 76, "月干十神": 912, "格局": 863, "強弱": 394,
        "最強五行": 499, "最弱五行": 423, "司令": 152, "調候": 771, "喜用": 514,
    }  # fmt: skip

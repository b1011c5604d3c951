"""The flow-year page: the framework's steps worked through, and the tables of the years.

In: the flow-year table and one chart. Out: the page's context. The door applies the same
table to any chart; here it is done once, in full, for people to follow.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from generator.chart.gods import TEN_GOD
from generator.chart.pillars import NAYIN
from generator.symbols import BRANCHES, STEMS, ZODIAC

if TYPE_CHECKING:
    from generator.chart import Chart

YEARS = range(2024, 2036)
"""Years whose tables the page prints, inclusive of both ends."""

EXAMPLE = date(1990, 5, 20)
"""The birth date that is worked through."""

EXAMPLE_YEAR = 2026


def flow_context(flow: dict[str, Any], chart: Chart) -> dict[str, Any]:
    """Steps with what each finds for the example chart, and the tables."""
    pillars = {year: flow["years"][str(year)] for year in YEARS}
    return {
        "example": chart,
        "example_year": EXAMPLE_YEAR,
        "example_pillar": pillars[EXAMPLE_YEAR],
        "steps": list(zip(flow["steps"], worked(flow, chart, EXAMPLE_YEAR), strict=True)),
        "years": [
            (year, name, NAYIN[name], _taisui(flow, name[1])) for year, name in pillars.items()
        ],
        "stems": STEMS,
        "gods": [
            (year, name, [TEN_GOD[day][name[0]] for day in STEMS]) for year, name in pillars.items()
        ],
    }


def _taisui(flow: dict[str, Any], branch: str) -> list[tuple[str, str]]:
    """(sign, what the year is to it) for the signs that meet the year's branch."""
    found = []
    for birth in BRANCHES:
        names = [row["name"] for row in flow["taisui"][branch][birth]]
        if names != ["平"]:
            found.append((ZODIAC[birth], "、".join(names)))
    return found


def worked(flow: dict[str, Any], chart: Chart, year: int) -> list[list[tuple[str, str]]]:
    """What steps one to seven find for a chart in a year, as (name, text)."""
    pillar = flow["years"][str(year)]
    stem, branch = pillar[0], pillar[1]
    theme = flow["theme"][chart.day.stem][stem]
    around = flow["surroundings"][chart.day.stem][branch]
    palaces = [
        {"name": f"{place} {row['name']}", "text": row["text"]}
        for place, natal in (("月支", chart.month.branch), ("日支", chart.day.branch))
        for row in flow["palaces"][place][branch][natal]
    ]
    if branch in chart.void:
        palaces.append({"name": "填實空亡", "text": flow["void"]})
    by_day = list(flow["day"][chart.day.pillar][pillar])
    if pillar == chart.year.pillar and pillar != chart.day.pillar:
        by_day.append(flow["same"])
    found = [
        [{"name": pillar, "text": f"{year} 年從立春起是{pillar}年。"}],
        [{"name": theme["tenGod"], "text": theme["text"]}],
        [{"name": f"{around['tenGod']}、{around['growthStage']}", "text": around["text"]}],
        flow["taisui"][branch][chart.year.branch],
        palaces,
        by_day,
        [flow["help"][chart.useful][pillar]],
    ]
    return [[(row["name"], row["text"]) for row in rows] for rows in found]

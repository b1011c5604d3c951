"""The flow-year page: the framework's steps worked through, and the tables of the years.

In: the flow-year table and one chart. Out: the page's context. The door applies the same
table to any chart; here it is done once, in full, for people to follow.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from generator.chart.gods import TEN_GOD
from generator.chart.pillars import NAYIN
from generator.flow_year import applied
from generator.symbols import BRANCHES, PILLARS, STEMS, ZODIAC

if TYPE_CHECKING:
    from generator.chart import Chart

YEARS = range(2024, 2036)
"""Years whose tables the page prints, inclusive of both ends."""

EXAMPLE = date(1990, 5, 20)
"""The birth date that is worked through."""

EXAMPLE_YEAR = 2026


def flow_context(flow: dict[str, Any], chart: Chart) -> dict[str, Any]:
    """Steps with what each finds for the example chart, and the tables."""
    pillars = {year: flow["years"][str(year)]["name"] for year in YEARS}
    return {
        "example": chart,
        "example_year": EXAMPLE_YEAR,
        "example_pillar": pillars[EXAMPLE_YEAR],
        "steps": list(zip(flow["steps"], applied(flow, chart, EXAMPLE_YEAR), strict=True)),
        "years": [(year, name, NAYIN[name], _taisui(flow, name)) for year, name in pillars.items()],
        "stems": STEMS,
        "gods": [
            (year, name, [TEN_GOD[day][name[0]] for day in STEMS]) for year, name in pillars.items()
        ],
    }


def _taisui(flow: dict[str, Any], sui: str) -> list[tuple[str, str]]:
    """(sign, what the year is to it) for the signs that meet the year's branch."""
    found = []
    for birth in PILLARS[: len(BRANCHES)]:
        told = [flow["findings"][n] for n in flow["found"]["year"][birth][sui]]
        names = [finding["name"] for step, finding in told if step == 4]
        if names != ["平"]:
            found.append((ZODIAC[birth[1]], "、".join(names)))
    return found

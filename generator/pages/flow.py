"""The flow-year pages: the framework worked through, and the years of each day pillar.

In: the flow-year table with its texts, and one chart. Out: (path, template, context). The years
are a fixed span: nothing here knows the day it runs on.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from generator.chart import calendar
from generator.chart.gods import TEN_GOD
from generator.chart.labels import flow_path
from generator.chart.pillars import NAYIN
from generator.chart.symbols import BRANCHES, PILLAR_INDEX, PILLARS, STEMS, ZODIAC
from generator.pages.flow_year import applied, of_day_pillar

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping
    from datetime import datetime

    from generator.chart import Chart
    from generator.pages.features import Page

YEARS = range(2024, 2036)
"""Years that the pages tell, inclusive of both ends."""

EXAMPLE = date(1990, 5, 20)
"""The birth date that is worked through."""

EXAMPLE_YEAR = 2026


def flow_pages(flow: dict[str, Any], chart: Chart, text: Mapping[str, str]) -> Iterator[Page]:
    """The framework with what each step finds for the example, and a page for each day pillar."""
    pillars = {year: flow["years"][str(year)]["name"] for year in YEARS}
    yield (
        "/flow-year/",
        "flow-year.html",
        {
            "flow": flow,
            "example": chart,
            "example_date": EXAMPLE,
            "example_year": EXAMPLE_YEAR,
            "example_pillar": pillars[EXAMPLE_YEAR],
            "steps": list(zip(flow["steps"], applied(flow, chart, EXAMPLE_YEAR), strict=True)),
            "years": [
                (year, name, NAYIN[name], _taisui(flow, name)) for year, name in pillars.items()
            ],
            "stems": STEMS,
            "gods": [
                (year, name, [TEN_GOD[day][name[0]] for day in STEMS])
                for year, name in pillars.items()
            ],
            "rows": [(stem, [p for p in PILLARS if p[0] == stem]) for stem in STEMS],
        },
    )
    begins = {year: _begin(year) for year in (*YEARS, YEARS.stop)}
    for day in PILLARS:
        number = PILLAR_INDEX[day]
        yield (
            flow_path(day),
            "flow-pillar.html",
            {
                "name": day,
                "number": number + 1,
                "years": [
                    (year, name, begins[year], NAYIN[name], of_day_pillar(day, name, text))
                    for year, name in pillars.items()
                ],
                "until": begins[YEARS.stop],
                "neighbours": (PILLARS[number - 1], PILLARS[(number + 1) % 60]),
            },
        )


def _begin(year: int) -> datetime:
    """The moment of 立春, UTC+8: the term in force on February 6, whatever the year."""
    return calendar.day(date(year, 2, 6)).term.at


def _taisui(flow: dict[str, Any], sui: str) -> list[tuple[str, str]]:
    """(sign, what the year is to it) for the signs that meet the year's branch."""
    found = []
    for birth in PILLARS[: len(BRANCHES)]:
        told = [flow["findings"][n] for n in flow["found"]["year"][birth][sui]]
        names = [finding["name"] for step, finding in told if step == 4]
        if names != ["平"]:
            found.append((ZODIAC[birth[1]], "、".join(names)))
    return found

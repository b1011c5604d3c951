"""The flow-year pages: the framework worked through, and the years of each day pillar.

In: the flow-year table with its texts. Out: (path, template, context). The years are a fixed span:
nothing here knows the day it runs on.
"""

from __future__ import annotations

from datetime import date
from typing import TYPE_CHECKING, Any

from generator.chart import calendar, chart
from generator.chart.gods import TEN_GOD
from generator.chart.labels import flow_path
from generator.chart.symbols import BRANCHES, PILLARS, STEMS, ZODIAC
from generator.pages.flow_year import applied, of_day_pillar

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from generator.pages.features import Page

YEARS = range(2024, 2036)
"""Years that the pages tell of."""

EXAMPLE = date(1990, 5, 20)
"""The birth date that is worked through."""

EXAMPLE_YEAR = 2026


def flow_pages(flow: dict[str, Any], text: Mapping[str, str]) -> Iterator[Page]:
    """The framework with what each step finds for the example, and a page for each day pillar."""
    years = [(year, flow["years"][str(year)]["name"]) for year in YEARS]
    example = chart(calendar.day(EXAMPLE))
    framework = {
        "flow": flow,
        "example": example,
        "example_date": EXAMPLE,
        "example_year": EXAMPLE_YEAR,
        "steps": list(zip(flow["steps"], applied(flow, example, EXAMPLE_YEAR), strict=True)),
        "years": [(year, name, _taisui(flow, name)) for year, name in years],
        "gods": TEN_GOD,
        "rows": [(stem, PILLARS[i::10]) for i, stem in enumerate(STEMS)],
    }
    yield "/flow-year/", "flow-year.html", framework
    # 立春 is the term in force on February 6, whatever the year.
    *begins, until = [calendar.day(date(y, 2, 6)).term.at for y in (*YEARS, YEARS.stop)]
    for number, day in enumerate(PILLARS):
        context = {
            "name": day,
            "number": number + 1,
            "years": [
                (year, name, begin, of_day_pillar(day, name, text))
                for (year, name), begin in zip(years, begins, strict=True)
            ],
            "until": until,
            "neighbours": (PILLARS[number - 1], PILLARS[(number + 1) % 60]),
        }
        yield flow_path(day), "flow-pillar.html", context


def _taisui(flow: dict[str, Any], sui: str) -> list[tuple[str, str]]:
    """(sign, what the year is to it) for the signs that meet the year's branch."""
    found = []
    for birth in PILLARS[: len(BRANCHES)]:
        findings = [flow["findings"][n] for n in flow["found"]["year"][birth][sui]]
        names = [finding["name"] for step, finding in findings if step == 4]
        if names != ["平"]:
            found.append((ZODIAC[birth[1]], "、".join(names)))
    return found

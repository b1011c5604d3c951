"""The calendar page of a year: every date a link, with its day pillar, lunar date and terms.

In: the days of a year. Out: the page.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from generator.chart.calendar import FIRST_DAY, LAST_DAY
from generator.chart.symbols import ELEMENTS, STEM_ELEMENT, STEMS

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jinja2 import Template

    from generator.chart.calendar import Day

YEARS = tuple(range(FIRST_DAY.year, LAST_DAY.year + 1))


def year_page(days: Sequence[Day], template: Template) -> bytes:
    """The calendar page of the year that the days make up."""
    year = days[0].date.year
    return template.render(
        year=year,
        previous=year - 1 if year - 1 in YEARS else None,
        following=year + 1 if year + 1 in YEARS else None,
        ends=(days[0], days[-1]),
        elements=[(e, "".join(s for s in STEMS if STEM_ELEMENT[s] == e)) for e in ELEMENTS],
        months=[
            (n, _weeks(list(of_month))) for n, of_month in groupby(days, lambda d: d.date.month)
        ],
    ).encode()


def _weeks(days: list[Day]) -> list[list[Day | None]]:
    """Rows of seven from Monday."""
    cells = [*[None] * days[0].date.weekday(), *days]
    cells += [None] * (-len(cells) % 7)
    return [cells[i : i + 7] for i in range(0, len(cells), 7)]

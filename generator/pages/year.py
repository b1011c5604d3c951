"""The calendar page of a year: every date a link, with its day pillar, lunar date and terms.

In: the days of a year. Out: the page.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import groupby
from typing import TYPE_CHECKING

from generator.chart.calendar import FIRST_DAY, LAST_DAY
from generator.chart.labels import WEEKDAYS, lunar_day_zh, lunar_month_zh
from generator.chart.symbols import ELEMENTS, STEM_ELEMENT, STEMS, TERMS

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
        pillars=tuple(dict.fromkeys((days[0].year, days[-1].year))),
        zodiacs=tuple(dict.fromkeys((days[0].zodiac, days[-1].zodiac))),
        elements=[
            (element, "".join(stem for stem in STEMS if STEM_ELEMENT[stem] == element))
            for element in ELEMENTS
        ],
        weekdays=WEEKDAYS,
        months=[
            (month, _weeks(list(group))) for month, group in groupby(days, lambda d: d.date.month)
        ],
    ).encode()


@dataclass(frozen=True, slots=True)
class _Cell:
    """A day, its day master's element, and what its last line says: a term, or the lunar day."""

    day: Day
    element: str
    label: str
    turns: bool
    """Whether the term is a 節."""


def _weeks(days: list[Day]) -> list[list[_Cell | None]]:
    """Rows of seven from Monday."""
    cells: list[_Cell | None] = [None] * days[0].date.weekday()
    cells += map(_cell, days)
    cells += [None] * (-len(cells) % 7)
    return [cells[i : i + 7] for i in range(0, len(cells), 7)]


def _cell(day: Day) -> _Cell:
    element, term = STEM_ELEMENT[day.day[0]], day.term_today
    if term:
        return _Cell(day, element, term.name, TERMS.index(term.name) % 2 == 1)
    first = day.lunar.day == 1
    label = lunar_month_zh(day.lunar) if first else lunar_day_zh(day.lunar.day)
    return _Cell(day, element, label, turns=False)

"""The calendar page of a year: every date a link, with its pillars, lunar date and terms.

In: the days of a year. Out: `bazi/<Y>/index.html`.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING

from generator.calendar import FIRST_DAY, LAST_DAY
from generator.labels import WEEKDAYS, lunar_day_zh, lunar_month_zh

if TYPE_CHECKING:
    from collections.abc import Sequence

    from jinja2 import Template

    from generator.calendar import Day

YEARS = tuple(range(FIRST_DAY.year, LAST_DAY.year + 1))


def year_file(days: Sequence[Day], template: Template) -> tuple[str, bytes]:
    """The calendar page of the year that the days make up."""
    year = days[0].date.year
    page = template.render(
        year=year,
        previous=year - 1 if year - 1 in YEARS else None,
        following=year + 1 if year + 1 in YEARS else None,
        pillars=tuple(dict.fromkeys((days[0].year, days[-1].year))),
        zodiacs=tuple(dict.fromkeys((days[0].zodiac, days[-1].zodiac))),
        weekdays=WEEKDAYS,
        months=[
            (month, _weeks(list(group))) for month, group in groupby(days, lambda d: d.date.month)
        ],
    )
    return f"bazi/{year}/index.html", page.encode()


def _weeks(days: list[Day]) -> list[list[tuple[Day, str] | None]]:
    """Rows of seven from Monday; each cell a day and its lunar label."""
    cells: list[tuple[Day, str] | None] = [None] * days[0].date.weekday()
    cells += [(day, _lunar_label(day)) for day in days]
    cells += [None] * (-len(cells) % 7)
    return [cells[i : i + 7] for i in range(0, len(cells), 7)]


def _lunar_label(day: Day) -> str:
    return lunar_month_zh(day.lunar) if day.lunar.day == 1 else lunar_day_zh(day.lunar.day)

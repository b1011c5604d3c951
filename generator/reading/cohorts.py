"""Cohorts: which generation the reader of a date belongs to, so that no scene is of another's.

In: a day. Out: the mark that editors put on a variant, `## 甲午（早）`. Imports symbols and the
calendar's types; never the corpus.
"""

from functools import cache

from generator.chart.calendar import Day
from generator.chart.symbols import PILLARS

COHORTS = {"早": range(1949, 1966), "中": range(1966, 2004), "晚": range(2004, 2026)}
"""Mark → the years of its readers' year pillars, which turn at 立春."""

_FIRST = PILLARS.index("己丑") - 1949
"""What takes a year to the place of its pillar."""


def cohort(day: Day) -> str:
    """The mark of a date's readers."""
    return _of_year(day.date.year, day.year)


@cache
def _of_year(year: int, pillar: str) -> str:
    # Before 立春 the pillar is still that of the year before.
    sui = next(y for y in (year, year - 1) if _pillar(y) == pillar)
    return next(mark for mark, years in COHORTS.items() if sui in years)


def cohorts_of_year(pillar: str) -> tuple[str, ...]:
    """The cohorts that have a year pillar: 甲午 was 1954 and 2014, so 早 and 晚."""
    return tuple(
        mark for mark, years in COHORTS.items() if any(_pillar(year) == pillar for year in years)
    )


def _pillar(year: int) -> str:
    return PILLARS[(year + _FIRST) % len(PILLARS)]

"""The lunar years of the range as a short text, for the picker of lunar dates.

In: the calendar. Out: a text that a script reads. Never imports lunar_python: what this
module knows of lunar dates, the calendar told it.
"""

from __future__ import annotations

from datetime import date
from functools import cache
from itertools import pairwise

from generator.chart import calendar
from generator.chart.calendar import FIRST_DAY, LAST_DAY

_DIGITS = "0123456789abcdefghijklmnopqrstuvwxyz"


@cache
def lunar_table() -> str:
    """The lunar years that touch the range, "1949 …": the first year, then a word for each.

    A word is a number of 22 bits, as five digits of base 36:

    - bits 0 to 12: the months in the order they come, 正月 in bit 0, a leap month in its
      place; 1 is a month of 30 days, 0 one of 29. Bit 12 is 0 in a year of twelve months;
    - bits 13 to 16: the month (1 to 12) that the leap month follows, 0 if there is none;
    - bits 17 to 21: the days from January 21 to 正月初一, so 6 is January 27.
    """
    words: dict[int, int] = {}
    months = 0
    for (on, lunar), (following, _) in pairwise(_first_days()):
        if lunar.month == 1 and not lunar.leap:
            words[lunar.year] = (on - date(on.year, 1, 21)).days << 17
            months = 0
        if lunar.year in words:
            words[lunar.year] |= ((following - on).days == 30) << months
            words[lunar.year] |= lunar.month << 13 if lunar.leap else 0
            months += 1
    first, last = calendar.day(FIRST_DAY).lunar.year, calendar.day(LAST_DAY).lunar.year
    return " ".join([str(first), *(_base36(words[year]) for year in range(first, last + 1))])


def _first_days() -> list[tuple[date, calendar.LunarDate]]:
    """The first day of each lunar month, a year more than the range on both sides."""
    years = range(FIRST_DAY.year - 1, LAST_DAY.year + 2)
    return [(d.date, d.lunar) for year in years for d in calendar.days(year) if d.lunar.day == 1]


def _base36(number: int) -> str:
    return "".join(_DIGITS[number // 36**place % 36] for place in range(4, -1, -1))

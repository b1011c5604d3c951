"""What pages say of many dates together.

In: the calendar. Out: `Figures` of the method page and the table of lunar years, both of every date
there is, whatever part of it is built; and `Counts`, of the dates of a release. Never a text or a
template.
"""

from __future__ import annotations

from collections import Counter
from datetime import date
from functools import cache
from itertools import pairwise
from typing import TYPE_CHECKING, NamedTuple

from generator.chart import calendar
from generator.chart.calendar import DATES, FIRST_DAY, LAST_DAY
from generator.chart.hidden import HIDDEN_STEMS
from generator.chart.symbols import BRANCH_ELEMENT, ELEMENTS, STEM_ELEMENT

if TYPE_CHECKING:
    from generator.chart.census import Census

_BASE_36 = "0123456789abcdefghijklmnopqrstuvwxyz"


class Counts(NamedTuple):
    """`census` and `tiers` (dates by tier) are counted of the dates of the release."""

    census: Census
    tiers: Counter[str]


class Figures(NamedTuple):
    """Counts of dates, but `charts` and `shared`: of three pillars, and of those on two dates.

    `zodiacs`: two zodiacs; `turns`: a 節 within the date, `springs`: a 立春, `afternoons`: a 節 after
    noon; `unseen`: some element in none of the six characters, `absent`: nor in a hidden stem.
    """

    zodiacs: int
    turns: int
    springs: int
    afternoons: int
    unseen: int
    absent: int
    charts: int
    shared: int


@cache
def figures() -> Figures:
    """The figures of the range; half a second's work."""
    days = [calendar.day(on) for on in DATES]
    turns = [day.turn for day in days if day.turn]
    charts = Counter((day.year, day.month, day.day) for day in days)
    return Figures(
        zodiacs=sum(day.zodiac != day.zodiac_lunar for day in days),
        turns=len(turns),
        springs=sum(turn.term.name == "立春" for turn in turns),
        afternoons=sum(not turn.noon_after for turn in turns),
        unseen=sum(n for pillars, n in charts.items() if _lacks_one(pillars, hidden=False)),
        absent=sum(n for pillars, n in charts.items() if _lacks_one(pillars, hidden=True)),
        charts=len(charts),
        shared=sum(n > 1 for n in charts.values()),
    )


def _lacks_one(pillars: tuple[str, ...], *, hidden: bool) -> bool:
    """Whether some element is in none of the characters, nor (`hidden`) in their hidden stems."""
    found = {STEM_ELEMENT[p[0]] for p in pillars} | {BRANCH_ELEMENT[p[1]] for p in pillars}
    if hidden:
        found |= {STEM_ELEMENT[h.stem] for p in pillars for h in HIDDEN_STEMS[p[1]]}
    return len(found) < len(ELEMENTS)


@cache
def lunar_table() -> str:
    """The lunar years that touch the range, "1949 …": the first year, then a word for each.

    A word is a number of 22 bits, as five digits of base 36:

    - bits 0 to 12: the months in the order they come, 正月 in bit 0, a leap month in its
      place; 1 is a month of 30 days, 0 one of 29. Bit 12 is 0 in a year of twelve months;
    - bits 13 to 16: the month (1 to 12) that the leap month follows, 0 if there is none;
    - bits 17 to 21: the days from January 21 to 正月初一, so 6 is January 27.
    """
    years = range(FIRST_DAY.year - 1, LAST_DAY.year + 2)
    firsts = [(d.date, d.lunar) for y in years for d in calendar.days(y) if d.lunar.day == 1]
    words: dict[int, int] = {}
    months = 0
    for (on, lunar), (following, _) in pairwise(firsts):
        if lunar.month == 1 and not lunar.leap:
            words[lunar.year] = (on - date(on.year, 1, 21)).days << 17
            months = 0
        if lunar.year in words:
            words[lunar.year] |= ((following - on).days == 30) << months
            words[lunar.year] |= lunar.month << 13 if lunar.leap else 0
            months += 1
    first, last = calendar.day(FIRST_DAY).lunar.year, calendar.day(LAST_DAY).lunar.year
    return " ".join([str(first), *(_base_36(words[year]) for year in range(first, last + 1))])


def _base_36(number: int) -> str:
    return "".join(_BASE_36[number // 36**place % 36] for place in range(4, -1, -1))

"""The calendar: a Gregorian year in, its `Day`s out.

The only importer of lunar_python. Never imports the rest of the press but
`symbols`. lunar_python speaks Simplified Chinese; nothing of its wording crosses
this border, only julian days and month numbers.

Conventions: a date is read at 12:00 UTC+8. The year turns at 立春, the month at
its 節, the day at 00:00; the very second of a term already belongs to the new
side.

lunar_python is asked once a year for that year's terms and lunar months (its
`LunarYear`, which covers the whole Gregorian year and its two edges), not once a
date: the per-date accessors recompute the same tables. `tests/test_calendar.py`
compares with those accessors the dates on which something turns, and others among them.
"""

from __future__ import annotations

from bisect import bisect_right
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta
from functools import cache
from typing import TYPE_CHECKING

from lunar_python import LunarYear, Solar

from generator.chart.symbols import (
    BRANCHES,
    PENTADS,
    PHASES,
    TERMS,
    ZODIAC,
    hexagenary_month,
    pillar,
)

if TYPE_CHECKING:
    from collections.abc import Iterator

FIRST_DAY = date(1950, 1, 1)
LAST_DAY = date(2025, 12, 31)
DATES = tuple(map(date.fromordinal, range(FIRST_DAY.toordinal(), LAST_DAY.toordinal() + 1)))
"""Every date of the range, in order."""

_NOON = time(12)
_JULIAN_DAY_OF_ORDINAL_0 = 1721425
"""Julian day number at noon of a date = `date.toordinal()` + this."""


@dataclass(frozen=True, slots=True)
class LunarDate:
    """A date of the lunar calendar; `leap` marks a 閏 month."""

    year: int
    month: int
    day: int
    leap: bool


@dataclass(frozen=True, slots=True)
class Term:
    """A solar term and its moment, UTC+8, to the second."""

    name: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Turn:
    """A 節 that falls inside a date: `term`, and what the side has that noon is not on.

    `noon_after` tells on which side noon, and so the reading, stands; `year` and
    `month` are the pillars of the other side, `other_term` the term in force there.
    """

    term: Term
    noon_after: bool
    year: str
    month: str
    other_term: Term


@dataclass(frozen=True, slots=True)
class Day:
    """What the calendar knows of one date, read at 12:00 UTC+8.

    `term` is the solar term in force (節 or 氣), `pentad` its third as one of the
    七十二候, `phase` the third of the solar month. `since_jie` is the time since
    the 節 that opened the month, `month_length` the whole month. `term_today` is
    a term of either kind that falls on the date, `turn` is set on the 節 days only.
    """

    date: date
    year: str
    month: str
    day: str
    term: Term
    pentad: str
    phase: str
    since_jie: timedelta
    month_length: timedelta
    term_today: Term | None
    turn: Turn | None
    lunar: LunarDate
    zodiac: str
    zodiac_lunar: str


@dataclass(frozen=True, slots=True)
class _Year:
    terms: tuple[Term, ...]
    moments: tuple[datetime, ...]
    months: tuple[tuple[int, int, int], ...]


def days(year: int) -> Iterator[Day]:
    """Every date of a Gregorian year, in order."""
    table = _year_table(year)
    current = date(year, 1, 1)
    while current.year == year:
        yield _day(current, table)
        current += timedelta(days=1)


def day(on: date) -> Day:
    """One date; `days` is the cheaper way to many."""
    return _day(on, _year_table(on.year))


def other_side(day: Day) -> Day | None:
    """The date as it is read beyond the 節 that falls in it; None where none does.

    Before the term the month is ending, after it the month begins.
    """
    turn = day.turn
    if turn is None:
        return None
    third = -1 if turn.noon_after else 0
    first = 3 * TERMS.index(turn.other_term.name)
    return replace(
        day,
        year=turn.year,
        month=turn.month,
        term=turn.other_term,
        pentad=PENTADS[first : first + 3][third],
        phase=PHASES[third],
        since_jie=day.month_length if turn.noon_after else timedelta(0),
        zodiac=ZODIAC[turn.year[1]],
        turn=None,
    )


@cache
def _year_table(year: int) -> _Year:
    source = LunarYear.fromYear(year)
    # The table opens with the 大雪 of the year before (lunar_python's JIE_QI_IN_USE).
    terms = tuple(
        Term(TERMS[(i - 1) % 24], _moment(julian_day))
        for i, julian_day in enumerate(source.getJieQiJulianDays())
    )
    months = tuple(
        (
            int(month.getFirstJulianDay()) - _JULIAN_DAY_OF_ORDINAL_0,
            month.getYear(),
            month.getMonth(),
        )
        for month in source.getMonths()
    )
    return _Year(terms, tuple(term.at for term in terms), months)


def _moment(julian_day: float) -> datetime:
    solar = Solar.fromJulianDay(julian_day)
    return datetime(
        solar.getYear(),
        solar.getMonth(),
        solar.getDay(),
        solar.getHour(),
        solar.getMinute(),
        solar.getSecond(),
    )


def _day(on: date, table: _Year) -> Day:
    noon = datetime.combine(on, _NOON)
    here = bisect_right(table.moments, noon) - 1
    term, following = table.terms[here], table.terms[here + 1]
    jie = here if _is_jie(here) else here - 1
    opened, closed = table.moments[jie], table.moments[jie + 2]
    third_of_term = 3 * (noon - term.at) // (following.at - term.at)
    third_of_month = 3 * (noon - opened) // (closed - opened)
    year_pillar, month_pillar = _pillars_from(jie, on.year)
    term_today = next((t for t in (term, following) if t.at.date() == on), None)
    lunar = _lunar(on, table)
    return Day(
        date=on,
        year=year_pillar,
        month=month_pillar,
        day=pillar(on.toordinal() + _JULIAN_DAY_OF_ORDINAL_0 + 49),
        term=term,
        pentad=PENTADS[3 * TERMS.index(term.name) + third_of_term],
        phase=PHASES[third_of_month],
        since_jie=noon - opened,
        month_length=closed - opened,
        term_today=term_today,
        turn=_turn(term_today, here, table, noon),
        lunar=lunar,
        zodiac=ZODIAC[year_pillar[1]],
        zodiac_lunar=ZODIAC[BRANCHES[(lunar.year - 4) % 12]],
    )


def _turn(term: Term | None, here: int, table: _Year, noon: datetime) -> Turn | None:
    """The other side of a 節 on this date, if there is one."""
    if term is None:
        return None
    noon_after = term.at <= noon
    opens = here if noon_after else here + 1
    if not _is_jie(opens):
        return None
    other_year, other_month = _pillars_from(opens - 2 if noon_after else opens, noon.year)
    other_term = table.terms[opens - 1 if noon_after else opens]
    return Turn(term, noon_after, other_year, other_month, other_term)


def _is_jie(place: int) -> bool:
    """Whether a place of the year's table holds a 節: it opens with one (大雪)."""
    return place % 2 == 0


def _pillars_from(jie: int, year: int) -> tuple[str, str]:
    """Year and month pillar of the month that the 節 at this place opens.

    Place 0 is the 大雪 of the year before (子 month), 4 is 立春 (寅 month) of this year.
    """
    sui = year if jie >= 4 else year - 1
    year_pillar = pillar(sui - 4)
    return year_pillar, hexagenary_month(year_pillar[0], BRANCHES[jie // 2 % 12])


def _lunar(on: date, table: _Year) -> LunarDate:
    ordinal = on.toordinal()
    first, year, month = next(row for row in reversed(table.months) if row[0] <= ordinal)
    return LunarDate(year, abs(month), ordinal - first + 1, month < 0)

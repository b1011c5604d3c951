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

from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import date, datetime, time, timedelta, timezone
from functools import cache
from operator import attrgetter

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

FIRST_DAY = date(1950, 1, 1)
LAST_DAY = date(2025, 12, 31)


def _dates(first: date, last: date) -> Iterator[date]:
    return map(date.fromordinal, range(first.toordinal(), last.toordinal() + 1))


DATES = tuple(_dates(FIRST_DAY, LAST_DAY))
"""Every date of the range, in order."""

FLOW_YEARS = range(FIRST_DAY.year, 2101)
"""Years that may be told of to somebody born in the range."""

ZONE = timezone(timedelta(hours=8))
"""The zone of every moment here, none of which carries it."""

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
    """A 節 that falls inside a date; `noon_after`: noon, and so the reading, stands after it."""

    term: Term
    noon_after: bool


@dataclass(frozen=True, slots=True)
class Day:
    """What the calendar knows of one date, read at 12:00 UTC+8.

    `term` is the solar term in force (節 or 氣), `pentad` its third as one of the
    七十二候, `phase` the third of the solar month. `since_jie` is the time since
    the 節 that opened the month. `term_today` is a term of either kind that falls
    on the date, `turn` is set on the 節 days only.
    """

    date: date
    year: str
    month: str
    day: str
    term: Term
    pentad: str
    phase: str
    since_jie: timedelta
    term_today: Term | None
    turn: Turn | None
    lunar: LunarDate
    zodiac: str
    zodiac_lunar: str


@dataclass(frozen=True, slots=True)
class _Year:
    """The terms of a year from the 大雪 before it, so that every even place is a 節.

    `months`: the lunar ones, each by the ordinal of its first date, its year and its number,
    which is negative in a 閏 month.
    """

    terms: tuple[Term, ...]
    months: tuple[tuple[int, int, int], ...]


def days(year: int) -> Iterator[Day]:
    """Every date of a Gregorian year, in order."""
    return map(day, _dates(date(year, 1, 1), date(year, 12, 31)))


def terms(year: int) -> tuple[Term, ...]:
    """The 24 solar terms of a Gregorian year, from its 小寒 to its 冬至."""
    return tuple(term for term in _year_table(year).terms if term.at.year == year)


@cache
def day(on: date) -> Day:
    """One date."""
    return _read_at(datetime.combine(on, _NOON))


def other_side(day: Day) -> Day | None:
    """The date as it is read beyond the 節 that falls in it; None where none does.

    Before the term that is the last second of the month, after it the first of the next.
    """
    if day.turn is None:
        return None
    moment = day.turn.term.at
    if day.turn.noon_after:
        moment -= timedelta(seconds=1)
    return replace(_read_at(moment), turn=None)


@cache
def _year_table(year: int) -> _Year:
    source = LunarYear.fromYear(year)
    # lunar_python's JIE_QI_IN_USE, too, opens with the 大雪 of the year before.
    terms = tuple(
        Term(TERMS[(i - 1) % 24], datetime.fromisoformat(Solar.fromJulianDay(at).toYmdHms()))
        for i, at in enumerate(source.getJieQiJulianDays())
    )
    months = tuple(
        (int(m.getFirstJulianDay()) - _JULIAN_DAY_OF_ORDINAL_0, m.getYear(), m.getMonth())
        for m in source.getMonths()
    )
    return _Year(terms, months)


def _read_at(moment: datetime) -> Day:
    """The date of a moment as it is read at that moment."""
    on = moment.date()
    table = _year_table(on.year)
    here = bisect_right(table.terms, moment, key=attrgetter("at")) - 1
    term, following = table.terms[here : here + 2]
    jie = here - here % 2
    opened, closed = table.terms[jie].at, table.terms[jie + 2].at
    third_of_term = 3 * (moment - term.at) // (following.at - term.at)
    third_of_month = 3 * (moment - opened) // (closed - opened)
    # Place 0 is the 大雪 of the year before (子 month), 4 is 立春 (寅 month) of this year.
    year_pillar = pillar(on.year - 4 if jie >= 4 else on.year - 5)
    today = next((t for t in (term, following) if t.at.date() == on), None)
    opens_month = today is not None and TERMS.index(today.name) % 2 == 1
    lunar = _lunar(on.toordinal(), table)
    return Day(
        date=on,
        year=year_pillar,
        month=hexagenary_month(year_pillar[0], BRANCHES[jie // 2 % 12]),
        day=pillar(on.toordinal() + _JULIAN_DAY_OF_ORDINAL_0 + 49),
        term=term,
        pentad=PENTADS[3 * TERMS.index(term.name) + third_of_term],
        phase=PHASES[third_of_month],
        since_jie=moment - opened,
        term_today=today,
        turn=Turn(today, today.at <= moment) if today and opens_month else None,
        lunar=lunar,
        zodiac=ZODIAC[year_pillar[1]],
        zodiac_lunar=ZODIAC[BRANCHES[(lunar.year - 4) % 12]],
    )


def _lunar(ordinal: int, table: _Year) -> LunarDate:
    first, year, month = next(row for row in reversed(table.months) if row[0] <= ordinal)
    return LunarDate(year, abs(month), ordinal - first + 1, month < 0)

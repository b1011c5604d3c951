"""The calendar over the whole range, against lunar-python's accessors and against sxtwl."""

from __future__ import annotations

import itertools
import re
from bisect import bisect
from collections import Counter
from datetime import date, datetime, time, timedelta
from hashlib import sha256

import pytest
import sxtwl
from lunar_python import Solar

from generator.chart import calendar
from generator.chart.calendar import Day, LunarDate
from generator.chart.symbols import BRANCHES, PENTADS, PHASES, STEMS, TERMS
from generator.content.settings import Site
from generator.pages.almanac import lunar_table
from generator.pages.machines import term_calendar

SIMPLIFIED = dict(zip("惊蛰谷满种处兔龙马鸡猪", "驚蟄穀滿種處兔龍馬雞豬", strict=True))

FROZEN = "ad402e2ba83c4cef6fba3a9a7d1f7314"
"""Digest of every fact of the range; renew only for a change of convention you can argue."""


def traditional(*texts: str) -> list[str]:
    return ["".join(SIMPLIFIED.get(character, character) for character in t) for t in texts]


def test_the_range_is_27759_days_without_a_gap(days: dict[date, Day]) -> None:
    every = list(days)
    assert len(every) == 27_759
    assert (every[0], every[-1]) == (date(1950, 1, 1), date(2025, 12, 31))
    assert all(b - a == timedelta(days=1) for a, b in itertools.pairwise(every))


def test_dates_agree_with_lunar_python_asked_for_noon(days: dict[date, Day]) -> None:
    """Those on which a term falls or a lunar month begins, the days after them, and each ninth.

    It takes a millisecond for a date. Of the others, sxtwl and the digest below hold every fact.
    """
    turning = {on for on, day in days.items() if day.term_today or day.lunar.day == 1}
    turning |= {on + timedelta(days=1) for on in turning} | set(list(days)[::9])
    for on in sorted(turning & days.keys()):  # it keeps the tables of one year
        day = days[on]
        lunar = Solar.fromYmdHms(on.year, on.month, on.day, 12, 0, 0).getLunar()
        term, month = lunar.getPrevJieQi(False), lunar.getMonth()
        assert (day.year, day.month, day.day) == (
            lunar.getYearInGanZhiExact(), lunar.getMonthInGanZhiExact(), lunar.getDayInGanZhiExact()
        ), on  # fmt: skip
        assert day.lunar == LunarDate(lunar.getYear(), abs(month), lunar.getDay(), month < 0), on
        names = [day.zodiac, day.zodiac_lunar, day.term.name, getattr(day.term_today, "name", "")]
        assert names == traditional(
            lunar.getYearShengXiaoExact(),
            lunar.getYearShengXiao(),
            term.getName(),
            lunar.getJieQi(),
        ), on
        assert f"{day.term.at}" == term.getSolar().toYmdHms(), on


def test_every_date_agrees_with_sxtwl_but_for_terms_after_noon(days: dict[date, Day]) -> None:
    """Sxtwl reads whole days: a date whose 節 comes after noon is already the new month."""

    def name(gz: object) -> str:
        return STEMS[gz.tg] + BRANCHES[gz.dz]  # type: ignore[attr-defined]

    differing = 0
    for on, day in days.items():
        other = sxtwl.fromSolar(on.year, on.month, on.day)
        assert day.lunar == LunarDate(
            other.getLunarYear(), other.getLunarMonth(), other.getLunarDay(), other.isLunarLeap()
        ), on
        theirs = (name(other.getYearGZ()), name(other.getMonthGZ()), name(other.getDayGZ()))
        if theirs != (day.year, day.month, day.day):
            assert day.turn is not None
            assert not day.turn.noon_after
            beyond = calendar.other_side(day)
            assert beyond is not None
            assert theirs == (beyond.year, beyond.month, beyond.day)
            differing += 1
    assert differing == 453


@pytest.mark.parametrize(
    ("read_at", "noon_after", "noon", "other"),
    [(time(5, 11, 46), False, "甲子丁丑", "乙丑戊寅"), (time(5, 11, 47), True, "乙丑戊寅", "甲子丁丑")],
)  # fmt: skip
def test_a_second_before_a_term_is_the_old_month_and_the_second_itself_the_new(
    monkeypatch: pytest.MonkeyPatch, read_at: time, noon_after: bool, noon: str, other: str
) -> None:
    """立春 of 1985 fell on 4 February at 05:11:47; no term of the range falls on the second of noon."""
    monkeypatch.setattr(calendar, "_NOON", read_at)
    day = calendar.day.__wrapped__(date(1985, 2, 4))
    assert day.turn is not None
    assert f"{day.turn.term.at}" == "1985-02-04 05:11:47"
    assert (day.turn.noon_after, day.year + day.month) == (noon_after, noon)
    beyond = calendar.other_side(day)
    assert beyond is not None
    assert beyond.year + beyond.month == other


def test_no_two_dates_share_pillars_and_pentad(days: dict[date, Day]) -> None:
    charts = Counter((d.year, d.month, d.day) for d in days.values())
    assert len(charts) == 24_703
    assert Counter(charts.values()) == {1: 21_647, 2: 3_056}
    assert len({(d.year, d.month, d.day, d.pentad) for d in days.values()}) == 27_759
    assert len({(d.year, d.month, d.day, d.phase) for d in days.values()}) == 27_759


def test_a_pentad_is_always_a_third_of_the_term_and_a_phase_of_the_month_in_force(
    days: dict[date, Day],
) -> None:
    terms = [term for year in range(1949, 2027) for term in calendar.terms(year)]
    jie = [term.at for term in terms if TERMS.index(term.name) % 2]
    for day in days.values():
        assert PENTADS.index(day.pentad) // 3 == TERMS.index(day.term.name)
        noon = datetime.combine(day.date, time(12))
        after = bisect(jie, noon)
        opened, closed = jie[after - 1], jie[after]
        assert day.since_jie == noon - opened
        assert PHASES.index(day.phase) == 3 * day.since_jie // (closed - opened)


def test_no_fact_of_the_range_has_moved(days: dict[date, Day]) -> None:
    digest = sha256()
    for day in days.values():
        beyond = calendar.other_side(day)
        facts = (
            day.date, day.year, day.month, day.day, day.term.name, day.term.at,
            day.pentad, day.phase, day.lunar, day.zodiac, day.zodiac_lunar, day.turn,
            beyond and (beyond.year, beyond.month, beyond.term),
        )  # fmt: skip
        digest.update("|".join(map(str, facts)).encode())
    assert digest.hexdigest()[:32] == FROZEN


def lunar_dates(table: str) -> dict[date, LunarDate]:
    """Every date of the lunar years in the table that the pages have, read by its description."""
    first, *words = table.split(" ")
    dates = {}
    for year, word in enumerate(words, int(first)):
        number = int(word)
        assert number < 2**22
        leap = number >> 13 & 0b1111
        on = date(year, 1, 21) + timedelta(days=number >> 17)
        order = [(month, False) for month in range(1, 13)]
        if leap:
            order.insert(leap, (leap, True))
        for place, (month, is_leap) in enumerate(order):
            for day in range(1, 31 if number >> place & 1 else 30):
                dates[on] = LunarDate(year, month, day, is_leap)
                on += timedelta(days=1)
    return dates


def test_the_table_of_lunar_years_holds_every_date(days: dict[date, Day]) -> None:
    table = lunar_table()
    assert table.isascii()
    assert len(table) <= 900
    dates = lunar_dates(table)
    assert {on: dates.get(on) for on in days} == {on: day.lunar for on, day in days.items()}
    first, last = date(1949, 1, 29), date(2026, 2, 16)
    assert list(dates) == [first + timedelta(days=n) for n in range((last - first).days + 1)]


def test_the_terms_of_a_year_are_a_calendar_in_utc(site: Site) -> None:
    """Each an instant as sxtwl has it, to a minute; lines end as RFC 5545 wants."""
    text = term_calendar(site, calendar.terms(2026)).decode()
    assert text.startswith("BEGIN:VCALENDAR\r\n")
    assert text.endswith("END:VEVENT\r\nEND:VCALENDAR\r\n")
    assert "\n" not in text.replace("\r\n", "")
    assert max(len(line.encode()) for line in text.split("\r\n")) <= 75
    told = re.findall(r"DTSTART:(\d{8}T\d{6})Z\r\nSUMMARY:(..)\r\n", text)
    first = TERMS.index("小寒")
    assert [name for _, name in told] == [TERMS[(first + n) % 24] for n in range(24)]
    others = [sxtwl.JD2DD(o.jd) for y in (2025, 2026) for o in sxtwl.getJieQiByYear(y)]
    moments = [
        datetime(o.Y, o.M, o.D) + timedelta(hours=o.h - 8, minutes=o.m, seconds=o.s) for o in others
    ]
    for at, name in told:
        begins = datetime.strptime(at, "%Y%m%dT%H%M%S")
        assert min(abs(begins - moment) for moment in moments) <= timedelta(minutes=1), name

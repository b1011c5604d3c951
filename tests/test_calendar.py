"""The calendar over the whole range, against lunar-python's accessors and against sxtwl."""

from __future__ import annotations

import itertools
from collections import Counter
from datetime import date, datetime, time, timedelta
from hashlib import sha256

import pytest
import sxtwl
from lunar_python import Solar

from generator import calendar
from generator.calendar import Day, LunarDate
from generator.symbols import BRANCHES, PENTADS, PHASES, STEMS, TERMS

SIMPLIFIED = dict(zip("惊蛰谷满种处兔龙马鸡猪", "驚蟄穀滿種處兔龍馬雞豬", strict=True))

FROZEN = "d846f766a7b160b3ce50758529a56a93"
"""Digest of every fact of the range; renew only for a change of convention you can argue."""


def traditional(text: str) -> str:
    return "".join(SIMPLIFIED.get(character, character) for character in text)


def test_the_range_is_27759_days_without_a_gap(days: dict[date, Day]) -> None:
    every = list(days)
    assert len(every) == 27_759
    assert (every[0], every[-1]) == (date(1950, 1, 1), date(2025, 12, 31))
    assert all(b - a == timedelta(days=1) for a, b in itertools.pairwise(every))


@pytest.mark.parametrize("start", range(1950, 2026, 19))
def test_every_date_agrees_with_lunar_python_asked_for_noon(
    days: dict[date, Day], start: int
) -> None:
    wrong = []
    for on, day in days.items():
        if not start <= on.year < start + 19:
            continue
        lunar = Solar.fromYmdHms(on.year, on.month, on.day, 12, 0, 0).getLunar()
        eight = lunar.getEightChar()
        term = lunar.getPrevJieQi(False)
        theirs = (
            eight.getYear(),
            eight.getMonth(),
            eight.getDay(),
            (lunar.getYear(), abs(lunar.getMonth()), lunar.getDay(), lunar.getMonth() < 0),
            traditional(lunar.getYearShengXiaoExact()),
            traditional(lunar.getYearShengXiao()),
            traditional(term.getName()),
            term.getSolar().toYmdHms(),
            traditional(lunar.getJieQi()),
        )
        mine = (
            day.year,
            day.month,
            day.day,
            (day.lunar.year, day.lunar.month, day.lunar.day, day.lunar.leap),
            day.zodiac,
            day.zodiac_lunar,
            day.term.name,
            f"{day.term.at}",
            day.term_today.name if day.term_today else "",
        )
        if mine != theirs:
            wrong.append((on, mine, theirs))
    assert wrong == []


def test_every_date_agrees_with_sxtwl_but_for_terms_after_noon(days: dict[date, Day]) -> None:
    """Sxtwl reads whole days: a date whose 節 comes after noon is already the new month."""

    def name(gz: object) -> str:
        return STEMS[gz.tg] + BRANCHES[gz.dz]  # type: ignore[attr-defined]

    differing = []
    for on, day in days.items():
        other = sxtwl.fromSolar(on.year, on.month, on.day)
        theirs = (name(other.getYearGZ()), name(other.getMonthGZ()), name(other.getDayGZ()))
        if theirs == (day.year, day.month, day.day):
            continue
        assert day.turn is not None
        assert not day.turn.noon_after
        assert theirs == (day.turn.year, day.turn.month, day.day)
        differing.append(on)
    assert len(differing) == 453


def test_lunar_dates_agree_with_sxtwl(days: dict[date, Day]) -> None:
    for on, day in days.items():
        other = sxtwl.fromSolar(on.year, on.month, on.day)
        assert day.lunar == LunarDate(
            other.getLunarYear(), other.getLunarMonth(), other.getLunarDay(), other.isLunarLeap()
        ), on


def test_912_dates_hold_a_jie_and_76_of_them_turn_the_year(days: dict[date, Day]) -> None:
    turns = [day for day in days.values() if day.turn]
    assert len(turns) == 912
    assert sum(day.turn.year != day.year for day in turns if day.turn) == 76
    assert sum(not day.turn.noon_after for day in turns if day.turn) == 453
    for day in turns:
        assert day.turn is not None
        assert day.turn.term == day.term_today
        assert day.turn.term.at.date() == day.date
        assert TERMS.index(day.turn.term.name) % 2 == 1
        assert (day.turn.term.at <= datetime.combine(day.date, time(12))) == day.turn.noon_after


def test_the_other_side_of_a_turn_is_the_neighbouring_day_s_month(days: dict[date, Day]) -> None:
    for on, day in days.items():
        neighbour = (
            on - timedelta(days=1) if day.turn and day.turn.noon_after else on + timedelta(days=1)
        )
        if day.turn and neighbour in days:
            assert (day.turn.year, day.turn.month) == (days[neighbour].year, days[neighbour].month)


@pytest.mark.parametrize(
    ("read_at", "noon_after", "noon", "other"),
    [(time(5, 11, 46), False, "甲子丁丑", "乙丑戊寅"), (time(5, 11, 47), True, "乙丑戊寅", "甲子丁丑")],
)  # fmt: skip
def test_a_second_before_a_term_is_the_old_month_and_the_second_itself_the_new(
    monkeypatch: pytest.MonkeyPatch, read_at: time, noon_after: bool, noon: str, other: str
) -> None:
    """立春 of 1985 fell on 4 February at 05:11:47; no term of the range falls on the second of noon."""
    monkeypatch.setattr(calendar, "_NOON", read_at)
    day = calendar.day(date(1985, 2, 4))
    assert day.turn is not None
    assert f"{day.turn.term.at}" == "1985-02-04 05:11:47"
    assert (day.turn.noon_after, day.year + day.month) == (noon_after, noon)
    assert day.turn.year + day.turn.month == other


def test_no_two_dates_share_pillars_and_pentad(days: dict[date, Day]) -> None:
    charts = Counter((d.year, d.month, d.day) for d in days.values())
    assert len(charts) == 24_703
    assert Counter(charts.values()) == {1: 21_647, 2: 3_056}
    assert len({(d.year, d.month, d.day, d.pentad) for d in days.values()}) == 27_759
    assert len({(d.year, d.month, d.day, d.phase) for d in days.values()}) == 27_759


def test_a_pentad_is_always_a_third_of_the_term_in_force(days: dict[date, Day]) -> None:
    for day in days.values():
        assert PENTADS.index(day.pentad) // 3 == TERMS.index(day.term.name)
        third = PHASES.index(day.phase)
        assert third * day.month_length <= 3 * day.since_jie < (third + 1) * day.month_length


def test_563_dates_have_two_zodiacs(days: dict[date, Day]) -> None:
    assert sum(day.zodiac != day.zodiac_lunar for day in days.values()) == 563


def test_no_fact_of_the_range_has_moved(days: dict[date, Day]) -> None:
    digest = sha256()
    for day in days.values():
        digest.update(
            "|".join(
                map(
                    str,
                    (
                        day.date, day.year, day.month, day.day, day.term.name, day.term.at,
                        day.pentad, day.phase, day.lunar, day.zodiac, day.zodiac_lunar, day.turn,
                    ),
                )
            ).encode()
        )  # fmt: skip
    assert digest.hexdigest()[:32] == FROZEN

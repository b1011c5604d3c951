"""Where a text may lead, what its slots say, and which of them a key promises to fill."""

from __future__ import annotations

from datetime import date

import pytest

from generator.chart import Chart, calendar, chart
from generator.chart.calendar import Day, LunarDate, other_side
from generator.chart.labels import lunar_day_zh, lunar_zh, number_han
from generator.content.addresses import leads_somewhere
from generator.reading.facets import FACETS
from generator.reading.slots import SLOTS, promised


@pytest.mark.parametrize(
    "address",
    [
        "/release.json", "/method/#規則", "/bazi/2024-2-29/", "/bazi/1950/#m2",
        "/zodiac/rat-ox/", "/zodiac/pig-pig/",
    ],
)  # fmt: skip
def test_a_place_in_a_page_is_reached_by_the_page(address: str) -> None:
    assert leads_somewhere(address)


@pytest.mark.parametrize(
    "address",
    [
        "/bazi/1990-05-20/", "/bazi/2023-2-29/", "/bazi/1949-12-31/", "/bazi/2026-1-1/", "/bazi/1949/",
        "/bazi/1990-5-20", "/method", "/zodaic/", "/zodiac/ox-rat/", "/day-pillar/jia-chou/", "/404.html",
        "/bazi/٢٠٢٤-2-29/", "/bazi/99999999999-1-1/", "",
    ],
)  # fmt: skip
def test_what_is_misspelt_or_out_of_range_leads_nowhere(address: str) -> None:
    assert not leads_somewhere(address)


def test_lunar_dates_in_words() -> None:
    words = {1: "初一", 10: "初十", 11: "十一", 19: "十九", 20: "二十", 21: "廿一", 29: "廿九", 30: "三十"}  # fmt: skip
    assert {day: lunar_day_zh(day) for day in words} == words
    assert lunar_zh(LunarDate(1990, 5, 1, leap=True)) == "閏五月初一"
    assert lunar_zh(LunarDate(1990, 5, 1, leap=False)) == "五月初一"


def test_numbers_are_written_as_they_are_said() -> None:
    words = {1: "一", 10: "十", 11: "十一", 20: "二十", 21: "二十一", 59: "五十九", 60: "六十"}
    assert {number: number_han(number) for number in words} == words


def test_slots_of_a_known_chart() -> None:
    day = calendar.day(date(1990, 5, 20))
    of_day = chart(day)
    filled = {name: fill(day, of_day) for name, (_, fill) in SLOTS.items()}
    assert filled == {
        "日主": "乙木", "日干": "乙", "日支": "酉", "日柱": "乙酉", "月柱": "辛巳", "月干": "辛",
        "年柱": "庚午", "年干": "庚", "月令": "巳月", "節氣": "立夏",
        "年干十神": "正官", "月干十神": "七殺",
        "格局": "正官格", "強弱": "身弱",
        "最重": "最重", "調候首": "癸水", "喜用": "水",
        "喜用現況": "水一點也沒有", "日支關係": "月支巳與日支酉半合金", "日支沖": "", "年月關係": "",

    }  # fmt: skip


FACET = {facet.name: facet for facet in FACETS}


def test_every_key_is_asked_for_and_fills_what_it_promises(
    days: dict[date, Day], charts: dict[date, Chart]
) -> None:
    """By some date at noon; the other side of a term asks for no other key."""
    promises = {f.name: {key: promised(f, key) for key in f.keys} for f in FACETS}
    asked: dict[str, set[str]] = {facet.name: set() for facet in FACETS}
    sides = [(day, charts[on]) for on, day in days.items()]
    sides += [(other, chart(other)) for other in filter(None, map(other_side, days.values()))]
    for day, of_day in sides:
        empty = {name for name, (_, fill) in SLOTS.items() if not fill(day, of_day)}
        for facet in FACETS:
            keys = facet.ask(day, of_day)
            assert not any(promises[facet.name][key] & empty for key in keys), (day, facet.name)
            if of_day is charts[day.date]:
                asked[facet.name].update(keys)
    assert asked == {facet.name: set(facet.keys) for facet in FACETS}
    assert all(len(facet.keys) == len(set(facet.keys)) for facet in FACETS)


@pytest.mark.parametrize(
    ("facet", "key", "slot", "may"),
    [
        ("season", "甲日辰月", "日支關係", False),
        ("tension", "正官格・身弱・財", "最重", True),
        ("year-month-relation", "六合", "年月關係", True),
        ("year-month-relation", "其他", "年月關係", False),
        ("day-relation", "六合月", "日支沖", False),
        ("day-relation", "六沖年", "日支沖", True),
        ("image", "甲・身弱", "日主", True),
        ("image", "甲・身弱", "最重", False),
        ("wealth", "其他", "日主", True),
    ],
)
def test_a_key_promises_what_it_says_itself(facet: str, key: str, slot: str, may: bool) -> None:
    assert (slot in promised(FACET[facet], key)) is may

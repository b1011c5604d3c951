"""Where a text may lead, and how dates and numbers are told in words."""

from __future__ import annotations

import pytest

from generator.chart.calendar import LunarDate
from generator.chart.labels import lunar_day_zh, lunar_zh, number_han
from generator.content.addresses import leads_somewhere


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

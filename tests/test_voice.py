"""The voice of every composed page, held to the limits that `data/STYLE.md` gives."""

from __future__ import annotations

from datetime import date

import pytest

from generator.chart.calendar import Day
from generator.editor import voice
from generator.reading.cohorts import cohort
from generator.reading.compose import Reading


@pytest.fixture(scope="module")
def pages(readings: dict[date, Reading]) -> dict[date, list[str]]:
    """The paragraphs of each composed page, claims and notes left aside."""
    return {
        on: [p.text for s in reading.views["neutral"] for p in s.printed if p.kind == "text"]
        for on, reading in readings.items()
        if reading.tier != "golden"
    }


def test_no_page_softens_compares_or_advises_more_than_it_may(
    pages: dict[date, list[str]],
) -> None:
    for on, told in pages.items():
        whole = "\n".join(told)
        assert voice.hedges(whole) <= 6, on
        assert voice.similes(whole) <= 3, on
        assert sum(map(voice.advises, told)) <= 5, on
        assert sum(map(voice.praises_use, told)) <= 2, on


def test_a_quarter_of_a_page_s_paragraphs_take_up_the_one_before(
    pages: dict[date, list[str]],
) -> None:
    """In their first clauses, as far as a word tells."""
    few = [str(on) for on, told in pages.items() if sum(map(voice.links, told)) < 0.25 * len(told)]
    assert not few, f"begin a paragraph of these pages with what stands before it: {few[:5]}"


def test_hardly_a_page_explains_a_term_twice(pages: dict[date, list[str]]) -> None:
    assert sum(map(bool, map(voice.explained_twice, pages.values()))) < 0.005 * len(pages)


def test_the_working_read_of_work(
    days: dict[date, Day], readings: dict[date, Reading], pages: dict[date, list[str]]
) -> None:
    middle = [on for on in pages if cohort(days[on]) == "中"]
    named = sum(voice.of_work(readings[on].views["neutral"][1].text) > 0 for on in middle)
    assert named >= 0.7 * len(middle)

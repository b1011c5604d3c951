"""Variants for the generations of readers, and the two sentences that lead each page."""

from __future__ import annotations

from collections import Counter, defaultdict
from datetime import date
from pathlib import Path

import pytest

from generator.chart import Chart
from generator.chart.calendar import Day
from generator.chart.symbols import PILLARS
from generator.content import inputs
from generator.content.inputs import Content
from generator.reading.cohorts import COHORTS, cohort, cohorts_of_year
from generator.reading.compose import Reading, choose
from generator.reading.corpus import Corpus, Fragment
from generator.reading.facets import PERSPECTIVES


@pytest.mark.parametrize(
    ("on", "mark"),
    [
        (date(1950, 1, 1), "早"),  # still the year pillar of 1949
        (date(1965, 12, 31), "早"),
        (date(1966, 1, 20), "早"),  # 立春 has not come
        (date(1966, 2, 5), "中"),
        (date(2000, 1, 20), "中"),
        (date(2000, 2, 5), "晚"),
        (date(2025, 12, 31), "晚"),
    ],
)
def test_a_cohort_turns_with_the_year_pillar(days: dict[date, Day], on: date, mark: str) -> None:
    assert cohort(days[on]) == mark


def test_the_cohorts_of_a_year_pillar_are_those_of_its_dates(days: dict[date, Day]) -> None:
    found = defaultdict(set)
    for day in days.values():
        found[day.year].add(cohort(day))
    assert {pillar: set(cohorts_of_year(pillar)) for pillar in PILLARS} == found
    assert sum(len(marks) == 2 for marks in found.values()) == 17


def test_a_date_draws_from_its_own_cohort_only(days: dict[date, Day]) -> None:
    variants = tuple(
        Fragment("f", "鍵", mark, "r", "data/f.md", 1, mark, (mark,))
        for mark in ("早", "早二", "晚", "二", "")
    )
    drawn = defaultdict(Counter)
    for day in days.values():
        drawn[cohort(day)][choose(variants, day).variant] += 1
    assert set(drawn["早"]) == {"早", "早二", "二", ""}
    assert set(drawn["中"]) == {"二", ""}
    assert set(drawn["晚"]) == {"晚", "二", ""}


def test_no_page_holds_a_paragraph_of_another_cohort(
    days: dict[date, Day], readings: dict[date, Reading], corpus: Corpus
) -> None:
    marked = {f.id: f.cohort for f in corpus.listed if f.cohort}
    assert len(marked) >= 68
    for on, reading in readings.items():
        told = {p.fragment for v in PERSPECTIVES for s in reading.views[v] for p in s.paragraphs}
        assert {marked[name] for name in told & marked.keys()} <= {cohort(days[on])}, on


def test_a_cohort_without_a_variant_is_told(data: Path) -> None:
    file = data / "corpus" / "year-pillar.md"
    text = file.read_text()
    line = text[: text.index("## 甲午（早）")].count("\n") + 3
    file.write_text(
        text.replace("## 甲午（晚）", "## 甲午（早三）").replace(
            "## 甲午（晚二）", "## 甲午（早四）"
        )
    )
    assert [str(p) for p in inputs.check(data)[1]] == [
        f"data/corpus/year-pillar.md:{line}: C12 「甲午」沒有給「晚」讀的寫法 — "
        "補一段「## 甲午（晚）」，或留一段不分年紀的"
    ]


@pytest.fixture(scope="module")
def leads(days: dict[date, Day], charts: dict[date, Chart], content: Content) -> dict[date, str]:
    """What leads each page."""
    return {on: content.lead(day, charts[on]) for on, day in days.items()}


def test_leads_are_two_sentences_and_seldom_the_same(leads: dict[date, str]) -> None:
    counted = Counter(leads.values())
    assert len(counted) > 5_000
    assert counted.most_common(1)[0][1] <= 30
    assert [lead for lead in counted if lead.count("。") < 2 or "你" not in lead] == []


def test_a_golden_page_is_led_by_its_own_sentences(
    days: dict[date, Day], charts: dict[date, Chart], leads: dict[date, str], content: Content
) -> None:
    assert content.corpus.golden
    for on, golden in content.corpus.golden.items():
        assert leads[on] == golden.lead.text
        assert golden.lead.text != content.phrases.lead(days[on], charts[on])


def test_every_variant_of_a_lead_leads_some_page(leads: dict[date, str], content: Content) -> None:
    text, phrases = "\n".join(leads.values()), content.phrases
    for part, least in ((phrases.stems, 2), (phrases.seasons, 3), (phrases.traits, 3)):
        for key, variants in part.items():
            assert len(variants) >= least, key
            assert all(variant in text for variant in variants), key


def test_cohorts_cover_the_range_without_a_gap() -> None:
    years = [year for years in COHORTS.values() for year in years]
    assert years == list(range(1949, 2026))

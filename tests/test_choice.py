"""Which paragraph a date is told: by key, variant, chart and generation; and what leads its page."""

from __future__ import annotations

import dataclasses
from collections import Counter, defaultdict
from datetime import date
from pathlib import Path

import pytest

from generator.chart import Chart, calendar, chart
from generator.chart.calendar import Day
from generator.chart.symbols import PILLARS
from generator.content import inputs
from generator.content.fragments import load
from generator.content.inputs import Content
from generator.content.text_file import Data
from generator.reading.cohorts import cohort, cohorts_of_year
from generator.reading.compose import MissingFragmentError, Reading, choose, fragments_of, read
from generator.reading.corpus import Corpus, Fragment
from generator.reading.facets import FACETS, PERSPECTIVES


def _fragment(variant: str) -> Fragment:
    return Fragment("f", "鍵", variant, "r", "data/f.md", 1, variant, (variant,))


def test_adding_a_variant_moves_only_the_dates_it_wins(days: dict[date, Day]) -> None:
    two = (_fragment("一"), _fragment("二"))
    three = (*two, _fragment("三"))
    before = {on: choose(two, day).variant for on, day in days.items()}
    after = {on: choose(three, day).variant for on, day in days.items()}
    moved = {on for on in days if before[on] != after[on]}
    assert all(after[on] == "三" for on in moved)
    assert 0.31 < len(moved) / len(days) < 0.36
    assert 0.48 < Counter(before.values())["一"] / len(days) < 0.52


def test_editing_a_text_moves_no_date(days: dict[date, Day]) -> None:
    two = (_fragment("一"), _fragment("二"))
    edited = (dataclasses.replace(two[0], text="改過", parts=("改過",)), two[1])
    assert all(
        choose(two, day).variant == choose(edited, day).variant for day in list(days.values())[::50]
    )


def test_a_generic_fragment_makes_the_reading_fallback(corpus: Corpus) -> None:
    day = calendar.day(date(1991, 3, 3))
    generic = dataclasses.replace(_fragment(""), key="其他", text="通稿", parts=("通稿",))
    stems = {"其他": (generic,)}
    poor = dataclasses.replace(corpus, fragments=corpus.fragments | {"image": stems})
    reading = read(day, chart(day), poor)
    assert reading.tier == "fallback"
    assert reading.views["neutral"][0].paragraphs[1].text == "通稿"


def test_a_key_without_any_fragment_is_an_error(corpus: Corpus) -> None:
    day = calendar.day(date(1991, 3, 3))
    poor = dataclasses.replace(corpus, fragments=corpus.fragments | {"image": {}})
    with pytest.raises(MissingFragmentError, match="image/壬"):
        read(day, chart(day), poor)


def test_a_variant_has_its_own_claim_or_that_of_its_key(data: Path) -> None:
    file = data / "corpus" / "elements.md"
    front = file.read_text().split("## ")[0]
    written = "## 木旺火弱\n\n> 頭一句。\n\n甲。\n\n## 木旺火弱（二）\n\n{}乙。\n"
    first = ("elements/木旺火弱（直說）", "頭一句。")
    for own, second in (
        ("> 又一句。\n\n", ("elements/木旺火弱（二・直說）", "又一句。")),
        ("", first),
    ):
        file.write_text(front + written.format(own))
        claims = load(Data(data)).claims
        found = [claims[f"elements/木旺火弱{variant}"] for variant in ("", "（二）")]
        assert [(claim.id, claim.text) for claim in found] == [first, second]


@pytest.mark.parametrize(
    ("on", "keys"),
    [
        (
            date(1990, 5, 25),
            "七殺格・身強・官殺 七殺格・身強・比劫 調候水・喜用火・身強 官殺・身強・藏",
        ),
        (date(1972, 9, 3), "正官格・身弱・印 正官格・身弱・官殺 調候木・喜用木・身弱 印・身弱・無"),
        (date(2006, 7, 31), "偏財格・身強・財 偏財格・身強・印 調候水・喜用木・身強 財・身強・透"),
    ],
)
def test_what_answers_and_sums_up_is_chosen_by_the_chart(on: date, keys: str) -> None:
    day = calendar.day(on)
    names = ("career-answer", "tension", "remedy", "first-step")
    facets = {facet.name: facet for facet in FACETS}
    assert [facets[name].ask(day, chart(day)) for name in names] == [(k,) for k in keys.split()]


@pytest.mark.parametrize(
    ("on", "mark"),
    [
        (date(1950, 1, 1), "早"),  # still the year pillar of 1949
        (date(1965, 12, 31), "早"),
        (date(1966, 1, 20), "早"),  # 立春 has not come
        (date(1966, 2, 5), "中"),
        (date(2004, 1, 20), "中"),
        (date(2004, 2, 5), "晚"),
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


def test_a_date_draws_from_its_own_cohort_or_else_from_what_is_for_all(
    days: dict[date, Day],
) -> None:
    variants = tuple(
        Fragment("f", "鍵", mark, "r", "data/f.md", 1, mark, (mark,))
        for mark in ("早", "早二", "晚", "二", "")
    )
    drawn = defaultdict(Counter)
    for day in days.values():
        drawn[cohort(day)][choose(variants, day).variant] += 1
    assert set(drawn["早"]) == {"早", "早二"}
    assert set(drawn["中"]) == {"二", ""}
    assert set(drawn["晚"]) == {"晚"}


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
    return {on: "，".join(content.lead(day, charts[on])) for on, day in days.items()}


def test_leads_are_two_sentences_and_seldom_the_same(leads: dict[date, str]) -> None:
    counted = Counter(leads.values())
    assert len(counted) > 5_000
    assert counted.most_common(1)[0][1] <= 30
    assert [lead for lead in counted if lead.count("。") != 2 or "你是" not in lead] == []


def test_a_golden_page_is_led_by_its_own_sentences(
    days: dict[date, Day], charts: dict[date, Chart], leads: dict[date, str], content: Content
) -> None:
    assert content.corpus.golden
    for on, golden in content.corpus.golden.items():
        assert leads[on] == f"{golden.title.text}，{golden.lead.text}"
        assert leads[on] != "，".join(content.phrases.lead(days[on], charts[on]))


def test_the_title_names_the_thing_that_the_reading_begins_with(
    days: dict[date, Day], charts: dict[date, Chart], content: Content
) -> None:
    """Both are drawn by number, so that a reworded one moves no date."""
    facet = next(facet for facet in FACETS if facet.name == "image")
    for on, day in days.items():
        [(_, first)] = fragments_of(facet, day, charts[on], content.corpus)
        titles = content.phrases.images[first.key]
        title, _ = content.phrases.lead(day, charts[on])
        assert title == f"你是{titles[('', '二').index(first.variant)]}", on


def test_every_variant_of_a_lead_leads_some_page(leads: dict[date, str], content: Content) -> None:
    text, phrases = "\n".join(leads.values()), content.phrases
    for part, least in ((phrases.images, 2), (phrases.seasons, 3), (phrases.traits, 3)):
        for key, variants in part.items():
            assert len(variants) >= least, key
            assert all(variant in text for variant in variants), key

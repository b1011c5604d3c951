"""Readings over the whole range: complete, unlike one another, and traceable."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date

import pytest

from generator.chart import Chart, calendar, chart
from generator.chart.calendar import Day
from generator.content.lint import sentences
from generator.reading.compose import Paragraph, Reading, compose
from generator.reading.corpus import Corpus
from generator.reading.facets import PERSPECTIVES, SECTIONS


@pytest.fixture(scope="module")
def paragraphs(readings: dict[date, Reading]) -> dict[Paragraph, date]:
    """Every paragraph there is, with one of the dates that print it."""
    sections = ((on, s) for on, r in readings.items() for v in PERSPECTIVES for s in r.views[v])
    return {paragraph: on for on, section in sections for paragraph in section.paragraphs}


@pytest.fixture(scope="module")
def written(corpus: Corpus) -> set[str]:
    """The id of every fragment and claim."""
    texts = (f for keys in corpus.fragments.values() for held in keys.values() for f in held)
    return {f.id for f in (*texts, *corpus.claims.values())}


def test_the_corpus_is_at_least_plan_s(corpus: Corpus) -> None:
    texts = (f for keys in corpus.fragments.values() for held in keys.values() for f in held)
    assert len(corpus.listed) >= 1_400
    assert sum(len("".join(f.parts[::2])) for f in texts) >= 170_000


def test_a_golden_reading_stands_where_one_was_written_and_no_paragraph_is_generic(
    readings: dict[date, Reading], corpus: Corpus
) -> None:
    golden = corpus.golden.keys()
    assert {on: r.tier for on, r in readings.items()} == {
        on: "golden" if on in golden else "generated" for on in calendar.DATES
    }


def test_every_reading_has_six_sections_in_three_perspectives_that_differ_in_love(
    readings: dict[date, Reading],
) -> None:
    for on, reading in readings.items():
        for view in PERSPECTIVES:
            sections = reading.views[view]
            assert tuple(section.name for section in sections) == SECTIONS, on
            for section in sections:
                kinds = [p.kind for p in section.paragraphs]
                assert (kinds[0], kinds.count("claim")) == ("claim", 1), (on, section.name)
            pairs = zip(sections, reading.views["neutral"], strict=True)
            differing = [mine.name for mine, other in pairs if mine is not other]
            assert differing == ([] if view == "neutral" else ["感情婚姻"])


def test_a_page_has_1800_to_2600_characters_and_a_golden_one_to_3200(
    readings: dict[date, Reading],
) -> None:
    wrong = {}
    for on, reading in readings.items():
        most = 3_200 if reading.tier == "golden" else 2_600
        for view in PERSPECTIVES:
            if not 1_800 <= (length := reading.word_count(view)) <= most:
                wrong[str(on), view] = length
    assert not wrong, f"{len(wrong)} pages: mend what `wanrishu show DATE --trace` names"


def test_no_two_dates_and_no_two_perspectives_are_alike(readings: dict[date, Reading]) -> None:
    texts = {
        hash("".join(section.text for section in reading.views[view]))
        for reading in readings.values()
        for view in PERSPECTIVES
    }
    assert len(texts) == 3 * 27_759


def test_a_composed_page_has_at_most_sixteen_paragraphs(readings: dict[date, Reading]) -> None:
    wrong = {}
    for on, reading in readings.items():
        for sections in reading.views.values() if reading.tier != "golden" else ():
            told = [p for section in sections for p in section.printed if p.kind == "text"]
            if len(told) > 16:
                wrong[str(on)] = [p.fragment for p in told]
    assert not wrong, f"{len(wrong)} dates: a facet asked on all of them takes another's place"


def test_every_slot_is_filled_no_paragraph_comes_twice_and_no_sentence_grows_too_long(
    readings: dict[date, Reading], paragraphs: dict[Paragraph, date]
) -> None:
    """As written a sentence has sixty characters; a slot may be a clause."""
    for paragraph, on in paragraphs.items():
        assert not re.search("[{}｛｝]", paragraph.text), (on, paragraph.fragment)
        longest = max(sentences(paragraph.text), key=len)
        assert len(longest) <= 75, (on, paragraph.fragment, longest)
    for on, reading in readings.items():
        for view, sections in reading.views.items():
            texts = [p.text for section in sections for p in section.paragraphs]
            assert len(set(texts)) == len(texts), (on, view)


def test_stems_of_year_and_month_that_combine_are_told_as_combining(
    days: dict[date, Day], charts: dict[date, Chart], corpus: Corpus
) -> None:
    """On each of the 2,744 dates, and the day master is told to combine with neither."""
    told = 0
    for on, day in days.items():
        of_day = charts[on]
        if any(r.kind == "五合" and r.places == ("年", "月") for r in of_day.stem_relations):
            told += 1
            (first, *_) = compose(day, of_day, corpus).views["neutral"]
            facets = [p.fragment.partition("/")[0] for p in first.paragraphs]
            assert facets.count("year-month-union") == 1, on
            assert "day-union" not in facets, on
    assert told == 2_744


def test_the_image_that_opens_a_page_comes_back_three_times_and_ends_it(
    charts: dict[date, Chart], readings: dict[date, Reading]
) -> None:
    """In one and the same variant, at the head of a paragraph, and as the last one."""
    for on, reading in readings.items():
        if reading.tier == "golden":
            continue
        sections = {section.name: section for section in reading.views["neutral"]}
        chart = charts[on]
        key = f"{chart.day.stem}・{chart.strength.name}"
        first = sections["性格"].paragraphs[1]
        assert first.fragment.startswith(f"image/{key}")
        variant = first.fragment.removeprefix("image/")
        for name, facet in (
            ("性格", ""),
            ("事業", "-career"),
            ("感情婚姻", "-love"),
            ("健康", "-health"),
        ):
            joined, head = sections[name].paragraphs[1], sections[name].printed[1]
            assert (joined.kind, joined.fragment) == ("joined", f"image{facet}/{variant}"), on
            assert head.text == joined.text + sections[name].paragraphs[2].text
            assert {*joined.rules, *sections[name].paragraphs[2].rules} == {*head.rules}
        last = [p for p in sections["總論"].printed if p.kind == "text"][-1]
        assert last.fragment == f"image-closing/{variant}", on


def test_every_paragraph_names_a_rule_and_a_place_and_every_fragment_is_used(
    paragraphs: dict[Paragraph, date], written: set[str], corpus: Corpus
) -> None:
    for p, on in paragraphs.items():
        assert p.rules
        assert set(p.rules) <= corpus.rules.keys(), (on, p.fragment)
        assert p.line > 1
    golden = {f"golden/{on}" for on in corpus.golden}
    assert {p.fragment for p in paragraphs} == written | golden


def test_sentences_stay_readable_with_the_slots_filled(paragraphs: dict[Paragraph, date]) -> None:
    for p, on in paragraphs.items():
        assert p.text
        assert not re.search("[，。、；：]{2}|[{}]", p.text), (on, p.fragment)
        longest = max(map(len, p.text.split("。")))
        assert longest <= 90, (on, p.fragment, longest)


def test_no_paragraph_of_the_reading_proper_stands_on_more_than_a_twentieth_of_the_pages(
    readings: dict[date, Reading],
) -> None:
    pages: Counter[str] = Counter()
    for reading in readings.values():
        told = (p for view in PERSPECTIVES for s in reading.views[view] for p in s.paragraphs)
        pages.update({p.fragment for p in told if p.kind != "note"})
    heavy = {name: times for name, times in pages.items() if times > 1_400}
    assert not heavy, f"write a second variant, （二）, of each of these: {', '.join(heavy)}"


def test_a_golden_reading_takes_the_place_of_the_composed_one(
    corpus: Corpus, readings: dict[date, Reading]
) -> None:
    on = date(1990, 5, 20)
    day = calendar.day(on)
    golden, composed = readings[on], compose(day, chart(day), corpus)
    sections = corpus.golden[on].sections
    claim, first, *_ = golden.views["neutral"][0].paragraphs
    assert (claim.kind, claim.rules) == ("claim", first.rules)
    texts = [p.text for p in golden.views["neutral"][0].paragraphs]
    assert texts == [p.text for p in sections["性格", None]]
    assert golden.views["neutral"][0].text != composed.views["neutral"][0].text
    love = {golden.views[view][3].paragraphs for view in PERSPECTIVES}
    shared = len(sections["感情婚姻", None])
    assert len({paragraphs[:shared] for paragraphs in love}) == 1
    assert len({paragraphs[shared:] for paragraphs in love}) == 3


def test_the_summary_has_three_paragraphs_and_then_notes(
    readings: dict[date, Reading],
) -> None:
    """Those of today's facets; another may join them."""
    texts = [("text", "tension"), ("joined", "remedy"), ("text", "first-step")]
    some = [("note", "school"), ("note", "stars")]  # not on every date
    known = [("claim", "tension"), *texts, ("text", "image-closing"), *some, ("note", "pentad")]
    for on, reading in readings.items():
        if reading.tier == "golden":
            continue
        *others, summary = reading.views["neutral"]
        told = [(p.kind, p.fragment.split("/")[0]) for p in summary.paragraphs]
        wanted = [each for each in known if each in told or each not in some]
        assert [each for each in told if each in known] == wanted, on
        assert told == sorted(told, key=lambda each: each[0] == "note"), on
        assert "note" not in {p.kind for s in others for p in s.paragraphs}, on

"""Readings over the whole range: complete, unlike one another, and traceable."""

from __future__ import annotations

import json
from collections import Counter
from datetime import date

import pytest

from generator import calendar
from generator.calendar import Day, other_side
from generator.chart import Chart, chart
from generator.content.corpus import Corpus
from generator.content.phrases import load_phrases
from generator.dataset import reading_json
from generator.facets import FACETS, GISTS, PERSPECTIVES, SECTIONS
from generator.reading import Paragraph, Reading, Section, Side, choose, compose
from generator.scenes import chart_words, opens_on_scene
from generator.slots import SLOTS
from tests.conftest import ROOT


def test_the_corpus_is_at_least_plan_s(corpus: Corpus) -> None:
    characters = sum(
        len("".join(f.parts[::2]))
        for keys in corpus.fragments.values()
        for v in keys.values()
        for f in v
    )
    assert corpus.count >= 1_500
    assert characters >= 180_000


def test_tiers_of_the_whole_range(readings: dict[date, Reading], corpus: Corpus) -> None:
    tiers = Counter(r.tier for r in readings.values())
    written = len(corpus.golden)
    assert tiers == {"golden": written, "generated": 27_759 - written}
    assert {on for on, r in readings.items() if r.tier == "golden"} == corpus.golden.keys()


def test_every_reading_has_six_sections_in_three_perspectives(
    readings: dict[date, Reading],
) -> None:
    for on, reading in readings.items():
        for view in PERSPECTIVES:
            sections = reading.views[view]
            assert tuple(section.name for section in sections) == SECTIONS, on
            assert all(p.text for section in sections for p in section.paragraphs), on
            paragraphs = [p for section in sections for p in section.paragraphs]
            longest = sorted(paragraphs, key=lambda p: -len(p.text))[:5]
            places = ", ".join(f"{p.path}:{p.line}" for p in longest)
            assert 2_200 <= reading.word_count(view) <= 3_200, (
                f"{on}, {view}: mend one of the longest paragraphs of that page: {places}"
            )


def test_no_two_dates_and_no_two_perspectives_are_alike(readings: dict[date, Reading]) -> None:
    texts = {
        "".join(section.text for section in reading.views[view])
        for reading in readings.values()
        for view in PERSPECTIVES
    }
    assert len(texts) == 3 * 27_759


def test_perspectives_differ_in_love_alone(readings: dict[date, Reading]) -> None:
    for reading in readings.values():
        neutral = reading.views["neutral"]
        for view in ("male", "female"):
            differing = [
                mine.name
                for mine, theirs in zip(reading.views[view], neutral, strict=True)
                if mine is not theirs
            ]
            assert differing == ["感情婚姻"]


@pytest.mark.parametrize(
    ("neutral", "male", "female", "shared"),
    [("甲乙丙", "甲乙丁", "甲乙戊", 2), ("甲乙丙", "甲乙丙", "甲丁丙", 1), ("甲乙", "甲乙丙", "甲", 1), ("甲", "乙", "甲", 0)],
)  # fmt: skip
def test_the_door_is_told_how_many_paragraphs_all_perspectives_begin_with(
    readings: dict[date, Reading], neutral: str, male: str, female: str, shared: int
) -> None:
    """Also of what no facet tells today: two that agree where the third does not, and afterwards."""
    on = date(1993, 3, 30)
    day = calendar.day(on)
    views = {}
    for view, told in zip(PERSPECTIVES, (neutral, male, female), strict=True):
        paragraphs = tuple(Paragraph(p, "text", "f", ("r",), "data/f.md", 1) for p in told)
        sections = list(readings[on].views["neutral"])
        sections[3] = Section("感情婚姻", paragraphs)
        views[view] = tuple(sections)
    side = Side(day, chart(day), Reading("generated", views))
    entry = json.loads(reading_json(side, None))
    assert entry["shared"] == {"love": shared}
    assert entry["perspectives"]["male"]["love"] == "\n\n".join(male[shared:])


def test_no_slot_of_any_date_is_empty(
    days: dict[date, Day], charts: dict[date, Chart], corpus: Corpus
) -> None:
    for on, day in days.items():
        for facet in FACETS:
            for key in facet.ask(day, charts[on]):
                for name in choose(corpus.fragments[facet.name][key], day).parts[1::2]:
                    if name not in GISTS:
                        assert SLOTS[name][1](day, charts[on]), (on, facet.name, key, name)


def test_the_summary_ends_with_what_the_page_itself_claimed(
    days: dict[date, Day],
    charts: dict[date, Chart],
    readings: dict[date, Reading],
    corpus: Corpus,
) -> None:
    for on, reading in readings.items():
        if reading.tier == "golden":
            continue
        last = [p for p in reading.views["neutral"][5].paragraphs if p.kind == "text"][-1]
        assert last.fragment.startswith("closing/")
        for slot, facet in GISTS.items():
            key = facet.ask(days[on], charts[on])[0]
            claimed = next(s for s in reading.views["neutral"] if s.name == facet.section)
            assert claimed.paragraphs[0].fragment.startswith(f"{facet.name}/{key}（")
            assert corpus.gists[slot][key] in last.text, on


def test_no_punctuation_collides_around_a_slot(readings: dict[date, Reading]) -> None:
    marks = "，。、；："
    collisions = [a + b for a in marks for b in marks] + ["{", "}"]
    for on, reading in readings.items():
        text = "".join(s.text for view in PERSPECTIVES for s in reading.views[view])
        assert not [c for c in collisions if c in text], on


def test_every_paragraph_names_a_rule_and_a_place(
    readings: dict[date, Reading], corpus: Corpus
) -> None:
    known = {f.id for keys in corpus.fragments.values() for v in keys.values() for f in v}
    known |= {claim.id for claim in corpus.claims.values()}
    for on, reading in readings.items():
        for section in (s for view in PERSPECTIVES for s in reading.views[view]):
            for p in section.paragraphs:
                assert p.rules
                assert set(p.rules) <= corpus.rules.keys()
                assert p.line > 1
                assert p.fragment in known or p.fragment == f"golden/{on}"


def test_every_fragment_is_used_by_some_date(readings: dict[date, Reading], corpus: Corpus) -> None:
    used = {
        p.fragment
        for r in readings.values()
        for view in PERSPECTIVES
        for s in r.views[view]
        for p in s.paragraphs
    }
    written = {f.id for keys in corpus.fragments.values() for v in keys.values() for f in v}
    written |= {claim.id for claim in corpus.claims.values()}
    assert written - used == set()


def test_no_paragraph_of_the_reading_proper_stands_on_more_than_a_twentieth_of_the_pages(
    readings: dict[date, Reading],
) -> None:
    pages: Counter[str] = Counter()
    for reading in readings.values():
        told = (p for view in PERSPECTIVES for s in reading.views[view] for p in s.paragraphs)
        pages.update({p.fragment for p in told if p.kind != "note"})
    assert {name: times for name, times in pages.items() if times > 1_400} == {}


def test_sentences_stay_readable_with_the_slots_filled(readings: dict[date, Reading]) -> None:
    for on, reading in readings.items():
        for section in reading.views["neutral"]:
            for p in section.paragraphs:
                longest = max(len(sentence) for sentence in p.text.split("。"))
                assert longest <= 90, (on, p.fragment, longest)


def test_a_golden_reading_takes_the_place_of_the_composed_one(
    corpus: Corpus, readings: dict[date, Reading]
) -> None:
    on = date(1990, 5, 20)
    day = calendar.day(on)
    golden, composed = readings[on], compose(day, chart(day), corpus)
    written = corpus.golden[on].sections
    claim, first, *_ = golden.views["neutral"][0].paragraphs
    assert (claim.kind, claim.rules) == ("claim", first.rules)
    assert [p.text for p in golden.views["neutral"][0].paragraphs] == [
        p.text for p in written["性格", None]
    ]
    assert golden.views["neutral"][0].text != composed.views["neutral"][0].text
    love = {view: golden.views[view][3].paragraphs for view in PERSPECTIVES}
    shared = len(written["感情婚姻", None])
    assert len({paragraphs[:shared] for paragraphs in love.values()}) == 1
    assert len({paragraphs[shared:] for paragraphs in love.values()}) == 3


def test_the_keys_of_a_facet_are_those_that_some_date_asks_for(
    days: dict[date, Day], charts: dict[date, Chart]
) -> None:
    others = [(day, chart(other)) for day in days.values() if (other := other_side(day))]
    for facet in FACETS:
        assert len(set(facet.keys)) == len(facet.keys)
        asked = {key for on, day in days.items() for key in facet.ask(day, charts[on])}
        assert asked == set(facet.keys), facet.name
        beyond = {key for day, other in others for key in facet.ask(day, other)}
        assert beyond <= asked, facet.name


def test_at_most_half_of_a_page_s_paragraphs_open_on_a_scene(
    readings: dict[date, Reading], corpus: Corpus
) -> None:
    chart = chart_words(load_phrases(ROOT / "data")[0].terms)
    scenes = {f.id for f in corpus.listed if opens_on_scene(f.text, chart)}
    for on, reading in readings.items():
        told = [p for s in reading.views["neutral"] for p in s.paragraphs if p.kind != "claim"]
        opened = sum(
            opens_on_scene(p.text, chart) if reading.tier == "golden" else p.fragment in scenes
            for p in told
        )
        assert 2 * opened <= len(told), on


def test_a_claim_heads_every_section(readings: dict[date, Reading]) -> None:
    for on, reading in readings.items():
        for view in PERSPECTIVES:
            for section in reading.views[view]:
                kinds = [p.kind for p in section.paragraphs]
                assert kinds.count("claim") == 1, (on, section.name)
                assert kinds[0] == "claim", (on, section.name)


def test_the_summary_has_three_paragraphs_a_closing_and_then_notes(
    readings: dict[date, Reading],
) -> None:
    for on, reading in readings.items():
        if reading.tier == "golden":
            continue
        facets = [
            (p.kind, p.fragment.split("/")[0]) for p in reading.views["neutral"][5].paragraphs
        ]
        assert facets[0] == ("claim", "tension"), on
        facets = facets[1:]
        summing_up = ["tension", "remedy", "first-step", "closing"]
        assert facets[:4] == [("text", name) for name in summing_up], on
        assert facets[-1] == ("note", "pentad"), on
        assert set(facets[4:-1]) <= {("note", "stars")}, on
        others = [p.kind for s in reading.views["neutral"][:5] for p in s.paragraphs]
        assert "note" not in others, on

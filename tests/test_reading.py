"""Readings over the whole range: complete, unlike one another, and traceable."""

from __future__ import annotations

import dataclasses
import shutil
from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from generator import calendar
from generator.calendar import Day, other_side
from generator.chart import Chart, chart
from generator.content.corpus import Corpus, Fragment, load
from generator.content.phrases import load_phrases
from generator.facets import FACETS, GISTS, PERSPECTIVES, SECTIONS
from generator.reading import MissingFragmentError, Reading, choose, compose, read
from generator.scenes import chart_words, opens_on_scene
from generator.slots import SLOTS, share
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
            assert 2_200 <= reading.word_count(view) <= 3_200, on


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
    stems = {"其他": (_fragment(""),)}
    stems = {
        "其他": (dataclasses.replace(_fragment(""), key="其他", text="通稿", parts=("通稿",)),)
    }
    poor = dataclasses.replace(corpus, fragments=corpus.fragments | {"day-stem": stems})
    reading = read(day, chart(day), poor)
    assert reading.tier == "fallback"
    assert reading.views["neutral"][0].paragraphs[1].text == "通稿"


def test_a_key_without_any_fragment_is_an_error(corpus: Corpus) -> None:
    day = calendar.day(date(1991, 3, 3))
    poor = dataclasses.replace(corpus, fragments=corpus.fragments | {"day-stem": {}})
    with pytest.raises(MissingFragmentError, match="day-stem/壬"):
        read(day, chart(day), poor)


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


def test_a_variant_has_its_own_claim_or_that_of_its_key(tmp_path: Path) -> None:
    data = Path(shutil.copytree(ROOT / "data", tmp_path / "data"))
    file = data / "corpus" / "elements.md"
    front = file.read_text().split("## ")[0]
    written = "## 木旺火弱\n\n> 頭一句。\n\n甲。\n\n## 木旺火弱（二）\n\n{}乙。\n"
    ids = []
    for own in ("> 又一句。\n\n", ""):
        file.write_text(front + written.format(own))
        claims = load(data)[0].claims
        ids.append(
            [
                (claims[f"elements/{key}"].id, claims[f"elements/{key}"].text)
                for key in ("木旺火弱", "木旺火弱（二）")
            ]
        )
    assert ids == [
        [("elements/木旺火弱（直說）", "頭一句。"), ("elements/木旺火弱（二・直說）", "又一句。")],
        [("elements/木旺火弱（直說）", "頭一句。")] * 2,
    ]


@pytest.mark.parametrize(
    ("on", "keys"),
    [
        (
            date(1990, 5, 25),
            ["七殺格・身強・官殺", "七殺格・身強・比劫", "調候水・喜用火・身強", "官殺・身強・藏"],
        ),
        (
            date(1972, 9, 3),
            ["正官格・身弱・印", "正官格・身弱・官殺", "調候木・喜用木・身弱", "印・身弱・無"],
        ),
        (
            date(2006, 7, 31),
            ["偏財格・身強・財", "偏財格・身強・印", "調候水・喜用木・身強", "財・身強・透"],
        ),
    ],
)
def test_what_answers_and_sums_up_is_chosen_by_the_chart(on: date, keys: list[str]) -> None:
    day = calendar.day(on)
    names = ("career-answer", "tension", "remedy", "first-step")
    facets = {facet.name: facet for facet in FACETS}
    assert [facets[name].ask(day, chart(day)) for name in names] == [(key,) for key in keys]


@pytest.mark.parametrize(
    ("score", "total", "words"),
    [
        (0, 60, "零成"),
        (1, 60, "不到一成"),
        (5, 60, "不到一成"),
        (6, 60, "一成"),
        (19, 60, "三成二"),
        (13, 60, "兩成二"),
        (42, 60, "七成"),
    ],
)
def test_shares_in_words(score: int, total: int, words: str) -> None:
    assert share(score, total) == words


def test_slots_of_a_known_chart() -> None:
    day = calendar.day(date(1990, 5, 20))
    of_day = chart(day)
    filled = {name: fill(day, of_day) for name, (_, fill) in SLOTS.items()}
    assert filled == {
        "日主": "乙木", "日干": "乙", "日支": "酉", "日柱": "乙酉", "月柱": "辛巳", "月干": "辛",
        "月支": "巳", "年柱": "庚午", "年干": "庚", "年支": "午", "月令": "巳月", "節氣": "立夏",
        "生肖": "馬", "年干十神": "正官", "月干十神": "七殺", "年支十神": "食神", "月支十神": "傷官",
        "日支十神": "七殺", "格局": "正官格", "格局說": "月支巳所藏的庚透出年干", "強弱": "身弱",
        "扶身": "零成", "扶身現況": "一點也沒有", "最重": "最重", "司令": "丙火", "司令十神": "傷官", "最強": "金", "最弱": "水",
        "最強現況": "金占五成一", "最弱現況": "水連藏干也沒有", "財所在": "年支所藏的己與月支所藏的戊",
        "食傷所在": "年支所藏的丁與月支所藏的丙", "官殺所在": "年干的庚、月干的辛、月支所藏的庚與日支所藏的辛", "印所在": "",
        "比劫所在": "", "調候首": "癸水", "調候現況": "癸水沒有露面，丙火藏在月支", "喜用": "水",
        "喜用現況": "水連藏干也沒有", "日支關係": "月支巳與日支酉半合金", "日支沖": "", "年月關係": "",
        "納音": "泉中水", "年納音": "路旁土", "月納音": "白蠟金", "空亡": "午未",
    }  # fmt: skip

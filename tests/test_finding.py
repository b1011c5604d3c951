"""Finding things: on which dates a text stands, which texts hold some words of a page."""

from __future__ import annotations

import shutil
from collections import Counter, defaultdict
from dataclasses import replace
from datetime import date
from pathlib import Path

import pytest

from generator.chart.labels import day_path
from generator.content import inputs
from generator.content.inputs import Content
from generator.content.phrases import plain_keys
from generator.editor.places import find, places
from generator.editor.report import printed as paragraphs_of
from generator.editor.usage import dates_of
from generator.preview.saved import Range
from generator.reading.compose import TIERS, Reading, tiers
from generator.reading.corpus import Corpus
from tests.commands import printed, refused
from tests.conftest import ROOT
from tests.written import write

DATA = ROOT / "data"


@pytest.fixture(autouse=True)
def reckoned_once(of_range: Range, monkeypatch: pytest.MonkeyPatch) -> None:
    """The command reckons every chart; here all commands share them."""
    monkeypatch.setattr("generator.commands.finding.charts_between", lambda: of_range.charts)


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the content with sentences that these tests know."""
    folder = tmp_path_factory.mktemp("written") / "data"
    shutil.copytree(DATA, folder)
    write(folder)
    return folder


def test_a_text_stands_on_the_dates_whose_page_shows_it(
    readings: dict[date, Reading], content: Content, of_range: Range
) -> None:
    """Paragraphs, claims and what stands above and within them, against all whole readings."""
    golden = content.corpus.golden
    shown: dict[str, list[date]] = defaultdict(list)
    for (day, of_day), (on, reading) in zip(of_range.charts, readings.items(), strict=True):
        held = [p.fragment for p in paragraphs_of(reading)]
        held += [content.phrases.plain[part][key] for part, key in plain_keys(of_day)]
        if on not in golden:
            held += content.phrases.drawn(day, of_day)
        for name in dict.fromkeys(held):
            shown[name].append(on)
    groups = ("season", "year-pillar", "spouse-star-male", "stars", "lead", "plain")
    asked = [place for place in places(content) if place.name.startswith(groups)]
    assert len(asked) > 500
    for place in asked[::29]:
        expected = shown.get(place.name) or shown[place.text]
        assert dates_of(place, content, of_range.charts) == expected, place
    read = Counter(reading.tier for reading in readings.values())
    assert tiers(content.corpus, of_range.charts) == {tier: read[tier] for tier in TIERS}


def test_a_generic_paragraph_stands_where_a_key_is_lacking(
    content: Content, of_range: Range
) -> None:
    held = dict(content.corpus.fragments["image"])
    generic = replace(held.pop("甲・身弱")[0], key="其他")
    corpus = replace(
        content.corpus,
        fragments=content.corpus.fragments | {"image": held | {"其他": (generic,)}},
    )
    (place,) = find("image/其他", replace(content, corpus=corpus), DATA)
    assert dates_of(place, replace(content, corpus=corpus), of_range.charts) == [
        day.date for day, of_day in of_range.charts
        if of_day.day.stem == "甲" and of_day.strength.name == "身弱" and day.date not in corpus.golden
    ]  # fmt: skip


def test_where_names_count_place_text_first_and_spread_dates_with_their_pages(
    readings: dict[date, Reading], corpus: Corpus
) -> None:
    first = corpus.fragments["image"]["甲・身弱"][0]
    stands = [
        on for on, r in readings.items() if first.id in {p.fragment for p in paragraphs_of(r)}
    ]
    told = printed("where", f"{first.path}:{first.line}")
    assert told[:3] == [
        f"image/甲・身弱　data/corpus/image.md:{first.line}",
        first.text,
        f"用在 {len(stands):,} 天，最早 {stands[0]}",
    ]
    spread = [stands[(len(stands) - 1) * nth // 4] for nth in range(5)]
    assert told[3:] == [f"  {on}  {day_path(on)}" for on in spread]


def test_where_lists_all_dates_on_demand() -> None:
    told = printed("where", "data/corpus/year-month-relation.md:8", "--dates")
    count = int(told[2].split()[1].replace(",", ""))
    assert count > 5
    assert len(told) == 3 + count
    assert told[3:] == sorted(told[3:])


def test_a_key_means_all_its_variants_and_a_variant_itself(corpus: Corpus) -> None:
    key, variants = next((k, v) for k, v in corpus.fragments["wealth"].items() if len(v) > 1)
    told = [line for line in printed("where", f"wealth/{key}") if line.startswith("wealth/")]
    assert told == [f"{f.id}　{f.path}:{f.line}" for f in variants]
    told = printed("where", variants[1].id)
    assert told[:2] == [
        f"{variants[1].id}　{variants[1].path}:{variants[1].line}",
        variants[1].text,
    ]


def test_a_line_is_its_paragraph_s_its_claim_s_or_its_heading_s(content: Content) -> None:
    fragment = content.corpus.fragments["season"]["甲日寅月"][0]
    claim = content.corpus.claims[fragment.id]
    heading = claim.line - 2

    def found(name: str) -> list[object]:
        return [place.of for place in find(name, content, DATA)]

    for file in ("data/corpus/season.md", "./season.md", str(DATA / "corpus/season.md")):
        for line in (heading, heading + 1, fragment.line, fragment.line + 1):
            assert found(f"{file}:{line}") == [fragment]
        assert found(f"{file}:{claim.line}") == [claim]
    assert found(claim.id) == [claim]
    told = printed("where", claim.id)
    assert told[:2] == [f"{claim.id}　{claim.path}:{claim.line}", claim.text]


def test_a_short_text_is_found_by_file_and_key_as_by_its_line(data: Path) -> None:
    content = inputs.check(data)[0]
    told = [
        line for line in printed("where", "lead/乙・身弱", data=data) if not line.startswith(" ")
    ]
    assert told[1::3] == ["一叢被風壓過又起身的草", "一條繞著籬笆往上爬的藤"]
    assert told[2].startswith("用在 ")
    (term,) = find("terms/日主", content, data)
    assert find(f"{term.at}:", content, data) == [term]
    assert printed("where", term.at, data=data) == [
        f"terms/日主　{term.at}", term.text, "不是一天一天挑的文字，不數天數",
    ]  # fmt: skip


@pytest.mark.parametrize("name", ["golden/1990-05-20", "data/golden/1990-05-20.md:13"])
def test_a_golden_reading_stands_on_its_date(name: str) -> None:
    told = printed("where", name)
    assert told[-2:] == [
        "用在 1 天，最早 1990-05-20",
        "  1990-05-20  /bazi/1990-5-20/",
    ]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("甲・身弱", "不認得「甲・身弱」— 寫成「image/甲・身弱」"),
        ("stem/甲・身弱", "不認得「stem/甲・身弱」— 寫成「image/甲・身弱」"),
        ("image/子", "image 沒有「子」這一段 — 鍵照檔案裡的標題寫，如「image/甲・身弱」"),
        ("image/甲・身弱（直說）", "image 沒有「甲・身弱（直說）」這一段"),
        ("golden/1990-05-21", "沒有 1990-05-21 的親筆"),
        ("data/corpus/image.md:1", "data/corpus/image.md:1 還沒到第一段"),
        ("data/corpus/nothing.md:18", "data/corpus/nothing.md 裡沒有頁面的文字"),
    ],
)
def test_what_is_no_place_is_refused_in_one_sentence(name: str, said: str) -> None:
    told = refused("where", name)
    assert told.startswith(said)
    assert "— " in told

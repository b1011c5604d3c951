"""Which paragraph a date is told: by its key, by its variant, by the chart."""

from __future__ import annotations

import dataclasses
import shutil
from collections import Counter
from datetime import date
from pathlib import Path

import pytest

from generator.chart import calendar, chart
from generator.chart.calendar import Day
from generator.content.fragments import load
from generator.content.text_file import Data
from generator.reading.compose import MissingFragmentError, choose, read
from generator.reading.corpus import Corpus, Fragment
from generator.reading.facets import FACETS
from tests.conftest import ROOT


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


def test_a_variant_has_its_own_claim_or_that_of_its_key(tmp_path: Path) -> None:
    data = Path(shutil.copytree(ROOT / "data", tmp_path / "data"))
    file = data / "corpus" / "elements.md"
    front = file.read_text().split("## ")[0]
    written = "## 木旺火弱\n\n> 頭一句。\n\n甲。\n\n## 木旺火弱（二）\n\n{}乙。\n"
    ids = []
    for own in ("> 又一句。\n\n", ""):
        file.write_text(front + written.format(own))
        claims = load(Data(data)).claims
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

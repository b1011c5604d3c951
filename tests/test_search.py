"""Searching: which of the texts that editors write holds some words of a page."""

from __future__ import annotations

import random
import shutil
from datetime import date
from itertools import pairwise
from pathlib import Path

import pytest

from generator.chart import Chart
from generator.chart.calendar import Day
from generator.content import inputs
from generator.content.inputs import Content
from generator.editor.places import search
from generator.editor.report import printed as paragraphs_of
from generator.reading.compose import compose
from tests.broken_content import replace
from tests.commands import printed, refused, run
from tests.test_finding import data

__all__ = ["data"]


def test_words_filled_into_a_slot_lead_to_the_fragments_with_the_slot(content: Content) -> None:
    held = [f for f in content.corpus.listed if "{喜用現況}。" in f.text]
    assert held
    for fragment in held:
        before = fragment.text.partition("{喜用現況}")[0][-6:]
        found = search(f"{before}火只藏在地支裡。", content)
        assert fragment.id in {each.place.name for each in found}
        assert all(f"{before}{{喜用現況}}" in each.sentence for each in found)


def test_any_half_sentence_of_any_page_leads_to_its_fragment(
    days: dict[date, Day], charts: dict[date, Chart], content: Content
) -> None:
    """From 100 dates, words of a paragraph with slots, wherever they begin and end."""
    draw = random.Random(1950)
    slotted = {f.id for f in content.corpus.listed if len(f.parts) > 1}
    for on in draw.sample(sorted(days), 100):
        reading = compose(days[on], charts[on], content.corpus)
        paragraph = draw.choice([p for p in paragraphs_of(reading) if p.fragment in slotted])
        length = draw.randrange(12, 40)
        begin = draw.randrange(len(paragraph.text) - length)
        words = paragraph.text[begin : begin + length]
        found = {each.place.name for each in search(words, content)}
        assert paragraph.fragment in found, (on, words)


def test_words_across_two_texts_that_are_joined_lead_to_one_of_them(
    days: dict[date, Day], charts: dict[date, Chart], content: Content
) -> None:
    draw = random.Random(1950)
    for on in draw.sample(sorted(set(days) - content.corpus.golden.keys()), 20):
        reading = compose(days[on], charts[on], content.corpus)
        pairs = [
            (one, other)
            for section in reading.views["neutral"]
            for one, other in pairwise(section.paragraphs)
            if one.kind == "joined"
        ]
        assert len(pairs) == 5
        for one, other in pairs:
            before, after = draw.randrange(5, 15), draw.randrange(5, 15)
            found = search(one.text[-before:] + other.text[:after], content)
            assert {one.fragment, other.fragment} & {each.place.name for each in found}, on


@pytest.mark.parametrize(
    ("words", "path", "sentence"),
    [
        ("絲瓜藤不問牆", "data/golden/1990-05-20.md:12", "絲瓜藤不問牆答不答應，先伸一根鬚過去試試。"),
        ("{tagline}", "data/site.yaml", "{tagline}"),
        ("先伸出鬚去", "data/golden/1990-05-20.md:4", "你是一根先伸出鬚去試試牆的藤"),
        ("在命盤裡代表「我」", "data/terms.yaml", "日柱上面的那個天干，在命盤裡代表「我」。"),
        ("你是一條繞著籬笆往上爬的藤，生在", "data/lead.yaml", "一條繞著籬笆往上爬的藤"),
        ("照誰都\n  一樣的太陽", "data/lead.yaml", "一輪照誰都一樣的太陽"),
        ("只是口氣硬；先把自己暖起來", "data/corpus/season.md:8", "你很容易為一件事熱心起來，只是口氣硬；"),
    ],
)  # fmt: skip
def test_each_kind_of_text_is_found(data: Path, words: str, path: str, sentence: str) -> None:
    content = inputs.check(data)[0]
    tagline = content.site["tagline"]
    found = search(words.format(tagline=tagline), content)
    assert len({each.place.at for each in found}) == 1
    assert found[0].place.at.startswith(path)
    assert sentence.format(tagline=tagline) in found[0].sentence


def test_texts_of_the_tables_are_found_by_their_words(content: Content) -> None:
    for text in content.tables.texts[::3]:
        assert f"{text.path}:{text.line}" in {
            found.place.at for found in search(text.text[3:17] or text.text, content)
        }


def test_search_prints_place_and_sentence_and_no_more_than_helps(
    data: Path, tmp_path: Path
) -> None:
    assert printed("search", "擋路的大件", data=data)[:2] == [
        "data/corpus/image.md:8 image/甲・身弱",
        "  擋路的大件，常常就這樣進了屋。",
    ]
    few = printed("search", "日主")
    assert len(few) == 81
    assert few[-1].startswith("還有 ")
    assert len(printed("search", "日主", "--all")) > 200
    assert refused("search", "龘龘無此處龘").startswith(
        "找不到「龘龘無此處龘」— 照頁面抄連續的一句"
    )
    # Also while there are problems: that is when editors look for things.
    broken = Path(shutil.copytree(data, tmp_path / "data"))
    replace(broken / "corpus" / "image.md", "擋路", "視頻")
    assert "image.md:8" in run("search", "視頻的大件", data=broken).output

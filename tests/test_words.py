"""The sentences of the pages: what is told of them, what a page shows, where they are found."""

from __future__ import annotations

import re
from dataclasses import replace
from pathlib import Path

import pytest
from markupsafe import Markup

from generator.content import inputs
from generator.content.problem import Problem
from generator.content.settings import Site
from generator.content.templates import Templates, read_templates
from generator.editor.places import search
from generator.pages.render import environment
from tests.broken_content import insert
from tests.broken_content import replace as swap
from tests.conftest import ROOT


@pytest.fixture(scope="module")
def templates() -> Templates:
    return read_templates(ROOT / "templates")


def told(data: Path, templates: Templates) -> list[Problem]:
    return inputs.check(data, templates)[1]


@pytest.mark.parametrize(
    ("written", "code", "what"),
    [
        ("寫下生日{日柱}。", "C09", "不認得的空格「{日柱}」"),
        ("看[別處](https://example.com/)。", "S26", "連結 'https://example.com/' 不是站內路徑"),
        ("看[那天](/bazi/1990-05-20/)。", "S27", "連結 '/bazi/1990-05-20/' 站內沒有這一頁"),
        ("這是**重點**。", "S04", "不認得的寫法（strong）"),
        ("這里有国字。", "T01", "「国」是簡體字"),
        ("第一句。第二句沒有完", "T10", "「第二句沒有完」後面沒有句號"),
        ("短語，", "T10", "「短語，」的結尾多了標點"),
        ("[一, 二]", "C10", "「home.kept」沒有寫成一句話"),
    ],
)
def test_a_sentence_is_judged_where_it_stands(
    data: Path, templates: Templates, written: str, code: str, what: str
) -> None:
    path = data / "words.yaml"
    path.write_text(re.sub("(?m)^  kept: .*", lambda _: f"  kept: {written}", path.read_text()))
    line = path.read_text().split("\n").index(f"  kept: {written}") + 1
    found = [(p.path, p.line, p.code, p.what) for p in told(data, templates)]
    assert ("data/words.yaml", line, code, what) in found


def test_the_sentences_are_those_that_templates_ask_for(data: Path, templates: Templates) -> None:
    line = swap(data / "words.yaml", "\n  kept: ", "\n  keeps: ") + 1
    end = insert(data / "words.yaml", '干支年曆"\n', "nowhere: 一句\n")
    assert [str(p) for p in told(data, templates)] == [
        "data/words.yaml:1: C05 缺「home.kept」 — 補上這一句，或從版本紀錄還原",
        f"data/words.yaml:{line}: C03 不認得的鍵「home.keeps」 — 鍵要照原來的寫，不能增減",
        f"data/words.yaml:{end}: C10 「nowhere」底下沒有句子 — 每一句一行，縮排兩格，寫成「  名稱: 一句話」",
    ]


def test_a_colon_may_lead_to_what_stands_below(data: Path, templates: Templates) -> None:
    path = data / "words.yaml"
    path.write_text(re.sub("(?m)^  kept: .*", "  kept: 先說一句。再看下面：", path.read_text()))
    assert told(data, templates) == []


def test_a_page_shows_a_sentence_with_its_slots_filled_and_its_links_below_the_base(
    templates: Templates, site: Site
) -> None:
    words = [
        replace(text, text="{起分}[規則](/method/#規則)、<b>、{起分}。")
        if text.key == "zodiac.intro"
        else text
        for text in site.words
    ]
    below = replace(
        site, values=site.values | {"base_url": "https://example.tw/shu"}, words=tuple(words)
    )
    for value, shown in (("<i>", "&lt;i&gt;"), (Markup("<i>"), "<i>")):
        template = environment(templates, below).from_string(
            "{% piece value = value %}{{ words.zodiac.intro(起分=value) }}{% endpiece %}"
        )
        assert template.render(value=value) == (
            f'{shown}<a href="/shu/method/#規則">規則</a>、&lt;b&gt;、{shown}。'
        )


def test_a_sentence_is_found_by_its_words_and_by_those_in_its_slots(data: Path) -> None:
    line = insert(data / "words.yaml", "\n  kept: ", "看過[這些日子](/bazi/)的人有 {幾} 位。")
    content, _ = inputs.check(data)
    for words in ("看過這些日子的人", "子的人有 1,234 位"):
        assert [(f.place.name, f.place.path, f.place.line) for f in search(words, content)] == [
            ("words/home.kept", "data/words.yaml", line)
        ]

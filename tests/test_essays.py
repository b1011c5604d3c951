"""The pages that editors write, and their sentences on the others: what is told, shown and found."""

from __future__ import annotations

import re
import shutil
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from markupsafe import Markup

from generator.chart.census import Census
from generator.content import inputs
from generator.content.essays import ESSAY_SLOTS, PLACES
from generator.content.inline import SLOT
from generator.content.inputs import Content, Source
from generator.content.problem import Problem
from generator.content.settings import Site
from generator.content.templates import Templates
from generator.editor.places import search
from generator.pages.almanac import Counts, essay, filling
from generator.pages.render import environment
from tests.broken_content import found, insert
from tests.broken_content import replace as swap
from tests.conftest import ROOT
from tests.written import write

COUNTS = Counts(Census(Counter(甲子=3)), Counter(golden=12, generated=1234))


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the content, the pages as these tests know them."""
    folder = Path(shutil.copytree(ROOT / "data", tmp_path / "data"))
    write(folder)
    return folder


@pytest.fixture
def templates(source: Source) -> Templates:
    return source.templates


def body(content: Content, name: str, site: Site) -> str:
    """A page as its template takes it."""
    values = filling(site, COUNTS)
    return "".join(essay(content.essays[name], values, site.base_path)["essay"]["parts"])


SPOTS = (
    ("method.md", "年柱從立春換"),
    ("method.md", "\n## 五行"),
    ("method.md", "\n| 換年 | 立春"),
    ("method.md", "\n: {親筆頁數} 頁"),
    ("about.md", "\nlead: 從"),
    ("privacy.md", "\n談健康的段落"),
)
"""A paragraph, a heading, a cell, a definition, the front matter, another paragraph."""


@pytest.mark.parametrize(
    ("damage", "code", "what"),
    [
        ("国", "T01", "「国」是簡體字"),
        ("甲}", "T09", "花括號不對「}"),
        ("{日主}", "C09", "不認得的空格「{日主}」"),
        ("[別處](https://example.com/)", "S26", "連結 'https://example.com/' 不是站內路徑"),
        ("[別處](//example.com/)", "S26", "連結 '//example.com/' 不是站內路徑"),
        ("[那天](/bazi/1990-05-20/)", "S27", "連結 '/bazi/1990-05-20/' 站內沒有這一頁"),
    ],
)
def test_every_piece_of_a_page_is_judged_where_it_stands(
    data: Path, damage: str, code: str, what: str
) -> None:
    wanted = [
        (f"data/pages/{file}", insert(data / "pages" / file, after, damage), what)
        for file, after in SPOTS
    ]
    told = [(p.path, p.line, p.what[: len(what)]) for p in found(data) if p.code == code]
    assert told == sorted(wanted)


def test_a_missing_page_is_told_and_one_nobody_knows(data: Path) -> None:
    (data / "pages" / "about.md").rename(data / "pages" / "contact.md")
    assert [str(p) for p in found(data)] == [
        "data/pages/about.md:1: S01 找不到檔案 — 把檔案放回來，或從版本紀錄還原",
        "data/pages/contact.md:1: C01 這個檔案不會用到 — 多出來的副本就刪掉；名字打錯就改對（親筆是 golden/1990-05-20.md）；別的檔案移到外面",
    ]
    (data / "pages" / "contact.md").rename(data / "pages" / "about.md")
    (data / "pages" / "about.md").write_text("")
    assert [(p.line, p.code) for p in found(data)] == [(1, "S03")]


def test_every_slot_has_its_value_and_its_row_in_the_guide(data: Path, site: Site) -> None:
    content, _ = inputs.check(data)
    assert filling(site, COUNTS).keys() == set(ESSAY_SLOTS)
    guide = (ROOT / "data" / "README.md").read_text().partition("## 頁面的文字")[2]
    figures = [each[1:-1] for each in PLACES["method"] if each.startswith("{")]
    for slot in (*ESSAY_SLOTS, *figures):
        assert f"`{{{slot}}}`" in guide, slot
    texts = [text.text for essay in content.essays.values() for text in essay.texts]
    assert set(SLOT.findall("".join(texts))) == {*ESSAY_SLOTS, *figures}


def test_a_page_is_plain_markup_with_what_the_style_sheet_asks_for(data: Path) -> None:
    path = data / "pages" / "privacy.md"
    head = path.read_text().partition("\n## ")[0]
    path.write_text(
        f"{head}\n## 標題\n\n{{免責聲明}}\n\n| 甲 | 乙 |\n|---|---|\n| [丙{{站名}}](/method/#規則) | 丁 |\n\n"
        "名稱\n: 說明\n\n這一段分作\n兩行來寫。\n"
    )
    content, problems = inputs.check(data)
    assert problems == []
    below = replace(
        content.site,
        values=content.site.values
        | {"base_url": "https://example.tw/shu", "name": "甲<乙>", "disclaimer": "*供參考*"},
    )
    assert body(content, "privacy", below) == (
        '<h2>標題</h2>\n<p>*供參考*</p>\n<div class="wide"><table>\n<thead>\n<tr>\n<th scope="col">甲</th>\n'
        '<th scope="col">乙</th>\n</tr>\n</thead>\n<tbody>\n<tr>\n<th scope="row"><a href="/shu/method/#規則">丙甲&lt;乙&gt;</a>'
        '</th>\n<td>丁</td>\n</tr>\n</tbody>\n</table></div>\n<dl class="facts">\n<dt>名稱</dt>\n<dd>說明</dd>\n</dl>\n'
        "<p>這一段分作兩行來寫。</p>\n"
    )


@pytest.mark.parametrize(
    ("words", "file", "holds", "sentence"),
    [
        ("算法在怎麼算的，準到哪裡", "about", "寫給聽過「身弱」",
         "頁尾能展開每一段的依據，算法在怎麼算的，準到哪裡。"),
        ("27,759 天的頁面全是事先印好的", "privacy", "天的頁面全是",
         "{總天數} 天的頁面全是事先印好的。"),
        ("由開源的曆法程式 lunar-python 算到秒", "method", "lunar-python",
         "節氣是太陽走到某個黃經度數的一瞬，由開源的曆法程式 lunar-python 算到秒，頁面寫到分。"),
        ("日柱要看隔天那一頁", "method", "| 換日 |", "十一點以後出生，日柱要看隔天那一頁"),
    ],
)  # fmt: skip
def test_a_sentence_of_a_page_is_found(
    data: Path, words: str, file: str, holds: str, sentence: str
) -> None:
    content, _ = inputs.check(data)
    path = f"data/pages/{file}.md"
    lines = (data.parent / path).read_text().split("\n")
    line = next(n for n, text in enumerate(lines, 1) if holds in text)
    (only,) = search(words, content)
    assert (only.place.name, only.place.at) == (f"pages/{file}", f"{path}:{line}")
    assert only.sentence == sentence


def told(data: Path, templates: Templates) -> list[Problem]:
    return inputs.check(data, templates)[1]


def test_the_sentences_are_those_that_templates_ask_for(data: Path, templates: Templates) -> None:
    line = swap(data / "words.yaml", "\n  hint: 國曆", "\n  hints: 國曆") + 1
    end = insert(data / "words.yaml", '干支年曆"\n', "nowhere: 一句\n")
    assert [str(p) for p in told(data, templates)] == [
        "data/words.yaml:1: C05 缺「find.hint」 — 補上這一句，或從版本紀錄還原",
        f"data/words.yaml:{line}: C03 不認得的鍵「find.hints」 — 鍵要照原來的寫，不能增減",
        f"data/words.yaml:{end}: C10 「nowhere」底下沒有句子 — 每一句一行，縮排兩格，寫成「  名稱: 一句話」",
    ]


def test_a_colon_may_lead_to_what_stands_below(data: Path, templates: Templates) -> None:
    path = data / "words.yaml"
    path.write_text(re.sub("(?m)^  more: .*", "  more: 先說一句。再看下面：", path.read_text()))
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
        template = environment(templates, below).from_string("{{ words.zodiac.intro(起分=value) }}")
        assert template.render(value=value) == (
            f'{shown}<a href="/shu/method/#規則">規則</a>、&lt;b&gt;、{shown}。'
        )


def test_a_sentence_is_found_by_its_words_and_by_those_in_its_slots(data: Path) -> None:
    line = insert(data / "words.yaml", "\n  more: ", "看過[這些日子](/bazi/)的人有 {幾} 位。")
    content, _ = inputs.check(data)
    for words in ("看過這些日子的人", "子的人有 1,234 位"):
        assert [(f.place.name, f.place.path, f.place.line) for f in search(words, content)] == [
            ("words/home.more", "data/words.yaml", line)
        ]

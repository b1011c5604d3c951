"""The pages that editors write as a whole: what they may hold, what is told of them, what is shown."""

from __future__ import annotations

import re
import shutil
from dataclasses import replace
from pathlib import Path

import pytest

from generator.content import inputs
from generator.content.essays import PLACES, SLOTS
from generator.content.inline import SLOT
from generator.content.inputs import Content
from generator.content.settings import Site
from generator.editor.places import search
from generator.pages.almanac import Figures, essay, filling
from tests.broken_content import found, insert
from tests.broken_content import replace as swap
from tests.written import write

ROOT = Path(__file__).resolve().parent.parent
TIERS = {"golden": 12, "generated": 1234, "fallback": 0}
OF_RANGE = Figures(1, 2, 3, 4, 5, 6, 7, 8)


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the content, the pages as these tests know them."""
    folder = Path(shutil.copytree(ROOT / "data", tmp_path / "data"))
    write(folder)
    return folder


def body(content: Content, name: str, site: Site) -> str:
    """A page as its template takes it."""
    values = filling(site, 3, TIERS, OF_RANGE)
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


def test_a_sentence_without_its_end_is_told(data: Path) -> None:
    line = swap(data / "pages" / "privacy.md", "翻網頁不計次。", "翻網頁不計次")
    assert [(p.path, p.line, p.code, p.what) for p in found(data)] == [
        ("data/pages/privacy.md", line, "T10", "「翻網頁不計次」後面沒有句號")
    ]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("## 規則與出處（規則）", "## 規則與出處",
         "1: C05 「（規則）」寫了 0 次 — 寫在標題的最後，只寫一次"),
        ("{五行一例}\n", "", "1: C05 「{五行一例}」寫了 0 次 — 自成一段，上下各空一行，只寫一次"),
        ("{五行一例}\n", "{五行一例}\n\n{五行一例}\n", "{+2}: C05 「{五行一例}」寫了 2 次 — 自成一段，上下各空一行，只寫一次"),
        ("{五行一例}\n", "{五行一例}\n\n{五行二例}\n", "{+2}: C09 不認得的空格「{五行二例}」 — "
         f"可用的空格：{'、'.join(SLOTS)}"),
        ("### 調候\n", "### 調候\n\n### 冷暖\n",
         "{+0}: C08 「調候」下面沒有段落 — 補一段，或刪掉這個標題"),
        ("short: 方法\n", "", "2: S10 檔頭缺「short」 — 檔頭寫一行「short: 一句話」"),
        ("short: 方法\n", "short: 方法\nrule: 格局\n",
         "{+1}: S11 不認得「rule」 — 刪掉，或檢查有沒有打錯字"),
        *(("{格局日數}\n", f"{{格局日數}}\n\n{written}\n", f"{{+2}}: S04 不認得的寫法（{kind}） — "
           "頁面只用「## 標題」「### 小標題」、一般段落、表格，與「名稱」下一行「: 說明」")
          for written, kind in (("> 這裡引用了一句話。", "blockquote"), ("1. 一。", "ordered_list"),
                                ("- 一。\n- 二。", "bullet_list"), ("#### 小", "h4"))),
        *(("{格局日數}\n", f"{{格局日數}}\n\n這一段裡面有{written}。\n", f"{{+2}}: S04 不認得的寫法（{kind}） — "
           "這裡只寫文字與連結「[看得到的字](/站內路徑/)」")
          for written, kind in (("**粗的字**", "strong"), ("`一段程式`", "code_inline"),
                                ("![一張圖](/icon.svg)", "image"))),
    ],
)  # fmt: skip
def test_the_form_of_a_page_is_told_with_line_and_cure(
    data: Path, old: str, new: str, said: str
) -> None:
    line = swap(data / "pages" / "method.md", old, new)
    said = re.sub(r"\{\+(\d)\}", lambda plus: str(line + int(plus[1])), said)
    assert [str(p) for p in found(data)] == [f"data/pages/method.md:{said}"]


def test_a_heading_without_its_space_is_told_on_its_line(data: Path) -> None:
    line = swap(data / "pages" / "method.md", "\n### 調候\n", "\n###調候\n") + 1
    assert str(found(data)[0]) == (
        f"data/pages/method.md:{line}: S04 標題的 ## 後面少了空格 — 寫成「## 標題」，上下各空一行"
    )


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
    assert tuple(filling(site, 3, TIERS, OF_RANGE)) == SLOTS
    guide = (ROOT / "data" / "README.md").read_text().partition("## 頁面的文字")[2]
    figures = [each[1:-1] for each in PLACES["method"] if each.startswith("{")]
    for slot in (*SLOTS, *figures):
        assert f"`{{{slot}}}`" in guide, slot
    texts = [text.text for essay in content.essays.values() for text in essay.texts]
    assert set(SLOT.findall("".join(texts))) == {*SLOTS, *figures}


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

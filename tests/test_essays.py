"""The pages that editors write as a whole: what they may hold, what is told of them, what is shown."""

from __future__ import annotations

import re
import shutil
from html import unescape
from pathlib import Path

import pytest

from generator import inputs
from generator.content.essays import FIGURES, SLOT, SLOTS, Essay, Part
from generator.content.settings import Site
from generator.inputs import Content
from generator.pages.essay import essay, filling
from generator.pages.method import Figures
from generator.places import search
from tests.broken_content import found, insert
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


def swap(path: Path, old: str, new: str) -> int:
    """Change the one place of a file; the line it was on."""
    text = path.read_text()
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
    path.write_text(text.replace(old, new))
    return text[: text.index(old)].count("\n") + 1


PLACES = (
    ("method.md", "年柱從立春換"),
    ("method.md", "\n## 五行"),
    ("method.md", "\n| 換年 | 立春"),
    ("method.md", "\n- 親筆：{親筆頁數} 頁"),
    ("about.md", "\nlead: 從"),
    ("privacy.md", "\n談健康的段落"),
)
"""A paragraph, a heading, a cell, an item, the front matter, another paragraph."""


@pytest.mark.parametrize(
    ("damage", "code", "what"),
    [
        ("国", "T01", "「国」是簡體字"),
        ("，這里，", "T01", "「這里，」的「里」是簡體字"),
        ("用戶", "T02", "「用戶」不是台灣說法"),
        ("好,壞", "T03", "不能用的字元：「,」"),
        ("https://example.com/", "T03", "不能用的字元：「https://example.com/」"),
        ("註定", "T04", "禁語（斷語）「註定」"),
        ("木生土", "T05", "生剋寫反：木生土"),
        ("甲}", "T09", "花括號不對「}"),
        ("「一半", "T11", "「 沒有成對"),
        ("您", "T12", "稱讀者「您」"),
        ("{日主}", "C09", "不認得的空格「{日主}」"),
        ("[別處](https://example.com/)", "S26", "連結 'https://example.com/' 不是站內路徑"),
        ("[別處](//example.com/)", "S26", "連結 '//example.com/' 不是站內路徑"),
        ("[那天](/bazi/1990-05-20/)", "S27", "連結 '/bazi/1990-05-20/' 站內沒有這一頁"),
    ],
)
def test_every_piece_of_a_page_is_judged_where_it_stands(
    data: Path, damage: str, code: str, what: str
) -> None:
    for file, after in PLACES:
        insert(data / "pages" / file, after, damage)
    lines = [
        (f"data/pages/{file}", (data / "pages" / file).read_text().partition(after + damage)[0])
        for file, after in PLACES
    ]
    wanted = [
        (path, before.count("\n") + after.count("\n") + 1, what)
        for (path, before), (_, after) in zip(lines, PLACES, strict=True)
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
         "1: C05 缺「## 標題（規則）」 — 補上一行「## 標題（規則）」，上下各空一行"),
        ("{五行一例}\n", "", "1: C05 缺「{五行一例}」 — 補上一行「{五行一例}」，上下各空一行"),
        ("{五行一例}\n", "{五行一例}\n\n{五行一例}\n", "{+2}: C04 「{五行一例}」寫了兩次 — 刪掉一個"),
        ("{五行一例}\n", "{五行一例}\n\n{五行二例}\n", "{+2}: C09 不認得的圖表「{五行二例}」 — "
         "這一頁可以放：藏干分數、五行一例、格局日數、強弱日數、規則一覽"),
        ("### 調候\n", "### 調候\n\n### 冷暖\n",
         "{+0}: C08 「調候」下面沒有段落 — 補一段，或刪掉這個標題"),
        ("short: 方法\n", "", "2: S10 檔頭缺「short」 — 檔頭寫一行「short: 一句話」"),
        ("short: 方法\n", "short: 方法\nrule: 格局\n",
         "{+1}: S11 不認得「rule」 — 刪掉，或檢查有沒有打錯字"),
        ("- 親筆：", "- 親筆 ", "{+0}: C10 條列少了「：」 — 寫成「- 名稱：說明」"),
        ("{格局日數}\n", "{格局日數}\n\n> 引用一句。\n", "{+2}: S04 不認得的寫法（quotation） — "
         "頁面只用「## 標題」「### 小標題」、一般段落、「- 名稱：說明」與表格"),
        ("{格局日數}\n", "{格局日數}\n\n1. 一。\n", "{+2}: S04 不認得的寫法（ordered_list） — "
         "頁面只用「## 標題」「### 小標題」、一般段落、「- 名稱：說明」與表格"),
        ("{格局日數}\n", "{格局日數}\n\n#### 小\n", "{+2}: S04 不認得的寫法（h4） — "
         "頁面只用「## 標題」「### 小標題」、一般段落、「- 名稱：說明」與表格"),
    ],
)  # fmt: skip
def test_the_form_of_a_page_is_told_with_line_and_cure(
    data: Path, old: str, new: str, said: str
) -> None:
    line = swap(data / "pages" / "method.md", old, new)
    said = re.sub(r"\{\+(\d)\}", lambda plus: str(line + int(plus[1])), said)
    assert [str(p) for p in found(data)] == [f"data/pages/method.md:{said}"]


def test_a_missing_page_is_told_and_one_nobody_knows(data: Path) -> None:
    (data / "pages" / "about.md").rename(data / "pages" / "contact.md")
    assert [str(p) for p in found(data)] == [
        "data/pages/about.md:1: S01 找不到檔案 — 把檔案放回來，或從版本紀錄還原",
        "data/pages/contact.md:1: C01 這個檔案不會用到 — 多出來的副本就刪掉；名字打錯就改對（親筆是 golden/1990-05-20.md）；別的檔案移到外面",
    ]
    (data / "pages" / "contact.md").rename(data / "pages" / "about.md")
    (data / "pages" / "about.md").write_text("")
    assert [(p.line, p.code) for p in found(data)] == [(1, "S03")]


def test_headings_and_paragraphs_are_the_editors_own(data: Path) -> None:
    path = data / "pages" / "about.md"
    swap(path, "## 寫給誰\n", "## 這一頁寫給誰看\n\n多寫一段，也不必問工程師。\n")
    content, problems = inputs.check(data)
    assert problems == []
    shown = essay(content.essays["about"], filling(content.site, 3, TIERS, OF_RANGE), content.site)
    kinds = [
        (kind, [part["cells"][0] for part in parts][:1]) for kind, parts in shown["essay"]["groups"]
    ]
    at = kinds.index(("heading", ["這一頁寫給誰看"]))
    assert kinds[at + 1] == ("paragraph", ["多寫一段，也不必問工程師。"])


def test_every_slot_has_its_value_and_its_row_in_the_guide(data: Path, site: Site) -> None:
    content, _ = inputs.check(data)
    assert tuple(filling(site, 3, TIERS, OF_RANGE)) == SLOTS
    guide = (ROOT / "data" / "README.md").read_text().partition("## 頁面的文字")[2]
    for slot in (*SLOTS, *(name for names in FIGURES.values() for name in names)):
        assert f"`{{{slot}}}`" in guide, slot
    used = {
        s
        for e in content.essays.values()
        for p in e.written
        for c in p.cells
        for s in SLOT.findall(c)
    }
    assert used == set(SLOTS)


def test_an_item_without_its_count_is_left_out_and_stands_when_there_is_one(
    data: Path, site: Site
) -> None:
    content, _ = inputs.check(data)
    for fallback, terms in ((0, ["親筆", "組成"]), (7, ["親筆", "組成", "暫用通稿"])):
        values = filling(site, 3, TIERS | {"fallback": fallback}, OF_RANGE)
        groups = essay(content.essays["method"], values, site)["essay"]["groups"]
        (items,) = [parts for kind, parts in groups if kind == "item"]
        assert [item["cells"][0] for item in items] == terms
    assert items[2]["cells"][1].startswith("7 頁。")


def test_text_is_escaped_and_links_lead_below_the_base(site: Site) -> None:
    below = Site(
        site.values | {"base_url": "https://example.tw/shu", "name": "甲<乙>"}, (), (), None
    )
    parts = (Part("paragraph", ("{站名}&[<b>路</b>{站名}](/method/#規則)，再看。",), 1),)
    shown = essay(Essay("about", "", {}, parts), filling(below, 3, TIERS, OF_RANGE), below)
    ((_, ((paragraph),)),) = shown["essay"]["groups"]
    assert paragraph["cells"] == [
        '甲&lt;乙&gt;&amp;<a href="https://example.tw/shu/method/#規則">&lt;b&gt;路&lt;/b&gt;'
        "甲&lt;乙&gt;</a>，再看。".replace("https://example.tw", "")
    ]


def test_the_pages_show_every_text_in_its_order(output: Path, content: Content) -> None:
    for name, written in content.essays.items():
        html = (output / "current" / name / "index.html").read_text()
        shown = unescape(re.sub(r"<[^>]+>", "", html.partition("<h1>")[2]))
        at = 0
        for part in written.parts:
            for cell in part.cells if "通稿" not in "".join(part.cells) else ():
                words = max(SLOT.split(re.sub(r"[\[\]]|\([^()]*\)", "", cell))[::2], key=len)
                assert part.kind == "figure" or words in shown[at:], words
                at = shown.index(words, at) if part.kind != "figure" else at


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

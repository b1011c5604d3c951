"""Every text of `data/` is judged by the same rules of wording, wherever an editor writes it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.content import inputs
from generator.content.lint import lint, sentences
from generator.content.text_file import Data
from generator.content.wording import Wording, load_wording, simplified
from generator.reading.corpus import Corpus, Text
from tests.broken_content import GOOD, found, paragraph, replace, told
from tests.conftest import ROOT

NOTHING = Corpus({}, {}, {}, {}, ())


@pytest.fixture(scope="module")
def wording() -> Wording:
    return load_wording(Data(ROOT / "data"))


def said(text: str, wording: Wording, **kind: bool) -> list[str]:
    """What is wrong with a text by itself."""
    judged = Text(text, "甲", (1, 400), "x.md", 3, **kind)
    return [str(p).removeprefix("x.md:3: ") for p in lint(NOTHING, (judged,), wording)]


SIMPLIFIED = "改成繁體；若此字繁體也用，加進 wording.yaml"
NOT_IN_WORDS = "改成繁體；若這個詞沒有錯，加進 wording.yaml 的 only_in"
BRACES = "空格用半形花括號，前後成對，如 {日主}；只有語料與頁面能用，名稱列在 data/README.md"
PAIRS = "引號與括號有開有關，裡面一層的先關"
END = "一段的結尾寫「。」，問句寫「？」"
IDEOGRAPH = "換成台灣用的字；沒有錯就加進 wording.yaml 的 traditional_too"
MARKS = "標點只用，。、；：？「」『』（），不用驚嘆號與別的符號"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("萬年青", "国", [f"T01 「国」是簡體字 — {SIMPLIFIED}"]),
        ("數到", "數着", [f"T01 「着」是簡體字 — {SIMPLIFIED}"]),
        ("落進水桶", "落在水桶里", [f"T01 「桶里，」的「里」是簡體字 — {NOT_IN_WORDS}"]),
        ("水桶滿了", "以后滿了", [f"T01 「以后滿」的「后」是簡體字 — {NOT_IN_WORDS}"]),
        ("萬年青", "里民萬年青", []),
        ("萬年青", "視頻", ["T02 「視頻」不是台灣說法 — 改成影片"]),
        ("萬年青", "臺灣百合", ["T02 「臺」不是台灣說法 — 改成台"]),
        ("落進水桶", "落進水桶裏", ["T02 「裏」不是台灣說法 — 改成裡"]),
        ("萬年青", "穩賺", ["T04 禁語（錢財）「穩賺」 — 改寫成傾向或生活場景"]),
        ("萬年青", "壽命不長", ["T04 禁語（生死）「壽命不」 — 改寫成傾向或生活場景"]),
        ("萬年青", "木生土", ["T05 生剋寫反：木生土 — 木生的是火"]),
        ("萬年青", "火剋水", ["T05 生剋寫反：火剋水 — 火剋的是金"]),
        # It says when the wood was born; 木生水 by itself, that it makes water.
        *(("萬年青", f"木生水{follows}", []) for follows in "月日年於在"),
        (GOOD, "又" * 60 + "。", [f"T06 一句 61 字：{'又' * 12}…… — 拆成 60 字以內"]),
        ("萬年青", "｛日主｝", [f"T09 花括號不對「｛日主｝」 — {BRACES}"]),
        ("萬年青", "{日主", [f"T09 花括號不對「{{日主。」 — {BRACES}"]),
        ("萬年青", "日主}", [f"T09 花括號不對「}}。」 — {BRACES}"]),
        ("萬年青。", "萬年青", [f"T10 「人要的萬年青」後面沒有句號 — {END}"]),
        ("萬年青。", "萬年青，", [f"T10 「要的萬年青，」後面沒有句號 — {END}"]),
        ("萬年青。", "「萬年青。」", []),
        ("萬年青。", "萬年青？」", [f"T11 」 沒有成對 — {PAIRS}"]),
        ("萬年青", "「萬年青", [f"T11 「 沒有成對 — {PAIRS}"]),
        ("萬年青", "「萬『年」青』", [f"T11 」 沒有成對 — {PAIRS}"]),
        ("你數到", "您數到", ["T12 稱讀者「您」 — 改成你；「」裡別人說的話才用您"]),
        ("水桶滿了", "「您的水桶滿了」", []),
    ],
)  # fmt: skip
def test_each_rule_names_the_word_and_the_cure(
    wording: Wording, old: str, new: str, told: list[str]
) -> None:
    assert GOOD.count(old) == 1
    assert said(GOOD.replace(old, new), wording) == told


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("財看年支午所藏的己。", ["清單不進解讀「年支午所藏」"]),
        ("水占了三成，火不到一成。", ["成數不進解讀「不到一成」", "成數不進解讀「占了三成」"]),
        ("正官是管人的規矩。", ["公式開頭不進解讀「正官是」"]),
        ("身弱的人。", ["公式開頭不進解讀「身弱」"]),
        ("報告交出去以前，你看三遍，正官是規矩。", []),
    ],
)
def test_a_reading_tells_a_person_and_no_list(wording: Wording, text: str, told: list[str]) -> None:
    cure = " — 先寫人，再寫盤；清單與成數留給命盤"
    assert said(text, wording, reading=True) == [f"T13 {what}{cure}" for what in told]
    assert said(text, wording) == []


@pytest.mark.parametrize(
    ("text", "shown", "cure"),
    [
        ("“屋”😊１２。", "「“」、「”😊１２」", f"引號用「」『』；{MARKS}；數字寫成國字"),
        ("屋 簷 下。", "空格", "句子裡不留空格"),
        ("屋\u3000簷。", "空格", "句子裡不留空格"),
        ("等等…再說。", "「…」", "刪節號寫「……」，破折號寫「──」"),
        ("等等—再說。", "「—」", "刪節號寫「……」，破折號寫「──」"),
        ("hello, 屋簷！", "「hello, 」、「！」", f"英文換成中文，或把名稱加進 wording.yaml 的 latin_too；{MARKS}；句子裡不留空格"),
        ("APIs 與 A44。", "「APIs 」、「4」", "英文換成中文，或把名稱加進 wording.yaml 的 latin_too；句子裡不留空格；數字寫成國字"),
        ("《子平真詮》。", "「《」、「》」", MARKS),
        ("戦気。", "「戦気」", IDEOGRAPH),
        *((f"屋{c}簷。", f"「{c}」", None) for c in "!'★①→Ａのㄉ～·【】﹐％々\uf900\ufe0f\u3164◯"),
    ],
)  # fmt: skip
def test_what_is_no_chinese_text_is_told_once_with_a_cure(
    wording: Wording, text: str, shown: str, cure: str | None
) -> None:
    (one,) = [each for each in said(text, wording) if each.startswith("T03")]
    assert one.startswith(f"T03 不能用的字元：{shown} — {cure or ''}")


@pytest.mark.parametrize(
    ("text", "kind"),
    [
        ("「屋簷」、『雨』（夜）；問：對？", {"whole": False}),
        ("等等……再說──好。二〇〇三年。", {}),
        ("兩頁 A4，以 JSON 提供的 API 與 lunar-python。", {}),
        ("茶几裡的咔嚓聲。", {}),
        ("NT$1,200 元", {"figures": True, "whole": False}),
        ("天干 ＋ 地支 － 1.5 分 ÷ 6，《滴天髓》。", {"figures": True}),
        ("見《子平真詮》。", {"books": True}),
    ],
)
def test_what_the_style_allows_is_allowed(
    wording: Wording, text: str, kind: dict[str, bool]
) -> None:
    assert said(text, wording, **kind) == []


PLACES = [
    ("site.yaml", "description"), ("site.yaml", "disclaimer"),
    ("site.yaml", "attribution"), ("services.yaml", "name"), ("services.yaml", "description"),
    ("products.yaml", "description"), ("rules.yaml", "statement"), ("rules.yaml", "source"),
    ("terms.yaml", "三柱"), ("intros.yaml", "甲"), ("plain.yaml", "甲"), ("lead.yaml", "甲・身弱"),
    ("tables/levels.yaml", "85"),
    ("tables/compatibility.md", "## "), ("tables/flow-year.md", "## "),
    ("golden/1990-05-20.md", "lead"), ("golden/1990-05-20.md", "## "), ("corpus/pentad.md", "## "),
]  # fmt: skip


def appended(data: Path, file: str, name: str, text: str) -> int:
    """Write a text into the first value under a name, or the first paragraph; its line."""
    lines = (data / file).read_text().split("\n")
    wanted = name if name == "## " else rf"\s*{re.escape(name)}:"
    i = next(i for i, line in enumerate(lines) if re.match(wanted, line))
    i += 2 * (name == "## ")
    lines[i] = re.sub(r"(\]?)$", lambda end: text + end[1], lines[i], count=1)
    (data / file).write_text("\n".join(lines))
    return i + 1


BRACED = ("site.yaml", "corpus", "lead.yaml")
"""Where braces are another matter: slots, or a list of YAML."""


def test_texts_are_judged_wherever_they_stand(data: Path) -> None:
    wanted = set()
    for file, name in PLACES:
        wrong = "国視頻必定x木生土" + "{befor}" * (file.split("/")[0] not in BRACED)
        line = appended(data, file, name, wrong)
        codes = ("T01", "T02", "T03", "T04", "T05", *(("T09",) if "{" in wrong else ()))
        wanted |= {(f"data/{file}", line, code) for code in codes}
    assert wanted <= told(data)


@pytest.mark.parametrize(
    ("file", "name"),
    [("plain.yaml", "甲"), ("site.yaml", "name"), ("products.yaml", "name")],
)  # fmt: skip
def test_a_phrase_ends_without_a_mark(data: Path, file: str, name: str) -> None:
    line = appended(data, file, name, "。")
    assert told(data) == {(f"data/{file}", line, "T10")}


@pytest.mark.parametrize("price", ["NT$480", "480 元", "NT$1,200 元", "新台幣四百八十元"])
def test_a_price_may_be_a_figure(data: Path, price: str) -> None:
    path = data / "products.yaml"
    sold = f"  status: on_sale\n  price: {price}\n"
    path.write_text(path.read_text().replace("  status: planned\n", sold, 1))
    assert found(data) == []


def test_a_sentence_used_twice_is_told_with_both_places(data: Path) -> None:
    first = inputs.check(data)[0].corpus.fragments["season"]["甲日寅月"][0]
    sentence = next(s for s in sentences(first.text) if 18 <= len(s) <= 40 and "{" not in s)
    filler = "窗台上的貓轉過頭來看你，又把臉埋回尾巴裡，像是聽過這段話很多次，才懶得再聽一遍，耳朵倒是豎著，等你把下一句說完。"
    line = paragraph(data, sentence + filler)
    assert [str(p) for p in found(data)] == [
        f"data/corpus/season.md:{first.line}: T08 這句別處用過（data/corpus/image.md:{line}）："
        f"{sentence} — 兩處有一處換一種說法"
    ]


def test_a_forbidden_pattern_is_a_regular_expression(data: Path) -> None:
    replace(data / "wording.yaml", '    - "夭折"\n', "    - 否則.{0,8}[災禍]\n    - (?:甲|乙)木\n")
    forbidden = dict(load_wording(Data(data)).forbidden)["生死"]
    assert [m[0] for m in forbidden.finditer("否則會有一場大災，乙木")] == [
        "否則會有一場大災",
        "乙木",
    ]


@pytest.mark.parametrize("broken", ["terms: [\n", "", "- 甲\n"])
def test_a_wording_file_that_can_not_be_read_is_all_that_is_told(data: Path, broken: str) -> None:
    (data / "wording.yaml").write_text(broken)
    assert {problem.path for problem in found(data)} == {"data/wording.yaml"}


def test_opencc_tells_what_is_simplified() -> None:
    assert simplified("国說着咔〇后乾A。万丑") == set("国着后万丑")

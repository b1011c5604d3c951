"""The form of `data/`: every rule of it has a place that breaks just it, told at its line."""

from __future__ import annotations

import shutil
from datetime import timedelta
from pathlib import Path

import pytest

from generator.chart.calendar import ZONE
from generator.commands.editing import past_years
from generator.content import inputs
from generator.content.templates import read_templates
from generator.pages.flow_year import begins_at
from tests.broken_content import GOOD, replace
from tests.conftest import ROOT
from tests.written import write

TEMPLATES = read_templates(ROOT / "templates")
LISTS = {
    "services.yaml": "a:\n  name: 一頁\n  href: /bazi/\n  description: 一句話。\n",
    "products.yaml": "a:\n  name: 一頁\n  status: planned\n  href: /services/\n  description: 一句話。\n",
}
CLAIM = "> 你很容易為一件事熱心起來，只是口氣硬；先把自己暖起來，話就軟。"
LONG = "> 你一急就把話說短，旁人聽來像在趕人；先倒杯水再開口，意思才到得了別人耳裡，連路過的人也聽得出來。"
WRONG_CLAIM = "S04 直說寫的地方或寫法不對"
MONEY = "> 你的錢跟著你做出來的東西走，做得多就來得多。"
FIGURES = "{格局日數}\n"
KEPT = "more: 只記得年份，就從年份找起。"
BLOCK = "頁面只用「## 標題」「### 小標題」、一般段落、表格，與「名稱」下一行「: 說明」"
INLINE = "這裡只寫文字與連結「[看得到的字](/站內路徑/)」"
PATTERN = '    - "夭折"'

BROKEN = {
    "corpus/image.md": [
        ("## 癸・身強\n", "## 葵・身強\n", "+0 C03 不認得的鍵「葵・身強」"),
        ("## 癸・身強\n", "## 壬・身強\n", "+0 C04 「壬・身強」寫了兩次"),
        ("title: 意象", "titel: 意象", "+0 C06 檔頭不認得「titel」"),
        ("rule: 日主與強弱", "rule: 沒這條", "+0 C07 沒有「沒這條」這條規則"),
        ("## 癸・身強\n", "## 癸・身強\n\n- 條列\n", "+2 S04 不認得的寫法（bullet_list）"),
        ("## 甲・身弱\n\n", f"## 甲・身弱\n\n{GOOD}\n\n", "+0 C08 "),
        ("## 甲・身弱\n\n", "## 甲・身弱\n\n{沒有}", "+2 C09 不認得的空格「{沒有}」"),
        ("## 甲・身弱\n\n", "## 甲・身弱\n\n{最重}", "+2 C13 空格「{最重}」在「甲・身弱」的每一天不一定有得填 — "
         "換一個空格，或把這句話寫實；哪些鍵可以用，見 data/README.md"),
        ("## 甲・身弱\n\n", f"## 甲・身弱\n\n{CLAIM}\n\n", "+2 S04 不認得的寫法（quotation）"),
    ],
    "corpus/season.md": [
        (f"{CLAIM}\n\n", "", "+0 C11 「甲日寅月」沒有直說 — 「## 甲日寅月」下空一行，寫「> 」和一句 18 到 44 字的話，再空一行"),
        (CLAIM, "> 太短。", "+0 T07 「甲日寅月・直說」3 字"),
        (CLAIM, LONG, "+0 T07 「甲日寅月・直說」48 字"),
        (CLAIM, f"{CLAIM[:-1]}{{日主}}。", "+0 T09 花括號不對「{日主}」"),
        (CLAIM, f"{CLAIM[:-1]}!。", "+0 T03 不能用的字元：「!」"),
        (CLAIM, f"{CLAIM[:14]}\n> {CLAIM[14:]}", f"+0 {WRONG_CLAIM}"),
        (CLAIM, f"{CLAIM}\n\n> 再一句。", f"+2 {WRONG_CLAIM}"),
        (CLAIM, f"> - {CLAIM[2:]}", f"+0 {WRONG_CLAIM}"),
        (CLAIM, f"> {CLAIM}", f"+0 {WRONG_CLAIM}"),
        (CLAIM, ">", f"+0 {WRONG_CLAIM}"),
        ("\n## 甲日卯月\n", f"\n{CLAIM}\n\n## 甲日卯月\n", f"+1 {WRONG_CLAIM}"),
    ],
    "tables/flow-year.md": [
        ("## 步驟一\n\n", f"## 步驟一\n\n{CLAIM}\n\n", "+2 S04 不認得的寫法（quotation）"),
    ],
    "golden/1990-05-20.md": [
        *(("date: 1990-05-20", f"date: {on}", "+0 G02 日期不對")
          for on in ("1990-05-21", "1949-05-20", "1990-02-30")),
        ("\neditor: ", "\n#editor: ", "=2 G03 沒有署名"),
        ("\neditor: ", "\neditor：", "+1 S06 "),
        ("## 健康", "## 身體", "=1 G06 缺「## 健康」"),
        ("## 事業\n", "## 性格\n\n又一段。〔依據：十干體性〕\n\n## 事業\n", "+0 G04 「性格」寫了兩次"),
        ("## 感情婚姻（女命）", "## 感情婚姻（貓）", "=1 G06 缺「## 感情婚姻（女命）」"),
        (f"{MONEY}\n", "", "-2 G07 「財運」沒有直說"),
        ("## 感情婚姻（女命）\n", f"## 感情婚姻（女命）\n\n{MONEY}\n", "+0 G07 「感情婚姻（女命）」下面不寫直說"),
        (MONEY, "> 你的錢跟著做出來的東西走。", "+0 T07 「直說」13 字"),
        *(("〔依據：女命看官〕", written, "+0 G05 這段沒有可查的依據") for written in ("", "〔依據：我說的〕")),
    ],
    "pages/method.md": [
        ("## 規則與出處（規則）", "## 規則與出處", "=1 C05 「（規則）」寫了 0 次 — 寫在標題的最後，只寫一次"),
        ("{五行一例}\n", "", "=1 C05 「{五行一例}」寫了 0 次 — 自成一段，上下各空一行，只寫一次"),
        ("{五行一例}\n", "{五行一例}\n\n{五行一例}\n", "+2 C05 「{五行一例}」寫了 2 次 — 自成一段，上下各空一行，只寫一次"),
        ("{五行一例}\n", "{五行一例}\n\n{五行二例}\n", "+2 C09 不認得的空格「{五行二例}」 — 可用的空格："),
        ("### 調候\n", "### 調候\n\n### 冷暖\n", "+0 C08 「調候」下面沒有段落 — 補一段，或刪掉這個標題"),
        ("\n### 調候\n", "\n###調候\n", "+1 S04 標題的 ## 後面少了空格 — 寫成「## 標題」，上下各空一行"),
        ("short: 方法\n", "", "=2 S10 檔頭缺「short」 — 檔頭寫一行「short: 一句話」"),
        ("short: 方法\n", "short: 方法\nrule: 格局\n", "+1 S11 不認得「rule」 — 刪掉，或檢查有沒有打錯字"),
        *((FIGURES, f"{FIGURES}\n{written}\n", f"+2 S04 不認得的寫法（{kind}） — {BLOCK}")
          for written, kind in (("> 這裡引用了一句話。", "blockquote"), ("1. 一。", "ordered_list"),
                                ("- 一。\n- 二。", "bullet_list"), ("#### 小", "h4"))),
        *((FIGURES, f"{FIGURES}\n這一段裡面有{written}。\n", f"+2 S04 不認得的寫法（{kind}） — {INLINE}")
          for written, kind in (("**粗的字**", "strong"), ("`一段程式`", "code_inline"),
                                ("![一張圖](/icon.svg)", "image"))),
    ],
    "pages/privacy.md": [
        ("翻網頁不計次。", "翻網頁不計次", "+0 T10 「翻網頁不計次」後面沒有句號"),
    ],
    "words.yaml": [
        (KEPT, "more: 寫下生日{日柱}。", "+0 C09 不認得的空格「{日柱}」"),
        (KEPT, "more: 看[別處](https://example.com/)。", "+0 S26 連結 'https://example.com/' 不是站內路徑"),
        (KEPT, "more: 看[那天](/bazi/1990-05-20/)。", "+0 S27 連結 '/bazi/1990-05-20/' 站內沒有這一頁"),
        ("  example: 1990-5-20 或", "  example: 看[那天](/bazi/1990-5-20/)或", "+0 S04 「find.example」會用在網頁的標題、描述或欄位裡，那裡放不下連結"),
        (KEPT, "more: 這是**重點**。", "+0 S04 不認得的寫法（strong）"),
        (KEPT, "more: 這裡有国字。", "+0 T01 「国」是簡體字"),
        (KEPT, "more: 第一句。第二句沒有完", "+0 T10 「第二句沒有完」後面沒有句號"),
        (KEPT, "more: 短語，", "+0 T10 「短語，」的結尾多了標點"),
        (KEPT, "more: [一, 二]", "+0 C10 「home.more」沒有寫成一句話"),
    ],
    "site.yaml": [
        ("base_url: http", "base_url: ftp", "+0 S12 "),
        ("\nname: ", "\nnam: ", "+1 S11 "),
        ("\nname: ", "\n#name: ", "=1 S10 "),
        ("\nname: ", "\nname: 囍", "+1 S22 標題與分享圖的字型沒有「囍」"),
        ("young_from: ", "young_from: 民國", "+0 S13 "),
        ("openings: [", "openings: [1949-05-20, ", "+0 S17 "),
        ("openings: [", "openings: [1990-02-30, ", "+0 S17 "),
        ("name: 萬日書", "name: \"{萬日書}\"", "+0 S19 "),
        *(("flow_years: [2026, 2031]", f"flow_years: {wrong}", "+0 S29 ") for wrong in ("[2026]", "[2031, 2026]", "[2026, 2040]", "[一, 二]", "2026", "[1900, 1901]")),
    ],
    "services.yaml": [
        ("  href: /bazi/\n", "", "=1 S14 "),
        ("  name: ", "  name: 囍", "+0 S22 標題與分享圖的字型沒有「囍」"),
        ("  href: /bazi/", "  href: /zodaic/", "+0 S27 "),
        *(("  href: /bazi/", f"  href: {address}", "+0 S26 ")
          for address in ("//example.com/", "services/", "/services", "/../", "/a b/", "https://example.com/")),
    ],
    "products.yaml": [
        ("  status: planned\n", "", "=1 S14 "),
        ("status: planned", "status: on_sale", "=1 S20 "),
        ("status: planned", "status: soon", "=1 S20 "),
        ("status: planned\n", "status: planned\n  price: 一百元\n", "=1 S20 "),
        ("status: planned\n", "status: on_sale\n  price: 480\n", "+1 S14 「a」的 price 沒有寫成文字 — "
         '冒號後面寫一句；數字用引號包起來，例如 price: "480"'),
        ("  href: /services/", "  href: /service/", "+0 S27 "),
        *(("  href: /services/", f"  href: {address}", "+0 S26 ") for address in ("//example.com/", "https://", "http://example.com/")),
    ],
    "rules.yaml": [("  source: 《滴天髓》天干論\n", "", "=4 C02 ")],
    "tables/levels.yaml": [("85:", f"{wrong}:", "+0 S16 ") for wrong in ("²", "一", "101", "8.5")],
    "wording.yaml": [
        ("forbidden:\n", "forbiden:\n", "+0 S11 不認得「forbiden」"),
        ("  生死:\n", "  生死:\n  別的:\n", "+0 S15 「生死」的樣式 '' 寫錯"),
        (PATTERN, "    - (夭折", "+0 S15 「生死」的樣式 '(夭折' 寫錯"),
        (PATTERN, "    - 夭?", "+0 S15 「生死」的樣式 '夭?' 寫錯"),
        (PATTERN, "    - 2025", "+0 S15 「生死」的樣式 '' 寫錯"),
        ('  "質量": "品質 (物理量除外)"', "  質量: [品質]", "+0 S15 「質量」沒有台灣的說法"),
        ("  于: [姓于,", "  于: [姓余,", "+0 S15 「于」要是一個字，後面列出有這個字的詞"),
        ("latin_too: [API,", "latin_too: [2025,", "+0 S15 latin_too 裡有一項不是文字"),
    ],
}  # fmt: skip
"""File → (what stands there once, what is put in its place, line and problem that are told).

The line is `=1`, or `+2` as counted from the one that was changed.
"""


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the content with sentences and lists that these tests know."""
    folder = Path(shutil.copytree(ROOT / "data", tmp_path / "data"))
    write(folder)
    for name, text in LISTS.items():
        (folder / name).write_text(text)
    return folder


@pytest.mark.parametrize(
    ("file", "old", "new", "told"), [(file, *row) for file, rows in BROKEN.items() for row in rows]
)
def test_what_breaks_a_rule_is_told_at_its_line(
    data: Path, file: str, old: str, new: str, told: str
) -> None:
    changed = replace(data / file, old, new)
    at, code, what = told.split(" ", 2)
    line = int(at[1:]) if at[0] == "=" else changed + int(at)
    problems = inputs.check(data, TEMPLATES)[1]
    said = f"data/{file}:{line}: {code} {what}"
    assert [str(p)[: len(said)] for p in problems if p.code == code] == [said]


def test_check_reminds_once_the_years_have_passed(tmp_path: Path) -> None:
    """From the 立春 that ends the last of them."""
    data = Path(shutil.copytree(ROOT / "data", tmp_path / "data"))
    content = inputs.check(data)[0]
    span = content.site.flow_years
    ends = begins_at(span.stop).replace(tzinfo=ZONE)
    line = next(
        n
        for n, t in enumerate((data / "site.yaml").read_text().split("\n"), 1)
        if "flow_years: [" in t
    )
    assert list(past_years(data, content, ends - timedelta(seconds=1))) == []
    assert [str(problem) for problem in past_years(data, content, ends)] == [
        f"data/site.yaml:{line}: S30 「今年」只寫到 {span[-1]} 年，那一年已經過完 — "
        f"改成 [{span.stop}, {span.stop + 5}]，文字不必動"
    ]

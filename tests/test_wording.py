"""Every text of `data/` is judged by the same rules, wherever an editor writes it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator import inputs
from tests.broken_content import found

ROOT = Path(__file__).resolve().parent.parent


def appended(data: Path, file: str, name: str, text: str) -> int:
    """Write a text at the end of the first value under a name; its line."""
    path = data / file
    lines = path.read_text().split("\n")
    i = next(i for i, line in enumerate(lines) if re.match(rf"\s*(- )?{re.escape(name)}:", line))
    lines[i] += text
    path.write_text("\n".join(lines))
    return i + 1


PLACES = [
    ("site.yaml", "description"),
    ("site.yaml", "disclaimer"),
    ("site.yaml", "boundary_note"),
    ("site.yaml", "attribution"),
    ("services.yaml", "name"),
    ("services.yaml", "description"),
    ("products.yaml", "description"),
    ("products.yaml", "description"),
    ("rules.yaml", "statement"),
    ("rules.yaml", "source"),
    ("terms.yaml", "三柱"),
    ("intros.yaml", "甲"),
    ("plain.yaml", "甲"),
    ("gists.yaml", "甲日寅月"),
    ("tables/levels.yaml", "85"),
]


@pytest.mark.parametrize(("file", "name"), PLACES)
def test_settings_and_short_texts_are_judged_like_the_corpus(
    data: Path, file: str, name: str
) -> None:
    line = appended(data, file, name, "国視頻必定x木生土臺")
    told = {(p.path, p.line, p.code, p.what) for p in found(data)}
    for code, what in (
        ("T01", "「国」是簡體字"),
        ("T02", "「視頻」不是台灣說法"),
        ("T02", "「臺」不是台灣說法"),
        ("T03", "半形或禁用的符號 'x'"),
        ("T04", "禁語（斷語）「必定」"),
        ("T05", "生剋寫反：木生土"),
    ):
        assert (f"data/{file}", line, code, what) in told


@pytest.mark.parametrize(("file", "name"), [p for p in PLACES if p[0] != "site.yaml"])
def test_braces_are_told_where_nothing_fills_them(data: Path, file: str, name: str) -> None:
    line = appended(data, file, name, "{befor}")
    braces = {(p.path, p.line, p.what) for p in found(data) if p.code == "T09"}
    assert braces == {(f"data/{file}", line, "花括號不對「{befor}」")}


@pytest.mark.parametrize("file", ["compatibility", "flow-year"])
def test_tables_are_judged_too(data: Path, file: str) -> None:
    path = data / "tables" / f"{file}.md"
    text = path.read_text()
    place = re.search(r"## .+\n\n", text)
    assert place
    path.write_text(text[: place.end()] + "国{befor}" + text[place.end() :])
    line = text[: place.end()].count("\n") + 1
    told = {(p.path, p.line, p.code) for p in found(data)}
    assert {(f"data/tables/{file}.md", line, code) for code in ("T01", "T09")} <= told


@pytest.mark.parametrize("price", ["NT$480", "480 元", "NT$1,200 元", "新台幣四百八十元"])
def test_a_price_may_be_a_figure(data: Path, price: str) -> None:
    path = data / "products.yaml"
    sold = f"  status: on_sale\n  price: {price}\n"
    path.write_text(path.read_text().replace("  status: planned\n", sold, 1))
    assert found(data) == []


@pytest.mark.parametrize("file", ["services.yaml", "products.yaml"])
@pytest.mark.parametrize(
    "href", ["https://example.com/", "//example.com/", "services/", "/services", "/../", "/a b/"]
)
def test_an_address_beyond_the_site_is_told(data: Path, file: str, href: str) -> None:
    path = data / file
    text = re.sub(r"href: /\S+", f"href: {href}", path.read_text(), count=1)
    path.write_text(text)
    line = text[: text.index("href: ")].count("\n") + 1
    told = found(data)
    assert [(p.path, p.line, p.code) for p in told] == [(f"data/{file}", line, "S26")]
    assert "不是站內路徑 — 寫網站自己的路徑，前後都有斜線" in str(told[0])


@pytest.mark.parametrize("file", ["services.yaml", "products.yaml"])
def test_an_address_that_leads_nowhere_is_told(data: Path, file: str) -> None:
    path = data / file
    text = re.sub(r"href: /\S+", "href: /zodaic/", path.read_text(), count=1)
    path.write_text(text)
    line = text[: text.index("href: ")].count("\n") + 1
    assert [(p.path, p.line, p.code) for p in found(data)] == [(f"data/{file}", line, "S27")]


GOOD = "屋簷下的雨一滴一滴落進水桶，你數到第七十聲才肯去睡。甲木的人常常如此，捨不得把一件事只做一半，明早水桶滿了，又多半是你提去澆那盆沒人要的萬年青。"


@pytest.mark.parametrize(
    ("old", "new", "told"),
    [
        ("萬年青。", "萬年青", ["T10 「人要的萬年青」後面沒有句號 — 一段的結尾寫「。」，問句寫「？」"]),
        ("萬年青。", "萬年青，", ["T10 「要的萬年青，」後面沒有句號 — 一段的結尾寫「。」，問句寫「？」"]),
        ("萬年青。", "「萬年青。」", []),
        ("萬年青。", "萬年青？」", ["T11 」 沒有成對 — 引號與括號有開有關，裡面一層的先關"]),
        ("萬年青", "「萬年青", ["T11 「 沒有成對 — 引號與括號有開有關，裡面一層的先關"]),
        ("萬年青", "『萬年青", ["T11 『 沒有成對 — 引號與括號有開有關，裡面一層的先關"]),
        ("萬年青", "「萬『年」青』", ["T11 」 沒有成對 — 引號與括號有開有關，裡面一層的先關"]),
        ("你數到", "您數到", ["T12 稱讀者「您」 — 改成你；「」裡別人說的話才用您"]),
        ("水桶滿了", "「您的水桶滿了」", []),
        ("落進水桶", "落在水桶里", ["T01 「桶里，」的「里」是簡體字 — 改成繁體；若這個詞沒有錯，加進 wording.yaml 的 only_in"]),
        ("水桶滿了", "以后滿了", ["T01 「以后滿」的「后」是簡體字 — 改成繁體；若這個詞沒有錯，加進 wording.yaml 的 only_in"]),
        ("萬年青", "里民萬年青", []),
        ("數到", "數着", ["T01 「着」是簡體字 — 改成繁體；若此字繁體也用，加進 wording.yaml"]),
        ("萬年青", "台灣百合", []),
        ("萬年青", "臺灣百合", ["T02 「臺」不是台灣說法 — 改成台"]),
        ("落進水桶", "落進水桶裏", ["T02 「裏」不是台灣說法 — 改成裡"]),
        ("萬年青", "｛日主｝", ["T09 花括號不對「｛日主｝」 — 空格用半形花括號，前後成對，如 {日主}；只有語料與頁面能用，名稱列在 data/README.md"]),
        ("萬年青", "{日主", ["T09 花括號不對「{日主。」 — 空格用半形花括號，前後成對，如 {日主}；只有語料與頁面能用，名稱列在 data/README.md"]),
    ],
)  # fmt: skip
def test_marks_and_characters_are_told_with_their_cure(
    data: Path, old: str, new: str, told: list[str]
) -> None:
    path = data / "corpus" / "day-stem.md"
    lines = path.read_text().split("\n")
    line = lines.index("## 甲") + 2
    assert GOOD.count(old) == 1
    lines[line] = GOOD.replace(old, new)
    path.write_text("\n".join(lines))
    assert [str(p) for p in found(data)] == [
        f"data/corpus/day-stem.md:{line + 1}: {one}" for one in told
    ]


@pytest.mark.parametrize(
    ("file", "name"),
    [("gists.yaml", "甲日寅月"), ("plain.yaml", "甲"), ("site.yaml", "name"), ("products.yaml", "name")],
)  # fmt: skip
def test_a_phrase_ends_without_a_mark(data: Path, file: str, name: str) -> None:
    line = appended(data, file, name, "。")
    assert [(p.path, p.line, p.code) for p in found(data)] == [(f"data/{file}", line, "T10")]


def test_a_character_is_listed_with_words_that_hold_it(data: Path) -> None:
    path = data / "wording.yaml"
    path.write_text(path.read_text().replace("于: [姓于, 于歸]", "于: [姓余, 于歸]"))
    assert [str(p) for p in found(data)] == [
        f"data/wording.yaml:{path.read_text().split('于:')[0].count(chr(10)) + 1}: S15 "
        "「于」要是一個字，後面列出有這個字的詞 — 底下一行一個字，後面列出用得對的詞：[里民, 公里]"
    ]


def golden(data: Path) -> Path:
    return min((data / "golden").glob("*.md"))


def test_a_short_golden_reading_is_told_with_its_length_in_each_perspective(data: Path) -> None:
    path = golden(data)
    text = re.sub(r"(?m)^([^#>\-\n][^\n]{8})[^\n]*(〔依據：[^\n]+)$", r"\1。\2", path.read_text())
    path.write_text(text)
    told = [p for p in found(data) if p.code == "G11"]
    assert [(p.path, p.line) for p in told] == [(f"data/golden/{path.name}", 1)]
    assert re.fullmatch(r"全文不分 \d{3} 字、男命 \d{3} 字、女命 \d{3} 字", told[0].what)
    assert told[0].cure == "每個視角寫 2200 到 3200 字"


@pytest.mark.parametrize("swapped", ["多半", "的"])
def test_another_date_s_page_with_a_word_changed_is_told_once(data: Path, swapped: str) -> None:
    """Changed in one place, or in nearly every sentence."""
    path = golden(data)
    text = path.read_text().replace(swapped, "往往", 1 if swapped == "多半" else -1)
    assert "1950-01-01" in text
    (data / "golden" / "1958-10-07.md").write_text(text.replace(path.stem, "1958-10-07"))
    told = [p for p in found(data) if p.code in ("G12", "T08")]
    assert [(p.path, p.line, p.code) for p in told if p.code == "G12"] == [
        ("data/golden/1958-10-07.md", 1, "G12")
    ]
    assert f"與 data/golden/{path.name} 相同" in told[0].what
    assert [p for p in told if p.code == "T08" and "lead" not in p.what] == []


def test_a_golden_page_pasted_from_the_composed_one_is_told(data: Path) -> None:
    content, _ = inputs.check(data)
    of_stem = content.corpus.fragments["day-pillar"]
    paragraphs = iter([f.text for fragments in of_stem.values() for f in fragments])
    path = golden(data)
    text = re.sub(
        r"(?m)^[^#>\-\n][^\n]+(〔依據：[^\n]+)$",
        lambda match: next(paragraphs) + match[1],
        path.read_text(),
    )
    path.write_text(text)
    told = [p for p in found(data) if p.code == "G12"]
    assert [p.path for p in told] == [f"data/golden/{path.name}"]
    assert "與語料相同" in told[0].what


def test_a_sentence_of_the_corpus_in_a_golden_reading_is_told(data: Path) -> None:
    content, _ = inputs.check(data)
    sentence = content.corpus.fragments["day-pillar"]["甲子"][0].text.split("。")[0] + "。"
    path = golden(data)
    before, after = path.read_text().split("〔依據", 1)
    path.write_text(f"{before}{sentence}〔依據{after}")
    line = before.count("\n") + 1
    assert [(p.path, p.line, p.code, p.what) for p in found(data)] == [
        (f"data/golden/{path.name}", line, "T08", f"這句別處用過：{sentence}")
    ]


def test_a_golden_reading_with_a_section_written_twice_is_told(data: Path) -> None:
    path = golden(data)
    text = path.read_text()
    section = text[text.index("## 性格") : text.index("## 事業")]
    path.write_text(text.replace("## 事業", section + "## 事業", 1))
    line = path.read_text()[: path.read_text().rindex("## 性格")].count("\n") + 1
    assert (f"data/golden/{path.name}", line, "「性格」寫了兩次") in [
        (p.path, p.line, p.what) for p in found(data)
    ]


@pytest.mark.parametrize("broken", ["terms: [\n", "", "- 甲\n"])
def test_a_wording_file_that_can_not_be_read_is_all_that_is_told(data: Path, broken: str) -> None:
    (data / "wording.yaml").write_text(broken)
    assert {problem.path for problem in found(data)} == {"data/wording.yaml"}

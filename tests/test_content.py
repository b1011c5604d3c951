"""What editors write: every rule of form and wording has a file that breaks just it."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest

from generator import inputs
from generator.content.lint import sentences
from generator.content.problem import ContentError, Problem
from generator.facets import FACETS
from generator.templates import TemplateError, read_templates

ROOT = Path(__file__).resolve().parent.parent

GOOD = "屋簷下的雨一滴一滴落進水桶，你數到第七十聲才肯去睡。甲木的人常常如此，捨不得把一件事只做一半，明早水桶滿了，又多半是你提去澆那盆沒人要的萬年青。"


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the real content, to be broken."""
    return Path(shutil.copytree(ROOT / "data", tmp_path / "data"))


def found(data: Path) -> list[Problem]:
    return inputs.check(data)[1]


def replace(path: Path, old: str, new: str) -> int:
    """Change one place of a file; the line it was on."""
    text = path.read_text()
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
    path.write_text(text.replace(old, new))
    return text[: text.index(old)].count("\n") + 1


def stem_text(data: Path, text: str) -> tuple[Path, int]:
    """Replace the paragraph of 甲 in day-stem.md."""
    path = data / "corpus" / "day-stem.md"
    lines = path.read_text().split("\n")
    line = lines.index("## 甲") + 2
    lines[line] = text
    path.write_text("\n".join(lines))
    return path, line + 1


def test_the_real_content_has_no_problem() -> None:
    assert inputs.check(ROOT / "data", read_templates(ROOT / "templates"))[1] == []


def test_a_lost_font_is_told(tmp_path: Path) -> None:
    lost = f"{tmp_path.name}/fonts/wanrishu-serif.woff2: there is no such file — put it back"
    with pytest.raises(TemplateError, match=re.escape(lost)):
        inputs.check(ROOT / "data", read_templates(tmp_path))


def test_the_sample_sentence_is_good(data: Path) -> None:
    stem_text(data, GOOD)
    assert found(data) == []


@pytest.mark.parametrize(
    ("damage", "code", "what"),
    [
        ("国", "T01", "「国」是簡體字"),
        ("視頻", "T02", "「視頻」不是台灣說法"),
        ("!", "T03", "半形或禁用的符號 '!'"),
        ("3", "T03", "半形或禁用的符號 '3'"),
        ("好！花", "T03", "半形或禁用的符號 '！'"),
        ("穩賺", "T04", "禁語（錢財）「穩賺」"),
        ("壽命不長", "T04", "禁語（生死）「壽命不」"),
        ("木生土", "T05", "生剋寫反：木生土"),
        ("火剋水", "T05", "生剋寫反：火剋水"),
        ("{沒有}", "C09", "不認得的空格「{沒有}」"),
    ],
)  # fmt: skip
def test_wording_rules_name_the_line_and_the_word(
    data: Path, damage: str, code: str, what: str
) -> None:
    _, line = stem_text(data, GOOD.replace("萬年青", damage))
    problems = [p for p in found(data) if p.code == code]
    assert [(p.path, p.line, p.code, p.what) for p in problems] == [
        ("data/corpus/day-stem.md", line, code, what)
    ]


@pytest.mark.parametrize("follows", "月日年於在")
def test_an_element_born_in_another_s_month_or_day_is_no_generation(
    data: Path, follows: str
) -> None:
    """木生水月 says when the wood was born; only 木生水 by itself, that it makes water."""
    stem_text(data, GOOD.replace("萬年青", f"木生水{follows}"))
    assert found(data) == []


def test_long_sentences_and_wrong_lengths_are_told(data: Path) -> None:
    long = "又" * 60 + "。"
    _, line = stem_text(data, long)
    assert [(p.line, p.code, p.what) for p in found(data)] == [
        (line, "T06", f"一句 61 字：{long[:12]}……")
    ]
    stem_text(data, "太短。")
    assert [(p.line, p.code, p.what) for p in found(data)] == [(line, "T07", "「甲」3 字")]


def test_a_sentence_used_twice_is_told_at_its_second_place(data: Path) -> None:
    fragment = inputs.check(data)[0].corpus.fragments["season"]["甲日寅月"][0]
    sentence = next(s for s in sentences(fragment.text) if 18 <= len(s) <= 40 and "{" not in s)
    filler = "窗台上的貓轉過頭來看你，又把臉埋回尾巴裡，像是聽過這段話很多次，才懶得再聽一遍，耳朵倒是豎著。"
    stem_text(data, sentence + filler)
    problems = found(data)
    assert [(p.code, p.what) for p in problems] == [("T08", f"這句別處用過：{sentence}")]


@pytest.mark.parametrize(
    ("old", "new", "code", "what"),
    [
        ("## 癸\n", "## 葵\n", "C03", "不認得的鍵「葵」"),
        ("## 癸\n", "## 壬\n", "C04", "「壬」寫了兩次"),
        ("title: 日主", "titel: 日主", "C06", "檔頭不認得「titel」"),
        ("rule: 十干體性", "rule: 沒這條", "C07", "沒有「沒這條」這條規則"),
        ("## 癸\n", "## 癸\n\n- 條列\n", "S04", "不認得的寫法（bullet_list）"),
    ],
)
def test_form_rules_name_the_line(data: Path, old: str, new: str, code: str, what: str) -> None:
    line = replace(data / "corpus" / "day-stem.md", old, new)
    problems = [p for p in found(data) if p.code == code]
    assert [(p.path, p.what) for p in problems] == [("data/corpus/day-stem.md", what)]
    assert problems[0].line in (line, line + 2)


def test_a_missing_key_is_told_with_how_to_cure_it(data: Path) -> None:
    path = data / "corpus" / "day-stem.md"
    path.write_text(path.read_text().split("## 癸")[0])
    assert [str(p) for p in found(data)] == [
        "data/corpus/day-stem.md:1: C05 缺 1 個鍵：癸 — 補上這些鍵，或先寫一段「## 其他」（會標成 fallback）"
    ]


CLAIM = "你一急就把話說短，旁人聽來像在趕人；先倒杯水再開口，意思才到得了別人耳裡。"


def claimed(data: Path) -> int:
    """Write the claim under the first key of season.md, 甲日寅月; its line."""
    path = data / "corpus" / "season.md"
    text = re.sub(r"(?m)^> .*$", f"> {CLAIM}", path.read_text(), count=1)
    path.write_text(text)
    return text[: text.index(CLAIM)].count("\n") + 1


def test_a_key_without_its_claim_is_told_with_how_to_write_one(data: Path) -> None:
    line = claimed(data)
    replace(data / "corpus" / "season.md", f"> {CLAIM}\n\n", "")
    assert [str(p) for p in found(data)] == [
        f"data/corpus/season.md:{line}: C11 「甲日寅月」沒有直說 — "
        "「## 甲日寅月」下空一行，寫「> 」和一句 18 到 44 字的話，再空一行"
    ]


def test_a_claim_under_a_variant_alone_does_not_serve_its_key(data: Path) -> None:
    path = data / "corpus" / "wealth.md"
    claim = path.read_text().split("## 財藏・食傷透・身弱\n\n> ")[1].split("\n")[0]
    line = replace(path, f"> {claim}\n\n", "")
    assert [(p.line, p.code, p.what) for p in found(data)] == [
        (line, "C11", "「財藏・食傷透・身弱」沒有直說")
    ]


@pytest.mark.parametrize(
    ("written", "below", "code", "what"),
    [
        ("> 太短。", 0, "T07", "「甲日寅月・直說」3 字"),
        (f"> {CLAIM[:-1]}，連路過的人也聽得出來。", 0, "T07", "「甲日寅月・直說」48 字"),
        (f"> {CLAIM[:-1]}{{日主}}。", 0, "T09", "花括號不對「{日主}」"),
        (f"> {CLAIM[:-1]}!。", 0, "T03", "半形或禁用的符號 '!'"),
        (f"> {CLAIM[:12]}\n> {CLAIM[12:]}", 0, "S04", "直說寫的地方或寫法不對"),
        (f"> {CLAIM}\n\n> 再一句。", 2, "S04", "直說寫的地方或寫法不對"),
        (f"> - {CLAIM}", 0, "S04", "直說寫的地方或寫法不對"),
        (f"> > {CLAIM}", 0, "S04", "直說寫的地方或寫法不對"),
        (">", 0, "S04", "直說寫的地方或寫法不對"),
    ],
)
def test_a_claim_is_one_line_of_good_wording(
    data: Path, written: str, below: int, code: str, what: str
) -> None:
    line = claimed(data) + below
    replace(data / "corpus" / "season.md", f"> {CLAIM}", written)
    problems = [p for p in found(data) if p.code != "C11"]
    assert [(p.path, p.line, p.code, p.what) for p in problems] == [
        ("data/corpus/season.md", line, code, what)
    ]


def test_a_claim_after_its_paragraph_is_told(data: Path) -> None:
    path = data / "corpus" / "season.md"
    claimed(data)
    replace(path, f"> {CLAIM}\n\n", "")
    line = replace(path, "\n## 甲日卯月\n", f"\n> {CLAIM}\n\n## 甲日卯月\n") + 1
    assert (line, "S04", "直說寫的地方或寫法不對") in [
        (p.line, p.code, p.what) for p in found(data)
    ]


@pytest.mark.parametrize("file", ["corpus/day-stem.md", "tables/flow-year.md"])
def test_a_claim_where_none_is_printed_is_told(data: Path, file: str) -> None:
    path = data / file
    heading = re.search(r"## .+\n\n", path.read_text())
    assert heading
    line = replace(path, heading[0], f"{heading[0]}> {CLAIM}\n\n") + 2
    assert (f"data/{file}", line, "S04", "不認得的寫法（quotation）") in [
        (p.path, p.line, p.code, p.what) for p in found(data)
    ]


def test_two_paragraphs_under_one_heading_are_told(data: Path) -> None:
    _, line = stem_text(data, GOOD + "\n\n" + GOOD.replace("第七十聲", "第八十聲"))
    assert ("C08", line - 2) in [(p.code, p.line) for p in found(data)]


def test_sentences_may_stand_on_lines_of_their_own(data: Path) -> None:
    """Semantic newlines: joined without a space."""
    stem_text(data, GOOD.replace("，", "，\n"))
    content, problems = inputs.check(data)
    assert problems == []
    assert content.corpus.fragments["day-stem"]["甲"][0].text == GOOD


def test_a_file_that_is_not_utf_8_is_told_with_its_line(data: Path) -> None:
    path = data / "corpus" / "pentad.md"
    path.write_bytes("---\ntitle: 候\n".encode() + "七十二候".encode("big5"))
    assert ("data/corpus/pentad.md", 3, "S02") in [(p.path, p.line, p.code) for p in found(data)]


def test_every_missing_file_is_told_at_once(data: Path) -> None:
    shutil.rmtree(data / "corpus")
    problems = found(data)
    assert sum(p.code == "S01" for p in problems) == len(FACETS)


@pytest.mark.parametrize(
    ("old", "new", "code", "what"),
    [
        ("date: 1990-05-20", "date: 1990-05-21", "G02", "日期不對"),
        ("date: 1990-05-20", "date: 1949-05-20", "G02", "日期不對"),
        ("date: 1990-05-20", "date: 1990-02-30", "G02", "日期不對"),
        ("editor: .*\n", "", "G03", "沒有署名"),
        ("## 健康", "## 身體", "G06", "缺「## 健康」"),
        ("## 感情婚姻（女命）", "## 感情婚姻（貓）", "G06", "缺「## 感情婚姻（女命）」"),
        ("## 財運\n\n> .*\n", "## 財運\n", "G07", "「財運」沒有直說"),
        (
            "## 感情婚姻（女命）\n", "## 感情婚姻（女命）\n\n> 你很在意別人的標準，也常拿來量自己，量得比誰都嚴。\n",
            "G07", "「感情婚姻（女命）」下面不寫直說",
        ),
        ("## 財運\n\n> .*\n", "## 財運\n\n> 你的錢跟著做出來的東西走。\n", "T07", "「直說」13 字"),
        ("〔依據：女命看官〕", "", "G05", "這段沒有可查的依據"),
        ("〔依據：女命看官〕", "〔依據：我說的〕", "G05", "這段沒有可查的依據"),
    ],
)  # fmt: skip
def test_golden_readings_are_checked_too(
    data: Path, old: str, new: str, code: str, what: str
) -> None:
    path = data / "golden" / "1990-05-20.md"
    text, times = re.subn(old, new, path.read_text())
    assert times == 1
    path.write_text(text)
    problems = [p for p in found(data) if p.code == code]
    assert [(p.path, p.what) for p in problems] == [("data/golden/1990-05-20.md", what)]


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "line"),
    [
        ("site.yaml", "base_url: http", "base_url: ftp", "S12", 5),
        ("site.yaml", "\nname: ", "\nnam: ", "S11", 3),
        ("site.yaml", "young_from: ", "young_from: 民國", "S13", 22),
        ("site.yaml", "openings: [", "openings: [1949-05-20, ", "S17", 19),
        ("site.yaml", "openings: [", "openings: [1990-02-30, ", "S17", 19),
        ("site.yaml", "\nname: ", "\nname: [", "S06", 5),
        ("services.yaml", "  href: /bazi/\n", "", "S14", 4),
        (
            "products.yaml",
            "一頁\n  status: planned\n  href: /services/\n  description: 由",
            "一頁\n  href: /services/\n  description: 由",
            "S14",
            10,
        ),
        (
            "products.yaml",
            "  status: planned\n  href: /services/\n  description: 由",
            "  status: on_sale\n  href: /services/\n  description: 由",
            "S20",
            10,
        ),
        (
            "products.yaml",
            "  status: planned\n  href: /services/\n  description: 由",
            "  status: planned\n  price: NT$ 300\n  href: /services/\n  description: 由",
            "S20",
            10,
        ),
        (
            "products.yaml",
            "  status: planned\n  href: /services/\n  description: 由",
            "  status: soon\n  href: /services/\n  description: 由",
            "S20",
            10,
        ),
        ("rules.yaml", "  source: 《滴天髓》天干論\n", "", "C02", 4),
    ],
)
def test_settings_name_the_line(
    data: Path, file: str, old: str, new: str, code: str, line: int
) -> None:
    replace(data / file, old, new)
    assert (f"data/{file}", line, code) in [(p.path, p.line, p.code) for p in found(data)]


@pytest.mark.parametrize(
    ("tagline", "told"),
    [
        ("一天一頁", "S21 tagline「一天一頁」排不進分享圖的兩行 — 中間一個逗號，前後各寫一到 7 個字"),
        ("一天一頁，", "S21 tagline「一天一頁，」排不進分享圖的兩行 — 中間一個逗號，前後各寫一到 7 個字"),
        ("一天一頁，把八字讀成人人話", "S21 tagline「一天一頁，把八字讀成人人話」排不進分享圖的兩行 — 中間一個逗號，前後各寫一到 7 個字"),
        ("一天兩頁，把八字唸成人話", "S22 標題與分享圖的字型沒有「兩唸」 — 換一個說法，或照 templates/fonts/README.md 補進字型"),
    ],
)  # fmt: skip
def test_a_tagline_that_cannot_be_drawn_is_told(data: Path, tagline: str, told: str) -> None:
    text = re.sub("(?m)^tagline: .*$", f"tagline: {tagline}", (data / "site.yaml").read_text())
    (data / "site.yaml").write_text(text)
    line = text[: text.index("tagline:")].count("\n") + 1
    problems = inputs.check(data, read_templates(ROOT / "templates"))[1]
    assert [str(p) for p in problems if p.code != "T10"] == [f"data/site.yaml:{line}: {told}"]
    with pytest.raises(ContentError, match=told[:3]):
        inputs.prepare(data, ROOT / "templates")


def test_content_errors_survive_a_process_pool() -> None:
    import pickle

    problem = Problem("data/x.md", 3, "T01", "壞了", "修好")
    error = pickle.loads(pickle.dumps(ContentError((problem,))))
    assert str(error) == "data/x.md:3: T01 壞了 — 修好"
    assert error.problems == (problem,)


def test_nothing_is_written_when_the_content_has_problems(data: Path, tmp_path: Path) -> None:
    stem_text(data, "太短。")
    with pytest.raises(ContentError, match=r"day-stem\.md:8: T07"):
        inputs.prepare(data, ROOT / "templates")
    assert not (tmp_path / "out").exists()

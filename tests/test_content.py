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
from tests.broken_content import found, replace

ROOT = Path(__file__).resolve().parent.parent

GOOD = "屋簷下的雨一滴一滴落進水桶，你數到第七十聲才肯去睡。甲木的人常常如此，捨不得把一件事只做一半，明早水桶滿了，又多半是你提去澆那盆沒人要的萬年青。"


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


def test_a_lost_list_of_the_fonts_characters_is_told(tmp_path: Path) -> None:
    lost = f"{tmp_path.name}/fonts/characters.txt: there is no such file — put it back"
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

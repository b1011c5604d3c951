"""The form of the corpus: each rule has a file that breaks just it."""

from __future__ import annotations

import pickle
import re
import shutil
from pathlib import Path

import pytest

from generator.content import inputs
from generator.content.problem import ContentError, Problem
from generator.content.templates import TemplateError, read_templates
from generator.reading.facets import FACETS
from tests.broken_content import GOOD, found, paragraph, replace
from tests.conftest import ROOT


def test_the_real_content_has_no_problem() -> None:
    assert inputs.check(ROOT / "data", read_templates(ROOT / "templates"))[1] == []


def test_a_lost_list_of_the_fonts_characters_is_told(tmp_path: Path) -> None:
    lost = f"{tmp_path.name}/fonts/characters.txt: there is no such file — put it back"
    with pytest.raises(TemplateError, match=re.escape(lost)):
        inputs.check(ROOT / "data", read_templates(tmp_path))


@pytest.mark.parametrize(
    ("old", "new", "code", "what"),
    [
        ("## 癸\n", "## 葵\n", "C03", "不認得的鍵「葵」"),
        ("## 癸\n", "## 壬\n", "C04", "「壬」寫了兩次"),
        ("title: 日主", "titel: 日主", "C06", "檔頭不認得「titel」"),
        ("rule: 十干體性", "rule: 沒這條", "C07", "沒有「沒這條」這條規則"),
        ("## 癸\n", "## 癸\n\n- 條列\n", "S04", "不認得的寫法（bullet_list）"),
        ("## 甲\n\n", "## 甲\n\n{沒有}", "C09", "不認得的空格「{沒有}」"),
    ],
)
def test_form_rules_name_the_line(data: Path, old: str, new: str, code: str, what: str) -> None:
    line = replace(data / "corpus" / "day-stem.md", old, new)
    problems = [p for p in found(data) if p.code == code]
    assert [(p.path, p.what) for p in problems] == [("data/corpus/day-stem.md", what)]
    assert problems[0].line == line + 2 * (code in ("S04", "C09"))


def test_a_missing_key_is_told_with_how_to_cure_it(data: Path) -> None:
    path = data / "corpus" / "day-stem.md"
    path.write_text(path.read_text().split("## 癸")[0])
    assert [str(p) for p in found(data)] == [
        "data/corpus/day-stem.md:1: C05 缺 1 個鍵：癸 — 補上這些鍵，或先寫一段「## 其他」（會標成 fallback）"
    ]


def test_two_paragraphs_under_one_heading_are_told(data: Path) -> None:
    line = paragraph(data, GOOD + "\n\n" + GOOD.replace("第七十聲", "第八十聲"))
    assert ("C08", line - 2) in [(p.code, p.line) for p in found(data)]


def test_sentences_may_stand_on_lines_of_their_own(data: Path) -> None:
    """Semantic newlines: joined without a space."""
    paragraph(data, GOOD.replace("，", "，\n"))
    content, problems = inputs.check(data)
    assert problems == []
    assert content.corpus.fragments["day-stem"]["甲"][0].text == GOOD


def test_every_missing_file_is_told_at_once(data: Path) -> None:
    shutil.rmtree(data / "corpus")
    assert [p.code for p in found(data)] == ["S01"] * len(FACETS)


def test_content_errors_survive_a_process_pool() -> None:
    problem = Problem("data/x.md", 3, "T01", "壞了", "修好")
    error = pickle.loads(pickle.dumps(ContentError((problem,))))
    assert str(error) == "data/x.md:3: T01 壞了 — 修好"
    assert error.problems == (problem,)


def test_nothing_is_built_of_content_with_a_problem(data: Path) -> None:
    paragraph(data, "太短。")
    said = "data/corpus/day-stem.md:8: T07 「甲」3 字 — 這裡寫 60 到 95 字"
    with pytest.raises(ContentError, match=re.escape(said)):
        inputs.prepare(data, ROOT / "templates")

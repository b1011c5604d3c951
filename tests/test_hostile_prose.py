"""Markdown, braces and patterns of any kind end the check with the line of what is wrong."""

from __future__ import annotations

import re
import shutil
from pathlib import Path

import pytest
import yaml
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.content.forbidden import compile_forbidden
from generator.content.wording import load_wording
from tests.broken_content import MARKDOWN_FILES, changed, found, insert, on_one_folder, told

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the real content, to be broken."""
    return Path(shutil.copytree(ROOT / "data", tmp_path / "data"))


@pytest.mark.parametrize("file", MARKDOWN_FILES)
@given(
    front=st.sampled_from([b"", b"---\n", b"---\ntitle: a\nrule: b\n---\n"]),
    content=st.binary() | st.text(alphabet="-#*>`[]()<!&\\_~=|:.1 \n甲{}｛（）〔〕依據").map(str.encode))  # fmt: skip
@on_one_folder
def test_no_markdown_breaks_the_check(data: Path, file: str, front: bytes, content: bytes) -> None:
    assert changed(data, file, front + content + b"\n---\n")


@pytest.mark.parametrize(
    ("nested", "code"),
    [
        (">" * 5000, "S04"),
        ("- " * 5000 + "a", "S04"),
        ("* a " * 5000, "S04"),
        ("1. " * 5000, "S04"),
        ("\n".join("  " * i + "- a" for i in range(300)), "S04"),
        ("[" * 5000, "T03"),
        ("![" * 5000, "T03"),
        ("*a **b " * 2000, "T03"),
        ("`" * 5000, "S04"),
        ("{" * 5000, "T09"),
        ("木" * 60000, "T07"),
        ("[甲]: 這一行不會消失", "T03"),
    ],
)  # fmt: skip
def test_deep_and_long_markdown_is_told_at_its_line(data: Path, nested: str, code: str) -> None:
    line = insert(data / "corpus" / "day-stem.md", "## 甲\n\n", nested + "\n\n")
    assert ("data/corpus/day-stem.md", line, code) in told(data)


@pytest.mark.parametrize("mark", ["##", "#", "###", "＃＃", "##　", "＃＃ "])
def test_a_heading_without_its_space_is_told_at_its_own_line(data: Path, mark: str) -> None:
    path = data / "corpus" / "day-stem.md"
    lines = path.read_text().split("\n")
    line = lines.index("## 丙")
    lines[line] = f"{mark}丙"
    path.write_text("\n".join(lines))
    assert [str(p) for p in found(data)] == [
        f"data/corpus/day-stem.md:{line + 1}: S04 標題的 ## 後面少了空格 — 寫成「## 丙」"
    ]
    del lines[line + 1], lines[line - 1]  # no empty line above and below
    path.write_text("\n".join(lines))
    assert told(data) == {("data/corpus/day-stem.md", line, "S04")}


def test_a_section_written_twice_is_told(data: Path) -> None:
    path = data / "golden" / "1990-05-20.md"
    path.write_text(path.read_text() + "\n## 健康\n\n又一段。〔依據：五行多寡〕\n")
    assert {p.what for p in found(data)} == {"「健康」寫了兩次"}


@pytest.mark.parametrize("wrong", ["{日主", "日主}", "｛日主｝", "{日主｝", "{{日主}"])
@pytest.mark.parametrize("file", ["corpus/day-stem.md", "golden/1990-05-20.md", "intros.yaml"])
def test_braces_that_are_no_slot_are_told_with_their_own_cure(
    data: Path, file: str, wrong: str
) -> None:
    place = {"corpus": "## 甲\n\n", "golden": "## 性格\n\n> ", "intros": "  甲: "}
    line = insert(data / file, place[re.split("[/.]", file)[0]], f"你{wrong}")
    problems = [p for p in found(data) if p.path == f"data/{file}" and p.code in ("T03", "T09")]
    assert {(p.line, p.code) for p in problems} == {(line, "T09")}
    assert problems[0].cure.startswith("空格用半形花括號，前後成對，如 {日主}")


def test_a_slot_where_none_is_filled_is_told(data: Path) -> None:
    line = insert(data / "golden" / "1990-05-20.md", "## 性格\n\n> ", "{日主}")
    assert told(data) == {("data/golden/1990-05-20.md", line, "T09")}


@pytest.mark.parametrize("wrong", ["{term", "｛term｝", "{trem}"])
def test_braces_of_the_notice_on_term_days_are_told(data: Path, wrong: str) -> None:
    path = data / "site.yaml"
    path.write_text(path.read_text().replace("這一天交{term}", f"這一天交{wrong}"))
    assert told(data) == {("data/site.yaml", 14, "S19")}


def test_every_pattern_in_use_is_of_the_small_kind() -> None:
    kinds = yaml.safe_load((ROOT / "data" / "wording.yaml").read_text())["forbidden"]
    patterns = [pattern for patterns in kinds.values() for pattern in patterns]
    assert [p for p in patterns if not compile_forbidden(p)] == []


@pytest.mark.parametrize(
    ("pattern", "text"),
    [
        ("一定會?發", "一定發"),
        ("(?:一定|必)會?(發財|中獎)", "必會中獎"),
        ("否則.{0,20}災", "否則一二三災"),
        ("甲.乙", "甲丙乙"),
        ("100%", "100%"),
    ],
)
def test_patterns_of_the_small_kind_find_what_they_say(pattern: str, text: str) -> None:
    compiled = compile_forbidden(pattern)
    assert compiled
    assert compiled.fullmatch(text)


@pytest.mark.parametrize(
    "pattern",
    [
        "(a+)+$", "(a|a)*b", "(.*)*", "a*", "a+", "(a?){20}", "(甲.{0,20}){0,20}", "甲.{0,21}乙",
        "甲.{0,20}乙.{0,20}丙", "甲?" * 7 + "乙", "(甲|甲)" * 7, ".{0,8}", "甲.{0,8}", ".甲", "會?", "",
        "(甲|)", "(甲", "甲)", "[甲", "\\", "(?=甲)", "(?P<a>甲)", "甲{9999}", "甲|乙", "^甲", "甲" * 61,
    ],
)  # fmt: skip
def test_a_pattern_that_could_take_long_is_told_at_its_line(data: Path, pattern: str) -> None:
    path = data / "wording.yaml"
    quoted = "'" + pattern + "'"
    path.write_text(path.read_text().replace('    - "夭折"\n', f"    - {quoted}\n"))
    assert [(p.path, p.line, p.code) for p in load_wording(data)[1]] == [
        ("data/wording.yaml", 7, "S15")
    ]


@given(st.text(alphabet="甲乙(|)?.{0,8}:", max_size=60))
@settings(max_examples=500)
def test_a_pattern_that_is_taken_is_a_sound_one(pattern: str) -> None:
    compiled = compile_forbidden(pattern)
    if compiled:
        assert compiled.search("") is None
        compiled.search("甲乙" * 500)


@pytest.mark.parametrize(
    ("old", "new", "line", "code"),
    [
        ("forbidden:\n", "forbidden: 死亡\nforbiden:\n", 4, "S10"),
        ("forbidden:\n", "forbidden: 死亡\nforbiden:\n", 5, "S11"),
        ('  生死:\n    - "早夭"', "  生死: 早夭\n  生死之外:\n    - 早夭", 5, "S15"),
        ('    - "早夭"', "    - [早夭]", 6, "S15"),
        ('    - "早夭"', "    - 2025", 6, "S15"),
        ('  "質量": "品質 (物理量除外)"', "  質量: [品質]", 102, "S15"),
        ("terms:\n", "terms: []\nterm:\n", 101, "S10"),
    ],
)
def test_lists_of_wording_of_another_kind_are_told(
    data: Path, old: str, new: str, line: int, code: str
) -> None:
    path = data / "wording.yaml"
    assert path.read_text().count(old) == 1
    path.write_text(path.read_text().replace(old, new))
    assert ("data/wording.yaml", line, code) in told(data)

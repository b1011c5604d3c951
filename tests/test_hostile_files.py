"""Whatever lies in `data/` in place of a text file, and whatever no one sees in one, is told."""

from __future__ import annotations

import os
import re
import shutil
import socket
import sys
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from generator.content.characters import EVERYDAY, hidden
from generator.content.text_file import MAX_BYTES, read_text
from tests.broken_content import MARKDOWN_FILES, YAML_FILES, found, insert, told

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the real content, to be broken."""
    return Path(shutil.copytree(ROOT / "data", tmp_path / "data"))


@pytest.mark.parametrize(
    "file", ["corpus/day-stem.md", "golden/1990-05-20.md", "tables/levels.yaml", "wording.yaml"]
)
@pytest.mark.parametrize(
    ("put", "code"),
    [
        (os.mkfifo, "S08"),
        (lambda path: path.symlink_to("/dev/zero"), "S08"),
        (lambda path: path.symlink_to("/dev/tty"), "S08"),
        (lambda path: socket.socket(socket.AF_UNIX).bind(str(path)), "S08"),
        (Path.mkdir, "S08"),
        (lambda path: path.symlink_to(path), "S08"),
        (lambda path: path.symlink_to("nowhere"), "S01"),
        (lambda path: path.write_bytes(b"x" * (MAX_BYTES + 1)), "S08"),
        (lambda path: path.write_bytes(b"\x00\xff\xfe" * 999), "S02"),
    ],
    ids=["fifo", "endless", "device", "socket", "folder", "loop", "dangling", "large", "binary"],
)
@pytest.mark.filterwarnings("ignore::ResourceWarning")
def test_what_is_no_text_file_is_told(
    data: Path,
    file: str,
    put: Callable[[Path], object],
    code: str,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.chdir((data / file).parent)  # a socket's address is short
    path = Path((data / file).name)
    path.unlink()
    put(path)
    assert (f"data/{file}", 1, code) in told(data)


@pytest.mark.parametrize("folder", ["corpus", "golden"])
def test_a_file_in_place_of_a_folder_is_told(data: Path, folder: str) -> None:
    shutil.rmtree(data / folder)
    (data / folder).write_text("")
    assert (f"data/{folder}", 1, "S08") in told(data)


def test_a_file_that_is_not_allowed_to_be_read_is_told(
    data: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As root every file can be read: the system's answer is put in its place."""
    opened = Path.open

    def refuse(path: Path, *args: Any, **kwargs: Any) -> Any:
        if path.name == "season.md":
            raise PermissionError(13, "Permission denied")
        return opened(path, *args, **kwargs)

    monkeypatch.setattr(Path, "open", refuse)
    problem = "data/corpus/season.md:1: S08 檔案打不開（Permission denied） — 檢查檔案的權限，或從版本紀錄還原"
    assert [str(p) for p in found(data)] == [problem]


def test_what_editing_programs_leave_beside_a_file_is_no_content(data: Path) -> None:
    (data / "golden" / ".#1990-05-20.md").symlink_to("editor@machine.1234")
    (data / "corpus" / "._season.md").write_bytes(b"\x00\x05\x16\x07")
    assert found(data) == []


def test_a_byte_order_mark_and_windows_line_ends_are_taken(data: Path) -> None:
    for file in (*YAML_FILES, *MARKDOWN_FILES):
        text = (data / file).read_bytes()
        (data / file).write_bytes(b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"))
    assert found(data) == []


@pytest.mark.parametrize(
    "character",
    "\0\x07\x1b\x7f\x85\t\u202a\u202e\u2066\u2069\u200e\u200f\u061c\u200b\u200d\u2060\ufeff\xad"
    "\ue000\u0378\ufe0f\U000e0100\u2028\xa0\u3164\ufffd\U000e0041\u0301",
)
def test_a_character_that_nobody_sees_is_told_by_its_code_point(
    tmp_path: Path, character: str
) -> None:
    path = tmp_path / "x.md"
    path.write_text(f"一\n二{character}三\n")
    _, problems = read_text(path, "x.md")
    what = f"看不見的字元 U+{ord(character):04X}"
    assert [(p.path, p.line, p.code, p.what) for p in problems] == [("x.md", 2, "S09", what)]


@pytest.mark.parametrize(
    ("file", "place"),
    [
        ("corpus/day-stem.md", "title: 日"),
        ("corpus/day-stem.md", "## 癸"),
        ("corpus/day-stem.md", "## 甲\n\n"),
        ("golden/1990-05-20.md", "editor: 萬"),
        ("golden/1990-05-20.md", "〔依據：十"),
        ("tables/flow-year.md", "## 步驟"),
        ("tables/levels.yaml", "投"),
        ("site.yaml", "# 網"),
        ("site.yaml", "tagline: "),
        ("services.yaml", "  name: "),
        ("products.yaml", "  status: "),
        ("rules.yaml", "十干"),
        ("terms.yaml", "三柱: "),
        ("lead.yaml", "甲: ["),
        ("plain.yaml", "甲: "),
        ("gists.yaml", "甲日子月: "),
        ("intros.yaml", "甲: "),
        ("wording.yaml", '"夭'),
        ("wording.yaml", 'traditional_too: "干'),
    ],
)
def test_every_loader_tells_of_it_at_its_line(data: Path, file: str, place: str) -> None:
    line = insert(data / file, place, "\u202e")
    assert told(data) == {(f"data/{file}", line, "S09")}


def test_half_a_character_is_no_text(data: Path) -> None:
    line = insert(data / "site.yaml", "\nname: ", "\ud800")
    assert ("data/site.yaml", line, "S02") in told(data)


@pytest.mark.parametrize("escape", [r"\u202E", r"\0", r"\x1b", r"\ud800", r"\t", r"\_", r"\L"])
def test_an_escape_smuggles_nothing_in(data: Path, escape: str) -> None:
    code = "S06" if escape == r"\ud800" else "S09"  # half a character: YAML itself refuses it
    path = data / "site.yaml"
    path.write_text(re.sub(r"(?m)^name: .*", lambda _: f'name: "萬{escape}日書"', path.read_text()))
    path = data / "terms.yaml"
    path.write_text(path.read_text().replace("三柱: ", f'"三{escape}柱": '))
    assert {("data/site.yaml", 3, code), ("data/terms.yaml", 5, code)} <= told(data)


def test_what_is_passed_over_at_a_glance_can_be_seen() -> None:
    everyday = {c for c in map(chr, range(sys.maxunicode + 1)) if EVERYDAY.fullmatch(c)}
    assert {c for c in everyday if unicodedata.category(c)[0] in "CMZ"} == set("\n \u3000")
    assert len(everyday) == 21_224


def test_a_problem_is_one_short_line_of_visible_characters(data: Path) -> None:
    long = "很" * 9000
    (data / "site.yaml").write_text(f'"a\\n\\u202E\\e[2J{long}": b\n')
    (data / "golden" / "a\u202e\nb.md").write_text("x")
    lines = [str(problem) for problem in found(data)]
    assert not any(hidden(line) or "\n" in line for line in lines)
    assert max(map(len, lines)) < 600
    assert any("golden/aU+202EU+000Ab.md" in line for line in lines)


def test_the_guide_names_the_size_and_the_limits() -> None:
    guide = (ROOT / "data" / "README.md").read_text()
    assert f"超過 {MAX_BYTES // 1024} KB" in guide
    assert "`否則.{0,8}災`" in guide

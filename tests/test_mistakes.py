"""What goes wrong with files on an editor's desk: each is told with its line and how to mend it."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from generator.content import inputs
from generator.content.mapping import parse_mapping
from generator.content.text_file import File
from tests.broken_content import found, insert, told
from tests.conftest import ROOT

FILES = sorted(
    path.relative_to(ROOT / "data").as_posix()
    for path in (ROOT / "data").rglob("*.*")
    if path.name not in ("README.md", "STYLE.md")
)
STEM = "corpus/image.md"


def as_folder(path: Path) -> None:
    path.unlink()
    path.mkdir()


@pytest.mark.parametrize("file", [STEM, "golden/1990-05-20.md", "pages/about.md", "site.yaml"])
@pytest.mark.parametrize(
    ("damage", "code"),
    [
        (Path.unlink, "S01"),
        (as_folder, "S08"),
        (lambda path: path.write_bytes(b""), None),
        (lambda path: path.write_bytes(path.read_text().encode("big5", "replace")), "S02"),
        (lambda path: path.write_bytes(path.read_text().encode("utf-16")), "S02"),
        (lambda path: path.write_bytes(path.read_bytes()[:301]), None),
    ],
    ids=["gone", "folder", "empty", "big5", "utf-16", "half"],
)
def test_a_file_that_can_not_be_used_is_told(
    data: Path, file: str, damage: Callable[[Path], object], code: str | None
) -> None:
    damage(data / file)
    codes = {p.code for p in found(data) if p.path == f"data/{file}"}
    golden_is_gone = file.startswith("golden") and code in ("S01", "S08") and not codes
    assert golden_is_gone or (code in codes if code else codes)


def test_a_file_that_may_not_be_read_is_told(data: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As root every file can be read: the system's answer is put in its place."""
    read = Path.read_bytes

    def refuse(path: Path) -> bytes:
        if path.name == "season.md":
            raise PermissionError(13, "Permission denied")
        return read(path)

    monkeypatch.setattr(Path, "read_bytes", refuse)
    problem = "data/corpus/season.md:1: S08 檔案打不開（Permission denied） — 檢查檔案的權限，或從版本紀錄還原"
    assert [str(p) for p in found(data)] == [problem]


def test_a_byte_order_mark_and_windows_line_ends_are_accepted(data: Path) -> None:
    for file in FILES:
        text = (data / file).read_bytes()
        (data / file).write_bytes(b"\xef\xbb\xbf" + text.replace(b"\n", b"\r\n"))
    assert found(data) == []


def test_files_that_nothing_reads_are_named(data: Path) -> None:
    (data / "golden" / "old").mkdir()
    stray = (
        "corpus/season copy.md", "golden/2001-03-05.MD", "golden/2001-03-05.md.txt",
        "golden/old/2001-03-05.md", "notes.docx", "pages/contact.md", "site (1).yaml",
        "tables/flow-year copy.md",
    )  # fmt: skip
    left = (".DS_Store", "corpus/season.md~", "golden/.#1990-05-20.md", "corpus/#season.md#")
    for file in (*stray, *left):
        (data / file).write_text("x")
    assert [str(p) for p in found(data)] == [
        f"data/{file}:1: C01 這個檔案不會用到 — "
        "多出來的副本就刪掉；名字打錯就改對（親筆是 golden/1990-05-20.md）；別的檔案移到外面"
        for file in stray
    ]


@pytest.mark.parametrize(
    ("file", "place"), [("terms.yaml", "三柱: "), (STEM, "## 甲・身弱\n\n"), (STEM, "rule: ")]
)
@pytest.mark.parametrize(
    ("left", "at"), [("<<<<<<< HEAD\n甲\n=======\n乙\n>>>>>>> 小明", 1), ("甲\n=======\n乙", 2)]
)
def test_a_merge_conflict_is_called_one(
    data: Path, file: str, place: str, left: str, at: int
) -> None:
    """As git leaves it, or with the line between the two versions forgotten."""
    line = insert(data / file, place, f"\n{left}\n") + at
    assert [str(p) for p in found(data) if p.path == f"data/{file}"] == [
        f"data/{file}:{line}: S08 合併衝突還沒有解決 — 兩種寫法留一種，再刪掉 <<<<<<<、=======、>>>>>>> 這三行"
    ]


def test_rules_that_can_not_be_read_are_all_that_is_told(data: Path) -> None:
    insert(data / "rules.yaml", "十干體性:\n", "<<<<<<< HEAD\n")
    assert {p.path for p in found(data)} == {"data/rules.yaml"}


@pytest.mark.parametrize(
    "character", "\0\x1b\x7f\x85\t\u202e\u200b\u2060\ufeff\xad\ue000\u2028\xa0"
)
def test_a_character_that_nobody_sees_is_told_by_its_code_point(
    tmp_path: Path, character: str
) -> None:
    (tmp_path / "x.md").write_text(f"一\n二{character}三\n")
    file = File(tmp_path / "x.md", "x.md")
    text = file.read()
    assert text == ("一\n二 三\n" if character == "\t" else "一\n二三\n")
    what = f"看不見的字元 U+{ord(character):04X}"
    assert [(p.path, p.line, p.code, p.what) for p in file.problems] == [("x.md", 2, "S09", what)]


def test_every_reader_tells_of_it_at_its_line(data: Path) -> None:
    lines = {}
    for file in FILES:
        text = (data / file).read_text()
        place = text.index("甲") if "甲" in text else len(text) - 2
        (data / file).write_text(f"{text[:place]}\u200b{text[place:]}")
        lines[f"data/{file}"] = text[:place].count("\n") + 1
    assert told(data) == {(path, line, "S09") for path, line in lines.items()}


MARK = "不用 &、*、! 這些記號"
BROKEN = "YAML 讀不懂"
NO_MAPPING = "不是「名稱: 內容」的清單"
OTHER = "YAML 會把「{}」讀成別的東西"


@pytest.mark.parametrize(
    ("text", "line", "code", "what"),
    [
        ("a: b\nc: &d e", 2, "S06", MARK),
        ("a: b\nc: **重點**", 2, "S06", MARK),
        ("a: b\nc:\n  - !d e", 3, "S06", MARK),
        ("a：b\nc: d", 1, "S06", "「a：b」的冒號是全形的"),
        ("a: b\nc：d", 2, "S06", "「c：d」的冒號是全形的"),
        ("a:\n  b：c\n  # d\n  e: f", 2, "S06", "「b：c」的冒號是全形的"),
        ("規則：\n  statement: x", 1, "S06", "「規則：」的冒號是全形的"),
        ("a: 甲：乙\nc: [", 2, "S06", BROKEN),
        ("a: b: c", 1, "S06", BROKEN),
        ('a: b\nc: "d', 2, "S06", BROKEN),
        ("a: b\n c: d", 2, "S06", BROKEN),
        ("a: b\n---\nc: d", 2, "S06", BROKEN),
        ("", 1, "S06", NO_MAPPING),
        ("- a", 1, "S06", NO_MAPPING),
        ("a:b\nc:d", 1, "S06", NO_MAPPING),
        ("a: b\nc: d\na: e", 3, "S07", "「a」寫了兩次"),
        ("a:\n  b: c\n  b: d", 3, "S07", "「b」寫了兩次"),
        ("1: a\n'1': b", 2, "S07", "「1」寫了兩次"),
        ("a: b\nyes: c", 2, "S18", OTHER.format("yes")),
        ("a: b\n1990-05-20: c", 2, "S18", "名稱要是文字"),
        ("a: b\n~: c", 2, "S18", "名稱要是文字"),
        ("a: b\n[c]: d", 2, "S18", "名稱要是文字"),
        ("a: b\nc: no", 2, "S18", OTHER.format("no")),
        ("a: b\nc: 1.50", 2, "S18", OTHER.format("1.50")),
        ("a: b\nc: 010", 2, "S18", OTHER.format("010")),
        ("a: b\nc: 1990-02-30", 2, "S18", OTHER.format("1990-02-30")),
    ],
)
def test_yaml_is_what_is_written_or_a_problem(text: str, line: int, code: str, what: str) -> None:
    file = File(Path("x.yaml"), "x.yaml")
    parse_mapping(text, file)
    assert [(p.line, p.code, p.what) for p in file.problems] == [(line, code, what)]


@pytest.mark.parametrize("mark", ["##", "#", "＃＃", "##　", "＃＃ "])
def test_a_heading_without_its_space_is_told_at_its_own_line(data: Path, mark: str) -> None:
    path = data / STEM
    lines = path.read_text().split("\n")
    line = lines.index("## 丙・身弱")
    lines[line] = f"{mark}丙・身弱"
    path.write_text("\n".join(lines))
    said = f"data/{STEM}:{{}}: S04 標題的 ## 後面少了空格 — 寫成「## 丙・身弱」"
    assert [str(p) for p in found(data)] == [said.format(line + 1)]
    del lines[line + 1], lines[line - 1]  # no empty line above and below
    path.write_text("\n".join(lines))
    assert [str(p) for p in found(data)] == [said.format(line)]


@pytest.fixture(scope="module")
def scratch(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return Path(shutil.copytree(ROOT / "data", tmp_path_factory.mktemp("scratch") / "data"))


PIECES = st.text(
    alphabet="-#*>`[]()<!&\\_~=|:.1 \n\t甲：{}（）〔〕\"'", max_size=9
) | st.sampled_from(
    ("---\n", "\n## 甲\n\n", "  - ", "null", "\n<<<<<<< ", "{日主", "draft: true\n", "[a, b]")
)


@given(
    file=st.sampled_from(FILES),
    at=st.floats(0, 1),
    cut=st.integers(0, 400),
    piece=PIECES | st.binary(max_size=9),
)
@settings(deadline=None, max_examples=100)
def test_no_slip_of_the_hand_raises_and_every_problem_has_its_file_and_line(
    scratch: Path, file: str, at: float, cut: int, piece: str | bytes
) -> None:
    path = scratch / file
    before = path.read_bytes()
    put = piece if isinstance(piece, bytes) else piece.encode()
    place = int(at * len(before))
    path.write_bytes(before[:place] + put + before[place + cut :])
    try:
        problems = inputs.check(scratch)[1]
        for problem in problems:
            held = (scratch.parent / problem.path).read_bytes()
            assert 1 <= problem.line <= len(held.replace(b"\r", b"\n").split(b"\n")), problem
            assert str(problem).isprintable(), problem
    finally:
        path.write_bytes(before)

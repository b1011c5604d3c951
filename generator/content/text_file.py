"""The text of a file in `data/`, and the files of a folder there.

In: a path. Out: text that holds only characters people see, of a bounded size, with the
`Problem`s of the file. Every content file is read here; never raises for what lies in `data/`.
"""

from __future__ import annotations

import stat
from typing import TYPE_CHECKING

from generator.content.characters import code_points, hidden, without_hidden
from generator.content.problem import Problem

if TYPE_CHECKING:
    from pathlib import Path

MAX_BYTES = 256 * 1024
"""Of one file; the longest today has 66 KB."""

_MAX_LINES_TOLD = 50
"""A file that isn't text at all need not be told line by line."""


def read_text(path: Path, name: str) -> tuple[str, list[Problem]]:
    """The file's text. Empty, with a problem, when it can't be read; else without what is hidden."""
    try:
        # Opening a FIFO waits for a writer, opening a device may do anything.
        if not stat.S_ISREG(path.stat().st_mode):
            return "", [Problem(name, 1, "S08", "不是一般檔案", "換成一個純文字檔，或刪掉")]
        with path.open("rb") as file:
            content = file.read(MAX_BYTES + 1)
    except FileNotFoundError:
        return "", [Problem(name, 1, "S01", "找不到檔案", "把檔案放回來，或從版本紀錄還原")]
    except OSError as error:
        what = f"檔案打不開（{error.strerror}）"
        return "", [Problem(name, 1, "S08", what, "檢查檔案的權限，或從版本紀錄還原")]
    if len(content) > MAX_BYTES:
        what = f"檔案超過 {MAX_BYTES // 1024} KB"
        return "", [Problem(name, 1, "S08", what, "檢查是不是放錯檔案，或從版本紀錄還原")]
    try:
        text = content.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        line = content[: error.start].count(b"\n") + 1
        return "", [Problem(name, line, "S02", "不是 UTF-8 編碼", "用編輯器另存成 UTF-8")]
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    return (without_hidden(text), _hidden_problems(text, name)) if hidden(text) else (text, [])


def markdown_files(folder: Path, name: str) -> tuple[list[Path], list[Problem]]:
    """The `.md` files of a folder by name; those that editing programs hide are left out."""
    try:
        found = [p for p in folder.iterdir() if p.suffix == ".md" and not p.name.startswith(".")]
    except FileNotFoundError:
        return [], []
    except OSError as error:
        what = f"資料夾打不開（{error.strerror}）"
        return [], [Problem(name, 1, "S08", what, "檢查它是不是資料夾、權限對不對")]
    return sorted(found), []


def hidden_problem(characters: set[str], name: str, line: int) -> Problem:
    """Of characters that stand on a line and can't be seen there."""
    what = f"看不見的字元 {code_points(characters)}"
    cure = "刪掉重打這一行；縮排與間隔用空白鍵，不用 Tab"
    return Problem(name, line, "S09", what, cure)


def _hidden_problems(text: str, name: str) -> list[Problem]:
    lines = [(i, hidden(line)) for i, line in enumerate(text.split("\n"), 1)]
    found = [(i, characters) for i, characters in lines if characters]
    return [hidden_problem(characters, name, i) for i, characters in found[:_MAX_LINES_TOLD]]

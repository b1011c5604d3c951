"""The text of a file in `data/`, and the Markdown files of a folder there.

In: a path. Out: text without invisible characters, and the `Problem`s of the file. Every content
file is read here, and no file raises an exception.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from generator.content.problem import Problem, visible

if TYPE_CHECKING:
    from pathlib import Path

_CONFLICT = re.compile(r"^(<{7}|>{7}) ", re.MULTILINE)
"""What git writes around the two versions of a passage that it can't merge."""


def read_text(path: Path, name: str) -> tuple[str, list[Problem]]:
    """The text of a file; empty, with a problem, if it can't be used."""
    try:
        text = path.read_bytes().decode("utf-8-sig")
    except FileNotFoundError:
        return "", [Problem(name, 1, "S01", "找不到檔案", "把檔案放回來，或從版本紀錄還原")]
    except IsADirectoryError:
        return "", [Problem(name, 1, "S08", "這是資料夾，不是檔案", "把資料夾移走，放回檔案")]
    except OSError as error:
        what = f"檔案打不開（{error.strerror}）"
        return "", [Problem(name, 1, "S08", what, "檢查檔案的權限，或從版本紀錄還原")]
    except UnicodeDecodeError as error:
        line = error.object.count(b"\n", 0, error.start) + 1
        return "", [Problem(name, line, "S02", "不是 UTF-8 編碼", "用編輯器另存成 UTF-8")]
    text = text.replace("\r\n", "\n").replace("\r", "\n")
    if conflict := _CONFLICT.search(text):
        line = text.count("\n", 0, conflict.start()) + 1
        cure = "兩種寫法留一種，再刪掉 <<<<<<<、=======、>>>>>>> 這三行"
        return "", [Problem(name, line, "S08", "合併衝突還沒有解決", cure)]
    if not _invisible(text):
        return text, []
    lines = [(line, _invisible(of_line)) for line, of_line in enumerate(text.split("\n"), 1)]
    cure = "刪掉重打這一行；縮排與間隔用空白鍵，不用 Tab"
    problems = [
        Problem(name, line, "S09", f"看不見的字元 {'、'.join(sorted(map(visible, found)))}", cure)
        for line, found in lines
        if found
    ]
    unseen = {ord(c): " " if c == "\t" else None for c in _invisible(text)}
    return text.translate(unseen), problems


def _invisible(text: str) -> set[str]:
    """Control and format characters, and every kind of space but two."""
    return {c for c in set(text) if not c.isprintable()} - {"\n", "\u3000"}


def markdown_files(folder: Path) -> list[Path]:
    """The `.md` files of a folder by name; those that editing programs hide are left out."""
    return sorted(path for path in folder.glob("*.md") if not path.name.startswith("."))

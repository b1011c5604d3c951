"""The folder `data/`, its files as text, and what is wrong with them.

In: the path of the folder. Out: text without invisible characters. `Data` collects the `Problem`s of
all its files. Every content file is read here, and no file raises an exception.
"""

from __future__ import annotations

import re
from collections.abc import Container, Iterable
from dataclasses import dataclass, field
from pathlib import Path

from generator.content.problem import Problem, visible

_CONFLICT = re.compile(r"^(?:<{7} |={7}$|>{7} )", re.MULTILINE)
"""What git writes around the two versions of a passage that it can't merge."""

_NOT_OPENED = {
    FileNotFoundError: ("S01", "找不到檔案", "把檔案放回來，或從版本紀錄還原"),
    IsADirectoryError: ("S08", "這是資料夾，不是檔案", "把資料夾移走，放回檔案"),
}


@dataclass(frozen=True, slots=True)
class Data:
    """The data folder while it is read, and every problem found in its files."""

    folder: Path
    problems: list[Problem] = field(default_factory=list)

    def file(self, name: str) -> File:
        return File(self.folder / name, f"{self.folder.name}/{name}", self.problems)


@dataclass(frozen=True, slots=True)
class File:
    """A file and where its problems go; `path` is its name in them."""

    place: Path
    path: str
    problems: list[Problem] = field(default_factory=list)

    def tell(self, line: int, code: str, what: str, cure: str) -> None:
        self.problems.append(Problem(self.path, line, code, what, cure))

    def tell_missing(
        self, line: int, keys: Iterable[str], held: Container[str], of: str = "",
        cure: str = "補上這些鍵",
    ) -> None:  # fmt: skip
        """Tell of the keys that are missing among those held, if any is."""
        if missing := [key for key in keys if key not in held]:
            what = f"{of}缺 {len(missing)} 個鍵：{'、'.join(missing[:5])}"
            self.tell(line, "C05", what, cure)

    def read(self) -> str | None:
        """The text; None, with a problem, if it can't be used."""
        try:
            text = self.place.read_bytes().decode("utf-8-sig")
        except OSError as error:
            other = "S08", f"檔案打不開（{error.strerror}）", "檢查檔案的權限，或從版本紀錄還原"
            self.tell(1, *_NOT_OPENED.get(type(error), other))
            return None
        except UnicodeDecodeError as error:
            line = error.object.count(b"\n", 0, error.start) + 1
            self.tell(line, "S02", "不是 UTF-8 編碼", "用編輯器另存成 UTF-8")
            return None
        text = text.replace("\r\n", "\n").replace("\r", "\n")
        if conflict := _CONFLICT.search(text):
            cure = "兩種寫法留一種，再刪掉 <<<<<<<、=======、>>>>>>> 這三行"
            line = text.count("\n", 0, conflict.start()) + 1
            self.tell(line, "S08", "合併衝突還沒有解決", cure)
            return None
        if found := _invisible(text):
            for line, written in enumerate(text.split("\n"), 1):
                if here := _invisible(written):
                    what = f"看不見的字元 {'、'.join(sorted(map(visible, here)))}"
                    cure = "刪掉重打這一行；縮排與間隔用空白鍵，不用 Tab"
                    self.tell(line, "S09", what, cure)
            text = text.translate({ord(c): " " if c == "\t" else None for c in found})
        return text


def _invisible(text: str) -> set[str]:
    """Control and format characters, and every kind of space but two."""
    shown = text.replace("\n", "").replace("\u3000", "")
    return set() if shown.isprintable() else {c for c in set(shown) if not c.isprintable()}

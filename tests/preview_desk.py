"""An editor's desk with the preview open: what to write in, what to write, what is then shown."""

from __future__ import annotations

import shutil
from pathlib import Path

from generator.preview.desk import Desk
from tests.conftest import ROOT
from tests.written import CLAIM, write

DATE = "bazi/1990-5-25/index.html"
SEASON = "data/corpus/season.md"
OLD = CLAIM[:9]


def to_write_in(folder: Path) -> Path:
    """A folder with a copy of content and templates."""
    for name in ("data", "templates"):
        shutil.copytree(ROOT / name, folder / name)
    write(folder / "data")
    return folder


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def shown(desk: Desk, path: str = DATE) -> str:
    page = desk.page(path)
    assert page is not None
    return page.html

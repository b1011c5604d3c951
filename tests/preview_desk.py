"""An editor's desk with the preview open: what to write in, what to write, what is then shown."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

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


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    return to_write_in(tmp_path)


def save(path: Path, text: str) -> None:
    """As editing programs do: written aside, then renamed, so that nobody reads a part of it."""
    aside = path.with_name(f".{path.name}.part")
    aside.write_text(text)
    aside.replace(path)


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    save(path, text.replace(old, new, 1))


@contextmanager
def previewing(folder: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """The real command while it runs, and where it answers."""
    process = subprocess.Popen(
        [sys.executable, "-m", "generator.cli", "preview", "--port", "0"],
        cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
    )  # fmt: skip
    try:
        assert process.stdout is not None
        yield (
            process,
            next(line for line in process.stdout if line.startswith("http")).split("/  ")[0],
        )
    finally:
        process.kill()
        process.communicate()


def shown(desk: Desk, path: str = DATE) -> str:
    page = desk.page(path)
    assert page is not None
    return page.html

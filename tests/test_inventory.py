"""Counting a release's files, here and in a process of its own."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from api import inventory


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    for name, size in {"a/b/c": 3, "a/d": 5, "e": 7, "release.json": 11, "SHA256SUMS": 13}.items():
        file = tmp_path / name
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(b"x" * size)
    return tmp_path


def test_files_and_bytes_are_counted_but_for_the_two_that_tell_of_them(folder: Path) -> None:
    assert inventory.count(str(folder)) == (3, 15)
    assert inventory.count_apart(str(folder)) == (3, 15)


def test_what_can_t_be_counted_is_said(folder: Path) -> None:
    gone = str(folder / "gone")
    with pytest.raises(FileNotFoundError, match=re.escape(gone)):
        inventory.count(gone)
    with pytest.raises(OSError, match=f"No such file or directory: '{re.escape(gone)}'$"):
        inventory.count_apart(gone)


def test_without_a_process_it_is_counted_here(
    folder: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.executable", str(folder / "no-python"))
    assert inventory.count_apart(str(folder)) == (3, 15)

"""An editor at work beside the open page of a date: what is saved, and what the page then claims."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page

from tests.written import CLAIM

DATE = "/bazi/1990-5-25/"
SEASON = "data/corpus/season.md"
OLD = CLAIM[:9]


def save(path: Path, text: str) -> None:
    """As editing programs do: written aside, then renamed, so that nobody reads a part of it."""
    aside = path.with_name(f".{path.name}.part")
    aside.write_text(text)
    aside.replace(path)


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    save(path, text.replace(old, new, 1))


def claim(page: Page) -> str:
    return page.locator("#性格 .claim").inner_text()

"""A copy of the content with something broken in it, and what the check says of it."""

from __future__ import annotations

from pathlib import Path

from generator.content import inputs
from generator.content.problem import Problem

GOOD = "屋簷下的雨一滴一滴落進水桶，你數到第七十聲才肯去睡。甲木的人常常如此，捨不得把一件事只做一半，明早水桶滿了，又多半是你提去澆那盆沒人要的萬年青。"
"""A paragraph with which nothing is wrong."""


def found(data: Path) -> list[Problem]:
    return inputs.check(data)[1]


def told(data: Path) -> set[tuple[str, int, str]]:
    return {(p.path, p.line, p.code) for p in found(data)}


def insert(path: Path, after: str, text: str) -> int:
    """Put text right after a place; the line it is on."""
    before, place, rest = path.read_text().partition(after)
    assert place, f"{after!r} is not there"
    path.write_text(before + place + text + rest)
    return (before + place).count("\n") + 1


def replace(path: Path, old: str, new: str) -> int:
    """Change one place of a file; the line it was on."""
    text = path.read_text()
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
    path.write_text(text.replace(old, new))
    return text[: text.index(old)].count("\n") + 1


def paragraph(data: Path, text: str) -> int:
    """Write the paragraph of 甲・身弱 in image.md anew; its line."""
    path = data / "corpus" / "image.md"
    lines = path.read_text().split("\n")
    line = lines.index("## 甲・身弱") + 2
    lines[line] = text
    path.write_text("\n".join(lines))
    return line + 1

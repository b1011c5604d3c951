"""A copy of the content with something broken in it, and what the check tells of it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

from hypothesis import HealthCheck, settings

from generator import inputs
from generator.content.problem import Problem

ROOT = Path(__file__).resolve().parent.parent
YAML_FILES = sorted(
    p.relative_to(ROOT / "data").as_posix() for p in (ROOT / "data").rglob("*.yaml")
)
MARKDOWN_FILES = (
    "corpus/day-stem.md",
    "golden/1990-05-20.md",
    "pages/method.md",
    "tables/compatibility.md",
    "tables/flow-year.md",
)

on_one_folder = settings(
    deadline=None,
    max_examples=12,
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
)
"""The folder is the same for all examples: each writes one file anew and puts it back."""


def found(data: Path) -> list[Problem]:
    return inputs.check(data)[1]


def told(data: Path) -> set[tuple[str, int, str]]:
    return {(p.path, p.line, p.code) for p in found(data)}


def changed(
    data: Path, file: str, content: bytes, read: Callable[[Path], list[Problem]] = found
) -> list[Problem]:
    """The problems of a file when it is replaced."""
    before = (data / file).read_bytes()
    (data / file).write_bytes(content)
    try:
        return [p for p in read(data) if p.path == f"data/{file}"]
    finally:
        (data / file).write_bytes(before)


def insert(path: Path, after: str, text: str) -> int:
    """Put text right after a place; the line it is on."""
    before, place, rest = path.read_text().partition(after)
    assert place, f"{after!r} is not there"
    path.write_bytes((before + place + text + rest).encode("utf-8", "surrogatepass"))
    return (before + place).count("\n") + 1


def replace(path: Path, old: str, new: str) -> int:
    """Change one place of a file; the line it was on."""
    text = path.read_text()
    assert text.count(old) == 1, f"{old!r} stands {text.count(old)} times"
    path.write_text(text.replace(old, new))
    return text[: text.index(old)].count("\n") + 1

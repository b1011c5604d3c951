"""Small releases for tests: one is put live, and what is live and kept is looked at."""

from __future__ import annotations

from pathlib import Path

from generator.dataset import SCHEMA
from generator.releases import kept_releases, publish, staging

READING = "bazi/1990-5-20/reading.json"
INDEX: dict[str, object] = {
    "schema": SCHEMA,
    "dates": 1,
    "range": {"first": "1990-05-20", "last": "1990-05-20"},
}


def put(output: Path, content: str, keep: int = 2, inputs: str = "") -> str:
    """Publish a release whose file `a` has this content; its id."""
    with staging(output) as stage:
        files = [stage.put("a", content.encode()), stage.put(READING, b"{}")]
        return publish(output, stage, files, INDEX | {"inputs": inputs}, keep)[0]


def live(output: Path) -> str:
    return (output / "current" / "a").read_text()


def kept(output: Path) -> list[str]:
    """The contents of the releases that are kept: the live one, then the latest before."""
    found = kept_releases(output)
    assert {each.id for each in found} == {p.name for p in (output / "releases").iterdir()}
    return [(output / "releases" / each.id / "a").read_text() for each in found]


def tree(folder: Path) -> dict[str, bytes]:
    """Path → bytes of every file under a folder."""
    return {
        p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()
    }

"""Small releases for tests: one is put live, and what is live and kept is looked at."""

from __future__ import annotations

from pathlib import Path

import orjson

from generator.build.history import kept_releases
from generator.build.releases import go_live, staging
from generator.reading.dataset import SCHEMA

READING = "bazi/1990-5-20/reading.json"
NO_DATES: dict[str, object] = {"schema": SCHEMA, "dates": 0, "range": None}
INDEX: dict[str, object] = {
    "schema": SCHEMA,
    "dates": 1,
    "range": {"first": "1990-05-20", "last": "1990-05-20"},
}


def put(output: Path, content: str, keep: int = 2, inputs: str = "") -> str:
    """Publish a release whose file `a` has this content; its id."""
    files = {"a": content.encode(), READING: orjson.dumps({"schema": SCHEMA})}
    return put_files(output, files, INDEX | {"inputs": inputs}, keep)


def put_files(
    output: Path, files: dict[str, bytes], index: dict[str, object] = INDEX, keep: int = 2
) -> str:
    """Publish a release of these files; its id."""
    index = index if READING in files else NO_DATES
    with staging(output) as stage:
        written = [stage.put(path, content) for path, content in files.items()]
        return go_live(output, stage, written, index, keep)[0]


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

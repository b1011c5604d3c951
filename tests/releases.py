"""Small releases for tests: one is put live, and what is live and kept is looked at."""

from __future__ import annotations

from pathlib import Path

from generator import release
from generator.dataset import SCHEMA
from generator.stage import staging

INDEX = {
    "schema": SCHEMA,
    "dates": 1,
    "range": {"first": "1990-05-20", "last": "1990-05-20"},
}


def put(output: Path, content: str, keep: int = 2, inputs: str = "") -> str:
    with staging(output) as stage:
        files = [stage.write("a", content.encode())]
        return release.publish(output, stage, files, INDEX | {"inputs": inputs}, keep)[0]


def live(output: Path) -> str:
    return (output / "current" / "a").read_text()


def kept(output: Path) -> set[str]:
    return {(entry / "a").read_text() for entry in (output / "releases").glob("[!.]*")}

"""The diff: what would be published now, against the release that is live.

In: the source, an output folder. Out: a `Diff`: which dates and pages would change, what of each
date, and samples of both side by side. It makes the release as a build does, and publishes nothing.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import date
from html import unescape
from itertools import groupby
from pathlib import Path
from typing import Any

import orjson

from generator.build.build import staged
from generator.build.history import CURRENT
from generator.build.verify import read_sums
from generator.content.inputs import Source
from generator.editor.contrast import Difference, differences, first_changed
from generator.editor.usage import spread
from generator.pages.date import date_paths
from generator.pages.edition import date_of
from generator.reading.dataset import FIELDS
from generator.reading.facets import SECTIONS

SAMPLES = 12
"""Dates, and other pages, that are shown side by side."""

LAYOUT = "版面"
"""Stands for what of a date's page is under none of its headings."""

_TITLE = re.compile("<title>(.*?)(?:｜.*)?</title>")


@dataclass(frozen=True, slots=True)
class Sample:
    """A page that would change, with what of its text differs."""

    title: str
    address: str
    differences: tuple[Difference, ...]


@dataclass(frozen=True, slots=True)
class Diff:
    """What would change. `dates`: in order, with what of each; by address `pages`: other files."""

    dates: dict[date, tuple[str, ...]]
    added: tuple[str, ...]
    removed: tuple[str, ...]
    pages: tuple[str, ...]
    samples: tuple[Sample, ...]

    @property
    def sections(self) -> list[tuple[str, int]]:
        """What changes, and on how many dates, the most first."""
        return Counter(name for names in self.dates.values() for name in names).most_common()

    def decades(self, section: str) -> list[tuple[int, list[date]]]:
        """The dates on which something changes, by decade."""
        held = [on for on, names in self.dates.items() if section in names]
        return [(n, list(of)) for n, of in groupby(held, lambda on: on.year // 10 * 10)]


def diff(
    source: Source, output: Path, first: date, last: date, progress: Callable[[int], None]
) -> Diff:
    """Compare the live release with what these inputs would make of the same dates.

    `progress` is called with the number of dates as they are made.
    """
    live = output / CURRENT
    sums = read_sums(live)
    with staged(source, output, first, last, progress=progress) as (stage, _, made):
        digests = {file.path: file.digest for file in made.files}
        changed = sorted(path for path, digest in digests.items() if sums.get(path) != digest)
        dates = _dates(changed, live, stage.folder, sums)
        pages = [p for p in changed if p in sums and date_of(p) is None]
        shown = [date_paths(on)[1] for on in spread(sorted(dates), SAMPLES)]
        shown += spread([p for p in pages if p.endswith(".html")], SAMPLES)
        samples = tuple(_samples(shown, live, stage.folder, sums))
    return Diff(
        dict(sorted(dates.items())),
        tuple(sorted(map(_address, digests.keys() - sums.keys()))),
        tuple(sorted(map(_address, sums.keys() - digests.keys()))),
        tuple(map(_address, pages)),
        samples,
    )


def _samples(paths: list[str], live: Path, staged: Path, sums: dict[str, str]) -> Iterator[Sample]:
    for path in paths:
        old, new = _read(live, path, sums).decode(), (staged / path).read_text()
        title = unescape(*_TITLE.findall(new)[:1] or [path])
        yield Sample(title, _address(path), differences(old, new))


def _address(path: str) -> str:
    return f"/{path.removesuffix('index.html')}"


def _dates(
    changed: list[str], live: Path, staged: Path, sums: dict[str, str]
) -> dict[date, tuple[str, ...]]:
    """The dates of which a file changed, each with what of it did."""
    found: dict[date, tuple[str, ...]] = {}
    for path in sorted(changed, reverse=True):  # a date's data before its page
        if (on := date_of(path)) is None:
            continue
        old, new = _read(live, path, sums), (staged / path).read_bytes()
        if path.endswith(".json"):
            found[on] = _sections(orjson.loads(old or b"{}"), orjson.loads(new))
        elif not found.get(on):
            found[on] = (first_changed(old.decode(), new.decode()) or LAYOUT,)
    return found


def _read(live: Path, path: str, sums: dict[str, str]) -> bytes:
    """A file of the live release; nothing of one that it lacks."""
    return (live / path).read_bytes() if path in sums else b""


def _sections(before: dict[str, Any], after: dict[str, Any]) -> tuple[str, ...]:
    """The sections that read otherwise, from any perspective."""

    def texts(reading: dict[str, Any], name: str) -> list[str]:
        views = (reading.get("data", {}), *reading.get("perspectives", {}).values())
        return [view.get(FIELDS[name], "") for view in views]

    return tuple(name for name in SECTIONS if texts(before, name) != texts(after, name))

"""The diff: what would be published now, against the release that is live.

In: the source, an output folder. Out: a `Diff`: which dates and pages would change, what of each
date, and samples of both side by side. Presses everything, compares digests, publishes nothing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from datetime import date
from hashlib import sha256
from itertools import groupby
from typing import TYPE_CHECKING, Any

import orjson

from generator.contrast import Passage, first_changed, passages
from generator.dataset import FIELDS
from generator.facets import SECTIONS
from generator.history import CURRENT
from generator.labels import date_zh
from generator.pages.date import date_paths
from generator.press import Part, Press, parts
from generator.templates import naming_faults
from generator.usage import spread
from generator.verify import read_sums
from generator.work import whole
from generator.workers import workers

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from generator.inputs import Source
    from generator.outlook import Outlook

SAMPLES = 12
"""Dates, and other pages, that are shown side by side."""

LAYOUT = "版面"
"""Stands for what of a date's page is under none of its headings."""


@dataclass(frozen=True, slots=True)
class Sample:
    """A page that would change, with what of its text differs."""

    title: str
    path: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Diff:
    """What would change. `dates`: in order, with what of each; `pages`: other files."""

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


@dataclass(frozen=True, slots=True)
class _Comparing:
    """What each worker has: the live release, and the digests of its files."""

    press: Press
    live: Path
    sums: dict[str, str]


@dataclass(frozen=True, slots=True)
class _Found:
    """Of one part: every path, what of each date differs, the other files that do."""

    paths: list[str] = field(default_factory=list)
    dates: dict[date, tuple[str, ...]] = field(default_factory=dict)
    changed: dict[str, bytes] = field(default_factory=dict)


def diff(
    source: Source,
    outlook: Outlook,
    output: Path,
    processes: int,
    progress: Callable[[int], None],
) -> Diff:
    """Compare the live release with what these inputs would make.

    `progress` is told the number of dates as they are compared.
    """
    live = output / CURRENT
    sums = read_sums(live)
    work = whole(source, outlook.plan)
    press = Press(source, outlook, work.tiers)
    of_all = _Found()
    with naming_faults(), workers(processes, _Comparing(press, live, sums)) as crew:
        for part, found in crew.run(_compare, parts(work, outlook.plan)):
            of_all.paths.extend(found.paths)
            of_all.dates.update(found.dates)
            of_all.changed.update(found.changed)
            progress(part.dates)
    pages = sorted(of_all.changed.keys() & sums.keys())
    made = of_all.changed | dict(press.dates(shown := spread(sorted(of_all.dates), SAMPLES)))
    titles = {date_paths(on)[1]: date_zh(on) for on in shown}
    titles |= {page: page for page in spread([p for p in pages if p.endswith(".html")], SAMPLES)}
    return Diff(
        dict(sorted(of_all.dates.items())),
        tuple(sorted(set(of_all.paths) - sums.keys())),
        tuple(sorted(sums.keys() - set(of_all.paths))),
        tuple(pages),
        tuple(
            Sample(title, path.removesuffix("index.html"), passages(old, made[path].decode()))
            for path, title in titles.items()
            for old in [_read(live, path, sums).decode()]
        ),
    )


@naming_faults()
def _compare(to: _Comparing, part: Part) -> _Found:
    found = _Found()
    for path, content in part.files(to.press):
        found.paths.append(path)
        if sha256(content).hexdigest() == to.sums.get(path):
            continue
        if part.kind != "dates":
            found.changed[path] = content
            continue
        folder, _, name = path.rpartition("/")
        on, old = (
            date(*map(int, folder.rpartition("/")[2].split("-"))),
            _read(to.live, path, to.sums),
        )
        if name == "reading.json":
            found.dates[on] = _sections(orjson.loads(old or b"{}"), orjson.loads(content))
        elif not found.dates.get(on):
            found.dates[on] = (first_changed(old.decode(), content.decode()) or LAYOUT,)
    return found


def _read(live: Path, path: str, sums: dict[str, str]) -> bytes:
    """A file of the live release; nothing of one that it lacks."""
    return (live / path).read_bytes() if path in sums else b""


def _sections(before: dict[str, Any], after: dict[str, Any]) -> tuple[str, ...]:
    """The sections that read otherwise, from any perspective."""
    versions = ((_texts(before, FIELDS[name]), _texts(after, FIELDS[name])) for name in SECTIONS)
    return tuple(n for n, (old, new) in zip(SECTIONS, versions, strict=True) if old != new)


def _texts(reading: dict[str, Any], field: str) -> list[str]:
    views = (reading.get("data", {}), *reading.get("perspectives", {}).values())
    return [view.get(field, "") for view in views]

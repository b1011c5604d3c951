"""The diff: what would be published now, against the release that is live.

In: the source, an output folder. Out: a `Diff`: which dates and pages would change, in which
sections, with samples of both. Presses what may differ, compares digests, publishes nothing.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import orjson

from generator.dataset import FIELDS
from generator.facets import SECTIONS
from generator.history import CURRENT
from generator.labels import day_path
from generator.pages.date import date_paths
from generator.press import Part, Press, parts
from generator.templates import naming_faults
from generator.verify import read_sums
from generator.work import remaining
from generator.workers import workers

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path

    from generator.inputs import Source
    from generator.outlook import Outlook

SAMPLES = 12
"""Dates that are shown side by side."""

AROUND = "正文以外"
"""Stands for what of a page is none of its sections: lead, facts, chart, frame."""


@dataclass(frozen=True, slots=True)
class Passage:
    """A section of a date as it is and as it would be; one of them is empty where it is new."""

    section: str
    before: tuple[str, ...]
    after: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Sample:
    """A date that would change, with the sections that differ."""

    date: date
    path: str
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Diff:
    """What would change. `sections` counts dates; `pages`: other files that would change."""

    dates: tuple[date, ...]
    sections: Counter[str]
    added: tuple[str, ...]
    removed: tuple[str, ...]
    pages: tuple[str, ...]
    samples: tuple[Sample, ...]


@dataclass(frozen=True, slots=True)
class _Comparing:
    """What each worker has: the live release, and the digests of its files."""

    press: Press
    live: Path
    sums: dict[str, str]


@dataclass(frozen=True, slots=True)
class _Found:
    """Of one part: every path, those that differ, and what differs in each date."""

    paths: list[str]
    changed: list[str]
    dates: dict[date, tuple[Passage, ...]]


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
    planned = outlook.plan
    work = remaining(source, planned, output)
    press = Press(source, outlook, work.tiers)
    paths, changed = set(work.kept), set()
    dates: dict[date, tuple[Passage, ...]] = {}
    progress(planned.census.total - sum(isinstance(unit, date) for unit in work.press))
    with naming_faults(), workers(processes, _Comparing(press, live, sums)) as crew:
        for part, found in crew.run(_compare, parts(work, planned)):
            paths.update(found.paths)
            changed.update(found.changed)
            dates |= found.dates
            progress(part.dates)
    of_dates = {path for on in planned.every for path in date_paths(on)}
    every = tuple(sorted(dates))
    return Diff(
        every,
        Counter(passage.section for passages in dates.values() for passage in passages),
        tuple(sorted(paths - sums.keys())),
        tuple(sorted(sums.keys() - paths)),
        tuple(sorted((changed & sums.keys()) - of_dates)),
        tuple(Sample(on, day_path(on), dates[on]) for on in _spread(every)),
    )


@naming_faults()
def _compare(to: _Comparing, part: Part) -> _Found:
    found = _Found([], [], {})
    before: dict[str, bytes] = {}
    for path, content in part.files(to.press):
        found.paths.append(path)
        if sha256(content).hexdigest() == to.sums.get(path):
            continue
        found.changed.append(path)
        folder, _, name = path.rpartition("/")
        if part.kind != "dates":
            continue
        on = date(*map(int, folder.rpartition("/")[2].split("-")))
        if name == "reading.json":
            before[folder] = (to.live / path).read_bytes() if path in to.sums else b"{}"
            found.dates[on] = _passages(orjson.loads(before[folder]), orjson.loads(content))
        elif on not in found.dates or not found.dates[on]:
            found.dates[on] = (Passage(AROUND, (), ()),)
    return found


def _passages(before: dict[str, Any], after: dict[str, Any]) -> tuple[Passage, ...]:
    """The sections that read otherwise, from any perspective."""
    found = []
    for section in SECTIONS:
        old, new = (_section(reading, FIELDS[section]) for reading in (before, after))
        if old != new:
            found.append(Passage(section, old, new))
    return tuple(found)


def _section(reading: dict[str, Any], field: str) -> tuple[str, ...]:
    """Its paragraphs: those of the neutral view, then what each gender reads instead."""
    told = [reading.get("data", {}).get(field, "")]
    told += [view.get(field, "") for view in _genders(reading)]
    return tuple(dict.fromkeys(p for text in told for p in text.split("\n\n") if p))


def _genders(reading: dict[str, Any]) -> list[dict[str, Any]]:
    return list(reading.get("perspectives", {}).values())


def _spread(dates: tuple[date, ...]) -> tuple[date, ...]:
    """The first, the last and some between, as far from each other."""
    last = len(dates) - 1
    if last < SAMPLES:
        return dates
    return tuple(dates[last * n // (SAMPLES - 1)] for n in range(SAMPLES))

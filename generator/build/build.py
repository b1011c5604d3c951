"""The build: content and templates in, a published release out.

Every date is composed; its page is rendered unless its fingerprint, a digest of everything that the
page is made from, is the one that the live release's page was made with. The work is spread over
processes, of which each puts its own files into the stage. Imports every stage before; prints
nothing (that is `cli`'s part).
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

import orjson

from generator.build.counting import count
from generator.build.history import CURRENT, live_id
from generator.build.releases import Changes, hold, publish, refuse_withdrawn, staging
from generator.build.verify import read_index, read_sums, seems_whole
from generator.build.workers import workers
from generator.chart import calendar
from generator.chart.labels import year_path
from generator.content.templates import naming_faults
from generator.pages.date import date_paths
from generator.pages.edition import Edition
from generator.reading.dataset import SCHEMA

if TYPE_CHECKING:
    from collections import Counter
    from datetime import date
    from pathlib import Path

    from generator.build.stage import File, Stage
    from generator.content.inputs import Source
    from generator.pages.almanac import Counts

FINGERPRINTS = "fingerprints.json"
"""Beside the releases: of which release, and the fingerprint of each of its dates."""


@dataclass(frozen=True, slots=True)
class Built:
    """What a build did. `tiers` counts dates, `rendered` those whose page was made anew."""

    release: str
    dates: int
    rendered: int
    files: int
    bytes: int
    tiers: Counter[str]
    changes: Changes


def live_release(digest: str, output: Path, first: date, last: date) -> str | None:
    """The id of the live release, if it seems whole and was built from inputs of this digest.

    What killed builds left in the output folder is cleared away.
    :raises ReleaseError: if another build runs, or the output folder can't be used.
    """
    with hold(output):
        live = output / CURRENT
        index = read_index(live) or {}
        if index.items() >= _index(digest, first, last).items() and seems_whole(live):
            return str(index["id"])
    return None


def _index(digest: str, first: date, last: date) -> dict[str, object]:
    """What `release.json` says of where a release comes from."""
    return {
        "schema": SCHEMA,
        "range": {"first": first.isoformat(), "last": last.isoformat()},
        "dates": (last - first).days + 1,
        "inputs": digest,
    }


@dataclass(frozen=True, slots=True)
class Written:
    """What a worker has put into the stage: files, and of dates their fingerprints."""

    files: list[File] = field(default_factory=list)
    fingerprints: dict[str, str] = field(default_factory=dict)
    rendered: int = 0


@dataclass(frozen=True, slots=True)
class _Writing:
    """What each worker has: `sums` and `fingerprints` are those of the live release."""

    stage: Stage
    edition: Edition
    sums: dict[str, str]
    fingerprints: dict[str, str]

    def dates(self, dates: Iterable[date]) -> Written:
        written = Written()
        rendered = 0
        for on in dates:
            entry = self.edition.entry(on)
            data, page = date_paths(on)
            written.files.append(self.stage.put(data, entry.data))
            key, fingerprint = on.isoformat(), self.edition.fingerprint(entry)
            written.fingerprints[key] = fingerprint
            same = self.fingerprints.get(key) == fingerprint
            kept = self.stage.keep(page, self.sums.get(page, "")) if same else None
            rendered += kept is None
            written.files.append(kept or self.stage.put(page, self.edition.page(entry)))
        return Written(written.files, written.fingerprints, rendered)

    def years(self, years: Iterable[int]) -> Written:
        return self._put((f"{year_path(y)[1:]}index.html", self.edition.year(y)) for y in years)

    def others(self) -> Written:
        return self._put((path, make()) for path, make in self.edition.others.items())

    def pictures(self) -> Written:
        return self._put(self.edition.pictures.items())

    def _put(self, files: Iterable[tuple[str, bytes]]) -> Written:
        return Written([self.stage.put(path, content) for path, content in files])


Task = Callable[[_Writing], Written]


@naming_faults()
def _do(to: _Writing, task: Task) -> Written:
    return task(to)


def _tasks(first: date, last: date) -> Iterator[Task]:
    """The work in parts, the longest first."""
    yield _Writing.pictures
    yield _Writing.others
    dates = [on for on in calendar.DATES if first <= on <= last]
    for _year, group in groupby(dates, lambda on: on.year):
        yield partial(_Writing.dates, dates=tuple(group))
    yield partial(_Writing.years, years=range(first.year, last.year + 1))


@dataclass(frozen=True, slots=True)
class Staged:
    """A release made but not published: its files are in the stage."""

    stage: Stage
    counts: Counts
    written: Written


@contextmanager
def staged(
    source: Source,
    output: Path,
    first: date,
    last: date,
    jobs: int | None = None,
    progress: Callable[[int], None] = lambda dates: None,
    *,
    anew: bool = False,
) -> Iterator[Staged]:
    """Make the dates from `first` to `last` (inclusive) into a release that nobody can see yet.

    `anew` renders every page. `progress` is called with the number of dates as they are done.
    :raises ReleaseError: if another build runs, or the output folder can't be used.
    :raises WorkerError: if a worker process dies.
    :raises TemplateError: if a template is at fault.
    """
    processes = jobs or os.cpu_count() or 1
    with staging(output) as stage:
        with naming_faults():
            counts = count(source.content.corpus, first, last, processes)
            known = {} if anew else _fingerprints(output)
            sums = read_sums(output / CURRENT)
            writing = _Writing(stage, Edition(source, counts), sums, known)
            files: list[File] = []
            fingerprints: dict[str, str] = {}
            rendered = 0
            with workers(processes, writing) as crew:
                for _, written in crew.run(_do, _tasks(first, last)):
                    files += written.files
                    fingerprints |= written.fingerprints
                    rendered += written.rendered
                    progress(len(written.fingerprints))
        yield Staged(stage, counts, Written(files, fingerprints, rendered))


def build(
    source: Source,
    output: Path,
    first: date = calendar.FIRST_DAY,
    last: date = calendar.LAST_DAY,
    jobs: int | None = None,
    progress: Callable[[int], None] = lambda dates: None,
    keep: int = 2,
    *,
    anew: bool = False,
) -> Built:
    """Make a release as `staged` does, and publish it; `keep` releases stay.

    :raises ReleaseError: also if the disk does not hold what was written.
    :raises WithdrawnError: if what would be built was rolled back.
    """
    index = _index(source.digest, first, last)
    refuse_withdrawn(output, index)
    with staged(source, output, first, last, jobs, progress, anew=anew) as made:
        files, of_tiers = made.written.files, made.counts.tiers
        sealed = index | {"tiers": dict(of_tiers)}
        release, changes = publish(output, made.stage, files, sealed, keep)
        with suppress(OSError):  # live already: without them the next build renders every page
            _keep_fingerprints(output, release, made.written.fingerprints)
    size = sum(file.size for file in files)
    dates, rendered = of_tiers.total(), made.written.rendered
    return Built(release, dates, rendered, len(files), size, of_tiers, changes)


def _fingerprints(output: Path) -> dict[str, str]:
    """Those of the live release, by date; none where they are of another, or can't be read."""
    try:
        held = orjson.loads((output / FINGERPRINTS).read_bytes())
        return dict(held["dates"]) if held["release"] == live_id(output) else {}
    except (OSError, orjson.JSONDecodeError, KeyError, TypeError, ValueError):
        return {}


def _keep_fingerprints(output: Path, release: str, fingerprints: dict[str, str]) -> None:
    aside = output / f".{FINGERPRINTS}"
    aside.write_bytes(orjson.dumps({"release": release, "dates": fingerprints}))
    aside.replace(output / FINGERPRINTS)

"""The build: content and templates in, a published release out.

Every date is composed; its page is rendered unless its fingerprint, a digest of everything that the
page is made from, is the one that the live release's page was made with. The work is spread over
processes, of which each puts its own files into the stage. Imports every stage before; prints
nothing (that is `cli`'s part).
"""

import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from datetime import date
from functools import partial
from itertools import groupby
from pathlib import Path

import orjson

from generator.build.history import CURRENT, live_id
from generator.build.releases import Changes, go_live, hold, refuse_withdrawn, staging
from generator.build.stage import Stage, StagedFile
from generator.build.verify import read_index, read_sums, seems_whole
from generator.build.workers import in_parallel
from generator.chart import calendar
from generator.chart.census import charts_between, count
from generator.chart.labels import year_path
from generator.content.inputs import Source
from generator.content.templates import naming_faults
from generator.pages.almanac import Counts
from generator.pages.date import date_paths
from generator.pages.edition import Edition
from generator.reading.compose import tiers
from generator.reading.dataset import SCHEMA

FINGERPRINTS = "fingerprints.json"
"""Beside the releases: of which release, and the fingerprint of each of its dates and of its pictures."""


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
        index = read_index(live)
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


@dataclass(slots=True)
class Written:
    """What was put into the stage: files, fingerprints, how many dates and pages made anew."""

    files: list[StagedFile] = field(default_factory=list)
    fingerprints: dict[str, str] = field(default_factory=dict)
    dates: int = 0
    rendered: int = 0


@dataclass(frozen=True, slots=True)
class _Writing:
    """What each worker has: `sums` and `fingerprints` are those of the live release."""

    stage: Stage
    edition: Edition
    sums: dict[str, str]
    fingerprints: dict[str, str]

    def year(self, year: int, dates: Iterable[date]) -> Written:
        """The page of a year, and those of its dates that are of the release."""
        written = self._put([(f"{year_path(year)[1:]}index.html", self.edition.year(year))])
        for on in dates:
            entry = self.edition.entry(on)
            data, page = date_paths(on)
            written.files.append(self.stage.put(data, entry.data))
            key, fingerprint = on.isoformat(), self.edition.fingerprint(entry)
            written.fingerprints[key] = fingerprint
            written.dates += 1
            same = self.fingerprints.get(key) == fingerprint
            kept = self.stage.keep(page, self.sums.get(page, "")) if same else None
            written.rendered += kept is None
            written.files.append(kept or self.stage.put(page, self.edition.page(entry)))
        return written

    def others(self) -> Written:
        return self._put((path, make()) for path, make in self.edition.others.items())

    def pictures(self) -> Written:
        """Those of the live release, unless what they are drawn of has changed."""
        made_of = self.edition.fingerprint_of_pictures
        same = self.fingerprints.get("pictures") == made_of
        paths = [p for p in self.sums if p.endswith(".png")] if same else self.edition.pictures
        kept = {path: self.stage.keep(path, self.sums[path]) if same else None for path in paths}
        put = (file or self.stage.put(p, self.edition.pictures[p]) for p, file in kept.items())
        return Written(list(put), {"pictures": made_of})

    def _put(self, files: Iterable[tuple[str, bytes]]) -> Written:
        return Written([self.stage.put(path, content) for path, content in files])


Task = Callable[[_Writing], Written]


@naming_faults()
def _do(to: _Writing, task: Task) -> Written:
    return task(to)


def _tasks(dates: Iterable[date]) -> Iterator[Task]:
    """The work in parts, the longest first."""
    yield _Writing.pictures
    yield _Writing.others
    for year, group in groupby(dates, lambda on: on.year):
        yield partial(_Writing.year, year=year, dates=tuple(group))


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
) -> Iterator[tuple[Stage, Counts, Written]]:
    """Make the dates from `first` to `last` (inclusive) into a release that nobody can see yet.

    It is in the stage, not published.
    `anew` renders every page. `progress` is called with the number of dates as they are done.
    :raises ReleaseError: if another build runs, or the output folder can't be used.
    :raises WorkerError: if a worker process dies.
    :raises TemplateError: if a template is at fault.
    """
    processes = jobs or os.cpu_count() or 1
    with staging(output) as stage:
        with naming_faults():
            charts = charts_between(first, last)
            counts = Counts(count(charts), tiers(source.content.corpus, charts))
            known = {} if anew else _fingerprints(output)
            sums = read_sums(output / CURRENT)
            writing = _Writing(stage, Edition(source, counts), sums, known)
            whole = Written()
            with in_parallel(
                _do, writing, _tasks(day.date for day, _ in charts), processes
            ) as parts:
                for _, written in parts:
                    whole.files += written.files
                    whole.fingerprints |= written.fingerprints
                    whole.rendered += written.rendered
                    progress(written.dates)
        yield stage, counts, whole


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
    with staged(source, output, first, last, jobs, progress, anew=anew) as (stage, counts, made):
        sealed = index | {"tiers": dict(counts.tiers)}
        release, changes = go_live(output, stage, made.files, sealed, keep)
        with suppress(OSError):  # live already: without them the next build renders every page
            aside = output / f".{FINGERPRINTS}"
            aside.write_bytes(orjson.dumps({"release": release, "made of": made.fingerprints}))
            aside.replace(output / FINGERPRINTS)
    size, dates = sum(file.size for file in made.files), counts.tiers.total()
    return Built(release, dates, made.rendered, len(made.files), size, counts.tiers, changes)


def _fingerprints(output: Path) -> dict[str, str]:
    """Those of the live release, by date; none where they are of another, or can't be read."""
    try:
        held = orjson.loads((output / FINGERPRINTS).read_bytes())
        return dict(held["made of"]) if held["release"] == live_id(output) else {}
    except (OSError, orjson.JSONDecodeError, KeyError, TypeError, ValueError):
        return {}

"""The build: content and templates in, a published release out.

Years are sharded over processes; each shard writes its own files into the stage and
reports their digests. Imports every stage; prints nothing (that is `cli`'s part).
"""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import TYPE_CHECKING

from generator import calendar, journal
from generator.census import Census, count, join
from generator.chart import chart
from generator.dataset import SCHEMA
from generator.history import CURRENT
from generator.pages.date import date_files
from generator.pages.site import picture_files, site_files
from generator.pages.year import year_file
from generator.reading import TIERS, sides
from generator.release import Changes, File, Stage, hold, publish, staging
from generator.render import environment
from generator.templates import naming_faults
from generator.verify import read_index, seems_whole
from generator.workers import workers

if TYPE_CHECKING:
    from datetime import date
    from pathlib import Path

    from jinja2 import Environment

    from generator.inputs import Source


@dataclass(frozen=True, slots=True)
class Shard:
    """What a part of the work wrote: a year's dates, or the pictures."""

    files: list[File]
    tiers: Counter[str]


@dataclass(frozen=True, slots=True)
class Built:
    """What a build did. `tiers` counts dates; `bytes` is the apparent size."""

    release: str
    dates: int
    files: int
    bytes: int
    tiers: Counter[str]
    changes: Changes


def live_release(source: Source, output: Path, first: date, last: date) -> str | None:
    """The id of the live release, if it seems whole and was pressed from just this.

    What killed builds left in the output folder is cleared away.
    :raises ReleaseError: if another build runs, or the output folder can't be used.
    """
    with hold(output):
        live = output / CURRENT
        index = read_index(live) or {}
        if index.items() >= _index(source, first, last).items() and seems_whole(live):
            return str(index["id"])
    return None


def refuse_withdrawn(source: Source, output: Path, first: date, last: date) -> None:
    """See that what would be pressed was not rolled back.

    :raises WithdrawnError: if it was.
    """
    journal.read(output).refuse(_index(source, first, last))


def build(
    source: Source,
    output: Path,
    first: date = calendar.FIRST_DAY,
    last: date = calendar.LAST_DAY,
    jobs: int | None = None,
    progress: Callable[[int], None] = lambda dates: None,
    keep: int = 2,
) -> Built:
    """Press every date from `first` to `last` (inclusive) and publish the release.

    `progress` is told the number of dates as each year is done; `keep` releases stay.
    :raises ReleaseError: if another build runs, or the disk does not hold what was written.
    :raises WorkerError: if a worker process dies.
    :raises TemplateError: if a template is at fault.
    """
    files: list[File] = []
    tiers: Counter[str] = Counter()
    years = range(first.year, last.year + 1)
    processes = jobs or os.cpu_count() or 1
    with staging(output) as stage, naming_faults():
        with workers(processes, _Count(first, last)) as crew:
            counted = dict(crew.run(_Count.year, years))
        census = join(counted[year] for year in years)
        parts: list[Part] = [_Press.pictures, *(partial(_Press.year, year=y) for y in years)]
        with workers(processes, _Press(source, stage, first, last, census)) as crew:
            for _, shard in crew.run(_press, parts):
                files += shard.files
                tiers += shard.tiers
                progress(sum(shard.tiers.values()))
        by_tier = {tier: tiers[tier] for tier in TIERS}
        files += [
            stage.write(path, content) for path, content in site_files(source, census, by_tier)
        ]
        dates = sum(tiers.values())
        index = _index(source, first, last) | {"dates": dates, "tiers": by_tier}
        release, changed = publish(output, stage, files, index, keep)
    return Built(release, dates, len(files), sum(f.size for f in files), tiers, changed)


def _index(source: Source, first: date, last: date) -> dict[str, object]:
    """What `release.json` says of where a release comes from."""
    return {
        "schema": SCHEMA,
        "range": {"first": first.isoformat(), "last": last.isoformat()},
        "inputs": source.digest,
    }


@dataclass(frozen=True)
class _Count:
    """What each worker that counts is given."""

    first: date
    last: date

    def year(self, year: int) -> Census:
        """The census of a year's dates that are pressed."""
        days = (day for day in calendar.days(year) if self.first <= day.date <= self.last)
        return count((day.date, chart(day)) for day in days)


@dataclass(frozen=True)
class _Press:
    """What each worker that presses keeps between years."""

    source: Source
    stage: Stage
    first: date
    last: date
    census: Census

    @cached_property
    def env(self) -> Environment:
        return environment(self.source.templates, self.source.content.site)

    def pictures(self) -> Shard:
        """Write the pictures, which are slow to draw."""
        return Shard([self.stage.write(*file) for file in picture_files(self.source)], Counter())

    @naming_faults()
    def year(self, year: int) -> Shard:
        """Write a year's pages and data."""
        content, write = self.source.content, self.stage.write
        template = self.env.get_template("date.html")
        files: list[File] = []
        tiers: Counter[str] = Counter()
        days = list(calendar.days(year))
        for day in days:
            if not self.first <= day.date <= self.last:
                continue
            noon, beyond = sides(day, content.corpus)
            tiers[noon.reading.tier] += 1
            files += [
                write(path, body)
                for path, body in date_files(noon, beyond, content, self.census, template)
            ]
        files.append(write(*year_file(days, self.env.get_template("year.html"))))
        return Shard(files, tiers)


Part = Callable[[_Press], Shard]
"""A part of a release that one worker writes."""


def _press(press: _Press, part: Part) -> Shard:
    return part(press)

"""The build: content and templates in, a published release out.

Years are sharded over processes; each shard writes its own files into the stage and
reports their digests. Imports every stage; prints nothing (that is `cli`'s part).
"""

from __future__ import annotations

import os
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from multiprocessing import parent_process
from threading import Thread
from typing import TYPE_CHECKING

from generator import calendar
from generator.census import Census, count, join
from generator.chart import chart
from generator.dataset import SCHEMA
from generator.pages.date import date_files
from generator.pages.site import site_files
from generator.pages.year import year_file
from generator.reading import TIERS, read
from generator.release import Changes, File, Stage, publish, staging
from generator.render import environment

if TYPE_CHECKING:
    from collections.abc import Callable
    from datetime import date
    from pathlib import Path

    from jinja2 import Template

    from generator.inputs import Source


@dataclass(frozen=True, slots=True)
class Shard:
    """What one year wrote."""

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


def build(
    source: Source,
    output: Path,
    first: date = calendar.FIRST_DAY,
    last: date = calendar.LAST_DAY,
    jobs: int | None = None,
    progress: Callable[[int], None] = lambda dates: None,
) -> Built:
    """Press every date from `first` to `last` (inclusive) and publish the release.

    `progress` is told the number of dates as each year is done.
    :raises ReleaseError: if another build runs, or the disk does not hold what was written.
    """
    files: list[File] = []
    tiers: Counter[str] = Counter()
    years = range(first.year, last.year + 1)
    with staging(output) as stage:
        with ProcessPoolExecutor(
            max_workers=jobs or os.cpu_count() or 1,
            initializer=_start,
            initargs=(source, stage.folder, first, last),
        ) as pool:
            census = join(pool.map(_count_year, years))
            shards = [pool.submit(_press_year, year, census) for year in years]
            try:
                for done in as_completed(shards):
                    shard = done.result()
                    files += shard.files
                    tiers += shard.tiers
                    progress(sum(shard.tiers.values()))
            except BaseException:
                pool.shutdown(cancel_futures=True)
                raise
        dates = sum(tiers.values())
        counted = {tier: tiers[tier] for tier in TIERS}
        files += [
            stage.write(path, content) for path, content in site_files(source, census, counted)
        ]
        index = {
            "schema": SCHEMA,
            "range": {"first": first.isoformat(), "last": last.isoformat()},
            "dates": dates,
            "tiers": counted,
            "inputs": source.digest,
        }
        release, changed = publish(output, stage, files, index)
    return Built(release, dates, len(files), sum(f.size for f in files), tiers, changed)


class _Worker:
    """What a worker process keeps between years."""

    source: Source
    stage: Stage
    first: date
    last: date
    date_template: Template
    year_template: Template


def _start(source: Source, folder: Path, first: date, last: date) -> None:
    Thread(target=_die_with_parent, daemon=True).start()
    _Worker.source, _Worker.stage = source, Stage(folder)
    _Worker.first, _Worker.last = first, last
    env = environment(source.templates, source.content.site)
    _Worker.date_template = env.get_template("date.html")
    _Worker.year_template = env.get_template("year.html")


def _die_with_parent() -> None:
    """An orphan would write on and, having inherited the lock, keep the next build out."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)


def _count_year(year: int) -> Census:
    """The census of a year's dates that are pressed."""
    days = (day for day in calendar.days(year) if _Worker.first <= day.date <= _Worker.last)
    return count((day.date, chart(day)) for day in days)


def _press_year(year: int, census: Census) -> Shard:
    """Write a year's pages and data."""
    content, write = _Worker.source.content, _Worker.stage.write
    files: list[File] = []
    tiers: Counter[str] = Counter()
    days = list(calendar.days(year))
    for day in days:
        if not _Worker.first <= day.date <= _Worker.last:
            continue
        of_day = chart(day)
        reading = read(day, of_day, content.corpus)
        tiers[reading.tier] += 1
        files += [
            write(path, body)
            for path, body in date_files(
                day, of_day, reading, content, census, _Worker.date_template
            )
        ]
    files.append(write(*year_file(days, _Worker.year_template)))
    return Shard(files, tiers)

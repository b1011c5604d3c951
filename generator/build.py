"""The build: content and templates in, a published release out.

What reads nothing new is taken from the live release; the rest is spread over processes, of which
each writes its own files into the stage and reports their digests. Imports every stage; prints
nothing (that is `cli`'s part).
"""

from __future__ import annotations

import os
from collections import Counter
from contextlib import suppress
from dataclasses import dataclass
from datetime import date
from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING

from generator import calendar, journal
from generator.chart import chart
from generator.dataset import SCHEMA
from generator.facets import FACETS
from generator.history import CURRENT, release_id, release_names
from generator.pages.date import date_files
from generator.pages.site import picture_files, site_files
from generator.pages.year import year_file
from generator.plan import Plan, join, plan
from generator.reading import TIERS, read, sides
from generator.record import Record, keep_only, read_plan, stamp, write_plan, write_record
from generator.release import Changes, publish
from generator.render import environment
from generator.stage import File, Stage, hold, staging
from generator.templates import naming_faults
from generator.verify import read_index, read_sums, seems_whole
from generator.work import KINDS, Work, remaining, whole
from generator.workers import workers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

    from jinja2 import Environment

    from generator.content.corpus import Corpus
    from generator.inputs import Source


@dataclass(frozen=True, slots=True)
class Built:
    """What a build did. `tiers` counts dates, `pressed` those not kept; `bytes`: apparent size."""

    release: str
    dates: int
    pressed: int
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
    *,
    anew: bool = False,
) -> Built:
    """Press the dates from `first` to `last` (inclusive) and publish the release.

    Pages that would be as they are in the live release are taken from there, unless `anew`.
    `progress` is told the number of dates as they are done; `keep` releases stay.
    :raises ReleaseError: if another build runs, or the disk does not hold what was written.
    :raises WorkerError: if a worker process dies.
    :raises TemplateError: if a template is at fault.
    """
    processes = jobs or os.cpu_count() or 1
    key = f"{source.press} {first} {last}"
    with staging(output) as stage, naming_faults():
        planned = None if anew else read_plan(output, key)
        if planned is None:
            planned = _plan(first, last, processes)
            write_plan(output, key, planned)
        work = whole(source, planned) if anew else remaining(source, planned, key, output)
        tiers = _tiers(planned, source.content.corpus)
        pressed = sum(isinstance(unit, date) for unit in work.press)
        progress(tiers.total() - pressed)
        stage.keep(output / CURRENT, {path: kept.inode for path, kept in work.kept.items()})
        files = [File(path, work.sums[path], kept.size) for path, kept in work.kept.items()]
        kinds = {kind: list(paths) for kind, paths in work.kinds.items()}
        env = environment(source.templates, source.content.site)
        with workers(processes, _Press(source, stage, planned, tiers, env)) as crew:
            for part, written in crew.run(_press, _parts(work, planned)):
                files += written
                kinds.setdefault(part.kind, []).extend(file.path for file in written)
                progress(part.dates)
        index = _index(source, first, last) | {"dates": tiers.total(), "tiers": dict(tiers)}
        release, changed = publish(output, stage, files, index, keep)
        with suppress(
            OSError
        ):  # the release is live; without a record the next build is a whole one
            _remember(output, release, key, work, kinds)
    size = sum(file.size for file in files)
    return Built(release, tiers.total(), pressed, len(files), size, tiers, changed)


def _index(source: Source, first: date, last: date) -> dict[str, object]:
    """What `release.json` says of where a release comes from."""
    return {
        "schema": SCHEMA,
        "range": {"first": first.isoformat(), "last": last.isoformat()},
        "inputs": source.digest,
    }


def _plan(first: date, last: date, processes: int) -> Plan:
    years = range(first.year, last.year + 1)
    spans = [(max(first, date(y, 1, 1)), min(last, date(y, 12, 31))) for y in years]
    with workers(processes, None) as crew:
        return join(part for _, part in crew.run(_plan_part, spans))


def _plan_part(_: None, span: tuple[date, date]) -> Plan:
    return plan(*span)


def _tiers(planned: Plan, corpus: Corpus) -> Counter[str]:
    """Dates by tier, in the order of `TIERS`."""
    lacking = {
        on
        for facet in FACETS
        for key in facet.keys
        if key not in corpus.fragments[facet.name]
        for on in planned.dates(f"{facet.name}/{key}")
    }
    days = [calendar.day(on) for on in sorted(lacking - corpus.golden.keys())]
    generic = sum(read(day, chart(day), corpus).tier == "fallback" for day in days)
    golden = sum(planned.first <= on <= planned.last for on in corpus.golden)
    counts = (golden, planned.census.total - golden - generic, generic)
    return Counter(dict(zip(TIERS, counts, strict=True)))


@dataclass(frozen=True, slots=True)
class _Press:
    """What each worker has."""

    source: Source
    stage: Stage
    plan: Plan
    tiers: Counter[str]
    env: Environment

    def pictures(self) -> Iterator[tuple[str, bytes]]:
        return picture_files(self.source)

    def site(self) -> Iterator[tuple[str, bytes]]:
        return site_files(self.source, self.plan.census, dict(self.tiers))

    def year(self, year: int) -> Iterator[tuple[str, bytes]]:
        yield year_file(list(calendar.days(year)), self.env.get_template("year.html"))

    def dates(self, dates: Iterable[date]) -> Iterator[tuple[str, bytes]]:
        content, template = self.source.content, self.env.get_template("date.html")
        for on in dates:
            noon, beyond = sides(calendar.day(on), content.corpus)
            lead = content.lead(noon.day, noon.chart)
            yield from date_files(noon, beyond, lead, content.phrases, self.plan.census, template)


@dataclass(frozen=True, slots=True)
class _Part:
    """A part of the work that one worker does: files of one kind, `dates` of them dates'."""

    kind: str
    files: Callable[[_Press], Iterator[tuple[str, bytes]]]
    dates: int = 0


def _parts(work: Work, planned: Plan) -> Iterator[_Part]:
    """The parts of all work, the longest first."""
    if "pictures" in work.press:
        yield _Part("pictures", _Press.pictures)
    yield _Part("site", _Press.site)
    if "years" in work.press:
        for year in range(planned.first.year, planned.last.year + 1):
            yield _Part("years", partial(_Press.year, year=year))
    dates = sorted(unit for unit in work.press if isinstance(unit, date))
    for _, of_year in groupby(dates, lambda on: on.year):
        group = tuple(of_year)
        yield _Part("dates", partial(_Press.dates, dates=group), len(group))


@naming_faults()
def _press(press: _Press, part: _Part) -> list[File]:
    return [press.stage.write(*file) for file in part.files(press)]


def _remember(
    output: Path, release: str, key: str, work: Work, kinds: dict[str, list[str]]
) -> None:
    """Keep the record of the release that is live now."""
    folder = output / CURRENT
    sums = read_sums(folder)
    stamps = {path: found for path in sums if (found := stamp(f"{folder}/{path}"))}
    record = Record(work.common, {kind: kinds[kind] for kind in KINDS}, work.values, stamps)
    write_record(output, release, key, record, sums)
    keep_only(output, {release_id(name) for name in release_names(output)})

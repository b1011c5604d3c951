"""The build: content and templates in, a published release out.

What reads nothing new is taken from the live release; the rest is spread over processes, of which
each writes its own files into the stage and reports their digests. Imports every stage; prints
nothing (that is `cli`'s part).
"""

from __future__ import annotations

import os
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import date
from typing import TYPE_CHECKING

from generator import calendar, journal
from generator.dataset import SCHEMA
from generator.history import CURRENT, release_id, release_names
from generator.inputs import press_digest, raw_digest
from generator.labels import day_path
from generator.outlook import keep as keep_outlook
from generator.outlook import kept, key_of, work_out
from generator.press import Part, Press, parts
from generator.record import Record, keep_only, read_raw, write_record
from generator.release import Changes, publish
from generator.stage import File, Kept, Share, Stage, hold, shares, staging
from generator.templates import naming_faults
from generator.verify import read_index, seems_whole, size_of, stamp
from generator.work import KINDS, Work, remaining, whole
from generator.workers import Workers, workers

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable
    from pathlib import Path

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


def untouched(data: Path, templates: Path, output: Path, first: date, last: date) -> str | None:
    """As `live_release`, if no file of the two folders has changed since; without loading any."""
    with hold(output):
        live = output / CURRENT
        index = read_index(live) or {}
        release = str(index.get("id"))
        raw = read_raw(output, release, key_of(press_digest(), first, last))
        told = _whole(first, last)
        if raw and raw == raw_digest(data, templates) and index.items() >= told.items():
            return release if seems_whole(live) else None
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
    key = key_of(source.press, first, last)
    with staging(output) as stage, naming_faults():
        outlook = None if anew else kept(output, source.press, first, last)
        if outlook is None:
            outlook = work_out(first, last, processes)
            keep_outlook(output, source.press, outlook)
        planned = outlook.plan
        work = whole(source, planned) if anew else remaining(source, planned, output)
        writing = _Writing(
            stage,
            output / CURRENT,
            work,
            shares(work.kept, processes),
            Press(source, outlook, work.tiers),
        )
        with workers(processes, writing) as crew:
            work, linked = _keep(crew, writing)
            written = crew.run(_write, parts(work, planned))  # begun: what stays is told meanwhile
            pressed = sum(isinstance(unit, date) for unit in work.press)
            progress(work.tiers.total() - pressed)
            stamps = work.stamps | linked
            stage.kept = {path: work.sums[path] for path in work.kept}
            stage.kept_bytes = size_of(map(stamps.__getitem__, stage.kept))
            still = {path: work.stamps[path] for path in stage.kept.keys() - linked.keys()}
            files: list[File] = []
            kinds = {kind: list(work.same[kind]) for kind in KINDS if kind in work.same}
            for part, of_part in written:
                files += of_part
                kinds.setdefault(part.kind, []).extend(file.path for file in of_part)
                progress(part.dates)
        index = _index(source, first, last) | {"tiers": dict(work.tiers)}
        release, changed = publish(output, stage, files, index, keep, work.sums)
        with suppress(OSError):  # live already: without a record the next build is a whole one
            record = Record(
                source.raw, work.common, {kind: kinds[kind] for kind in KINDS}, work.values, {}
            )
            paths = sorted((*stage.kept, *(file.path for file in files)))
            _remember(output, release, key, record, paths, still)
    size = stage.kept_bytes + sum(file.size for file in files)
    count = len(stage.kept) + len(files)
    return Built(release, work.tiers.total(), pressed, count, size, work.tiers, changed)


def _index(source: Source, first: date, last: date) -> dict[str, object]:
    """What `release.json` says of where a release comes from."""
    return _whole(first, last) | {"inputs": source.digest}


def _whole(first: date, last: date) -> dict[str, object]:
    """What it says of any release of a range."""
    return {
        "schema": SCHEMA,
        "range": {"first": first.isoformat(), "last": last.isoformat()},
        "dates": (last - first).days + 1,
    }


@dataclass(frozen=True, slots=True)
class _Writing:
    """What each worker has."""

    stage: Stage
    live: Path
    work: Work
    shares: list[Share]
    press: Press


def _keep(crew: Workers[_Writing], to: _Writing) -> tuple[Work, dict[str, bytes]]:
    """Have the stage hold what stays; what is left to do, and what had to be linked for it."""
    linked: dict[str, bytes] = {}
    lost: set[str] = set()
    # Folders that are filled again would only be made again.
    again = {day_path(unit).strip("/") for unit in to.work.press if isinstance(unit, date)}
    for _, share in crew.run(_keep_share, range(len(to.shares))):
        linked |= share.linked
        lost |= share.lost
        to.stage.tidy(share.emptied - again)
    if not lost:
        return to.work, linked
    left = to.work.without(lost)
    to.stage.remove(set(to.work.kept).difference(left.kept, lost))
    return left, linked


def _keep_share(to: _Writing, number: int) -> Kept:
    return to.stage.keep(to.live, to.shares[number], to.work.sums, to.work.stamps)


@naming_faults()
def _write(to: _Writing, part: Part) -> list[File]:
    return [to.stage.write(*file) for file in part.files(to.press)]


def _remember(
    output: Path,
    release: str,
    key: str,
    record: Record,
    paths: list[str],
    still: dict[str, bytes],
) -> None:
    """Keep the record of the release that is live now, of these paths; stamps of `still` hold."""
    folder = output / CURRENT
    stamps = {path: still.get(path) or stamp(f"{folder}/{path}") for path in paths}
    whole = {path: found for path, found in stamps.items() if found}
    write_record(output, release, key, replace(record, stamps=whole), paths)
    keep_only(output, {release_id(name) for name in release_names(output)})

"""The work: what a build must press, and which files of the live release stay as they are.

In: the source, the plan of the range, an output folder with its record. Out: `Work`. A page is a
pure function of what it reads; what may read something else is pressed.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import date
from hashlib import sha256
from itertools import chain
from typing import TYPE_CHECKING

from generator import values
from generator.history import CURRENT, live_name, release_id
from generator.outlook import key_of
from generator.pages.date import date_paths
from generator.pages.once import ONCE, once
from generator.plan import tiers_of
from generator.record import Record, read_record
from generator.verify import SUMS, read_sums

if TYPE_CHECKING:
    from collections import Counter
    from pathlib import Path

    from generator.inputs import Source
    from generator.plan import Plan
    from generator.values import Values

Unit = date | str
"""What is pressed or kept as a whole: a date's files, or those of one of `KINDS`."""

KINDS = ("years", "pictures", *ONCE)
"""Groups of files that are pressed when what they have in common has changed."""


@dataclass(frozen=True, slots=True)
class Work:
    """`press`: what is pressed; `tiers`: dates by tier, in the order of `TIERS`.

    `same`: what stays, each with its files in the live release, if they are as they were written:
    by `sums`, the digests of all its files, and `stamps`. `values` and `common`: what this build
    reads.
    """

    press: frozenset[Unit]
    tiers: Counter[str]
    values: Values
    common: dict[str, str]
    same: dict[Unit, list[str]] = field(default_factory=dict)
    sums: dict[str, str] = field(default_factory=dict)
    stamps: dict[str, bytes] = field(default_factory=dict)

    @property
    def kept(self) -> list[str]:
        """The files that stay."""
        return [path for paths in self.same.values() for path in paths]

    def without(self, lost: set[str]) -> Work:
        """With what these files are of pressed as well."""
        stays = {unit: paths for unit, paths in self.same.items() if lost.isdisjoint(paths)}
        return replace(self, press=self.press | (self.same.keys() - stays.keys()), same=stays)


def whole(source: Source, plan: Plan) -> Work:
    """Everything pressed, nothing kept."""
    every: frozenset[Unit] = frozenset((*plan.every, *KINDS))
    content, tiers = source.content, tiers_of(plan, source.content.corpus)
    counted = (source.press, source.templates.files, tiers)
    common = values.common(source)
    common |= {name: values.digest((*counted, read.content)) for name, read in once(source).items()}
    return Work(every, tiers, values.values(content), common)


def remaining(source: Source, plan: Plan, output: Path) -> Work:
    """What reads something else than the live release has."""
    everything = whole(source, plan)
    live = live_name(output)
    if live is None:
        return everything
    folder, release = output / CURRENT, release_id(live)
    sums = read_sums(folder)
    key = key_of(source.press, plan.first, plan.last)
    record = read_record(output, release, key, sums)
    if record is None or sha256((folder / SUMS).read_bytes()).hexdigest()[:16] != release:
        return everything
    same = _unchanged(everything, plan, record)
    if not all(path in sums for path in chain.from_iterable(same.values())):
        same = {unit: paths for unit, paths in same.items() if sums.keys() >= set(paths)}
    press = everything.press - same.keys()
    return replace(everything, press=press, same=same, sums=sums, stamps=record.stamps)


def _unchanged(everything: Work, plan: Plan, record: Record) -> dict[Unit, list[str]]:
    """What reads nothing else than when the record was made, with its files."""
    same: dict[Unit, list[str]] = {
        kind: record.kinds[kind] for kind in KINDS if record.common[kind] == everything.common[kind]
    }
    if record.common["dates"] == everything.common["dates"]:
        stale = values.stale(plan, record.values, everything.values)
        same |= {on: date_paths(on) for on in plan.every if on not in stale}
    return same

"""The record: what the pages of a release read, so that the next build presses only the others.

In: an output folder. Out: the `Record` of a release, and the `Plan` of a range, each in a file
under `record/`. One that is missing, damaged, of another press or another range is none, and
costs a whole build. It is never believed over the bytes: its stamps say which files are still those
that were written. Nothing of it is part of a release.
"""

from __future__ import annotations

import sys
from array import array
from collections import Counter
from dataclasses import asdict, dataclass
from datetime import date
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import orjson

from generator.census import Census
from generator.pages.almanac import Almanac
from generator.pages.method import Figures
from generator.plan import Plan
from generator.values import Value, Values
from generator.verify import STAMP_LENGTH

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

FOLDER = "record"
PLAN = "plan"
ALMANAC = "almanac"


_UNKNOWN = bytes(STAMP_LENGTH)
"""Of no file: what has it is read."""


@dataclass(frozen=True, slots=True)
class Record:
    """What a release was pressed from.

    `raw`: digest of all files that lay there; `common`: kind of page → digest of what all of that kind read; `kinds`: kind → its files, but
    for dates, whose paths are known; `values`: what single dates read.
    """

    raw: str
    common: dict[str, str]
    kinds: dict[str, list[str]]
    values: Values
    stamps: dict[str, bytes]


def write_record(
    output: Path, release: str, key: str, record: Record, sums: Collection[str]
) -> None:
    """Keep the record of a release; `sums` are the paths that its list of digests has, in order."""
    values = {name: [tuple(each) for each in told] for name, told in record.values.items()}
    head = {"raw": record.raw, "common": record.common, "kinds": record.kinds, "values": values}
    stamps = b"".join([record.stamps.get(path, _UNKNOWN) for path in sums])
    _write(output, release, key, head, stamps)


def read_record(output: Path, release: str, key: str, sums: Collection[str]) -> Record | None:
    """The record of a release that was made with this key, if there is one."""
    held = _read(output, release, key)
    if held is None or len(held[1]) != len(sums) * STAMP_LENGTH:
        return None
    head, stamps = held
    values = {name: tuple(Value(*each) for each in told) for name, told in head["values"].items()}
    each = zip(sums, range(0, len(stamps), STAMP_LENGTH), strict=True)
    return Record(
        head["raw"],
        head["common"],
        head["kinds"],
        values,
        {path: stamps[at : at + STAMP_LENGTH] for path, at in each},
    )


def read_raw(output: Path, release: str, key: str) -> str:
    """The digest of all files that lay there when a release was pressed; "" if it is not known."""
    held = _read(output, release, key)
    return str(held[0]["raw"]) if held else ""


def write_plan(output: Path, key: str, plan: Plan) -> None:
    """Keep the plan of a range."""
    head = {"first": plan.first, "last": plan.last, **_census_head(plan.census)}
    places = array("H")
    for side in _SIDES:
        held = getattr(plan, side)
        head[side] = {name: len(each) for name, each in held.items()}
        for each in held.values():
            places.extend(each)
    _write(output, PLAN, key, head, places.tobytes())


def read_plan(output: Path, key: str) -> Plan | None:
    """The plan that was made with this key, if there is one."""
    held = _read(output, PLAN, key)
    if held is None:
        return None
    head, places = held[0], array("H", held[1])
    sides: list[dict[str, array[int]]] = []
    at = 0
    for side in _SIDES:
        sides.append({})
        for name, count in head[side].items():
            sides[-1][name] = places[at : at + count]
            at += count
    first, last = (date.fromisoformat(head[name]) for name in ("first", "last"))
    return Plan(first, last, _census(head), *sides)


def write_almanac(output: Path, press: str, almanac: Almanac) -> None:
    """Keep the almanac."""
    _write(output, ALMANAC, press, asdict(almanac))


def read_almanac(output: Path, press: str) -> Almanac | None:
    """The almanac that this press made, if there is one."""
    held = _read(output, ALMANAC, press)
    return held and Almanac(Figures(**held[0]["figures"]), held[0]["lunar_years"])


def keep_only(output: Path, releases: Collection[str]) -> None:
    """Drop the records of releases that are gone."""
    for path in (output / FOLDER).iterdir():
        if path.name not in (PLAN, ALMANAC, *releases):
            path.unlink()


_SIDES = ("noon", "beyond")

_PAIRS = ("styles", "balances", "drawn", "seasons")
"""What a census counts by two names."""


def _census_head(census: Census) -> dict[str, Any]:
    return {
        "day_pillars": census.day_pillars,
        "charts": census.charts,
        "latest": [(*pair, on) for pair, on in census.latest.items()],
        **{name: [(*pair, n) for pair, n in getattr(census, name).items()] for name in _PAIRS},
    }


def _census(head: dict[str, Any]) -> Census:
    pairs: dict[str, Any] = {
        name: Counter({(one, other): n for one, other, n in head[name]}) for name in _PAIRS
    }
    return Census(
        day_pillars=Counter(head["day_pillars"]),
        charts={text: tuple(map(date.fromisoformat, on)) for text, on in head["charts"].items()},
        latest={(one, other): date.fromisoformat(on) for one, other, on in head["latest"]},
        **pairs,
    )


def _write(output: Path, name: str, key: str, head: dict[str, Any], rest: bytes = b"") -> None:
    """Digest, key, head and what is no JSON, whole or not at all."""
    told = f"{key} {sys.byteorder}\n".encode() + orjson.dumps(head) + b"\n" + rest
    folder = output / FOLDER
    folder.mkdir(exist_ok=True)
    aside = folder / f".{name}"
    aside.write_bytes(sha256(told).hexdigest().encode() + b"\n" + told)
    aside.replace(folder / name)


def _read(output: Path, name: str, key: str) -> tuple[dict[str, Any], bytes] | None:
    try:
        digest, _, told = (output / FOLDER / name).read_bytes().partition(b"\n")
    except OSError:
        return None
    made_with, _, rest = told.partition(b"\n")
    if (
        digest != sha256(told).hexdigest().encode()
        or made_with != f"{key} {sys.byteorder}".encode()
    ):
        return None
    head, _, rest = rest.partition(b"\n")
    return orjson.loads(head), rest

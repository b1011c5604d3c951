"""A published release: its folder opened and its readings read, each against its digest.

In: a folder or a date. Out: what it holds. Only `live` opens one; nothing here writes.
"""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, field
from datetime import date, timedelta
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

import orjson

SCHEMA = 4
"""The dataset shape this door understands; `release.json` names the one it has."""

TABLES = ("catalogue", "compatibility", "flow-year", "tools")
_BLANK = "\n\n"
_SUM = re.compile(
    rb"^([0-9a-f]{64})  (bazi/[^/\n]+/reading\.json|tables/.+|openapi\.yaml)$", re.MULTILINE
)
Identity = tuple[tuple[int, int, int, int], ...]


class UnavailableError(Exception):
    """Nothing usable to answer from; the message is for the log and names no date."""


@dataclass(frozen=True, slots=True)
class Release:
    """A release of a known schema with a folder for each date, and its tables.

    `digests`: SHA-256 of each date's `reading.json`, 32 bytes a day from `first` on.
    `damaged`: dates whose file was not what its digest says when it was last read.
    `disclaimer` is a JSON string; `prefix` is the path of the base address, "" at a host's root.
    """

    folder: str
    identity: Identity
    id: str
    first: date
    last: date
    digests: bytes
    tables: dict[str, Any]
    openapi: bytes
    disclaimer: bytes
    prefix: str
    damaged: set[date] = field(default_factory=set)

    def entry(self, on: date) -> Entry:
        """The dataset's entry of a date within the range.

        :raises UnavailableError: if the file is gone or not the one that was published.
        """
        at = 32 * (on - self.first).days
        try:
            raw = _read(f"{self.folder}/bazi/{on.year}-{on.month}-{on.day}/reading.json")
        except OSError:
            raw = b""
        if sha256(raw).digest() != self.digests[at : at + 32]:
            self.damaged.add(on)
            raise UnavailableError(
                f"a reading of release {self.id} is not as it was published: run `wanrishu verify`"
            )
        return Entry(raw)

    def prove_damaged(self) -> None:
        """Read again what was damaged, so that a mended file clears the release.

        :raises UnavailableError: if one still is.
        """
        for on in tuple(self.damaged):
            self.entry(on)
            self.damaged.discard(on)


class Entry:
    """A date's `reading.json`: one JSON object in four lines (`generator/dataset.py` says which).

    What is asked for is cut out and handed on as bytes; only a perspective is parsed.
    """

    __slots__ = ("_lines", "_raw")

    def __init__(self, raw: bytes) -> None:
        self._raw, self._lines = raw, raw.split(b"\n", 3)

    @property
    def surroundings(self) -> bytes:
        """`calendar`, `chart` and `boundary`, as members of a JSON object without its braces."""
        return self._lines[2][: -len(b",")]

    def data(self, gender: str | None) -> bytes:
        """`data` of a BaziResponse: the neutral reading, with what a perspective changes.

        Its paragraphs follow those that all perspectives share.
        """
        if gender is None:
            return self._lines[1][len(b'"data":') : -len(b",")]
        whole = self.parsed()
        data, changed = whole["data"], whole["perspectives"][gender]
        for name, count in whole["shared"].items():
            shared = data[name].split(_BLANK)[:count]
            changed[name] = _BLANK.join([*shared, changed[name]])
        return orjson.dumps(data | changed)

    def parsed(self) -> dict[str, Any]:
        """The whole object."""
        whole: dict[str, Any] = orjson.loads(self._raw)
        return whole


def identity(folder: str) -> Identity:
    """What changes when a release is another, by a moved link or in place.

    Its index, and the folders that lose or gain an entry when dates, tables or lists come and go.
    """
    try:
        seen = [os.stat(path) for path in (folder, f"{folder}/bazi", f"{folder}/release.json")]
    except OSError:
        return ()
    return tuple((each.st_dev, each.st_ino, each.st_mtime_ns, each.st_size) for each in seen)


def open_release(folder: str) -> Release:
    """See that a release is there: schema, list of digests, tables, a folder for each date.

    It reads no file of a date: `Release.entry` does, and proves it.

    :raises UnavailableError: if something is missing or not as its index says.
    """
    known = identity(folder)
    try:
        index = orjson.loads(_read(f"{folder}/release.json"))
        if index["schema"] != SCHEMA:
            raise UnavailableError(
                f"{folder} has schema {index['schema']}; this door reads {SCHEMA}"
            )
        listed = _read(f"{folder}/SHA256SUMS")
        if sha256(listed).hexdigest() != index["sums"]:
            raise UnavailableError(f"{folder}/SHA256SUMS is not the one release.json names")
        sums = {path: digest for digest, path in _SUM.findall(listed)}
        first, last = (date.fromisoformat(index["range"][end]) for end in ("first", "last"))
        days = [first + timedelta(days=n) for n in range((last - first).days + 1)]
        names = [f"{on.year}-{on.month}-{on.day}" for on in days]
        missing = len(set(names).difference(os.listdir(f"{folder}/bazi")))
        if missing or index["dates"] != len(days):
            raise UnavailableError(f"{folder} lacks {missing} dates of {first} to {last}")
        digests = b"".join(sums[f"bazi/{name}/reading.json".encode()] for name in names)
        proved = {path: _proved(folder, path, sums) for path in ("openapi.yaml", *_tables())}
        tables = {
            name: orjson.loads(proved[path]) for name, path in zip(TABLES, _tables(), strict=True)
        }
        return Release(
            folder,
            known,
            index["id"],
            first,
            last,
            bytes.fromhex(digests.decode()),
            tables,
            openapi=proved["openapi.yaml"],
            disclaimer=orjson.dumps(tables["catalogue"]["disclaimer"]),
            prefix=urlsplit(tables["catalogue"]["base"]).path.rstrip("/"),
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UnavailableError(f"{folder}: {type(error).__name__} {error}") from error


def _tables() -> tuple[str, ...]:
    return tuple(f"tables/{name}.json" for name in TABLES)


def _proved(folder: str, path: str, sums: dict[bytes, bytes]) -> bytes:
    content = _read(f"{folder}/{path}")
    if sha256(content).hexdigest().encode() != sums[path.encode()]:
        raise UnavailableError(f"{folder}/{path} is not as it was published")
    return content


def _read(path: str) -> bytes:
    file = os.open(path, os.O_RDONLY)  # an object around it costs as much as the reading
    try:
        return os.read(file, os.fstat(file).st_size)
    finally:
        os.close(file)

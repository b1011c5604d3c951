"""A release folder: opened, examined, read. A folder or a date in, what it holds out.

Only `store` opens one; the doors read what `Release` gives them. Nothing here writes.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import date, timedelta
from hashlib import sha256
from typing import Any
from urllib.parse import urlsplit

import orjson

from api.inventory import count_apart

SCHEMA = 2
"""The dataset shape this door understands; `release.json` names the one it has."""

TABLES = ("catalogue", "compatibility", "flow-year", "tools")
PIECE = 1 << 15
"""Twice what most entries have, so one read takes it whole; for a larger piece the system
would map new memory each time, which costs more than the read."""
Identity = tuple[tuple[int, int, int, int], ...]


class UnavailableError(Exception):
    """No usable release; the message is for the log, not for callers."""


@dataclass(frozen=True, slots=True)
class Release:
    """A release of a known schema with a folder for each date, and its tables.

    `contents`: how many files it should have and their bytes, which `examine` looks at.
    `disclaimer` is a JSON string; `prefix` is the path of the base address, "" at a host's root.
    """

    folder: str
    identity: Identity
    id: str
    contents: tuple[int, int]
    first: date
    last: date
    tables: dict[str, Any]
    openapi: bytes
    disclaimer: bytes
    prefix: str

    def entry(self, on: date) -> Entry:
        """The dataset's entry of a date within the range.

        :raises UnavailableError: if the file is gone, cut short or of another date.
        """
        path = f"{self.folder}/bazi/{on.year}-{on.month}-{on.day}/reading.json"
        try:
            return Entry(_read_once(path), on)
        except (OSError, ValueError) as error:
            raise UnavailableError(f"{path}: {error}") from error

    def examine(self) -> None:
        """Look at every file: half a second, or three if the system has forgotten them all.

        :raises UnavailableError: if their number or sizes are not those the release was made with.
        """
        try:
            found = count_apart(self.folder)
        except (OSError, ValueError) as error:
            raise UnavailableError(f"{self.folder}: {error}") from error
        if found != self.contents:
            raise UnavailableError(
                "{} holds {} files, {} bytes; its index says {}, {}".format(
                    self.folder, *found, *self.contents
                )
            )


class Entry:
    """A date's `reading.json`: one JSON object in four lines (`generator/dataset.py` says which).

    What is asked for is cut out and handed on as bytes; nothing else is copied or parsed.
    """

    __slots__ = ("_ends", "_raw")

    def __init__(self, raw: bytes, on: date) -> None:
        """:raises ValueError: unless each line is there, from its first member to its end."""
        start = f'{{"schema":{SCHEMA},"date":"{on.isoformat()}",\n"data":{{'.encode()
        second = raw.find(b"\n", len(start))
        third = raw.find(b"\n", second + 1)
        if not (
            raw.startswith(start)
            and raw[second - 2 : second + 13] == b'},\n"calendar":{'
            and raw[third - 1 : third + 17] == b',\n"perspectives":{'
            and raw.endswith(b"}}\n")
            and raw.find(b"\n", third + 1) == len(raw) - 1
        ):
            raise ValueError(f"not the whole entry of {on}")
        self._raw, self._ends = raw, (len(start), second, third)

    @property
    def surroundings(self) -> bytes:
        """`calendar`, `chart` and `boundary`, as members of a JSON object without its braces."""
        _, second, third = self._ends
        return self._raw[second + 1 : third - 1]

    def data(self, gender: str | None) -> bytes:
        """`data` of a BaziResponse: the neutral reading, with what a perspective changes."""
        if gender is None:
            start, second, _ = self._ends
            return self._raw[start - 1 : second - 1]
        whole = self.parsed()
        return orjson.dumps(whole["data"] | whole["perspectives"][gender])

    def parsed(self) -> dict[str, Any]:
        """The whole object.

        :raises UnavailableError: if it is damaged.
        """
        try:
            whole: dict[str, Any] = orjson.loads(self._raw)
        except ValueError as error:
            start = self._raw[: self._raw.find(b"\n")].decode()
            raise UnavailableError(f"{start} {error}") from error
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
    """See that a release is there: its schema, list of digests, tables and dates' folders.

    It looks at no file of a date: `Release.examine` does, and `Release.entry` at the one it reads.

    :raises UnavailableError: if something is missing or not as its index says.
    """
    known = identity(folder)
    try:
        index = orjson.loads(_read(f"{folder}/release.json"))
        if index["schema"] != SCHEMA:
            raise UnavailableError(
                f"{folder} has schema {index['schema']}; this door reads {SCHEMA}"
            )
        if sha256(_read(f"{folder}/SHA256SUMS")).hexdigest() != index["sums"]:
            raise UnavailableError(f"{folder}/SHA256SUMS is not the one release.json names")
        first, last = (date.fromisoformat(index["range"][end]) for end in ("first", "last"))
        missing = _missing(f"{folder}/bazi", first, last)
        if missing or index["dates"] != (last - first).days + 1:
            raise UnavailableError(f"{folder} lacks dates of {first} to {last}: {missing[:3]}")
        tables = {name: orjson.loads(_read(f"{folder}/tables/{name}.json")) for name in TABLES}
        return Release(
            folder,
            known,
            index["id"],
            (index["files"], index["bytes"]),
            first,
            last,
            tables,
            openapi=_read(f"{folder}/openapi.yaml"),
            disclaimer=orjson.dumps(tables["catalogue"]["disclaimer"]),
            prefix=urlsplit(tables["catalogue"]["base"]).path.rstrip("/"),
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UnavailableError(f"{folder}: {error}") from error


def _missing(folder: str, first: date, last: date) -> list[str]:
    """The dates of a range that have no folder."""
    there = set(os.listdir(folder))
    days = (first + timedelta(days=n) for n in range((last - first).days + 1))
    names = (f"{on.year}-{on.month}-{on.day}" for on in days)
    return [name for name in names if name not in there]


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


def _read_once(path: str) -> bytes:
    """A file of known modest size: three system calls where `open` makes eight.

    Each one lets go of the interpreter, and with busy threads it takes a while to come back.
    """
    file = os.open(path, os.O_RDONLY | os.O_CLOEXEC)
    try:
        raw = piece = os.read(file, PIECE)
        while len(piece) == PIECE:
            piece = os.read(file, PIECE)
            raw += piece
        return raw
    finally:
        os.close(file)

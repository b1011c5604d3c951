"""The store: a date or a table's name in, what the live release holds out. The only reader of it.

A release folder is immutable and the live one is a link to it, so a request resolves the
link once and reads from that folder only: no answer ever mixes two releases, and a new one
serves within a tenth of a second.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import orjson

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SCHEMA = 2
"""The dataset shape this door understands; `release.json` names the one it has."""

TABLES = ("catalogue", "compatibility", "flow-year", "tools")
PIECE = 1 << 15
"""Twice what most entries have, so one read takes it whole; for a larger piece the system
would map new memory each time, which costs more than the read."""
Identity = tuple[int, int, int, int]
GLANCE = 0.1
"""Seconds for which the link is not looked at again: a look costs as much as half a lookup."""
PATIENCE = 1.0
"""Seconds for which a release found broken is not examined again."""


class UnavailableError(Exception):
    """No usable release; the message is for the log, not for callers."""


@dataclass(frozen=True, slots=True)
class Release:
    """A release that was found whole: its folder, what identifies it, its tables.

    `disclaimer` is a JSON string; `prefix` is the path of the base address, "" at a host's root.
    """

    folder: str
    identity: Identity
    id: str
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


class Store:
    """Keeps the live release at hand and follows the link when it moves.

    Threads may race to open a new release; each gets a whole one.
    """

    def __init__(self, link: Path) -> None:
        self._link = str(link)
        self._index = f"{link}/release.json"
        self._held: Release | None = None
        self._until = 0.0
        self._broken: tuple[float, str, Identity] | None = None

    def release(self, *, fresh: bool = False) -> Release:
        """The live release, opened anew if the link or what it points at has changed.

        The link is looked at every `GLANCE` seconds, or at once for a `fresh` answer.

        :raises UnavailableError: if it is missing, of another schema, or incomplete.
        """
        held, broken, now = self._held, self._broken, time.monotonic()
        if held is not None and not fresh and now < self._until:
            return held
        identity = _identity(self._index)
        self._until = now + GLANCE
        if held is not None and held.identity == identity:
            return held
        patient = broken is not None and now - broken[0] < PATIENCE
        if broken is not None and patient and broken[2] == identity:
            raise UnavailableError(broken[1])
        self._held = None
        try:
            self._held = opened = _open(os.path.realpath(self._link))
        except UnavailableError as error:
            self._broken = (time.monotonic(), str(error), identity)
            raise
        self._broken = None
        return opened

    def distrust(self) -> None:
        """Forget the held release, so that it is examined in full before it serves again."""
        self._held = None


def _identity(index: str) -> Identity:
    """What changes with a release, moved link or replaced in place: which file its index is."""
    try:
        status = os.stat(index)
    except OSError:
        return (0, 0, 0, 0)
    return (status.st_dev, status.st_ino, status.st_mtime_ns, status.st_size)


def _open(folder: str) -> Release:
    """Examine a release in full: schema, list of digests, number and size of every file."""
    identity = _identity(f"{folder}/release.json")
    try:
        index = orjson.loads(_read(f"{folder}/release.json"))
        if index["schema"] != SCHEMA:
            raise UnavailableError(
                f"{folder} has schema {index['schema']}; this door reads {SCHEMA}"
            )
        if sha256(_read(f"{folder}/SHA256SUMS")).hexdigest() != index["sums"]:
            raise UnavailableError(f"{folder}/SHA256SUMS is not the one release.json names")
        first, last = (date.fromisoformat(index["range"][end]) for end in ("first", "last"))
        sizes = list(_sizes(folder))
        if (len(sizes), sum(sizes)) != (index["files"], index["bytes"]):
            raise UnavailableError(
                f"{folder} holds {len(sizes)} files, {sum(sizes)} bytes; "
                f"its index says {index['files']}, {index['bytes']}"
            )
        if index["dates"] != (last - first).days + 1:
            raise UnavailableError(f"{folder} lacks dates: {index['dates']} of {first} to {last}")
        tables = {name: orjson.loads(_read(f"{folder}/tables/{name}.json")) for name in TABLES}
        openapi = _read(f"{folder}/openapi.yaml")
        disclaimer = orjson.dumps(tables["catalogue"]["disclaimer"])
        prefix = urlsplit(tables["catalogue"]["base"]).path.rstrip("/")
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UnavailableError(f"{folder}: {error}") from error
    return Release(folder, identity, index["id"], first, last, tables, openapi, disclaimer, prefix)


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


def _sizes(folder: str) -> Iterator[int]:
    """The size of every file of a release but the two that describe it."""
    pending = [folder]
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    pending.append(entry.path)
                elif entry.name not in ("release.json", "SHA256SUMS"):
                    yield entry.stat(follow_symlinks=False).st_size

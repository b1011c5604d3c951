"""The store: a date or a table's name in, what the live release holds out. The only reader of it.

A release folder is immutable and the live one is a link to it, so a request resolves the
link once and reads from that folder only: no answer ever mixes two releases, and a new one
is seen by the next request.
"""

from __future__ import annotations

import os
import time
from dataclasses import dataclass
from datetime import date
from hashlib import sha256
from typing import TYPE_CHECKING, Any

import orjson

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

SCHEMA = 1
"""The dataset shape this door understands; `release.json` names the one it has."""

TABLES = ("catalogue", "compatibility", "flow-year", "tools")
Identity = tuple[int, int, int, int]
PATIENCE = 1.0
"""Seconds for which a release found broken is not examined again."""


class UnavailableError(Exception):
    """No usable release; the message is for the log, not for callers."""


@dataclass(frozen=True, slots=True)
class Release:
    """A release that was found whole: its folder, what identifies it, its tables."""

    folder: str
    identity: Identity
    id: str
    first: date
    last: date
    tables: dict[str, Any]
    openapi: bytes

    def entry(self, on: date) -> dict[str, Any]:
        """The dataset's entry of a date within the range.

        :raises UnavailableError: if the file is gone, cut short or of another date.
        """
        path = f"{self.folder}/bazi/{on.year}-{on.month}-{on.day}/reading.json"
        try:
            with open(path, "rb", buffering=0) as file:
                entry: dict[str, Any] = orjson.loads(file.read())
            if entry["date"] != on.isoformat():
                raise ValueError(f"holds {entry['date']}")
        except (OSError, ValueError, KeyError, TypeError) as error:
            raise UnavailableError(f"{path}: {error}") from error
        return entry


class Store:
    """Keeps the live release at hand and follows the link when it moves.

    Threads may race to open a new release; each gets a whole one.
    """

    def __init__(self, link: Path) -> None:
        self._link = str(link)
        self._index = f"{link}/release.json"
        self._held: Release | None = None
        self._broken: tuple[float, str, Identity] | None = None

    def release(self) -> Release:
        """The live release, opened anew if the link or what it points at has changed.

        :raises UnavailableError: if it is missing, of another schema, or incomplete.
        """
        identity = _identity(self._index)
        held, broken = self._held, self._broken
        if held is not None and held.identity == identity:
            return held
        patient = broken is not None and time.monotonic() - broken[0] < PATIENCE
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
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UnavailableError(f"{folder}: {error}") from error
    return Release(folder, identity, index["id"], first, last, tables, openapi)


def _read(path: str) -> bytes:
    with open(path, "rb") as file:
        return file.read()


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

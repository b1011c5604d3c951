"""The published release: followed, opened and read, each reading against its digest.

In: the link to a release, or a date. Out: what it holds. Nothing here writes.

A release folder is immutable and the live one is a link to it, so a request resolves the link
once and reads from that folder only: no answer ever mixes two releases. A release is proved
when it is published; here it is seen to be there, and each reading is proved as it is read.
"""

from __future__ import annotations

import logging
import os
import re
import time
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import date, timedelta
from hashlib import sha256
from pathlib import Path
from threading import Lock
from typing import Any
from urllib.parse import urlsplit

import orjson

log = logging.getLogger("wanrishu.published")

SCHEMA = 4
"""The dataset shape this door understands; `release.json` names the one it has."""
GLANCE = 0.1
"""Seconds for which the link is not looked at again: a look costs as much as half a lookup."""
PATIENCE = 1.0
"""The same, where there was no release to serve: opening one costs as much as a thousand."""

_TABLES = ("catalogue", "compatibility", "flow-year", "tools")
_SUM = re.compile(r"^([0-9a-f]{64})  (bazi/[^/\n]+/reading\.json|tables/.+|openapi\.yaml)$", re.M)
Identity = tuple[tuple[int, int, int, int], ...]


class UnavailableError(Exception):
    """Nothing usable to answer from; the message is for the log and names no date."""


class Live:
    """The live release. One thread opens a new one, the others answer from the old meanwhile."""

    def __init__(self, link: Path) -> None:
        self._link = str(link)
        self._held: Release | None = None
        self._why, self._look_at = "", 0.0
        self._opening = Lock()

    def release(self, *, fresh: bool = False) -> Release:
        """The live release, opened anew if the link or what it points at has changed.

        The link is looked at every `GLANCE` seconds; for a `fresh` answer at once.

        :raises UnavailableError: if it is missing, of another schema, or incomplete.
        """
        held = self._held
        if fresh or time.monotonic() >= self._look_at:
            # Without one to answer from, every thread waits for the first.
            if self._opening.acquire(blocking=held is None):
                try:
                    self._look()
                finally:
                    self._opening.release()
            held = self._held
        if held is None:
            raise UnavailableError(self._why)
        return held

    def _look(self) -> None:
        if self._held is None or self._held.identity != identity(self._link):
            try:
                self._held = open_release(os.path.realpath(self._link))
                self._why = ""
                log.info("serving release %s", self._held.id)
            except UnavailableError as error:
                if self._why != str(error):
                    log.error("no release to serve (WANRISHU_RELEASE names its folder): %s", error)
                self._held, self._why = None, str(error)
        self._look_at = time.monotonic() + (GLANCE if self._held else PATIENCE)


@dataclass(frozen=True, slots=True)
class Release:
    """A release of a known schema with a folder for each date, and its tables.

    `sums`: SHA-256 of each file the door reads, by its path, in hexadecimal digits.
    `damaged`: dates whose file was not what its digest says when it was last read.
    `disclaimer` is a JSON string; `origin` and `prefix` are parts of `base`, the site's address;
    `prefix` is "" at a host's root.
    """

    folder: str
    identity: Identity
    id: str
    first: date
    last: date
    sums: dict[str, str]
    tables: dict[str, Any]
    openapi: bytes
    disclaimer: bytes
    base: str
    origin: str
    prefix: str
    damaged: set[date] = field(default_factory=set)

    def file(self, path: str) -> bytes:
        """One of those in `sums`; if it is gone or another: UnavailableError, without a date."""
        with suppress(OSError, UnavailableError):
            return _proved(f"{self.folder}/{path}", self.sums[path])
        raise UnavailableError(f"a file of {self.id} is not as published: run `wanrishu verify`")

    def entry(self, on: date) -> Entry:
        """The dataset's entry of a date within the range; fails as `file` does."""
        try:
            raw = self.file(_path(on))
        except UnavailableError:
            self.damaged.add(on)
            raise
        self.damaged.discard(on)
        return Entry(raw)


@dataclass(frozen=True, slots=True)
class Entry:
    """A date's `reading.json`: one JSON object in four lines (`generator/dataset.py` says which).

    What is asked for is cut out and handed on as bytes; only a perspective is parsed.
    """

    raw: bytes

    @property
    def surroundings(self) -> bytes:
        """`calendar`, `chart` and `boundary`, as members of a JSON object without its braces."""
        return self.raw.split(b"\n", 3)[2].removesuffix(b",")

    def data(self, gender: str | None) -> bytes:
        """`data` of a BaziResponse: the neutral reading, with what a perspective changes.

        Its paragraphs follow those that all perspectives share.
        """
        if gender is None:
            return self.raw.split(b"\n", 2)[1][len(b'"data":') : -len(b",")]
        whole = self.parsed()
        data, changed = whole["data"], whole["perspectives"][gender]
        for name, count in whole["shared"].items():
            shared = data[name].split("\n\n")[:count]
            changed[name] = "\n\n".join([*shared, changed[name]])
        return orjson.dumps(data | changed)

    def parsed(self) -> dict[str, Any]:
        """The whole object."""
        whole: dict[str, Any] = orjson.loads(self.raw)
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
        listed = _proved(f"{folder}/SHA256SUMS", index["sums"]).decode()
        sums = {path: digest for digest, path in _SUM.findall(listed)}
        first, last = (date.fromisoformat(index["range"][end]) for end in ("first", "last"))
        days = {_path(first + timedelta(days=n)) for n in range((last - first).days + 1)}
        there = {f"bazi/{name}/reading.json" for name in os.listdir(f"{folder}/bazi")}
        lacking = len(days - (there & sums.keys()))
        if lacking or index["dates"] != len(days):
            raise UnavailableError(f"{folder} lacks {lacking} dates of {first} to {last}")
        names = [f"tables/{name}.json" for name in _TABLES]
        openapi, *read = (_proved(f"{folder}/{n}", sums[n]) for n in ("openapi.yaml", *names))
        tables = dict(zip(_TABLES, map(orjson.loads, read), strict=True))
        base = tables["catalogue"]["base"]
        site = urlsplit(base)
        return Release(
            folder,
            known,
            index["id"],
            first,
            last,
            sums,
            tables,
            openapi=openapi,
            disclaimer=orjson.dumps(tables["catalogue"]["disclaimer"]),
            base=base,
            origin=f"{site.scheme}://{site.netloc}",
            prefix=site.path.rstrip("/"),
        )
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UnavailableError(f"{folder}: {type(error).__name__} {error}") from error


def _path(on: date) -> str:
    return f"bazi/{on.year}-{on.month}-{on.day}/reading.json"


def _proved(path: str, digest: str) -> bytes:
    content = _read(path)
    if sha256(content).hexdigest() != digest:
        raise UnavailableError(f"{path} is not as it was published")
    return content


def _read(path: str) -> bytes:
    file = os.open(path, os.O_RDONLY)  # an object around it costs as much as the reading
    try:
        return os.read(file, os.fstat(file).st_size)
    finally:
        os.close(file)

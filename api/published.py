"""The published release: followed, opened and read, each reading against its digest.

In: the link to a release, or a date. Out: what it holds. Nothing here writes.

An answer comes from one file and from tables that are held, so that none mixes two releases, be the
live one a link to a folder that never changes, or a folder that is published into: there the index
comes last, and until then the release held goes on.
"""

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

SCHEMA = 6  # of the dataset that this door reads; `release.json` names the one it has
GLANCE, PATIENCE = 0.1, 1.0
"""Seconds for which the link is not looked at again: a look costs as much as half a lookup. Where
there was none to serve, longer: opening one costs as much as a thousand."""

_TABLES = ("catalogue", "compatibility", "flow-year", "tools")
_SUM = re.compile(r"^([0-9a-f]{64})  (bazi/[^/\n]+/reading\.json|tables/.+|openapi\.yaml)$", re.M)
_HEAD = '{"schema":%d,"date":"%s","sha256":"%s",'
"""The first line of a `reading.json`: with the digest of what follows it."""
_FOLDER = re.compile(r"[0-9a-f]{16}")


class UnavailableError(Exception):
    """Nothing usable to answer from; the message is for the log and names no date."""


@dataclass(frozen=True, slots=True)
class Release:
    """A release of a known schema with a folder for each date, and its tables.

    `origin` and `prefix` are parts of `base`, the site's address; `prefix` is "" at a host's root.
    `damaged`: dates whose file was not what its digest says when it was last read.
    """

    folder: str
    identity: tuple[object, ...]
    id: str
    first: date
    last: date
    tables: dict[str, Any]
    openapi: bytes
    base: str
    origin: str
    prefix: str
    damaged: set[date] = field(default_factory=set)

    def reading(self, on: date) -> bytes:
        """The `reading.json` of a date within the range (`generator/reading/dataset.py`).

        :raises UnavailableError: if it is gone or damaged; the message names no date.
        """
        raw = b""
        with suppress(OSError):
            raw = _read(f"{self.folder}/{_path(on)}")
        head, _, rest = raw.partition(b"\n")
        if head.decode(errors="replace") != _HEAD % (SCHEMA, on, sha256(rest).hexdigest()):
            self.damaged.add(on)
            raise UnavailableError(
                f"a file of {self.id} is not as published: run `wanrishu verify`"
            )
        self.damaged.discard(on)
        return raw


def perspective(raw: bytes, gender: str | None) -> bytes:
    """`data` of a BaziResponse: the neutral one cut out, or with a gender's own paragraphs last."""
    if gender is None:
        return raw.split(b"\n", 2)[1][len(b'"data":') : -len(b",")]
    whole = orjson.loads(raw)
    data, changed = whole["data"], whole["perspectives"][gender]
    for name, count in whole["shared"].items():
        shared = data[name].split("\n\n")[:count]
        changed[name] = "\n\n".join([*shared, changed[name]])
    return orjson.dumps(data | changed)


class Live:
    """The live release. One thread opens a new one, others answer from the old meanwhile."""

    def __init__(self, link: Path) -> None:
        self._link = str(link)
        self._held: Release | None = None
        self._why, self._look_at = "", 0.0
        self._opening = Lock()

    def release(self, *, fresh: bool = False) -> Release:
        """The live release, opened anew if there is another; `fresh`: look before any glance ends.

        While what is there can't be opened, the one that was opened before goes on.

        :raises UnavailableError: if there is none, or none could be opened yet.
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
                if not os.path.exists(f"{self._link}/release.json"):
                    self._held = None
                if self._why != str(error):
                    still = f"{self._held.id} goes on" if self._held else "there is none to serve"
                    log.error("%s (WANRISHU_RELEASE names its folder); %s", error, still)
                self._why = str(error)
        self._look_at = time.monotonic() + (PATIENCE if self._why else GLANCE)


def identity(folder: str) -> tuple[object, ...]:
    """What changes when a release is another: its index, and folders that lose or gain an entry."""
    try:
        seen = [os.stat(path) for path in (folder, f"{folder}/bazi", f"{folder}/release.json")]
    except OSError:
        return ()
    return tuple((each.st_dev, each.st_ino, each.st_mtime_ns, each.st_size) for each in seen)


def open_release(folder: str) -> Release:
    """A release whose name, index, list of digests, tables and folders of dates agree.

    No file of a date is read: `Release.reading` does, and proves it.

    :raises UnavailableError: if something is missing or not as its index says.
    """
    known = identity(folder)
    try:
        index = orjson.loads(_read(f"{folder}/release.json"))
        if index["schema"] != SCHEMA:
            found = index["schema"]
            raise UnavailableError(f"{folder} has schema {found}; this door reads {SCHEMA}")
        listed = _proved(f"{folder}/SHA256SUMS", index["sums"]).decode()
        sums = {path: digest for digest, path in _SUM.findall(listed)}
        name = os.path.basename(folder)
        named = index["sums"][:16], name if _FOLDER.fullmatch(name) else index["id"]
        if named != (index["id"], index["id"]) or index["files"] != listed.count("\n"):
            raise UnavailableError(f"{folder}/release.json is not of the release beside it")
        first, last = (date.fromisoformat(index["range"][end]) for end in ("first", "last"))
        days = {_path(first + timedelta(days=n)) for n in range((last - first).days + 1)}
        dated = {path for path in sums if path.startswith("bazi/")}
        if days != dated or index["dates"] != len(days):
            raise UnavailableError(f"{folder}/release.json names other dates than its list")
        if lacking := days - {f"bazi/{name}/reading.json" for name in os.listdir(f"{folder}/bazi")}:
            raise UnavailableError(f"{folder} lacks {len(lacking)} dates of {first} to {last}")
        names = [f"tables/{name}.json" for name in _TABLES]
        openapi, *read = (_proved(f"{folder}/{n}", sums[n]) for n in ("openapi.yaml", *names))
        tables = dict(zip(_TABLES, map(orjson.loads, read), strict=True))
        base = tables["catalogue"]["base"]
        site = urlsplit(base)
        where = base, f"{site.scheme}://{site.netloc}", site.path.rstrip("/")
        return Release(folder, known, index["id"], first, last, tables, openapi, *where)
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UnavailableError(f"{folder}: {type(error).__name__} {error}; run `make`") from error


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

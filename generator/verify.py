"""Whether a release folder holds what it says.

In: a release folder. Out: what its index says, and everything that is wrong with it. Knows
nothing of bazi; writes nothing.
"""

from __future__ import annotations

import os
import re
from hashlib import file_digest, sha256
from struct import Struct
from typing import TYPE_CHECKING, Any

import orjson

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from pathlib import Path

SUMS = "SHA256SUMS"
INDEX = "release.json"

_LISTED = re.compile(r"^(.{64})  (.+)$", re.MULTILINE)

_STEP = 500
"""Files between two reports of progress."""


_STAMP = Struct("<QQqq")
"""Inode, size, the times of writing and of the last change, in nanoseconds."""

STAMP_LENGTH = _STAMP.size


def stamp(file: str) -> bytes | None:
    """What the system says of a file: whoever changes a byte of it changes this; None if none is there.

    The time of the last change (ctime) can't be set by hand. One object of a few bytes, since a
    build holds one for every file.
    """
    try:
        seen = os.stat(file, follow_symlinks=False)
    except OSError:
        return None
    return _STAMP.pack(seen.st_ino, seen.st_size, seen.st_mtime_ns, seen.st_ctime_ns)


def size_of(stamps: Iterable[bytes]) -> int:
    """The size of files together, as their stamps tell it."""
    return sum(size for _, size, _, _ in _STAMP.iter_unpack(b"".join(stamps)))


def read_index(folder: Path) -> dict[str, Any] | None:
    """`release.json`, or None if there is none to read."""
    try:
        loaded = orjson.loads((folder / INDEX).read_bytes())
    except (OSError, orjson.JSONDecodeError):
        return None
    return loaded if isinstance(loaded, dict) else None


def read_sums(folder: Path) -> dict[str, str]:
    """Path → digest as `SHA256SUMS` lists them; whatever is unreadable is left out."""
    try:
        listed = os.fsdecode((folder / SUMS).read_bytes())
    except OSError:
        return {}
    return {path: digest for digest, path in _LISTED.findall(listed)}


def seems_whole(folder: Path) -> bool:
    """Whether list and index are there and belong together, and files and bytes are as many.

    Cheap: no file is read. `verify` reads them all.
    """
    index = read_index(folder)
    try:
        sums = sha256((folder / SUMS).read_bytes()).hexdigest()
        sizes = [size for _, size in walk(folder)]
    except OSError:
        return False
    return index is not None and (sums[:16], sums, len(sizes), sum(sizes)) == tuple(
        index.get(key) for key in ("id", "sums", "files", "bytes")
    )


def verify(folder: Path, progress: Callable[[int, int], None] = lambda done, of: None) -> list[str]:
    """Everything wrong with a release, by the digest of every file; empty if nothing is.

    `progress` is told now and then how many files are done, and of how many.
    """
    index = read_index(folder)
    found = [] if index else [f"unreadable: {INDEX}"]
    try:
        raw = (folder / SUMS).read_bytes()
    except OSError:
        return [*found, f"unreadable: {SUMS}"]
    if index and sha256(raw).hexdigest() != index.get("sums"):
        found.append(f"damaged: {SUMS} (it is not the list that {INDEX} names)")
    listed = read_sums(folder)
    there = {path for path, _ in walk(folder)}
    found += [f"missing: {path}" for path in sorted(listed.keys() - there)]
    found += [f"unexpected: {path}" for path in sorted(there - listed.keys())]
    kept = sorted(listed.keys() & there)
    for done, path in enumerate(kept, 1):
        if digest_of(f"{folder}/{path}") != listed[path]:
            found.append(f"damaged: {path}")
        if done % _STEP == 0 or done == len(kept):
            progress(done, len(kept))
    return found


def walk(folder: Path) -> Iterator[tuple[str, int]]:
    """(path, size) of every file of a release but the two that describe it."""
    root = f"{folder}/"
    pending = [root]
    while pending:
        current = pending.pop()
        with os.scandir(current) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    pending.append(f"{entry.path}/")
                elif (path := entry.path.removeprefix(root)) not in (SUMS, INDEX):
                    yield path, entry.stat(follow_symlinks=False).st_size


def digest_of(path: str) -> str | None:
    """A file's SHA-256 in hex; None if it can't be read, or is a link or device in its place."""
    try:
        # Without these flags a pipe would be waited for, and a link followed out of the release.
        file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(file, "rb") as opened:
            return file_digest(opened, "sha256").hexdigest()
    except OSError:
        return None

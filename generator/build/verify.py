"""Whether a release folder holds what it says.

In: a release folder. Out: its index, its list of digests, and everything that is wrong with them.
Knows nothing of bazi but how the files of a date are called; writes nothing.
"""

import os
import re
from collections.abc import Callable, Iterator
from datetime import date
from hashlib import sha256
from pathlib import Path
from typing import Any

import orjson

SUMS = "SHA256SUMS"
INDEX = "release.json"

_LISTED = re.compile(r"^(.{64})  (.+)$", re.MULTILINE)
_DATE = re.compile(r"bazi/(\d+)-(\d+)-(\d+)/reading\.json")

_STEP = 500
"""Files between two reports of progress."""


def read_index(folder: Path, name: str = INDEX) -> dict[str, Any]:
    """`release.json`, or another file of JSON; empty if there is none that can be read."""
    try:
        loaded = orjson.loads((folder / name).read_bytes())
    except (OSError, orjson.JSONDecodeError):
        return {}
    return loaded if isinstance(loaded, dict) else {}


def read_sums(folder: Path) -> dict[str, str]:
    """Path → digest as `SHA256SUMS` lists them; lines that can't be read are left out."""
    try:
        listed = os.fsdecode((folder / SUMS).read_bytes())
    except OSError:
        return {}
    return {path: digest for digest, path in _LISTED.findall(listed)}


def seems_whole(folder: Path) -> bool:
    """Whether list and index belong together, and files and bytes are as many as the index says.

    Cheap: no other file is read. `verify` reads them all.
    """
    index = read_index(folder)
    try:
        sizes = [size for _, size in walk(folder)]
        described = not _of_index(folder, index)
    except OSError:
        return False
    counted = {"files": len(sizes), "bytes": sum(sizes)}
    return described and counted.items() <= index.items()


def verify(folder: Path, progress: Callable[[int, int], None] = lambda done, of: None) -> list[str]:
    """Everything wrong with a release; empty if nothing is.

    Every file is held against its digest in the list, the list against the index, and what the
    index says of the release (id, files, bytes, dates, range) against the list. `progress` is
    called now and then with how many files are done, and of how many.
    """
    index = read_index(folder)
    found = [] if index else [f"unreadable: {INDEX}"]
    if not (folder / SUMS).is_file():
        return [*found, f"unreadable: {SUMS}"]
    if index:
        found = _of_index(folder, index)
    listed = read_sums(folder)
    there = dict(walk(folder))
    found += [f"missing: {path}" for path in sorted(listed.keys() - there.keys())]
    found += [f"unexpected: {path}" for path in sorted(there.keys() - listed.keys())]
    found += _damaged(folder, listed, sorted(listed.keys() & there.keys()), progress)
    counted = {"files": len(there), "bytes": sum(there.values())}
    if not (found or counted.items() <= index.items()):
        found.append(f"damaged: {INDEX} (it counts other files or bytes)")
    return found


def _damaged(
    folder: Path, listed: dict[str, str], paths: list[str], progress: Callable[[int, int], None]
) -> Iterator[str]:
    """What is wrong with the files of these paths, each read whole."""
    for done, path in enumerate(paths, 1):
        if digest_of(f"{folder}/{path}") != listed[path]:
            yield f"damaged: {path}"
        if done % _STEP == 0 or done == len(paths):
            progress(done, len(paths))


def _of_index(folder: Path, index: dict[str, Any]) -> list[str]:
    """What of the index is not what the list of digests says, at most one line."""
    sums = sha256((folder / SUMS).read_bytes()).hexdigest()
    if index.get("sums") != sums:
        return [f"damaged: {SUMS} (it is not the list that {INDEX} names)"]
    listed = filter(None, map(_DATE.fullmatch, read_sums(folder)))
    dates = sorted((date(*map(int, match.groups())), match[0]) for match in listed)
    span = {"first": str(dates[0][0]), "last": str(dates[-1][0])} if dates else None
    true = {"id": sums[:16], "dates": len(dates), "range": span}
    if dates and (reading := read_index(folder, dates[0][1])):
        true["schema"] = reading.get("schema")  # each file of a date has it, too
    if wrong := [name for name, value in true.items() if index.get(name) != value]:
        return [f"damaged: {INDEX} ({', '.join(wrong)}: not as {SUMS} has it)"]
    return []


def walk(folder: Path) -> Iterator[tuple[str, int]]:
    """(path, size) of every file of a release but the two that describe it."""
    root = f"{folder}/"
    pending = [root]
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in entries:
                if entry.is_dir(follow_symlinks=False):
                    pending.append(f"{entry.path}/")
                elif (path := entry.path.removeprefix(root)) not in (SUMS, INDEX):
                    yield path, entry.stat(follow_symlinks=False).st_size


def digest_of(path: str) -> str | None:
    """A file's SHA-256 in hex; None if it can't be read, or is no regular file."""
    try:
        # Without these flags a pipe would be waited for, and a link followed out of the release.
        file = os.open(path, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
        with open(file, "rb") as opened:
            return sha256(opened.read() or b"").hexdigest()  # None of a pipe that somebody holds
    except OSError:
        return None

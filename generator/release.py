"""Releases: files staged aside, verified, and switched in by one rename.

In: bytes for paths. Out: `<output>/releases/<id>/` and `<output>/current` pointing at it.
Knows nothing of bazi. Until `publish` renames the link, the live release is untouched;
whatever a killed build left behind is swept by the next one.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from contextlib import contextmanager
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from typing import TYPE_CHECKING

import orjson

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

SUMS = "SHA256SUMS"
INDEX = "release.json"
KEPT = 2
"""Releases kept: the live one and the one before it, for a roll back."""

_STAGING = ".staging-"


class ReleaseError(Exception):
    """A release that may not go live; the message says what is wrong and what to do."""


@dataclass(frozen=True, slots=True)
class File:
    """A file of a release: path with forward slashes, SHA-256 in hex, size in bytes."""

    path: str
    digest: str
    size: int


@dataclass(frozen=True, slots=True)
class Changes:
    """Files added, changed and removed since the release that was live."""

    added: int
    changed: int
    removed: int


class Stage:
    """A folder that files are put into before anyone can see them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self._made: set[str] = set()

    def write(self, path: str, content: bytes) -> File:
        """Put one file in place; its folder is made when first needed."""
        parent, _, _ = path.rpartition("/")
        if parent not in self._made:
            os.makedirs(f"{self.folder}/{parent}", exist_ok=True)
            self._made.add(parent)
        with open(f"{self.folder}/{path}", "xb", buffering=0) as out:
            out.write(content)
        return File(path, sha256(content).hexdigest(), len(content))


@contextmanager
def staging(output: Path) -> Iterator[Stage]:
    """A fresh stage under an output folder, removed again unless it was published.

    :raises ReleaseError: if another build holds the output folder.
    """
    releases = output / "releases"
    releases.mkdir(parents=True, exist_ok=True)
    with (output / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ReleaseError(
                f"another build is writing to {output} — wait for it, or name another --output"
            ) from None
        for stale in releases.glob(f"{_STAGING}*"):
            shutil.rmtree(stale)
        folder = releases / f"{_STAGING}{os.getpid()}"
        folder.mkdir()
        try:
            yield Stage(folder)
        finally:
            if folder.exists():
                shutil.rmtree(folder)


def publish(
    output: Path, stage: Stage, files: Iterable[File], index: dict[str, object]
) -> tuple[str, Changes]:
    """Seal, verify and switch to a stage; return the release's id and what changed.

    The id is a digest of the list of digests: the same content has the same id, on any
    machine. `index` becomes `release.json`, with the id and the totals added.

    :raises ReleaseError: if what lies on disk is not what was written.
    """
    listed = sorted(files, key=lambda file: file.path)
    sums = "".join(f"{file.digest}  {file.path}\n" for file in listed).encode()
    release_id = sha256(sums).hexdigest()[:16]
    sealed = dict(
        index,
        id=release_id,
        files=len(listed),
        bytes=sum(file.size for file in listed),
        sums=sha256(sums).hexdigest(),
    )
    stage.write(SUMS, sums)
    stage.write(INDEX, orjson.dumps(sealed, option=orjson.OPT_INDENT_2) + b"\n")
    _verify(stage.folder, listed)
    before = _read_sums(output / "current")
    name = release_id
    while (target := output / "releases" / name).exists() and dict(_walk(target)) != {
        file.path: file.size for file in listed
    }:
        name += "+"  # somebody touched that folder since; leave it to `prune`
    if target.exists():
        shutil.rmtree(stage.folder)
    else:
        stage.folder.rename(target)
    switch(output, name)
    prune(output)
    return release_id, _changes(before, {file.path: file.digest for file in listed})


def switch(output: Path, release_id: str) -> None:
    """Point `current` at a release, atomically (`ln -sfn` is not)."""
    link = output / f".current-{os.getpid()}"
    link.unlink(missing_ok=True)
    link.symlink_to(Path("releases") / release_id)
    os.replace(link, output / "current")


def live_index(output: Path) -> dict[str, object] | None:
    """`release.json` of the live release, or None if there is none to read."""
    try:
        loaded = orjson.loads((output / "current" / INDEX).read_bytes())
    except (OSError, orjson.JSONDecodeError):
        return None
    return loaded if isinstance(loaded, dict) else None


def is_whole(output: Path) -> bool:
    """Whether the live release still has every file its index counts."""
    index = live_index(output)
    if index is None:
        return False
    found = sum(1 for _ in _walk(output / "current"))
    return found == index.get("files")


def prune(output: Path) -> None:
    """Drop all releases but the live one and the newest others, `KEPT` in all."""
    live = (output / "current").resolve()
    others = [
        folder
        for folder in (output / "releases").iterdir()
        if folder != live and not folder.name.startswith(".")
    ]
    others.sort(key=lambda folder: folder.stat().st_mtime_ns, reverse=True)
    for folder in others[KEPT - 1 :]:
        shutil.rmtree(folder)


def _verify(folder: Path, files: list[File]) -> None:
    wanted = {file.path: file.size for file in files}
    found = dict(_walk(folder))
    if found != wanted:
        odd = sorted(wanted.items() ^ found.items())[0][0]
        raise ReleaseError(
            f"{odd} is not on disk as it was written — is the disk full? "
            "The live release was left as it was; build again"
        )


def _walk(folder: Path) -> Iterator[tuple[str, int]]:
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


def _read_sums(folder: Path) -> dict[str, str]:
    try:
        lines = (folder / SUMS).read_text().splitlines()
    except OSError:
        return {}
    return {path: digest for digest, _, path in (line.partition("  ") for line in lines)}


def _changes(before: dict[str, str], after: dict[str, str]) -> Changes:
    return Changes(
        added=len(after.keys() - before.keys()),
        changed=sum(1 for path in after.keys() & before.keys() if after[path] != before[path]),
        removed=len(before.keys() - after.keys()),
    )

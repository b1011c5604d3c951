"""Releases: files staged aside, checked, and switched in by one rename.

In: bytes for paths. Out: `<output>/releases/<id>/` and `<output>/current` pointing at it.
Knows nothing of bazi. Until `publish` renames the link, the live release is untouched;
whatever a killed build left behind is swept by the next one.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

import orjson

from generator import journal
from generator.history import (
    AGAIN,
    ASIDE,
    CURRENT,
    PREVIOUS,
    ReleaseError,
    drop,
    live_name,
    point,
    previous_name,
    prune,
    release_id,
    switch,
    sync,
)
from generator.verify import INDEX, SUMS, read_sums, verify, walk

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator


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
        target = f"{self.folder}/{path}"
        if parent not in self._made:
            self._make(f"{self.folder}/{parent}")
            self._made.add(parent)
        try:
            out = os.open(target, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o666)
            try:
                left = memoryview(content)
                while left:
                    left = left[os.write(out, left) :]
            finally:
                os.close(out)
        except OSError as error:
            error.filename = target  # a write that fails does not say where
            raise
        return File(path, sha256(content).hexdigest(), len(content))

    @staticmethod
    def _make(folder: str) -> None:
        try:
            os.mkdir(folder)
        except FileNotFoundError:
            os.makedirs(folder, exist_ok=True)
        except FileExistsError:
            pass  # of another worker


def replace(folder: Path, files: Iterable[tuple[str, bytes]]) -> list[Path]:
    """Put files that belong to no release into a folder, all whole or none; their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=ASIDE, dir=folder) as aside:
        names = []
        for name, content in files:
            try:
                (Path(aside) / name).write_bytes(content)
            except OSError as error:
                error.filename = str(folder / name)  # a write that fails does not say where
                raise
            names.append(name)
        return [(Path(aside) / name).replace(folder / name) for name in names]


@contextmanager
def hold(output: Path) -> Iterator[None]:
    """An output folder to oneself, cleared of what killed builds left.

    :raises ReleaseError: if another build holds it, or a folder stands where a link belongs.
    """
    for link in (output / CURRENT, output / PREVIOUS):
        if link.exists() and not link.is_symlink():
            raise ReleaseError(
                f"{link} is not a link to a release, as a build makes it — move it away, then build again"
            )
    releases = output / "releases"
    releases.mkdir(parents=True, exist_ok=True)
    with (output / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ReleaseError(
                f"another build is writing to {output} — wait for it, or name another --output"
            ) from None
        for left in releases.glob(f"{ASIDE}*/"):
            shutil.rmtree(left)
        yield


@contextmanager
def staging(output: Path) -> Iterator[Stage]:
    """A fresh stage under an output folder, removed again unless it was published.

    :raises ReleaseError: as `hold` does.
    """
    with hold(output):
        folder = output / "releases" / f"{ASIDE}{os.getpid()}"
        folder.mkdir()
        try:
            yield Stage(folder)
        finally:
            if folder.exists():
                shutil.rmtree(folder)


def publish(
    output: Path, stage: Stage, files: Iterable[File], index: dict[str, object], keep: int = 2
) -> tuple[str, Changes]:
    """Seal, check and switch to a stage; return the release's id and what changed.

    The id is a digest of the list of digests: the same content has the same id, on any
    machine. `index` becomes `release.json`, with the id and the totals added. A live release
    of the same content stays, if every file of it is as it should be. `keep` is how many
    releases stay, with the live one, the one before and the one rolled back to among them.

    :raises ReleaseError: if what lies on disk is not what was written.
    :raises WithdrawnError: if this very release was rolled back.
    """
    listed = sorted(files, key=lambda file: file.path)
    sums = "".join(f"{file.digest}  {file.path}\n" for file in listed).encode()
    this = sha256(sums).hexdigest()[:16]
    sealed = dict(
        index,
        id=this,
        files=len(listed),
        bytes=sum(file.size for file in listed),
        sums=sha256(sums).hexdigest(),
    )
    described = orjson.dumps(sealed, option=orjson.OPT_INDENT_2) + b"\n"
    stage.write(SUMS, sums)
    stage.write(INDEX, described)
    _check(stage.folder, listed)
    changes = _changes(read_sums(output / CURRENT), {file.path: file.digest for file in listed})
    live = live_name(output)
    again = live in (this, this + AGAIN)
    if again and _is_just(output / CURRENT, described):
        return this, changes
    kept = journal.read(output)
    if not again:
        kept.refuse({"id": this})
    releases = output / "releases"
    names = [name for name in (this, this + AGAIN) if name != live]
    name = next((name for name in names if _is_just(releases / name, described)), "")
    if not name:  # none that was kept is as good
        name = next((name for name in names if not (releases / name).exists()), names[-1])
        if (releases / name).exists():
            drop(releases / name)
        stage.folder.rename(releases / name)
    sync(releases)  # whole and by its name, before anything points at it
    if not again and (output / CURRENT).exists():
        point(output, PREVIOUS, os.readlink(output / CURRENT))
    switch(output, name)
    sync(output)
    with suppress(OSError):  # the new release is live: what can't be removed is left to the next
        if live is not None and again:
            drop(releases / live)
        else:
            before = previous_name(output)
            kept = kept.published(this, before and release_id(before), keep)
            journal.write(output, kept)
            prune(output, kept.went_live)
    return this, changes


def _is_just(folder: Path, described: bytes) -> bool:
    """Whether a release has this index, and every file the digest it should have."""
    try:
        return (folder / INDEX).read_bytes() == described and not verify(folder)
    except OSError:
        return False


def _check(folder: Path, files: list[File]) -> None:
    """See that a stage holds each file in its size.

    :raises ReleaseError: if it does not.
    """
    wanted = {file.path: file.size for file in files}
    found = dict(walk(folder))
    if found != wanted:
        odd = sorted(wanted.items() ^ found.items())[0][0]
        raise ReleaseError(
            f"{odd} is not on disk as it was written — is the disk full? "
            "The live release was left as it was; build again"
        )


def _changes(before: dict[str, str], after: dict[str, str]) -> Changes:
    return Changes(
        added=len(after.keys() - before.keys()),
        changed=sum(1 for path in after.keys() & before.keys() if after[path] != before[path]),
        removed=len(before.keys() - after.keys()),
    )

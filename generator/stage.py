"""The stage: a folder that the files of a release are put into before anyone can see them.

In: bytes for paths, and files of the live release that stay as they are. Out: a folder under
`releases/`. Knows nothing of bazi.

A stage may begin as the release that was retired last (`history.SPARE`): most of its files are
those of the live one, under another name, and need not be linked again.
"""

from __future__ import annotations

import fcntl
import os
import shutil
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING
from zlib import crc32

from generator.history import ASIDE, CURRENT, PREVIOUS, SPARE, ReleaseError

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class File:
    """A file of a release: path with forward slashes, SHA-256 in hex, size in bytes."""

    path: str
    digest: str
    size: int


@dataclass(frozen=True, slots=True)
class Share:
    """One of several parts of a tree of files, by the first two names of each path."""

    number: int
    of: int

    def has(self, path: str) -> bool:
        """Whether a file or folder is in it; a folder at the top, whose files may be, is in any."""
        key = "/".join(path.split("/", 2)[:2])
        return crc32(key.encode()) % self.of == self.number


class Stage:
    """A folder that files are put into before anyone can see them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.kept: frozenset[str] = frozenset()
        """Paths of the files that it shares with the live release."""
        self._made: set[str] = set()

    def write(self, path: str, content: bytes) -> File:
        """Put one file in place; its folder is made when first needed."""
        target = self._place(path)
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

    def keep(
        self, live: Path, inodes: Mapping[str, int], share: Share
    ) -> tuple[set[str], set[str]]:
        """Have just these files of the live release in the stage, each of them the same file.

        Does one share of it, before anything is written. Returns the paths that had to be linked,
        and the folders that something was taken from: `tidy` removes those left empty.
        """
        there, taken = set(), set()
        for path, inode in _files(self.folder, share):
            if inodes.get(path) == inode:
                there.add(path)
            else:
                os.unlink(f"{self.folder}/{path}")
                taken.add(path.rpartition("/")[0])
        linked = {path for path in inodes.keys() - there if share.has(path)}
        for path in linked:
            os.link(f"{live}/{path}", self._place(path), follow_symlinks=False)
        return linked, taken - {""}

    def tidy(self, folders: Iterable[str]) -> None:
        """Remove those folders that hold nothing."""
        for folder in folders:
            with suppress(OSError):  # it holds something still, or is gone
                os.rmdir(f"{self.folder}/{folder}")

    def _place(self, path: str) -> str:
        """Where a file goes, with its folder made."""
        parent, _, _ = path.rpartition("/")
        if parent not in self._made:
            self._make(f"{self.folder}/{parent}")
            self._made.add(parent)
        return f"{self.folder}/{path}"

    @staticmethod
    def _make(folder: str) -> None:
        try:
            os.mkdir(folder)
        except FileNotFoundError:
            os.makedirs(folder, exist_ok=True)
        except FileExistsError:
            pass  # of another worker


def _files(folder: Path, share: Share) -> Iterator[tuple[str, int]]:
    """(path, inode) of everything of a share that is under a folder and none itself."""
    root = f"{folder}/"
    pending = [root]
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in entries:
                path = entry.path.removeprefix(root)
                is_folder = entry.is_dir(follow_symlinks=False)
                if not share.has(path) and not (is_folder and "/" not in path):
                    continue
                if is_folder:
                    pending.append(f"{entry.path}/")
                else:
                    yield path, entry.inode()


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
    """A stage in an output folder that is held for it, removed again unless it was published.

    With a spare folder it begins as that: `Stage.keep` makes of it what is wanted.

    :raises ReleaseError: as `hold` does.
    """
    with hold(output):
        folder, spare = output / "releases" / f"{ASIDE}{os.getpid()}", output / "releases" / SPARE
        try:
            spare.rename(folder)
        except FileNotFoundError:
            folder.mkdir()
        stage = Stage(folder)
        try:
            yield stage
        except BaseException:
            shutil.rmtree(folder, ignore_errors=True)
            raise
        if folder.exists() and stage.kept:
            folder.rename(spare)
        elif folder.exists():
            shutil.rmtree(folder)

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
from typing import TYPE_CHECKING, NamedTuple

from generator.history import ASIDE, CURRENT, PREVIOUS, SPARE, ReleaseError
from generator.verify import digest_of, stamp

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Mapping
    from pathlib import Path


class File(NamedTuple):
    """A file of a release: path with forward slashes, SHA-256 in hex, size in bytes.

    A tuple, since fifty thousand come back from the workers.
    """

    path: str
    digest: str
    size: int


@dataclass(frozen=True, slots=True)
class Share:
    """A part of a release's paths: from `first` on, before `end` (None: no end); `wanted` of it."""

    first: str
    end: str | None
    wanted: frozenset[str]

    def has(self, path: str) -> bool:
        """Whether a file is in it."""
        return self.first <= path and (self.end is None or path < self.end)

    def reaches(self, folder: str) -> bool:
        """Whether a file of a folder may be."""
        return self.first < f"{folder}0" and (self.end is None or f"{folder}/" < self.end)


def shares(wanted: Iterable[str], count: int) -> list[Share]:
    """All paths in as many shares, each with as many of those that are wanted."""
    paths = sorted(wanted)
    cuts = [len(paths) * number // count for number in range(count + 1)]
    firsts = ["", *(paths[cut] for cut in cuts[1:-1]), None] if paths else ["", None]
    return [
        Share(first or "", end, frozenset(paths[start:stop]))
        for first, end, start, stop in zip(firsts, firsts[1:], cuts, cuts[1:], strict=False)
    ]


@dataclass(frozen=True, slots=True)
class Kept:
    """What came of a share: what had to be linked, as it was before; what is not as it was written.

    `emptied`: the folders that something was taken from; `tidy` removes those that hold nothing.
    """

    linked: dict[str, bytes]
    lost: set[str]
    emptied: set[str]


class Stage:
    """A folder that files are put into before anyone can see them."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.kept: dict[str, str] = {}
        """Path → digest of the files that it shares with the live release."""
        self.kept_bytes = 0
        """Their size."""
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
        self, live: Path, share: Share, sums: Mapping[str, str], stamps: Mapping[str, bytes]
    ) -> Kept:
        """Have just the wanted files of a share here, each the very one of the live release.

        Before anything is written. `sums` and `stamps`: what each was when it was written. One
        whose stamp has changed is read: its digest decides.
        """
        there, emptied = set(), set()
        for path, now in _files(self.folder, share):
            if path in share.wanted and now == stamps.get(path):
                there.add(path)
            else:
                os.unlink(f"{self.folder}/{path}")
                emptied.add(path.rpartition("/")[0])
        linked, lost = {}, set()
        for path in share.wanted - there:
            now = stamp(f"{live}/{path}")
            if now and (now == stamps.get(path) or digest_of(f"{live}/{path}") == sums[path]):
                os.link(f"{live}/{path}", self._place(path), follow_symlinks=False)
                linked[path] = now
            else:
                lost.add(path)
        return Kept(linked, lost, emptied - {""})

    def remove(self, paths: Iterable[str]) -> None:
        """Take files away that were kept."""
        for path in paths:
            os.unlink(f"{self.folder}/{path}")

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


def _files(folder: Path, share: Share) -> Iterator[tuple[str, bytes | None]]:
    """(path, stamp) of everything of a share that is under a folder and none itself."""
    root = f"{folder}/"
    pending = [root]
    while pending:
        with os.scandir(pending.pop()) as entries:
            for entry in entries:
                path = entry.path.removeprefix(root)
                if entry.is_dir(follow_symlinks=False):
                    if share.reaches(path):
                        pending.append(f"{entry.path}/")
                elif share.has(path):
                    yield path, stamp(entry.path)


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

"""The stage: a folder that the files of a release are put into before anyone can see them.

In: bytes for paths, and the live release. Out: a folder of files, each written or, where the live
release has the very same bytes, linked to it. Knows nothing of bazi, nor which release is live.
"""

from __future__ import annotations

import os
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, NamedTuple

from generator.build.verify import digest_of

if TYPE_CHECKING:
    from collections.abc import Iterable


class File(NamedTuple):
    """A file of a release: path with forward slashes, SHA-256 in hex, size in bytes."""

    path: str
    digest: str
    size: int


class Stage:
    """`folder` is filled by several processes at once; `live` is the release to take files from."""

    def __init__(self, folder: Path, live: Path | None = None) -> None:
        self.folder = folder
        self._live = live
        self._made: set[str] = set()

    def put(self, path: str, content: bytes) -> File:
        """Have a file with this content: the live release's if it is the same, else a new one."""
        target = self._place(path)
        if not self._link_same(path, content, target):
            _write(target, content)
        return File(path, sha256(content).hexdigest(), len(content))

    def keep(self, path: str, digest: str) -> File | None:
        """Have the live release's file; None, and nothing done, unless its bytes have this digest."""
        live = f"{self._live}/{path}"
        if self._live is None or digest_of(live) != digest:
            return None
        os.link(live, self._place(path), follow_symlinks=False)
        return File(path, digest, os.stat(live).st_size)

    def _link_same(self, path: str, content: bytes, target: str) -> bool:
        if self._live is None or not _holds(f"{self._live}/{path}", content):
            return False
        os.link(f"{self._live}/{path}", target, follow_symlinks=False)
        return True

    def _place(self, path: str) -> str:
        """Where a file goes; its folder is made when first needed."""
        parent, _, _ = path.rpartition("/")
        if parent not in self._made:
            os.makedirs(f"{self.folder}/{parent}", exist_ok=True)
            self._made.add(parent)
        return f"{self.folder}/{path}"


def _holds(file: str, content: bytes) -> bool:
    """Whether a regular file has just this content."""
    try:
        seen = os.stat(file, follow_symlinks=False)
        if seen.st_size != len(content):  # a link's size may be right by chance, but is no content
            return False
        opened = os.open(file, os.O_RDONLY | os.O_NOFOLLOW | os.O_NONBLOCK)
    except OSError:
        return False
    try:
        return os.read(opened, len(content) + 1) == content
    except OSError:
        return False
    finally:
        os.close(opened)


def _write(target: str, content: bytes) -> None:
    try:
        with open(target, "xb", buffering=0) as out:
            left = memoryview(content)
            while left:
                left = left[out.write(left) :]
    except OSError as error:
        error.filename = target  # a write that fails does not say where
        raise


def replace(folder: Path, files: Iterable[tuple[str, bytes]]) -> list[Path]:
    """Put files that belong to no release into a folder, all whole or none; their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".aside-", dir=folder) as aside:
        names = []
        for name, content in files:
            try:
                (Path(aside) / name).write_bytes(content)
            except OSError as error:
                error.filename = str(folder / name)  # a write that fails does not say where
                raise
            names.append(name)
        return [(Path(aside) / name).replace(folder / name) for name in names]

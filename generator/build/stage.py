"""The stage: a folder that the files of a release are put into before anyone can see them.

In: bytes for paths, and the live release. Out: a folder of files, each written or, where the live
release has the very same bytes, linked to it. Knows nothing of bazi, nor which release is live.
"""

import os
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import NamedTuple

from generator.build.verify import digest_of


class StagedFile(NamedTuple):
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

    def put(self, path: str, content: bytes) -> StagedFile:
        """Have a file with this content: the live release's if it is the same, else a new one."""
        digest = sha256(content).hexdigest()
        if (kept := self.keep(path, digest)) is not None:
            return kept
        target = self._place(path)
        _write(target, content, target)
        return StagedFile(path, digest, len(content))

    def keep(self, path: str, digest: str) -> StagedFile | None:
        """Have the live release's file; None, and nothing done, unless its bytes have this digest."""
        live = f"{self._live}/{path}"
        if self._live is None or digest_of(live) != digest:
            return None
        os.link(live, self._place(path), follow_symlinks=False)
        return StagedFile(path, digest, os.stat(live).st_size)

    def _place(self, path: str) -> str:
        """Where a file goes; its folder is made when first needed."""
        parent, _, _ = path.rpartition("/")
        if parent not in self._made:
            os.makedirs(f"{self.folder}/{parent}", exist_ok=True)
            self._made.add(parent)
        return f"{self.folder}/{path}"


def _write(target: str, content: bytes, name: str) -> None:
    try:
        with open(target, "xb") as out:
            out.write(content)
    except OSError as error:
        error.filename = name  # a write that fails does not say where
        raise


def replace(folder: Path, files: dict[str, bytes]) -> list[Path]:
    """Put files that belong to no release into a folder, all whole or none; their paths."""
    folder.mkdir(parents=True, exist_ok=True)
    with TemporaryDirectory(prefix=".aside-", dir=folder) as aside:
        for name, content in files.items():
            _write(f"{aside}/{name}", content, f"{folder}/{name}")
        return [Path(aside, name).replace(folder / name) for name in files]

"""What of a release is sent elsewhere: which files, and the two that describe them.

In: a release folder. Out: a `Parcel`, with a `SHA256SUMS` and a `release.json` of its own where
it holds less or more than the release. Knows nothing of bazi, and nothing of where it is sent.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from typing import TYPE_CHECKING

import orjson

from generator.history import ReleaseError
from generator.verify import INDEX, SUMS, read_index, read_sums

if TYPE_CHECKING:
    from pathlib import Path
    from typing import Any

_DATA = "/reading.json"
"""Ends the path of a date's data, which only the door and other programs need."""


@dataclass(frozen=True, slots=True)
class Parcel:
    """`folder` holds the release, `index` is what its `release.json` says.

    `files`: path → SHA-256 in hex, by path; `size`: their bytes together.
    """

    folder: Path
    index: dict[str, Any]
    files: dict[str, str]
    size: int

    @property
    def id(self) -> str:
        return str(self.index["id"])

    def described(self) -> dict[str, bytes]:
        """`release.json` and `SHA256SUMS` for these files; of a whole release, its own bytes.

        The id stays that of the release, whatever is left out or added.
        """
        sums = list_bytes(self.files)
        told = {"files": len(self.files), "bytes": self.size, "sums": sha256(sums).hexdigest()}
        index = orjson.dumps(self.index | told, option=orjson.OPT_INDENT_2) + b"\n"
        return {INDEX: index, SUMS: sums}


def parcel(folder: Path, data: bool = True) -> Parcel:
    """A release as it is, or without each date's data. No file but the list is read.

    :raises ReleaseError: if list and index do not belong together, or a file is gone.
    """
    index = read_index(folder)
    try:
        sums = (folder / SUMS).read_bytes()
    except OSError:
        sums = b""
    if index is None or sha256(sums).hexdigest() != index.get("sums"):
        raise damaged(folder, f"{SUMS} is not the list that {INDEX} names")
    files = {p: d for p, d in read_sums(folder).items() if data or not p.endswith(_DATA)}
    try:
        size = sum((folder / path).stat().st_size for path in files)
    except OSError as error:
        raise damaged(folder, f"{error.filename} can't be read") from None
    return Parcel(folder, index, files, size)


def list_bytes(files: dict[str, str]) -> bytes:
    """Digests as `sha256sum` writes them, by path."""
    return "".join(f"{digest}  {path}\n" for path, digest in sorted(files.items())).encode()


def damaged(folder: Path, what: str) -> ReleaseError:
    """That a release may not be sent."""
    return ReleaseError(f"{what}: {folder} is damaged — run: wanrishu build --force")

"""A release in one file: a tar that is the same bytes for the same release.

In: a parcel, with `compress` also .gz and .br copies beside what compresses. Out: `FILE` and
`FILE.sha256`, each whole or not there. Every file is held against its digest as it is read.
Knows nothing of bazi.
"""

from __future__ import annotations

import gzip
import io
import os
import tarfile
from dataclasses import replace
from hashlib import file_digest, sha256
from typing import TYPE_CHECKING, cast

from generator.history import ReleaseError
from generator.parcel import Parcel, damaged
from generator.workers import workers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_KINDS = (".html", ".css", ".js", ".json", ".xml", ".txt", ".svg", ".yaml")
_LEAST = 1024
"""Bytes; below, a header costs as much as is saved."""

_QUALITY = 7
"""Of brotli: 11 makes the pages 4 % smaller and takes twenty times as long."""

_AT_ONCE = 256
"""Files read ahead of the tar, which takes them in order."""

_EPOCH = 1_735_689_600  # 2025-01-01


def pack(
    parcel: Parcel, target: Path, compress: bool, jobs: int, progress: Callable[[int], None]
) -> Parcel:
    """Write a parcel to a tar, under a folder named by its id; what it came to hold.

    `progress` is told how many more files were read.

    :raises ReleaseError: if a file is not as it was built, or brotli is not installed.
    """
    aside = target.with_name(f".{target.name}.part")
    beside = target.with_name(f"{target.name}.sha256")
    try:
        with aside.open("wb") as file:
            with tarfile.open(mode="w", fileobj=file, format=tarfile.PAX_FORMAT) as tar:
                packed = _fill(tar, parcel, compress, jobs, progress)
            file.flush()
            os.fsync(file.fileno())
        with aside.open("rb") as file:
            digest = file_digest(file, "sha256").hexdigest()
        beside.unlink(missing_ok=True)  # never beside what it does not tell of
        aside.replace(target)
        aside.write_text(f"{digest}  {target.name}\n")
        aside.replace(beside)
    finally:
        aside.unlink(missing_ok=True)
    return packed


def _fill(
    tar: tarfile.TarFile, parcel: Parcel, compress: bool, jobs: int, progress: Callable[[int], None]
) -> Parcel:
    files: dict[str, str] = {}
    size = 0
    for path, contents in _contents(parcel, compress, jobs):
        for end, content in contents:
            digest = files[path + end] = sha256(content).hexdigest()
            size += len(content)
            _add(tar, f"{parcel.id}/{path}{end}", content, digest)
        progress(1)
    packed = replace(parcel, files=files, size=size)
    for name, content in packed.described().items():
        _add(tar, f"{parcel.id}/{name}", content, sha256(content).hexdigest())
    return packed


def _contents(
    parcel: Parcel, compress: bool, jobs: int
) -> Iterator[tuple[str, list[tuple[str, bytes]]]]:
    """Each path with what stands there and beside it, by path."""
    read = _with_copies if compress else _alone
    items = sorted(parcel.files.items())
    with workers(jobs if compress else 0, parcel.folder) as pool:
        for start in range(0, len(items), _AT_ONCE):
            some = items[start : start + _AT_ONCE]
            if compress:
                yield from sorted((item[0], found) for item, found in pool.run(read, some))
            else:
                yield from ((item[0], read(parcel.folder, item)) for item in some)


def _alone(folder: Path, item: tuple[str, str]) -> list[tuple[str, bytes]]:
    """What stands at a path, as (ending, bytes).

    :raises ReleaseError: if it has another digest than it should.
    """
    path, digest = item
    try:
        content = (folder / path).read_bytes()
    except OSError:
        content = b""
    if sha256(content).hexdigest() != digest:
        raise damaged(folder, path)
    return [("", content)]


def _with_copies(folder: Path, item: tuple[str, str]) -> list[tuple[str, bytes]]:
    """The same, with its copies in gzip and brotli where they are worth it."""
    found = _alone(folder, item)
    content = found[0][1]
    if item[0].endswith(_KINDS) and len(content) >= _LEAST:
        found.append((".br", _brotli()(content, quality=_QUALITY)))
        found.append((".gz", gzip.compress(content, 9, mtime=0)))
    return found


def _brotli() -> Callable[..., bytes]:
    try:
        from brotli import compress
    except ImportError:
        raise ReleaseError(
            "--compress needs the package brotli — install it beside the press: pip install brotli"
        ) from None
    return cast("Callable[..., bytes]", compress)


def _add(tar: tarfile.TarFile, name: str, content: bytes, digest: str) -> None:
    entry = tarfile.TarInfo(name)
    entry.size = len(content)
    entry.mode = 0o644
    # nginx and Caddy make an ETag of time and size: were all times the same, a page corrected to
    # the same length would never reach who has the one before.
    entry.mtime = _EPOCH + int(digest[:6], 16)
    tar.addfile(entry, io.BytesIO(content))

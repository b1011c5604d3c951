"""Releases: files staged aside, checked, and switched in by one rename.

In: bytes for paths. Out: `<output>/releases/<id>/` and `<output>/current` pointing at it.
Knows nothing of bazi. Until `publish` renames the link, the live release is untouched;
whatever a killed build left behind is swept by the next one.
"""

from __future__ import annotations

import os
from contextlib import suppress
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
from generator.verify import INDEX, SUMS, read_sums, verify

if TYPE_CHECKING:
    from collections.abc import Iterable, Mapping

    from generator.stage import File, Stage


@dataclass(frozen=True, slots=True)
class Changes:
    """Files added, changed and removed since the release that was live."""

    added: int
    changed: int
    removed: int


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


def publish(
    output: Path,
    stage: Stage,
    files: Iterable[File],
    index: dict[str, object],
    keep: int = 2,
    live_sums: Mapping[str, str] | None = None,
) -> tuple[str, Changes]:
    """Seal, check and switch to a stage; return the release's id and what changed.

    `files` are those written: the stage itself says which it shares with the live release. The id is a digest of the list of digests: the same content has the same id, on any
    machine. `index` becomes `release.json`, with the id and the totals added. A live release
    of the same content stays, if every file of it is as it should be. `keep` is how many
    releases stay, with the live one, the one before and the one rolled back to among them.
    `live_sums`: what the list of the live release says, where that was read already.

    :raises ReleaseError: if what lies on disk is not what was written.
    :raises WithdrawnError: if this very release was rolled back.
    """
    written = list(files)
    digests = stage.kept | {file.path: file.digest for file in written}
    sums = "".join([f"{digests[path]}  {path}\n" for path in sorted(digests)]).encode()
    digest = sha256(sums).hexdigest()
    this = digest[:16]
    size = stage.kept_bytes + sum(file.size for file in written)
    sealed = index | {"id": this, "files": len(digests), "bytes": size, "sums": digest}
    described = orjson.dumps(sealed, option=orjson.OPT_INDENT_2) + b"\n"
    stage.write(SUMS, sums)
    stage.write(INDEX, described)
    _check(stage, written)
    changes = _changes(live_sums or read_sums(output / CURRENT), digests, written)
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
            prune(output, kept.went_live, spare=bool(stage.kept))
    return this, changes


def _is_just(folder: Path, described: bytes) -> bool:
    """Whether a release has this index, and every file the digest it should have."""
    try:
        return (folder / INDEX).read_bytes() == described and not verify(folder)
    except OSError:
        return False


def _check(stage: Stage, files: list[File]) -> None:
    """See that a stage holds each file that was written in its size.

    :raises ReleaseError: if it does not.
    """
    for file in files:
        if _size(f"{stage.folder}/{file.path}") != file.size:
            raise ReleaseError(
                f"{file.path} is not on disk as it was written — is the disk full? "
                "The live release was left as it was; build again"
            )


def _size(path: str) -> int | None:
    try:
        return os.stat(path, follow_symlinks=False).st_size
    except OSError:
        return None


def _changes(before: Mapping[str, str], after: Mapping[str, str], written: list[File]) -> Changes:
    """What was written anew, otherwise, and what is gone; the rest is among those before as it is."""
    was = [before.get(file.path) for file in written]
    added = was.count(None)
    changed = sum(old not in (None, file.digest) for old, file in zip(was, written, strict=True))
    return Changes(added, changed, removed=len(before) - (len(after) - added))

"""The releases of an output folder: which is live, which was before, which may go.

In: an output folder. Out: the links `current` and `previous`, each renamed into place. They and
the folders are compared as the system identifies them, never by a time or the spelling of a
path. Knows nothing of what a release holds.
"""

from __future__ import annotations

import ctypes
import os
import re
import shutil
from contextlib import suppress
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

CURRENT = "current"
PREVIOUS = "previous"

ASIDE = ".staging-"
"""Starts the name of a folder on its way in or out, which nobody may take for a release."""

SPARE = ".spare"
"""The folder of a retired release that shares most files with the live one: a stage may begin so."""

AGAIN = "-again"
"""Ends the name of a release that took the place of a live one with the same content."""

_NAME = re.compile(rf"[0-9a-f]{{16}}(?:{AGAIN})?")


class ReleaseError(Exception):
    """A release that may not go live; the message says what is wrong and what to do."""


def switch(output: Path, name: str) -> None:
    """Point `current` at a folder of `releases/`, atomically (`ln -sfn` is not)."""
    point(output, CURRENT, f"releases/{name}")


def point(output: Path, name: str, target: str) -> None:
    link = output / f".{name}"
    link.unlink(missing_ok=True)
    link.symlink_to(target)
    link.replace(output / name)


def live_name(output: Path) -> str | None:
    """The folder of `releases/` that is live, however the link to it is written."""
    return _target(output, CURRENT)


def previous_name(output: Path) -> str | None:
    """The folder of `releases/` that was live before, if it is still there."""
    return _target(output, PREVIOUS)


def _target(output: Path, link: str) -> str | None:
    with suppress(FileNotFoundError):
        target = (output / link).stat()
        for name, seen in _folders(output):
            if os.path.samestat(target, seen):
                return name
    return None


def release_id(name: str) -> str:
    """The id of the release that a folder of this name holds."""
    return name.removesuffix(AGAIN)


def release_names(output: Path) -> list[str]:
    """The folders of `releases/` that hold a release, by name."""
    return sorted(name for name, _ in _folders(output))


def _folders(output: Path) -> list[tuple[str, os.stat_result]]:
    """The folders of `releases/` that are named as releases are."""
    with os.scandir(output / "releases") as entries:
        return [
            (entry.name, entry.stat(follow_symlinks=False))
            for entry in entries
            if _NAME.fullmatch(entry.name) and entry.is_dir(follow_symlinks=False)
        ]


def prune(output: Path, ids: Collection[str] = (), *, spare: bool = False) -> None:
    """Drop all releases but the live one, the one that was live before it, and those named.

    Of what has the id of one of the first two, nothing more is kept. With `spare`, the first
    to go becomes the folder of that name, if there is none.
    """
    linked = {live_name(output), previous_name(output)} - {None}
    told = {release_id(name) for name in linked if name}
    for name in release_names(output):
        if name not in linked and (release_id(name) in told or release_id(name) not in ids):
            if spare and not (output / "releases" / SPARE).exists():
                (output / "releases" / name).rename(output / "releases" / SPARE)
            else:
                drop(output / "releases" / name)


def drop(folder: Path) -> None:
    """Remove a release; killed at it, what remains is no release by its name."""
    aside = folder.with_name(f"{ASIDE}{folder.name}")
    folder.rename(aside)
    shutil.rmtree(aside)


def sync(folder: Path) -> None:
    """Have all that was written to a folder's file system lie on the disk.

    For 56,000 new files this takes one or two seconds, an fsync of each twenty. `os.sync` would
    wait for every other disk too, and tell nothing of what could not be written.
    """
    libc = ctypes.CDLL(None, use_errno=True)
    if not hasattr(libc, "syncfs"):  # Linux alone has it
        os.sync()
        return
    opened = os.open(folder, os.O_RDONLY)
    try:
        if libc.syncfs(opened):
            code = ctypes.get_errno()
            raise OSError(code, os.strerror(code), str(folder))
    finally:
        os.close(opened)

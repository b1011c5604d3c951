"""The way back: which releases are kept, and switching to one of them.

In: an output folder. Out: what is kept, told; `current` on another release, once every file of
that one was read. Imports what releases are made of; knows nothing of bazi.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

from generator import journal
from generator.history import (
    PREVIOUS,
    ReleaseError,
    live_name,
    point,
    previous_name,
    release_id,
    release_names,
    switch,
    sync,
)
from generator.stage import hold
from generator.verify import INDEX, read_index, verify

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Kept:
    """A release that is kept: the name of its folder, its index ({} if unreadable), its roles.

    `went_live` is when it was published, or when it was pressed where nobody wrote that down.
    """

    name: str
    index: dict[str, Any]
    went_live: datetime
    live: bool
    previous: bool
    good: bool
    withdrawn: bool

    @property
    def id(self) -> str:
        return release_id(self.name)


def kept_releases(output: Path) -> list[Kept]:
    """Every release of an output folder: the live one, the one before, then the latest first."""
    held = journal.read(output)
    order = list(held.went_live)
    live, before = live_name(output), previous_name(output)
    withdrawn = {index["id"] for index in held.withdrawn}
    found = []
    for name in release_names(output) if (output / "releases").is_dir() else ():
        this = release_id(name)
        folder = output / "releases" / name
        at = held.went_live.get(this)
        moment = datetime.fromisoformat(at) if at else _pressed(folder)
        roles = (name == live, name == before, this == held.good, this in withdrawn)
        found.append(Kept(name, read_index(folder) or {}, moment, *roles))
    place = {this: n for n, this in enumerate(order)}
    return sorted(found, key=lambda k: (k.live, k.previous, place.get(k.id, -1)), reverse=True)


def _pressed(folder: Path) -> datetime:
    index = folder / INDEX
    return datetime.fromtimestamp((index if index.exists() else folder).stat().st_mtime, UTC)


def roll_back(
    output: Path,
    wanted: str | None,
    schema: int,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Kept:
    """Switch to a release that is kept, by its id, or to the latest one not rolled back.

    It is read whole first; what was live is kept, and not published again unasked. Killed at
    any moment, the release before or the one asked for is live, and both are there.

    :raises ReleaseError: if there is no such release, or it may not go live.
    """
    with hold(output):
        kept = kept_releases(output)
        live = next((each for each in kept if each.live), None)
        to = _named(kept, wanted) if wanted else _before(kept)
        if live is not None and to.id == live.id:
            raise ReleaseError(f"{to.id} is live already — name another of `wanrishu releases`")
        if to.index.get("schema", schema) != schema:
            raise ReleaseError(
                f"release {to.id} has schema {to.index['schema']}, this program "
                f"serves {schema} — go back to the version of the program that pressed it"
            )
        if wrong := verify(output / "releases" / to.name, progress):
            raise ReleaseError(
                f"release {to.id} is not whole ({len(wrong):,} problem(s), the first: {wrong[0]}) "
                "— name another of `wanrishu releases`, or correct the content and build"
            )
        left = () if live is None else (live.index | {"id": live.id},)
        # Written before it is true: killed between, a build still finds the same release live,
        # and has nothing to do. The other way about, it would publish what was left.
        journal.write(output, journal.read(output).rolled_back(left, to.id))
        sync(output)
        if live is not None:
            point(output, PREVIOUS, f"releases/{live.name}")
        switch(output, to.name)
        sync(output)
    return to


def _named(kept: list[Kept], wanted: str) -> Kept:
    found = [each for each in kept if wanted in (each.id, each.name)]
    if not found:
        raise ReleaseError(
            f"no release {wanted} is kept — `wanrishu releases` lists those that are"
        )
    return found[0]


def _before(kept: list[Kept]) -> Kept:
    """The release to go back to: not live, not rolled back itself."""
    found = [each for each in kept if not each.live and not each.withdrawn]
    if not found:
        raise ReleaseError(
            "no release is kept to go back to — `wanrishu releases` lists what there is; name one, "
            "or correct the content and build"
        )
    return found[0]


def publish_again(output: Path) -> None:
    """Let what was rolled back be published again.

    :raises ReleaseError: if a build runs.
    """
    with hold(output):
        held = journal.read(output)
        if held.withdrawn:
            journal.write(output, held.forgiven())

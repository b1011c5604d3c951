"""The releases of an output folder: which is live, which were before, going back, which may go.

In: a stage that is complete. Out: `<output>/releases/<id>/`, and `<output>/current` pointing at the
live one. Until the link is renamed the live release is as it was, and what a killed build leaves
behind is swept by the next. Knows nothing of bazi.
"""

import fcntl
import os
import shutil
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path

import orjson

from generator.build.history import (
    CURRENT,
    Kept,
    ReleaseError,
    WithdrawnError,
    kept_releases,
    live_id,
    read_history,
    record,
)
from generator.build.stage import Stage, StagedFile
from generator.build.verify import INDEX, SUMS, read_index, read_sums, verify, walk

_ASIDE = ".staging-"
"""Starts the name of a folder on its way in or out, which nobody may take for a release."""


@dataclass(frozen=True, slots=True)
class Changes:
    """Files added, changed and removed since the release that was live."""

    added: int
    changed: int
    removed: int


@contextmanager
def hold(output: Path) -> Iterator[None]:
    """An output folder to oneself, cleared of what killed builds left.

    :raises ReleaseError: if another build holds it, or a folder stands where the link belongs.
    """
    link = output / CURRENT
    if link.exists() and not link.is_symlink():
        raise ReleaseError(f"{link} 不是出版時做的那個連結 — 把它移到別處，再出版一次")
    releases = output / "releases"
    releases.mkdir(parents=True, exist_ok=True)
    with (output / ".lock").open("w") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise ReleaseError(
                f"{output} 正有別人在出版 — 等它做完，或用 --output 換一個資料夾"
            ) from None
        for left in releases.glob(f"{_ASIDE}*/"):
            shutil.rmtree(left)
        yield


@contextmanager
def staging(output: Path) -> Iterator[Stage]:
    """A stage in an output folder that is held for it, removed again unless it was published.

    :raises ReleaseError: as `hold` does.
    """
    with hold(output):
        folder = output / "releases" / f"{_ASIDE}{os.getpid()}"
        folder.mkdir()
        live = live_id(output)
        try:
            yield Stage(folder, output / "releases" / live if live else None)
        finally:
            shutil.rmtree(folder, ignore_errors=True)


def refuse_withdrawn(output: Path, index: dict[str, object]) -> None:
    """See that no release with these entries in its index was rolled back.

    :raises WithdrawnError: if one was.
    """
    live = live_id(output)
    for name in read_history(output).withdrawn:
        held = {"id": name} | read_index(output / "releases" / name)
        if name != live and held.items() >= index.items():
            raise WithdrawnError(
                f"沒有出版：這會又是收回過的那一版（{name}）— 把錯的地方改掉，"
                "或加上 --again 照原樣出版"
            )


def go_live(
    output: Path, stage: Stage, files: list[StagedFile], index: dict[str, object], keep: int = 2
) -> tuple[str, Changes]:
    """Seal, check and switch to a stage that holds these files; the release's id and what changed.

    The id is a digest of the list of digests: the same content has the same id on any machine.
    `index` becomes `release.json`, with the id and the totals added. The last `keep` releases that
    were live stay. A release of this content that is there already is mended where it is damaged.

    :raises ReleaseError: if what lies on disk is not what was written.
    :raises WithdrawnError: if this very release was rolled back.
    """
    digests = {file.path: file.digest for file in sorted(files)}
    sums = "".join([f"{digest}  {path}\n" for path, digest in digests.items()]).encode()
    digest = sha256(sums).hexdigest()
    name, size = digest[:16], sum(file.size for file in files)
    sealed = index | {"id": name, "files": len(files), "bytes": size, "sums": digest}
    stage.put(SUMS, sums)
    stage.put(INDEX, orjson.dumps(sealed, option=orjson.OPT_INDENT_2) + b"\n")
    _check(stage, files)
    before = read_sums(output / CURRENT)
    added, removed = digests.keys() - before.keys(), before.keys() - digests.keys()
    changed = len(digests.items() - before.items()) - len(added)
    refuse_withdrawn(output, {"id": name})
    target = output / "releases" / name
    if target.exists():
        _mend(target, stage.folder)
    else:
        stage.folder.rename(target)
    os.sync()  # whole and by its name, before anything points at it
    _switch(output, name)
    os.sync()
    record(output, name)
    with suppress(OSError):  # the release is live: what can't be removed is left to the next build
        _prune(output, keep)
    return name, Changes(len(added), changed, len(removed))


def _mend(release: Path, stage: Path) -> None:
    """Put the files of a stage in the place of those of a release that are not the same."""
    for described in (SUMS, INDEX):
        _put_in(stage, described, release)
    for problem in sorted(verify(release), reverse=True):  # what is unexpected may be in the way
        kind, _, path = problem.partition(": ")
        if kind == "unexpected":
            (release / path).unlink()
            with suppress(OSError):  # a folder that holds nothing else goes with it
                (release / path).parent.rmdir()
        else:
            _put_in(stage, path, release)


def _put_in(stage: Path, path: str, release: Path) -> None:
    target = release / path
    if target.is_dir() and not target.is_symlink():
        shutil.rmtree(target)
    target.parent.mkdir(parents=True, exist_ok=True)
    (stage / path).replace(target)


def _switch(output: Path, name: str) -> None:
    """Point `current` at a release, atomically (`ln -sfn` is not)."""
    link = output / f".{CURRENT}"
    link.unlink(missing_ok=True)
    link.symlink_to(f"releases/{name}")
    link.replace(output / CURRENT)


def _prune(output: Path, keep: int) -> None:
    for each in kept_releases(output)[max(keep, 1) :]:
        # Killed at it, what remains is no release by its name.
        aside = output / "releases" / f"{_ASIDE}{each.id}"
        (output / "releases" / each.id).rename(aside)
        shutil.rmtree(aside)


def roll_back(
    output: Path,
    wanted: str | None,
    schema: int,
    progress: Callable[[int, int], None] = lambda done, of: None,
) -> Kept:
    """Switch to a release that is kept, by its id, or to the one that was live before.

    It is read whole first; what was live is kept, and not published again unasked.

    :raises ReleaseError: if there is no such release, or it may not go live.
    """
    with hold(output):
        kept = kept_releases(output)
        named = wanted or next((each.id for each in kept if each.previous), None)
        to = next((each for each in kept if each.id == named), None)
        if to is None:
            what = f"no release {wanted} is kept" if wanted else "no release is kept to go back to"
            raise ReleaseError(f"{what} — `wanrishu releases` lists those that are")
        if to.live:
            raise ReleaseError(f"{to.id} is live already — name another of `wanrishu releases`")
        if to.index.get("schema", schema) != schema:
            raise ReleaseError(
                f"release {to.id} has schema {to.index['schema']}, this program "
                f"serves {schema} — go back to the version of the program that pressed it"
            )
        if wrong := verify(output / "releases" / to.id, progress):
            raise ReleaseError(
                f"release {to.id} is not whole ({len(wrong):,} problem(s), the first: {wrong[0]}) "
                "— name another of `wanrishu releases`, or correct the content and build"
            )
        # Written before it is true: killed between, a build still finds the same release live,
        # and has nothing to do. The other way about, it would publish what was rolled back.
        record(output, to.id, (*read_history(output).withdrawn, live_id(output)))
        os.sync()
        _switch(output, to.id)
        os.sync()
    return to


def publish_again(output: Path) -> None:
    """Let what was rolled back be published again.

    :raises ReleaseError: if a build runs.
    """
    with hold(output):
        record(output)


def _check(stage: Stage, files: list[StagedFile]) -> None:
    """See that a stage holds each file in its size.

    :raises ReleaseError: if it does not.
    """
    there = dict(walk(stage.folder))
    for file in files:
        if there.get(file.path) != file.size:
            raise ReleaseError(
                f"{file.path} 沒有好好寫進硬碟，也許滿了；線上的一版沒有動 — 清出空間，再出版一次"
            )

"""Publishing: the live release brought to a host by rsync or rclone.

In: an output folder and a target. Out: just the files of the release at the target. The tools
compare, send and delete; this module says in which order, and never looks at a page. It must
import nothing that makes releases.

Each pass sends only what differs, so a publish that failed or was killed is simply run again.
A tool chooses the order within one pass by itself, hence three of them: pages and what they
need; then indexes, and deletions when everything is sent; then the two files that say which
release it is, which thus never name a release that is not there whole.
"""

from __future__ import annotations

import fcntl
import json
import os
import subprocess
import sys
from contextlib import contextmanager
from shutil import which
from typing import TYPE_CHECKING

from generator.build.verify import INDEX, SUMS, read_sums, verify

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

_TYPES = {
    "/.well-known/api-catalog": 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    "/openapi.yaml": "application/yaml",
    "/site.webmanifest": "application/manifest+json",
}
"""Media types that rclone does not know, or only on some machines; a pass each."""

_INDEXES = (
    "/index.html", "/404.html", "/llms.txt", "/robots.txt", "/server.json", "/sitemap.xml",
    "/sitemaps/**", "/.well-known/**", *_TYPES,
)  # fmt: skip
_LAST = (f"/{SUMS}", f"/{INDEX}")

_RSYNC = ("rsync", "--recursive", "--checksum", "--perms", "--chmod=D755,F644", "--mkpath")
"""Compares content: times differ after a build on another machine, and say nothing."""

_RCLONE = (
    "rclone", "--checksum", "--retries=1", "--s3-no-check-bucket",
    "--header-upload=Cache-Control: public, max-age=300",
)  # fmt: skip
"""Compares the digests of a listing; times would cost a request for each object of S3."""

_CURES = {"rsync": "apt-get install rsync", "rclone": "https://rclone.org/install/"}


class PublishError(Exception):
    """A release that was not published, or not wholly; the message says what to do."""


def publish(output: Path, target: str, max_delete: int, dry_run: bool) -> str:
    """Make a target hold the live release and nothing else; the release's id.

    The tools write to the terminal what they do, with `dry_run` what they would do.

    :raises PublishError: if the release is damaged, more than `max_delete` files would be
        deleted (then nothing is done), or a tool is missing or fails.
    """
    with _alone(output) as lock:
        folder = (output / "current").resolve()
        if problems := verify(folder):
            raise PublishError(f"{problems[0]}: {folder} is damaged — run: wanrishu build --force")
        release = str(json.loads((folder / INDEX).read_bytes())["id"])
        _bring(folder, target, max_delete, dry_run, lock)
    return release


@contextmanager
def _alone(output: Path) -> Iterator[int]:
    """The right to publish what an output folder holds: an open file with a lock.

    :raises PublishError: if somebody else has it.
    """
    lock = os.open(output, os.O_RDONLY)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PublishError(f"{output} is being published already — wait for it") from None
        yield lock
    finally:
        os.close(lock)


def _bring(folder: Path, target: str, max_delete: int, dry_run: bool, lock: int) -> None:
    """Have a tool make a target hold a release, unless it would delete too much."""
    tool, _, place = target.partition(":")
    if not place:
        raise PublishError(
            f"{target} is no target — write REMOTE:PATH with a remote of `rclone config`, "
            "or rsync:HOST:/PATH, rsync:/FOLDER, rsync://HOST/MODULE"
        )
    if tool == "rsync":
        there = f"{target if place.startswith('//') else place}/"
        surplus = _surplus_of_rsync(folder, there, lock)
        passes = _rsync(folder, there, dry_run)
    else:
        surplus = _surplus_of_rclone(folder, target, lock)
        passes = _rclone(folder, target, dry_run)
    if len(surplus) > max_delete:
        raise PublishError(
            f"{len(surplus):,} files of {target} are not of this release and would be deleted, the "
            f"first {surplus[0]}; nothing was done — if that is meant: --max-delete {len(surplus)}"
        )
    for command in passes:
        _run(command, lock)


def _rsync(folder: Path, there: str, dry_run: bool) -> list[list[str]]:
    ends = ["--", f"{folder}/", there]
    if dry_run:
        return [[*_RSYNC, "--delete", "--dry-run", "--itemize-changes", *ends]]
    command = [*_RSYNC, *(["--info=progress2"] if sys.stdout.isatty() else [])]
    return [
        [*command, *_without(*_INDEXES, *_LAST), *ends],
        [*command, "--delete-after", *_without(*_LAST), *ends],
        [*command, *_only(*_LAST), *ends],
    ]


def _rclone(folder: Path, target: str, dry_run: bool) -> list[list[str]]:
    ends = ["--", str(folder), target]
    if dry_run:
        return [[*_RCLONE, "sync", "--fast-list", "--dry-run", *ends]]
    whole = ["--fast-list", *(["--progress"] if sys.stdout.isatty() else [])]
    return [
        [*_RCLONE, "copy", *whole, *_without(*_INDEXES, *_LAST), *ends],
        *(
            [*_RCLONE, "copy", f"--header-upload=Content-Type: {kind}", *_only(path), *ends]
            for path, kind in _TYPES.items()
        ),
        [*_RCLONE, "sync", *whole, *_without(*_LAST), *ends],
        [*_RCLONE, "copy", *_only(*_LAST), *ends],
    ]


def _without(*patterns: str) -> list[str]:
    return [f"--filter=- {pattern}" for pattern in patterns]


def _only(*patterns: str) -> list[str]:
    return [*(f"--filter=+ {pattern}" for pattern in patterns), "--filter=- **"]


def _surplus_of_rsync(folder: Path, there: str, lock: int) -> list[str]:
    """Files at a target that the release lacks.

    Counted here: `--max-delete` counts folders too, and a daemon says nothing of having stopped.
    """
    deleting = [
        "rsync", "--recursive", "--delete", "--existing", "--ignore-existing", "--mkpath",
        "--dry-run", "--out-format=%i %n", "--", f"{folder}/", there,
    ]  # fmt: skip
    lines = [line.split(maxsplit=1) for line in _run(deleting, lock, read=True).splitlines()]
    return sorted(path for what, path in lines if what == "*deleting" and not path.endswith("/"))


def _surplus_of_rclone(folder: Path, target: str, lock: int) -> list[str]:
    """The same of a remote of rclone.

    :raises PublishError: if changes can't be told there.
    """
    features = json.loads(_run(["rclone", "backend", "features", target], lock, read=True))
    if not features["Hashes"]:
        raise PublishError(
            f"{target} has no digests to compare, so a change of the same length would be missed "
            "— publish there with rsync, or to a remote that has them (S3, R2, GCS, Azure)"
        )
    listing = ["rclone", "lsf", "--recursive", "--files-only", "--fast-list", "--", target]
    ours = read_sums(folder).keys() | {SUMS, INDEX}
    return sorted(set(_run(listing, lock, read=True).splitlines()) - ours)


def _run(command: list[str], lock: int, *, read: bool = False) -> str:
    """Have a tool do its work; with `read`, what it wrote.

    It inherits the lock: even if this program is killed, nothing else is published until the tool
    has ended.

    :raises PublishError: if it is missing or fails.
    """
    tool = command[0]
    if not which(tool):
        raise PublishError(f"{tool} is not installed — {_CURES[tool]}")
    with subprocess.Popen(
        command, env={"RCLONE_TRANSFERS": "16", "RCLONE_CHECKERS": "16"} | os.environ,
        pass_fds=(lock,), stdout=subprocess.PIPE if read else None, text=True, errors="replace",
    ) as process:  # fmt: skip
        try:
            written, _ = process.communicate()
        except BaseException:
            process.terminate()
            process.wait()
            raise
    if process.returncode:
        raise PublishError(
            f"{tool} ended with code {process.returncode}: mend what it says above, then run this "
            "again; it goes on from there"
        )
    return written or ""

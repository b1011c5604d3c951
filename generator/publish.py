"""Publishing: the live release brought to a host by rsync or rclone.

In: an output folder and a target. Out: just the files of the release at the target. The tools
compare, send and delete; this module says in which order, and never looks at a page. It must
import nothing that makes releases.

Each pass sends only what differs, so a publish that failed or was killed is simply run again.
A tool chooses the order within one pass by itself, hence three of them: pages and what they
need; then indexes, and deletions when everything is sent; then the files that say which release it
is, which thus never name a release that is not there whole. Until these come, a door that serves
the target goes on with the release it holds: each reading is proved by itself.
"""

import fcntl
import json
import os
import re
import subprocess
import sys
from pathlib import Path
from shutil import which

from generator.build.verify import INDEX, SUMS, read_sums, verify

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
_LAST = (f"/{SUMS}", f"/{INDEX}", "/openapi.yaml", "/tables/", "/tables/**")
"""What says which release it is, and all that the door keeps of it."""

_WITHOUT_LAST = [f"--filter=- {path}" for path in _LAST]
_PAGES = [*_WITHOUT_LAST, *(f"--filter=- {path}" for path in _INDEXES)]
_ONLY_LAST = [*(f"--filter=+ {path}" for path in _LAST), "--filter=- **"]

_RSYNC = ("rsync", "--recursive", "--checksum", "--perms", "--chmod=D755,F644", "--mkpath")
"""Compares content: times differ after a build on another machine, and say nothing."""

_RCLONE = (
    "rclone", "--checksum", "--retries=1", "--s3-no-check-bucket",
    "--header-upload=Cache-Control: public, max-age=300",
)  # fmt: skip
"""Compares the digests of a listing; times would cost a request for each object of S3."""


class PublishError(Exception):
    """A release that was not published, or not wholly; the message says what to do."""


def publish(output: Path, target: str, max_delete: int, dry_run: bool) -> str:
    """Make a target hold the live release and nothing else; the release's id.

    The tools write to the terminal what they do, with `dry_run` what they would do.

    :raises PublishError: if the release is damaged or being published already, more than
        `max_delete` files would be deleted (then nothing is done), or a tool is missing or fails.
    """
    lock = os.open(output, os.O_RDONLY)
    # The tools inherit it: even if this program is killed, nothing else is published until its
    # tool has ended.
    os.set_inheritable(lock, True)
    try:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise PublishError(f"{output} is being published already — wait for it") from None
        return _publish((output / "current").resolve(), target, max_delete, dry_run)
    finally:
        os.close(lock)


def _publish(folder: Path, target: str, max_delete: int, dry_run: bool) -> str:
    if problems := verify(folder):
        raise PublishError(f"{problems[0]}: {folder} is damaged — run: wanrishu build --force")
    tool, _, place = target.partition(":")
    if not place:
        raise PublishError(
            f"{target} is no target — write REMOTE:PATH with a remote of `rclone config`, "
            "or rsync:HOST:/PATH, rsync:/FOLDER, rsync://HOST/MODULE"
        )
    if tool == "rsync":
        there = f"{target if place.startswith('//') else place}/"
        surplus, passes = _surplus_of_rsync(folder, there), _rsync(folder, there, dry_run)
    else:
        surplus, passes = _surplus_of_rclone(folder, target), _rclone(folder, target, dry_run)
    if len(surplus) > max_delete:
        raise PublishError(
            f"{len(surplus):,} files of {target} are not of this release and would be deleted, the "
            f"first {surplus[0]}; nothing was done — if that is meant: --max-delete {len(surplus)}"
        )
    for command in passes:
        _run(command)
    return str(json.loads((folder / INDEX).read_bytes())["id"])


def _rsync(folder: Path, there: str, dry_run: bool) -> list[list[str]]:
    ends = ["--", f"{folder}/", there]
    if dry_run:
        return [[*_RSYNC, "--delete", "--dry-run", "--itemize-changes", *ends]]
    command = [*_RSYNC, *(["--info=progress2"] if sys.stdout.isatty() else [])]
    passes = (_PAGES, ["--delete-after", *_WITHOUT_LAST], ["--delete-after", *_ONLY_LAST])
    return [[*command, *options, *ends] for options in passes]


def _rclone(folder: Path, target: str, dry_run: bool) -> list[list[str]]:
    ends = ["--", str(folder), target]
    if dry_run:
        return [[*_RCLONE, "sync", "--fast-list", "--dry-run", *ends]]
    whole = ["--fast-list", *(["--progress"] if sys.stdout.isatty() else [])]
    typed = [
        ["copy", f"--header-upload=Content-Type: {kind}", f"--filter=+ {path}", "--filter=- **"]
        for path, kind in _TYPES.items()
    ]
    passes = (["copy", *whole, *_PAGES], *typed, ["sync", *whole, *_WITHOUT_LAST])
    return [[*_RCLONE, *options, *ends] for options in (*passes, ["sync", *_ONLY_LAST])]


def _surplus_of_rsync(folder: Path, there: str) -> list[str]:
    """Files at a target that the release lacks.

    Counted here: `--max-delete` counts folders too, and a daemon says nothing of having stopped.
    """
    deleting = [
        "rsync", "--recursive", "--delete", "--existing", "--ignore-existing", "--mkpath",
        "--dry-run", "--out-format=%i %n", "--", f"{folder}/", there,
    ]  # fmt: skip
    return sorted(re.findall(r"^\*deleting +(.*[^/\n])$", _run(deleting, read=True), re.MULTILINE))


def _surplus_of_rclone(folder: Path, target: str) -> list[str]:
    """The same of a remote of rclone, if that one can tell changes by digests."""
    features = json.loads(_run(["rclone", "backend", "features", target], read=True))
    if not features["Hashes"]:
        raise PublishError(
            f"{target} has no digests to compare, so a change of the same length would be missed "
            "— publish there with rsync, or to a remote that has them (S3, R2, GCS, Azure)"
        )
    listing = ["rclone", "lsf", "--recursive", "--files-only", "--fast-list", "--", target]
    there = set(_run(listing, read=True).splitlines())
    return sorted(there - read_sums(folder).keys() - {SUMS, INDEX})


def _run(command: list[str], *, read: bool = False) -> str:
    """Have a tool do its work; with `read`, what it wrote."""
    tool = command[0]
    if not which(tool):
        cure = "apt-get install rsync" if tool == "rsync" else "https://rclone.org/install/"
        raise PublishError(f"{tool} is not installed — {cure}")
    done = subprocess.run(
        command, env={"RCLONE_TRANSFERS": "16", "RCLONE_CHECKERS": "16"} | os.environ,
        close_fds=False, stdout=subprocess.PIPE if read else None, text=True, errors="replace",
    )  # fmt: skip
    if done.returncode:
        raise PublishError(
            f"{tool} ended with code {done.returncode}: mend what it says above, then run this "
            "again; it goes on from there"
        )
    return done.stdout or ""

"""How files reach a host: rclone or rsync, driven by lists of paths.

In: a folder and paths in it. Out: the same files at a remote, or a sentence with what the
program said. Which files, and in what order, is decided in `delivery`. Knows nothing of releases.
"""

from __future__ import annotations

import os
import re
import subprocess
from contextlib import contextmanager, suppress
from itertools import groupby
from pathlib import Path
from shutil import which
from tempfile import TemporaryDirectory, TemporaryFile
from typing import TYPE_CHECKING, Any, Protocol

import orjson

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json",
    ".xml": "application/xml",
    ".txt": "text/plain; charset=utf-8",
    ".yaml": "application/yaml",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".woff2": "font/woff2",
    ".webmanifest": "application/manifest+json",
    "SHA256SUMS": "text/plain; charset=utf-8",
    "/api-catalog": 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
}
"""Ending of a path → media type: what rclone would guess differs from machine to machine."""

_NOT_YET = re.compile(r"change_dir .* failed: No such file or directory \(2\)")  # no folder yet

_STAMP = re.compile(r"^(?:[\d/]+ [\d:]+ |rsync: )")
"""What a program's own words begin with."""

_AGE = "Cache-Control: public, max-age=300"


class CarrierError(Exception):
    """A program that is missing or failed; the message says what to do."""


class Carrier(Protocol):
    """Moves files between folders here and one remote."""

    def fetch(self, paths: Sequence[str], into: Path) -> None:
        """Bring those of these files that the remote has."""

    def send(self, folder: Path, paths: Sequence[str], told: Callable[[int], None]) -> None:
        """Put these files of a folder there, whatever stands in their place."""

    def delete(self, paths: Sequence[str]) -> None:
        """Remove these files, and no other; one that is gone already is no failure."""


def carrier(target: str, lock: int) -> Carrier:
    """What carries to a target: rsync where it begins with `rsync:`, else rclone.

    The program inherits the file descriptor `lock`: killed or not, nothing else is published
    until it too has ended.

    :raises CarrierError: if the target names no remote.
    """
    if target.startswith("rsync:"):
        return _Rsync(target if target.startswith("rsync://") else target[6:], lock)
    if ":" not in target:
        raise CarrierError(
            f"{target} is no remote — write REMOTE:PATH with a remote of `rclone config`, "
            "or rsync:HOST:/PATH, rsync:/PATH, rsync://HOST/MODULE"
        )
    return _Rclone(target, lock)


class _Rclone:
    """To whatever rclone reaches: S3, R2, GCS, Azure, SFTP and others."""

    def __init__(self, target: str, lock: int) -> None:
        self._target, self._lock = target, lock

    def fetch(self, paths: Sequence[str], into: Path) -> None:
        self._copy(self._target, str(into), paths)

    def send(self, folder: Path, paths: Sequence[str], told: Callable[[int], None]) -> None:
        for kind, same in groupby(sorted(paths, key=_type), _type):
            some = list(same)
            headers = [_AGE, f"Content-Type: {kind}"] if kind else [_AGE]
            options = [f"--header-upload={header}" for header in headers]
            sent = self._copy(str(folder), self._target, some, told, *options)
            _all_sent("rclone", sent, len(some))

    def delete(self, paths: Sequence[str]) -> None:
        with _list(paths, "\n") as names:
            for _ in self._run("delete", "--files-from-raw", names, "--no-traverse", self._target):
                pass

    def _copy(
        self,
        source: str,
        to: str,
        paths: Sequence[str],
        told: Callable[[int], None] = lambda more: None,
        *options: str,
    ) -> int:
        done = 0
        with _list(paths, "\n") as names:
            for sent in self._run(
                "copy", "--files-from-raw", names, "--no-traverse", "--no-check-dest",
                "--s3-no-check-bucket", *options, source, to,
            ):  # fmt: skip
                told(sent - done)
                done = sent
        return done

    def _run(self, *arguments: str) -> Iterator[int]:
        """Now and then, how many files were transferred."""
        said = ""
        command = [
            _found("rclone", "https://rclone.org/install/"), *arguments,
            "--retries=1", "--use-json-log", "--stats=500ms", "--stats-log-level=NOTICE",
        ]  # fmt: skip
        with _started(command, self._lock, stderr=subprocess.PIPE) as process:
            for line in process.stderr or ():
                told: dict[str, Any] = {"level": "error", "msg": line}
                with suppress(orjson.JSONDecodeError):
                    told = orjson.loads(line)
                if "stats" in told:
                    yield told["stats"]["transfers"]
                elif told["level"] in ("error", "critical"):
                    said = said or told["msg"]
            _ended(process, "rclone", said)


class _Rsync:
    """To a host with a shell, an rsync daemon, or a folder."""

    def __init__(self, target: str, lock: int) -> None:
        self._target, self._lock = f"{target.rstrip('/')}/", lock

    def fetch(self, paths: Sequence[str], into: Path) -> None:
        # No --files-from: of a daemon's files, rsync 3.5.0 then says that they have vanished.
        wanted = [f"--include=/{path}" for path in paths]
        try:
            self._run("--dirs", *wanted, "--exclude=*", self._target, f"{into}/")
        except CarrierError as error:
            if not _NOT_YET.search(str(error)):
                raise

    def send(self, folder: Path, paths: Sequence[str], told: Callable[[int], None]) -> None:
        with _list(paths, "\0") as names:
            sent = self._run(
                "--from0", f"--files-from={names}", "--ignore-times", "--times", "--perms",
                "--chmod=D755,F644", "--mkpath", f"{folder}/", self._target, told=told,
            )  # fmt: skip
        _all_sent("rsync", sent, len(paths))

    def delete(self, paths: Sequence[str]) -> None:
        with _list(paths, "\0") as names, TemporaryDirectory() as empty:
            for folder in {Path(empty, path).parent for path in paths}:
                folder.mkdir(parents=True, exist_ok=True)
            self._run(
                "--from0", f"--files-from={names}", "--delete-missing-args",
                f"{empty}/", self._target,
            )  # fmt: skip

    def _run(self, *arguments: str, told: Callable[[int], None] = lambda more: None) -> int:
        """How many files were transferred."""
        sent = 0
        command = [_found("rsync", "apt-get install rsync"), "--out-format=%n", *arguments]
        # What it says goes to a file: it would fill a pipe while the other one is read.
        with (
            TemporaryFile("w+") as said,
            _started(command, self._lock, stdout=subprocess.PIPE, stderr=said) as process,
        ):
            for line in process.stdout or ():
                if not line.endswith("/\n"):  # no folder
                    told(1)
                    sent += 1
            process.wait()
            said.seek(0)
            _ended(process, "rsync", said.readline())
        return sent


@contextmanager
def _list(paths: Sequence[str], end: str) -> Iterator[str]:
    """The name of a file of paths, for as long as it is needed."""
    with TemporaryDirectory() as folder:
        names = Path(folder) / "paths"
        names.write_text("".join(f"{path}{end}" for path in paths))
        yield str(names)


@contextmanager
def _started(command: list[str], lock: int, **pipes: Any) -> Iterator[subprocess.Popen[str]]:
    """A program, which ends when whoever waits for it fails."""
    usual = {"RCLONE_TRANSFERS": "16", "RCLONE_CHECKERS": "16"}
    process = subprocess.Popen(
        command, env=usual | os.environ | {"LC_ALL": "C.UTF-8"}, text=True,
        stdin=subprocess.DEVNULL, pass_fds=(lock,), **pipes,
    )  # fmt: skip
    try:
        with process:
            yield process
    except BaseException:
        process.kill()
        raise


def _ended(process: subprocess.Popen[str], name: str, said: str) -> None:
    """See that a program did what it was to do.

    :raises CarrierError: with what it said, if it did not.
    """
    if code := process.wait():
        reason = _STAMP.sub("", (said.splitlines() or [f"exit code {code}"])[0])
        raise CarrierError(
            f"{name}: {reason} — mend that, then publish again: it goes on from here"
        )


def _all_sent(name: str, sent: int, of: int) -> None:
    """See that as many files were sent as were listed: of one that is gone rclone says nothing.

    :raises CarrierError: if not.
    """
    if sent < of:
        raise CarrierError(
            f"{name} sent {sent:,} of {of:,} files — is the release still there? Publish again"
        )


def _found(name: str, cure: str) -> str:
    if (path := which(name)) is None:
        raise CarrierError(f"{name} is not installed — {cure}")
    return path


def _type(path: str) -> str:
    """The media type of a path; empty if the carrier knows better."""
    return next((kind for end, kind in _TYPES.items() if f"/{path}".endswith(end)), "")

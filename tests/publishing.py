"""Publishing for tests: two releases to send, the command, and a tool that stops where told."""

from __future__ import annotations

import shutil
from pathlib import Path

from click.testing import CliRunner, Result

from generator.cli import main
from tests.releases import put_files, tree
from tests.remotes import PATH, Remote

ONE = {
    "style.css": b"one",
    "bazi/1990-5-20/index.html": b"one",
    "bazi/1990-5-20/reading.json": b"{}",
    "bazi/1990-5-21/index.html": b"gone soon",
    "index.html": b"same",
    "sitemap.xml": b"<one/>",
}
TWO = ONE | {
    "style.css": b"two",
    "bazi/1990-5-20/index.html": b"two",
    "sitemap.xml": b"<two/>",
}
del TWO["bazi/1990-5-21/index.html"]


def press(output: Path, files: dict[str, bytes]) -> dict[str, bytes]:
    """Make a release live; what a host should then hold."""
    put_files(output, files)
    return tree(output / "current")


def publish(remote: Remote, output: Path, *options: str) -> Result:
    arguments = ["publish", remote.target, "--output", str(output), *options]
    return CliRunner().invoke(main, arguments, env=remote.environment)


def published(remote: Remote, output: Path, *options: str) -> str:
    """The line that a command ended with, having done what it should."""
    done = publish(remote, output, *options)
    assert done.exit_code == 0, done.output
    return done.stdout.splitlines()[-1]


def refused(remote: Remote, output: Path, *options: str) -> str:
    """The sentence that a command ended with, having changed nothing there."""
    remote.seen()
    done = publish(remote, output, *options)
    assert (done.exit_code, remote.seen()) == (1, [])
    return done.stderr.splitlines()[-1].removeprefix("Error: ")


def stopping(remote: Remote, folder: Path, at: int, then: str) -> dict[str, str]:
    """An environment in which the remote's tool does something else the `at`-th time.

    `then` is a line of shell, in which `$REAL "$@"` is the tool as it was called.
    """
    real = shutil.which(remote.tool, path=PATH)
    folder.mkdir()
    (folder / remote.tool).write_text(
        f"#!/bin/sh\nREAL={real}\necho >> {folder}/calls\n"
        f'[ "$(wc -l < {folder}/calls)" -eq {at} ] || exec $REAL "$@"\n{then}\n'
    )
    (folder / remote.tool).chmod(0o755)
    return remote.environment | {"PATH": f"{folder}:{PATH}"}

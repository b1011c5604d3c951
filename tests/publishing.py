"""Publishing for tests: two releases to send, and the command that sends the live one."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from generator import release
from generator.cli import main
from generator.dataset import SCHEMA
from generator.stage import staging
from tests.remotes import Remote

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
EVERYTHING = "every file is sent, none is removed"


def press(output: Path, files: dict[str, bytes]) -> dict[str, bytes]:
    """Make a release live; what a host should then hold."""
    with staging(output) as stage:
        written = [stage.write(path, content) for path, content in files.items()]
        release.publish(output, stage, written, {"schema": SCHEMA})
    return held(output / "current")


def held(folder: Path) -> dict[str, bytes]:
    found = (p for p in folder.rglob("*") if p.is_file())
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in found}


def publish(remote: Remote, output: Path, *options: str) -> Result:
    arguments = ["publish", remote.target, "--output", str(output), *options]
    return CliRunner().invoke(main, arguments, env=remote.environment)


def published(remote: Remote, output: Path, *options: str) -> str:
    done = publish(remote, output, *options)
    assert done.exit_code == 0, done.output
    return done.stdout.splitlines()[-1]


def refused(remote: Remote, output: Path, *options: str) -> str:
    """The sentence that a command ended with, having changed nothing there."""
    remote.seen()
    done = publish(remote, output, *options)
    assert (done.exit_code, remote.seen()) == (1, [])
    return done.stderr.splitlines()[-1].removeprefix("Error: ")

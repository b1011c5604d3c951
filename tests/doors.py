"""Real servers for tests, each a process of its own."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent


class Door(subprocess.Popen[str]):
    """The real server as its own process; `url` is where it answers."""

    url: str

    def stop(self) -> str:
        """End the server; what it said on standard error."""
        self.terminate()
        return self.communicate(timeout=20)[1] or ""


def open_door(release: Path, stderr: int = subprocess.PIPE, **settings: str) -> Door:
    """Start a real server on a free port; it is open when this returns."""
    port = free_port()
    environment = os.environ | {"WANRISHU_RELEASE": str(release)}
    environment |= {"WANRISHU_PORT": str(port)} | settings
    door = Door(
        [sys.executable, "-m", "api.server"],
        cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=stderr, text=True,
    )  # fmt: skip
    door.url = f"http://127.0.0.1:{port}"
    assert door.stdout is not None
    assert door.stdout.readline().startswith("萬日書 is open at"), door.stderr
    wait_for(port)
    return door


def free_port() -> int:
    """A port that nothing listens at."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def wait_for(port: int) -> None:
    """Return when something listens at a port of this machine."""
    deadline = time.monotonic() + 20
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.02)

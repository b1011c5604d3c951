"""What the system knows of processes."""

from __future__ import annotations

import os
import subprocess
import time
from pathlib import Path


def until_it_waits(process: subprocess.Popen[str]) -> None:
    """Return when a process has nothing left to do but wait for something."""
    while Path(f"/proc/{process.pid}/stat").read_text().rpartition(")")[2].split()[0] != "S":
        assert process.poll() is None
        time.sleep(0.01)


def children(of: int) -> list[int]:
    """The processes that a process started and that still run."""
    found = []
    for name in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{name}/stat") as file:
                state, parent = file.read().rpartition(")")[2].split()[:2]
        except OSError:
            continue
        if int(parent) == of and state != "Z":
            found.append(int(name))
    return found

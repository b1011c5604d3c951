"""What the system knows of processes."""

from __future__ import annotations

import os


def sleeps(process: int) -> bool:
    """Whether a process waits for something."""
    with open(f"/proc/{process}/stat") as file:
        return file.read().rpartition(")")[2].split()[0] == "S"


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

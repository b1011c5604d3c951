"""`make bench-api`: the door against a bare Flask route on the same server, in one run.

Beside them the same app on stock gunicorn and waitress, and, if
`BENCH_OLD` names a checkout of an earlier commit (`git worktree add`), its door. All are loaded
by wrk, over kept-alive connections; a client in Python takes as much time as what it measures. Machines are shared and noisy: rounds are short and
alternate, each is compared with the floor of its own round, and only the ratios mean anything.
"""

from __future__ import annotations

import json
import os
import random
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date, timedelta
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
SCRATCH = ROOT / "build" / ".bench"
CONNECTIONS, SECONDS, ROUNDS, STARTS = 8, 2, 7, 3
FIRST, DAYS = date(1950, 1, 1), 27_759
LIMIT = "1000000 per 1 second"  # raised, and the counted windows as short as in use

BARE = """
from flask import Flask, request
app = Flask("bare")
@app.post("/")
def bare():
    return {"success": True, "status": "ok", "bytes": len(request.get_data())}
def door():
    return app.wsgi_app
"""
GRANIAN = ("-m", "granian", "--no-access-log", "--no-ws", "--log-level", "warning", "--factory")
SERVERS = {
    "door": ("-m", "api.server"),
    "bare Flask route": (*GRANIAN, "--interface", "wsgi", "--blocking-threads", "1", "--port", "{port}", "bare:door"),
    "door, a Redis that is away": ("-m", "api.server"),
    "app on granian's WSGI, one thread": (*GRANIAN, "--interface", "wsgi", "--blocking-threads", "1", "--port", "{port}", "api:create_app"),
    "app on gunicorn": (
        "-m", "gunicorn", "--worker-class", "gthread", "--threads", "4", "--bind", "127.0.0.1:{port}",
        "--log-level", "error", "--no-control-socket", "api:create_app()",
    ),
    "app on waitress": ("-m", "waitress", "--listen=127.0.0.1:{port}", "--call", "api:create_app"),
}  # fmt: skip
"""What is started, each as `python …`; the door reads its port from the environment."""
AWAY = {"RATELIMIT_STORAGE_URI": "redis://127.0.0.1:1"}
"""Then answers are made in threads of their own."""


class Server:
    """A server as its own processes; `seconds` is how long its first answer took."""

    def __init__(self, command: tuple[str, ...], folder: Path, path: Path, **more: str) -> None:
        with socket.socket() as free:
            free.bind(("127.0.0.1", 0))
            self.port = int(free.getsockname()[1])
        settings = {
            "WANRISHU_PORT": str(self.port),
            "WANRISHU_RELEASE": str(release(folder)),
            "WANRISHU_RATE_LIMIT": LIMIT,
            "WANRISHU_MCP_RATE_LIMIT": LIMIT,
            "PYTHONPATH": f"{folder}{os.pathsep}{path}",
        } | more
        began = time.perf_counter()
        self.process = subprocess.Popen(
            [sys.executable, *(part.format(port=self.port) for part in command)],
            cwd=folder, env=os.environ | settings,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
        self._wait()
        self.seconds = time.perf_counter() - began

    def _wait(self) -> None:
        while True:
            assert self.process.poll() is None, self.process.args
            try:
                with socket.create_connection(("127.0.0.1", self.port)) as probe:
                    probe.sendall(
                        b"GET /api/v1/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
                    )
                    if probe.recv(12):
                        return
            except OSError:
                pass
            time.sleep(0.01)

    def memory(self) -> list[float]:
        """Resident megabytes of each process, where /proc tells."""
        found = subprocess.run(
            ["pgrep", "-P", str(self.process.pid)], capture_output=True, text=True, check=False
        )
        statuses = [
            Path(f"/proc/{pid}/status").read_text()
            for pid in (self.process.pid, *found.stdout.split())
        ]
        return [int(text.partition("VmRSS:")[2].split()[0]) / 1024 for text in statuses]

    def stop(self) -> None:
        self.process.terminate()
        self.process.wait()


def release(folder: Path) -> Path:
    """The release of a checkout; an older door may not read a newer one."""
    found = folder / "build" / "current"
    if not (found / "release.json").exists():
        sys.exit(f"there is no release at {found}: run `make` there first")
    return found


@contextmanager
def servers(old: str | None) -> Iterator[dict[str, Server]]:
    """Every server that is measured."""
    (SCRATCH / "bare.py").write_text(BARE)
    started: dict[str, Server] = {}
    try:
        for name, command in SERVERS.items():
            started[name] = Server(command, ROOT, SCRATCH, **(AWAY if "away" in name else {}))
        if old:
            started["earlier door"] = Server(SERVERS["door"], Path(old).resolve(), SCRATCH)
        yield started
    finally:
        for server in started.values():
            server.stop()


def dates(count: int) -> Iterator[str]:
    return ((FIRST + timedelta(days=random.randrange(DAYS))).isoformat() for _ in range(count))


def call(on: str) -> object:
    params = {"name": "fortune_bazi", "arguments": {"birthDate": on}}
    return {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}


def load(port: int, path: str, bodies: Path) -> tuple[float, float, float]:
    """Requests a second, p50 and p99 in milliseconds, over `CONNECTIONS` connections."""
    done = subprocess.run(
        ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{SECONDS}s", "-s", str(ROOT / "tests" / "load.lua"),
         f"http://127.0.0.1:{port}", "--", path, str(bodies)],
        capture_output=True, text=True, check=True,
    )  # fmt: skip
    said = json.loads(done.stdout.splitlines()[-1])
    assert said["failed"] == 0, done.stdout
    return said["rate"], said["p50"], said["p99"]


def main() -> None:
    """Measure and print."""
    if shutil.which("wrk") is None:
        sys.exit("wrk, which loads the servers, is not installed: Debian has it as package wrk")
    SCRATCH.mkdir(exist_ok=True)
    readings, calls = SCRATCH / "readings", SCRATCH / "calls"
    for file, body in ((readings, lambda on: {"birthDate": on}), (calls, call)):
        file.write_text("".join(f"{json.dumps(body(on))}\n" for on in dates(4000)))
    with servers(os.environ.get("BENCH_OLD")) as started:
        cases = {"bare Flask route": (started.pop("bare Flask route").port, "/", readings)}
        for name, server in started.items():
            cases[f"POST bazi, {name}"] = (server.port, "/api/v1/bazi", readings)
            if "app" not in name:
                cases[f"tools/call, {name}"] = (server.port, "/mcp", calls)
        measured: dict[str, list[tuple[float, float, float]]] = {name: [] for name in cases}
        for case in cases.values():
            load(*case)  # warm up
        for _ in range(ROUNDS):
            for name, case in cases.items():
                measured[name].append(load(*case))
        resident = started["door"].memory()
    for name in measured:
        show(name, measured[name], measured["bare Flask route"])
    for kind in ("POST bazi", "tools/call"):
        if earlier := measured.get(f"{kind}, earlier door"):
            for door in ("door", "door, a Redis that is away"):
                show(f"{kind}, {door} / earlier", measured[f"{kind}, {door}"], earlier)
    seconds = []
    for _ in range(STARTS):
        door = Server(SERVERS["door"], ROOT, ROOT)
        seconds.append(door.seconds)
        door.stop()
    print(
        f"door: start to first answer {', '.join(f'{s:.2f}' for s in seconds)} s; resident memory "
        f"{' + '.join(f'{m:.0f}' for m in resident)} MB"
    )


def show(
    name: str,
    rounds: list[tuple[float, float, float]],
    floor: list[tuple[float, float, float]],
) -> None:
    """Medians, and the medians of the ratios to another's figures of the same rounds."""
    rate, p50, p99 = (median(column) for column in zip(*rounds, strict=True))
    pairs = list(zip(rounds, floor, strict=True))
    rates = median(mine[0] / its[0] for mine, its in pairs)
    p99s = median(mine[2] / its[2] for mine, its in pairs)
    print(
        f"{name:40} {rate:7.0f}/s  p50 {p50:5.2f} ms  p99 {p99:5.2f} ms   "
        f"rate x{rates:.2f}  p99 x{p99s:.2f}"
    )


if __name__ == "__main__":
    main()

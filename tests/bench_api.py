"""`make bench-api`: the door against a bare Flask route, same server, same process model, one run.

The floor is a Flask route that answers a small constant JSON object. Both sides are loaded over
kept-alive connections from this process. Machines are shared and noisy: rounds are short and
alternate, each is compared with the floor of its own round, and only the ratios mean anything.
"""

from __future__ import annotations

import json
import os
import random
import resource
import socket
import subprocess
import sys
import threading
import time
from datetime import date, timedelta
from pathlib import Path
from statistics import median, quantiles

ROOT = Path(__file__).resolve().parent.parent
CONNECTIONS, SECONDS, ROUNDS, STARTS = 8, 1.0, 15, 3
FIRST, DAYS = date(1950, 1, 1), 27_759

BARE = """
import sys
from flask import Flask
from api.loop import open_server
app = Flask("bare")
@app.post("/")
def bare():
    return {"success": True, "status": "ok"}
server = open_server(app, "127.0.0.1", int(sys.argv[1]), threads=0)
print("open", flush=True)
server.run()
"""


def start(command: list[str], port: int, **settings: str) -> tuple[subprocess.Popen[str], float]:
    """A server process and the seconds until it answered for the first time."""
    began = time.perf_counter()
    process = subprocess.Popen(
        [sys.executable, *command], cwd=ROOT, env=os.environ | settings,
        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    process.stdout.readline()
    with socket.create_connection(("127.0.0.1", port)) as probe:
        probe.sendall(b"GET /api/v1/health HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n")
        while probe.recv(65536):
            pass
    return process, time.perf_counter() - began


def request(path: str, body: object) -> bytes:
    content = json.dumps(body).encode()
    head = f"POST {path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
    return f"{head}Content-Length: {len(content)}\r\n\r\n".encode() + content


def readings(count: int) -> list[bytes]:
    dates = (FIRST + timedelta(days=random.randrange(DAYS)) for _ in range(count))
    return [request("/api/v1/bazi", {"birthDate": on.isoformat()}) for on in dates]


def calls(count: int) -> list[bytes]:
    dates = (FIRST + timedelta(days=random.randrange(DAYS)) for _ in range(count))
    return [
        request(
            "/mcp",
            {
                "jsonrpc": "2.0", "id": 1, "method": "tools/call",
                "params": {"name": "fortune_bazi", "arguments": {"birthDate": on.isoformat()}},
            },
        )
        for on in dates
    ]  # fmt: skip


def load(port: int, requests: list[bytes]) -> tuple[float, float, float]:
    """Requests a second, p50 and p99 in milliseconds, over `CONNECTIONS` connections."""
    taken: list[float] = []
    stop = time.perf_counter() + SECONDS

    def connection(offset: int) -> None:
        mine, i = [], offset
        # One buffer for all answers: the client must not be what is measured.
        buffer = bytearray(262_144)
        view = memoryview(buffer)
        with socket.create_connection(("127.0.0.1", port)) as wire:
            wire.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            while time.perf_counter() < stop:
                began = time.perf_counter()
                wire.sendall(requests[i % len(requests)])
                have = wire.recv_into(view)
                assert buffer.startswith(b"HTTP/1.1 200"), buffer[:300]
                at = buffer.index(b"Content-Length: ") + 16
                length = int(buffer[at : buffer.index(b"\r", at)])
                missing = buffer.index(b"\r\n\r\n") + 4 + length - have
                while missing > 0:
                    missing -= wire.recv_into(view)
                mine.append(time.perf_counter() - began)
                i += CONNECTIONS
        taken.extend(mine)

    threads = [threading.Thread(target=connection, args=(n,)) for n in range(CONNECTIONS)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    cuts = quantiles(taken, n=100)
    return len(taken) / SECONDS, cuts[49] * 1000, cuts[98] * 1000


def memory(process: subprocess.Popen[str]) -> float:
    """Resident memory in MB, where /proc tells."""
    status = Path(f"/proc/{process.pid}/status")
    if not status.exists():
        return resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    line = next(line for line in status.read_text().splitlines() if line.startswith("VmRSS"))
    return int(line.split()[1]) / 1024


def main() -> None:
    """Measure and print."""
    if not (ROOT / "build" / "current" / "release.json").exists():
        sys.exit("there is no release to serve: run `make` first")
    ports = [_free() for _ in range(2)]
    bare, _ = start(["-c", BARE, str(ports[0])], ports[0])
    limit = "1000000 per 1 second"  # raised, and the counted windows as short as in use
    settings = {"WANRISHU_PORT": str(ports[1]), "WANRISHU_RATE_LIMIT": limit}
    starts = []
    for i in range(STARTS):
        door, seconds = start(
            ["-m", "api.server"], ports[1], **settings, WANRISHU_MCP_RATE_LIMIT=limit
        )
        starts.append(seconds)
        if i < STARTS - 1:
            door.terminate()
            door.wait()
    cases = {
        "bare Flask route": (ports[0], [request("/", {"birthDate": "1990-05-20"})]),
        "POST /api/v1/bazi": (ports[1], readings(4000)),
        "tools/call fortune_bazi": (ports[1], calls(4000)),
    }
    measured: dict[str, list[tuple[float, float, float]]] = {name: [] for name in cases}
    try:
        for port, requests in cases.values():
            load(port, requests)  # warm up
        for _ in range(ROUNDS):
            for name, (port, requests) in cases.items():
                measured[name].append(load(port, requests))
        resident = memory(door)
    finally:
        bare.terminate()
        door.terminate()
    floor = measured["bare Flask route"]
    for name, rounds in measured.items():
        rate, p50, p99 = (median(column) for column in zip(*rounds, strict=True))
        pairs = list(zip(rounds, floor, strict=True))
        rates = median(mine[0] / its_floor[0] for mine, its_floor in pairs)
        p99s = median(mine[2] / its_floor[2] for mine, its_floor in pairs)
        print(
            f"{name:24} {rate:7.0f}/s  p50 {p50:5.2f} ms  p99 {p99:5.2f} ms   "
            f"rate x{rates:.2f}  p99 x{p99s:.2f}"
        )
    each = ", ".join(f"{seconds:.2f}" for seconds in starts)
    print(f"start to first answer {each} s; resident memory {resident:.0f} MB")


def _free() -> int:
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


if __name__ == "__main__":
    main()

"""The server as a process: how it starts and ends, and what it says on standard error."""

from __future__ import annotations

import json
import os
import re
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Callable
from pathlib import Path

import pytest

from api.config import VARIABLES
from tests.api_calls import call, get
from tests.conftest import ROOT
from tests.doors import Door, free_port, wait_for


def failed(*command: str, **environment: str) -> tuple[int, str]:
    """Exit status and standard error of a start that fails."""
    done = subprocess.run(
        [sys.executable, "-m", *command],
        cwd=ROOT, env=os.environ | environment, capture_output=True, text=True, check=False,
    )  # fmt: skip
    return done.returncode, done.stderr


def started(command: str, release: Path, stdout: str, **environment: str) -> Door:
    """A server that a shell's command starts, once it is open."""
    port = free_port()
    settings = {"WANRISHU_RELEASE": str(release), "WANRISHU_PORT": str(port)}
    with Path(stdout).open("w") as out:
        door = Door(
            command, shell=True, cwd=ROOT, text=True,
            env=os.environ | settings | environment, stdout=out, stderr=subprocess.PIPE,
        )  # fmt: skip
    door.url = f"http://127.0.0.1:{port}"
    wait_for(port)
    return door


SERVER = f"{sys.executable} -m api.server"
CURE = "set WANRISHU_PORT or WANRISHU_HOST to something free, or stop what holds it\n"


def test_a_bad_setting_stops_the_start_with_one_line() -> None:
    said = "wanrishu-api: WANRISHU_PORT is 'many'; set it to a whole number from 1 to 65535\n"
    assert failed("api.server", WANRISHU_PORT="many") == (1, said)


def test_settings_and_release_can_be_judged_without_serving(output: Path, tmp_path: Path) -> None:
    index = json.loads((output / "current" / "release.json").read_bytes())
    span = f"{index['range']['first']} to {index['range']['last']}"
    missing = f"FileNotFoundError [Errno 2] No such file or directory: '{tmp_path}/release.json'"
    for release, said in (
        (output / "current", (0, f"release {index['id']}, {span}\n", "")),
        (tmp_path, (1, "", f"wanrishu-api: {tmp_path}: {missing}; run `make`\n")),
    ):
        done = subprocess.run(
            [sys.executable, "-m", "api.server", "--check"],
            cwd=ROOT, env=os.environ | {"WANRISHU_RELEASE": str(release)},
            capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert (done.returncode, done.stdout, done.stderr) == said
    assert failed("api.server", "--check", WANRISHU_PORT="many")[0] == 1


def test_help_names_every_setting() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "api.server", "--help"], cwd=ROOT, capture_output=True, text=True
    )
    assert done.returncode == 0
    assert all(variable in done.stdout for variable in VARIABLES.values())


def test_an_address_that_can_not_be_opened_stops_the_start_with_one_line() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = str(taken.getsockname()[1])
        said = f"127.0.0.1:{port} can't be opened (Address already in use); {CURE}"
        assert failed("api.server", WANRISHU_PORT=port) == (1, f"wanrishu-api: {said}")
    status, said = failed("api.server", WANRISHU_HOST="nosuch.invalid")
    assert status == 1
    assert said.startswith("wanrishu-api: nosuch.invalid:8000 can't be opened (")
    assert said.endswith(f"); {CURE}")


@pytest.mark.parametrize(
    ("environment", "stdout"),
    [
        ({"LC_ALL": "C", "PYTHONUTF8": "0", "PYTHONCOERCECLOCALE": "0"}, os.devnull),
        ({}, "/dev/full"),
    ],
    ids=["C", "full"],
)
def test_the_door_opens_under_any_locale_and_without_a_terminal(
    output: Path, environment: dict[str, str], stdout: str
) -> None:
    door = started(f"exec {SERVER}", output / "current", stdout, **environment)
    assert get(f"{door.url}/bazi/1990-5-20/")[0] == 200
    assert ("Traceback" in door.stop(), door.returncode) == (False, 0)


@pytest.mark.parametrize("storage", ["memory://", "redis://127.0.0.1:1"])
def test_a_request_that_has_begun_is_answered_before_the_server_ends(
    serve: Callable[..., Door], storage: str
) -> None:
    door = serve(RATELIMIT_STORAGE_URI=storage)
    body = b'{"birthDate":"1990-05-20"}'
    head = f"POST /api/v1/bazi HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    with call(door.url), call(door.url) as begun:
        begun.sendall(head.encode() + body[:5])
        time.sleep(0.3)
        door.terminate()
        time.sleep(0.3)
        begun.sendall(body[5:])
        received = b"".join(iter(lambda: begun.recv(65536), b""))
        door.communicate(timeout=20)
    assert received.startswith(b"HTTP/1.1 200 OK\r\n")
    assert received.endswith(b"}}")
    assert door.returncode == 0


def test_above_the_limit_on_open_files_the_server_rests_and_goes_on(output: Path) -> None:
    door = started(f"ulimit -n 256; exec {SERVER}", output / "current", os.devnull)
    crowd = [call(door.url) for _ in range(400)]
    before = cpu_seconds(door.pid)
    time.sleep(1)
    assert cpu_seconds(door.pid) - before < 0.3  # spinning would take all of it
    for wire in crowd:
        wire.close()
    assert get(f"{door.url}/api/v1/health")[0] == 200
    assert len(door.stop().splitlines()) < 10


def cpu_seconds(pid: int) -> float:
    """Processor time of a process and its children so far."""
    ticks = 0
    for each in (str(pid), *Path(f"/proc/{pid}/task/{pid}/children").read_text().split()):
        fields = Path(f"/proc/{each}/stat").read_text().rpartition(")")[2].split()
        ticks += int(fields[11]) + int(fields[12])
    return ticks / os.sysconf("SC_CLK_TCK")


def test_the_access_log_has_an_id_and_no_birth_date_and_a_term_signal_ends_cleanly(
    serve: Callable[..., Door],
) -> None:
    door = serve()
    body = b'{"birthDate":"1990-05-21"}'
    answers = [get(f"{door.url}/bazi/1990-5-20/")]
    answers += [get(f"{door.url}/api/v1/bazi", {"Content-Type": "application/json"}, body)]
    errors = door.stop()
    assert (door.returncode, "Traceback" in errors, "1990" in errors) == (0, False, False)
    told = [json.loads(line) for line in errors.splitlines()]
    lines = [line for line in told if "method" in line]
    assert [line["id"] for line in lines] == [headers["X-Request-Id"] for _, headers, _ in answers]
    assert [(line["method"], line["status"]) for line in lines] == [("GET", 200), ("POST", 200)]
    assert [line["route"] for line in lines] == ["/<site:path>", "/api/v1/bazi"]
    assert all(re.fullmatch(r"[0-9a-f]{32}", line["id"]) and line["ms"] > 0 for line in lines)


def test_an_error_is_logged_with_the_id_that_its_caller_has(
    serve: Callable[..., Door], output: Path, tmp_path: Path
) -> None:
    copy = shutil.copytree(output / "current", tmp_path / "site")
    door = serve(WANRISHU_RELEASE=str(copy))
    file = copy / "bazi" / "1990-5-20" / "reading.json"
    file.unlink()
    status, headers, _ = get(f"{door.url}/bazi/1990-5-20/reading.json")
    assert (status, file.write_bytes(b"")) == (404, 0)
    status, headers, _ = get(f"{door.url}/bazi/1990-5-20/reading.json")
    assert status == 503
    told = [json.loads(line) for line in door.stop().splitlines()]
    [error] = [line for line in told if line.get("level") == "ERROR"]
    assert error["id"] == headers["X-Request-Id"]
    assert error["message"].endswith("is not as published: run `wanrishu verify`")


def test_callers_are_answered_when_nobody_reads_the_log(serve: Callable[..., Door]) -> None:
    door = serve()
    assert door.stderr is not None
    door.stderr.close()
    assert [get(f"{door.url}/api/v1/services")[0] for _ in range(3)] == [200] * 3
    door.stderr = None


def test_with_standard_error_closed_the_log_goes_nowhere_and_not_to_a_caller() -> None:
    """The first file that such a process opens, a connection perhaps, would be its number 2."""
    program = (
        "import os; from api import access_log; "
        "print(os.path.samestat(os.fstat(access_log.STDERR), os.stat(os.devnull)))"
    )
    done = subprocess.run(
        f"exec {sys.executable} -c '{program}' 2>&-",
        shell=True, cwd=ROOT, stdout=subprocess.PIPE, text=True, check=False,
    )  # fmt: skip
    assert done.stdout == "True\n"

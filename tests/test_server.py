"""The server as a process: how it starts and ends, and what it says on standard error."""

from __future__ import annotations

import json
import os
import re
import socket
import subprocess
import sys
import urllib.request
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest

if TYPE_CHECKING:
    from tests.conftest import Door

ROOT = Path(__file__).resolve().parent.parent


def test_a_bad_setting_stops_the_start_with_one_line(output: Path) -> None:
    done = subprocess.run(
        [sys.executable, "-m", "api.server"],
        cwd=ROOT, env=os.environ | {"WANRISHU_PORT": "many"}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    assert done.returncode == 1
    assert (
        done.stderr
        == "wanrishu-api: WANRISHU_PORT is 'many'; set it to a whole number from 1 to 65535\n"
    )


@pytest.mark.parametrize(
    ("command", "says"),
    [(["-m", "api.server"], "wanrishu-api: "), (["-m", "generator.cli", "serve"], "Error: ")],
)
def test_a_port_that_is_taken_stops_the_start_with_one_line(
    output: Path, command: list[str], says: str
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = subprocess.run(
            [sys.executable, *command],
            cwd=ROOT, env=os.environ | {"WANRISHU_PORT": str(port)}, capture_output=True, text=True, check=False,
        )  # fmt: skip
    assert done.returncode == 1
    assert done.stderr == (
        f"{says}127.0.0.1:{port} can't be opened (Address already in use); "
        "set WANRISHU_PORT or WANRISHU_HOST to something free, or stop what holds it\n"
    )


def test_a_term_signal_ends_the_server_cleanly(serve: Callable[..., Door]) -> None:
    door = serve()
    with urllib.request.urlopen(f"{door.url}/api/v1/health"):
        pass
    errors = door.stop()
    assert door.returncode == 0
    assert "Traceback" not in errors


def test_the_access_log_has_an_id_and_no_birth_date(serve: Callable[..., Door]) -> None:
    door = serve()
    with urllib.request.urlopen(f"{door.url}/bazi/1990-5-20/") as page:
        first = page.headers["X-Request-Id"]
    body = b'{"birthDate":"1990-05-21"}'
    request = urllib.request.Request(
        f"{door.url}/api/v1/bazi", body, {"Content-Type": "application/json"}
    )
    with urllib.request.urlopen(request) as answer:
        identity = answer.headers["X-Request-Id"]
    errors = door.stop()
    lines = [json.loads(line) for line in errors.splitlines() if line.startswith("{")]
    assert [line["id"] for line in lines] == [first, identity]
    assert [(line["method"], line["status"]) for line in lines] == [("GET", 200), ("POST", 200)]
    assert [line["route"] for line in lines] == ["/<site:path>", "/api/v1/bazi"]
    assert all(re.fullmatch(r"[0-9a-f]{32}", line["id"]) and line["ms"] > 0 for line in lines)
    assert "1990" not in errors


def test_callers_are_answered_when_nobody_reads_the_log(serve: Callable[..., Door]) -> None:
    door = serve()
    assert door.stderr is not None
    door.stderr.close()
    for _ in range(3):
        with urllib.request.urlopen(f"{door.url}/api/v1/services") as response:
            assert response.status == 200
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

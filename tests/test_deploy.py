"""Several processes, a real Redis, the unit and the image: the door as operators run it."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import sysconfig
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from configparser import ConfigParser
from pathlib import Path

import pytest

from api.rate_limit import RETRY
from tests.api_calls import get
from tests.conftest import ROOT
from tests.doors import Door, free_port, wait_for
from tests.fronts import DEPLOY
from tests.web import programs
from tests.web.conftest import needed


class Redis:
    """A Redis of our own on a free port."""

    def __init__(self, folder: Path) -> None:
        self.command = needed(programs.program, "redis-server", packages=("redis-server",))
        self.folder, self.port = folder, free_port()
        self.uri = f"redis://127.0.0.1:{self.port}"
        self.start()

    def start(self) -> None:
        self.process = subprocess.Popen(
            [self.command, "--port", str(self.port), "--bind", "127.0.0.1", "--save", "", "--dir", self.folder],
            stdout=subprocess.DEVNULL,
        )  # fmt: skip
        wait_for(self.port)

    def stop(self) -> None:
        self.process.kill()
        self.process.wait()


@pytest.fixture
def redis(tmp_path: Path) -> Iterator[Redis]:
    server = Redis(tmp_path)
    yield server
    server.stop()


def sixty_of_two_hundred(*doors: Door) -> bool:
    """Whether so many are served when all ask at once."""
    urls = [f"{door.url}/api/v1/health" for door in doors] * (200 // len(doors))
    with ThreadPoolExecutor(200 // len(doors)) as pool:
        codes = [status for status, _, _ in pool.map(get, urls)]
    return (codes.count(200), codes.count(429)) == (60, 140)


@pytest.mark.parametrize("storage", ["memory://", "redis://127.0.0.1:1"])
def test_a_real_server_serves_exactly_sixty_of_two_hundred_at_once(
    serve: Callable[..., Door], storage: str
) -> None:
    assert sixty_of_two_hundred(serve(RATELIMIT_STORAGE_URI=storage))


def test_two_processes_on_one_redis_serve_exactly_sixty_together(
    serve: Callable[..., Door], redis: Redis
) -> None:
    uri = redis.uri
    assert sixty_of_two_hundred(serve(RATELIMIT_STORAGE_URI=uri), serve(RATELIMIT_STORAGE_URI=uri))


def test_while_redis_is_down_the_process_counts_for_itself_and_then_together_again(
    serve: Callable[..., Door], redis: Redis
) -> None:
    settings = {"RATELIMIT_STORAGE_URI": redis.uri, "WANRISHU_RATE_LIMIT": "5 per 1 minute"}
    url = f"{serve(**settings).url}/api/v1/health"
    assert [get(url)[0] for _ in range(3)] == [200] * 3
    redis.stop()
    assert [get(url)[0] for _ in range(7)] == [200] * 5 + [429] * 2
    redis.start()
    time.sleep(RETRY)
    assert [get(url)[0] for _ in range(6)] == [200] * 5 + [429]
    assert get(f"{serve(**settings).url}/api/v1/health")[0] == 429


def test_a_door_starts_without_its_redis(serve: Callable[..., Door]) -> None:
    door = serve(RATELIMIT_STORAGE_URI=f"redis://127.0.0.1:{free_port()}")
    assert get(f"{door.url}/api/v1/health")[0] == 200


def test_the_server_takes_the_client_s_address_from_a_trusted_proxy_and_no_other(
    serve: Callable[..., Door],
) -> None:
    asked = ("10.0.0.1", "10.0.0.2", "9.9.9.9, 10.0.0.1", "10.0.0.2", "10.0.0.3")
    for proxies, codes in (("1", [200, 200, 429, 429, 200]), ("0", [200, 429, 429, 429, 429])):
        door = serve(WANRISHU_RATE_LIMIT="1 per 1 minute", WANRISHU_TRUSTED_PROXIES=proxies)
        url = f"{door.url}/api/v1/health"
        assert [get(url, {"X-Forwarded-For": each})[0] for each in asked] == codes


def test_the_unit_and_the_image_say_what_the_readme_says() -> None:
    unit = (DEPLOY / "wanrishu.service").read_text()
    image = (DEPLOY / "Dockerfile").read_text()
    assert "ExecStart=/srv/wanrishu/.venv/bin/wanrishu-api" in unit
    assert "--require-hashes -r api.lock" in image
    for text in (unit, image, (DEPLOY / "README.md").read_text()):
        for variable in re.findall(r"(?:WANRISHU|RATELIMIT)_[A-Z_]+", text):
            assert f"`{variable}`" in (ROOT / "README.md").read_text()


def test_the_image_gets_what_it_copies_and_no_more() -> None:
    kept = {
        line[1:] for line in (ROOT / ".dockerignore").read_text().splitlines() if line[:1] == "!"
    }
    copied = re.findall(r"^COPY (.+) \S+$", (DEPLOY / "Dockerfile").read_text(), re.MULTILINE)
    assert kept == set(" ".join(copied).split())


def test_the_image_s_door_opens_with_what_was_copied(tmp_path: Path, live: Path) -> None:
    """There the project is not installed, only what it needs."""
    shutil.copytree(ROOT / "api", tmp_path / "api", ignore=shutil.ignore_patterns("deploy"))
    (needs := tmp_path / "needs").mkdir()
    for entry in Path(sysconfig.get_path("purelib")).iterdir():
        if "wanrishu" not in entry.name:
            (needs / entry.name).symlink_to(entry)
    paths, port = f"{tmp_path}:{needs}", str(free_port())
    settings = {"PYTHONPATH": paths, "WANRISHU_RELEASE": str(live), "WANRISHU_PORT": port}
    with subprocess.Popen(
        [sys.executable, "-S", "-m", "api.server"],
        cwd=tmp_path, env=os.environ | settings, stdout=subprocess.PIPE, text=True,
    ) as door:  # fmt: skip
        assert door.stdout is not None
        assert door.stdout.readline().startswith("萬日書 is open at")
        door.terminate()


def analyze(*arguments: str) -> subprocess.CompletedProcess[str]:
    """What systemd says of the unit."""
    command = [needed(programs.program, "systemd-analyze", packages=("systemd",)), *arguments]
    unit = DEPLOY / "wanrishu.service"
    return subprocess.run([*command, unit], capture_output=True, text=True, check=False)


def test_systemd_knows_every_line_of_the_unit() -> None:
    said = analyze("verify", "--man=no").stderr
    wrong = [line for line in said.splitlines() if "wanrishu.service" in line]
    assert all("not executable" in line for line in wrong), wrong


def test_the_unit_exposes_little() -> None:
    """At most 4.0 of ten, by its reckoning."""
    assert analyze("security", "--offline=true", "--threshold=40").returncode == 0


def test_a_service_that_ends_is_started_again_however_often() -> None:
    unit = ConfigParser(strict=False, interpolation=None)
    unit.read(DEPLOY / "wanrishu.service")
    assert unit["Service"]["Restart"] == "always"
    assert unit["Unit"]["StartLimitIntervalSec"] == "0"


def test_a_stop_tells_the_main_process_alone_and_the_journal_gets_the_log_alone() -> None:
    unit = ConfigParser(strict=False, interpolation=None)
    unit.read(DEPLOY / "wanrishu.service")
    said = [unit["Service"][name] for name in ("KillMode", "StandardOutput", "StandardError")]
    assert said == ["mixed", "null", "journal"]

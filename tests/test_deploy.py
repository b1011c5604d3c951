"""Several processes, a real Redis, a real nginx: the door as operators run it."""

from __future__ import annotations

import os
import re
import shutil
import socket
import subprocess
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from api.rate_limit import RETRY
from tests.api_calls import get
from tests.conftest import ROOT
from tests.doors import Door, free_port, wait_for
from tests.web import programs
from tests.web.conftest import needed

DEPLOY = ROOT / "api" / "deploy"


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


@pytest.fixture
def nginx(tmp_path: Path, serve: Callable[..., Door], output: Path) -> Iterator[str]:
    """The example configuration in front of a door."""
    door = serve(WANRISHU_TRUSTED_PROXIES="1", WANRISHU_SERVE_SITE="0")
    with running_nginx(tmp_path, output, door.url.removeprefix("http://")) as url:
        yield url


@contextmanager
def running_nginx(tmp_path: Path, output: Path, door: str) -> Iterator[str]:
    """The example configuration, its addresses and folders replaced, really started."""
    command = needed(programs.program, "nginx", packages=("nginx-light",))
    port = free_port()
    text = (DEPLOY / "nginx.conf").read_text()
    for old, new in {
        "listen 80;": f"listen 127.0.0.1:{port};",
        "127.0.0.1:8000": door,
        "/srv/wanrishu/build/current": str(output / "current"),
        "/var/cache/nginx/wanrishu": str(tmp_path / "cache"),
    }.items():
        assert old in text, old
        text = text.replace(old, new)
    site = tmp_path / "site.conf"
    site.write_text(text)
    main = tmp_path / "nginx.conf"
    main.write_text(
        f"daemon off;\npid {tmp_path}/pid;\nerror_log stderr;\nevents {{}}\n"
        f"http {{\n  include /etc/nginx/mime.types;\n  access_log off;\n"
        f"  client_body_temp_path {tmp_path}/a;\n  proxy_temp_path {tmp_path}/b;\n"
        f"  fastcgi_temp_path {tmp_path}/c;\n  uwsgi_temp_path {tmp_path}/d;\n  scgi_temp_path {tmp_path}/e;\n"
        f"  include {site};\n}}\n"
    )
    tmp_path.chmod(0o755)
    for folder in [output, *output.parents, *tmp_path.parents]:
        if folder.stat().st_uid == os.geteuid() and folder != Path("/"):
            folder.chmod(folder.stat().st_mode | 0o055)
    process = subprocess.Popen([command, "-c", main, "-p", tmp_path], stderr=subprocess.PIPE)
    try:
        wait_for(port)
        yield f"http://127.0.0.1:{port}"
    finally:
        process.terminate()
        process.communicate(timeout=20)


def test_the_nginx_example_serves_the_site_and_passes_the_api_through(nginx: str) -> None:
    status, headers, page = get(f"{nginx}/bazi/1990-5-20/", {"Accept-Encoding": "gzip"})
    assert status == 200
    assert headers["Content-Encoding"] == "gzip"
    assert headers["Cache-Control"] == "public, max-age=300"
    assert "unsafe-inline" not in headers["Content-Security-Policy"]
    assert len(page) < 10_000
    status, headers, _ = get(f"{nginx}/bazi/1990-5-20/reading.json")
    assert headers["Access-Control-Allow-Origin"] == "*"
    assert get(f"{nginx}/api/v1/health")[0] == 200
    status, headers, _ = get(f"{nginx}/openapi.yaml")
    assert (status, headers["Content-Type"]) == (200, "application/yaml")
    assert get(f"{nginx}/mcp")[0] == 405
    assert get(f"{nginx}/nothing/")[0] == 404
    assert get(f"{nginx}/bazi/1990-5-20/../../release.json/..%2f..%2fetc/passwd")[0] in (400, 404)


def status_from(address: str, url: str, forged: str = "") -> int:
    """The status of health asked from an address of this machine that says it is another."""
    parts = urlsplit(url)
    wire = HTTPConnection(parts.hostname or "", parts.port, timeout=20, source_address=(address, 0))
    with closing(wire):
        wire.request("GET", "/api/v1/health", headers={"X-Forwarded-For": forged})
        return wire.getresponse().status


def test_behind_nginx_each_visitor_has_a_bucket_of_his_own_whatever_he_says(nginx: str) -> None:
    for visitor in ("127.0.0.2", "127.0.0.3"):
        codes = [status_from(visitor, nginx, f"10.0.0.{i}") for i in range(61)]
        assert codes == [200] * 60 + [429]


def test_the_server_takes_the_client_s_address_from_a_trusted_proxy_and_no_other(
    serve: Callable[..., Door],
) -> None:
    asked = ("10.0.0.1", "10.0.0.2", "9.9.9.9, 10.0.0.1", "10.0.0.2", "10.0.0.3")
    for proxies, codes in (("1", [200, 200, 429, 429, 200]), ("0", [200, 429, 429, 429, 429])):
        door = serve(WANRISHU_RATE_LIMIT="1 per 1 minute", WANRISHU_TRUSTED_PROXIES=proxies)
        url = f"{door.url}/api/v1/health"
        assert [get(url, {"X-Forwarded-For": each})[0] for each in asked] == codes


def test_behind_nginx_slow_bodies_of_one_address_hold_up_nobody(nginx: str) -> None:
    """nginx keeps them to itself, and no more than 32 of one address."""
    half = b"POST /api/v1/bazi HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n\r\n{"
    there = ("127.0.0.1", urlsplit(nginx).port or 0)
    slow = [socket.create_connection(there, 10, ("127.0.0.2", 0)) for _ in range(40)]
    for wire in slow:
        wire.sendall(half)
    assert status_from("127.0.0.3", nginx) == 200
    refused = [wire for wire in slow[32:] if wire.recv(12) == b"HTTP/1.1 429"]
    assert len(refused) == 8
    for wire in slow:
        wire.close()


def test_the_unit_and_the_image_say_what_the_readme_says() -> None:
    unit = (DEPLOY / "wanrishu.service").read_text()
    image = (DEPLOY / "Dockerfile").read_text()
    assert "ExecStart=/srv/wanrishu/.venv/bin/wanrishu-api" in unit
    assert "--require-hashes -r api.lock" in image
    assert "wanrishu-api" in image
    for text in (unit, image):
        for variable in re.findall(r"(?:WANRISHU|RATELIMIT)_[A-Z_]+", text):
            assert f"`{variable}`" in (ROOT / "README.md").read_text()
    if analyze := shutil.which("systemd-analyze"):
        command = [analyze, "verify", "--man=no", DEPLOY / "wanrishu.service"]
        said = subprocess.run(command, capture_output=True, text=True, check=False).stderr
        wrong = [line for line in said.splitlines() if "wanrishu.service" in line]
        assert all("not executable" in line for line in wrong), wrong

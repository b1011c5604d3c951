"""The example configuration of nginx, really started in a folder of its own."""

from __future__ import annotations

import os
import socket
import subprocess
from collections.abc import Iterator, Mapping
from contextlib import ExitStack, closing, contextmanager
from http.client import HTTPConnection
from pathlib import Path
from urllib.parse import urlsplit

from tests.conftest import ROOT
from tests.doors import Door, free_port, wait_for
from tests.web import programs
from tests.web.conftest import needed

DEPLOY = ROOT / "api" / "deploy"
BEHIND = {"WANRISHU_TRUSTED_PROXIES": "1", "WANRISHU_SERVE_SITE": "0"}
"""A door's settings there."""
HALF = b"POST /api/v1/bazi HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\nContent-Length: 99\r\n%b\r\n{"
"""The beginning of a request; nginx keeps it to itself until the rest is there."""


@contextmanager
def running_nginx(
    folder: Path,
    output: Path,
    door: str,
    *,
    edits: Mapping[str, str] | None = None,
    listen: str = "",
    beside: str = "",
) -> Iterator[str]:
    """The example, its addresses and folder replaced and edited as it says an operator may.

    It listens at a free port of this machine, as do the other sites in `beside`, in which PORT
    stands for it; or where it is told to, and only they do.
    """
    command = needed(programs.program, "nginx", packages=("nginx-light",))
    port = free_port()
    text = (DEPLOY / "nginx.conf").read_text()
    for old, new in {
        "listen 80;": f"listen {listen or f'127.0.0.1:{port}'};",
        "listen [::]:80;": "",
        "127.0.0.1:8000": door,
        "/srv/wanrishu/build/current": str(output / "current"),
        **(edits or {}),
    }.items():
        assert old in text, old
        text = text.replace(old, new)
    (folder / "site.conf").write_text(text)
    (folder / "beside.conf").write_text(beside.replace("PORT", str(port)))
    (folder / "nginx.conf").write_text(
        f"daemon off;\npid {folder}/pid;\nerror_log stderr;\nevents {{}}\n"
        f"http {{\n  include /etc/nginx/mime.types;\n  access_log off;\n"
        f"  client_body_temp_path {folder}/a;\n  proxy_temp_path {folder}/b;\n"
        f"  fastcgi_temp_path {folder}/c;\n  uwsgi_temp_path {folder}/d;\n  scgi_temp_path {folder}/e;\n"
        f"  include {folder}/beside.conf;\n  include {folder}/site.conf;\n}}\n"
    )
    folder.chmod(0o755)
    for each in [output, *output.parents, *folder.parents]:
        if each.stat().st_uid == os.geteuid() and each != Path("/"):
            each.chmod(each.stat().st_mode | 0o055)
    with (folder / "errors").open("w") as errors:
        process = subprocess.Popen(
            [command, "-c", folder / "nginx.conf", "-p", folder], stderr=errors
        )
        try:
            wait_for(port)
            yield f"http://127.0.0.1:{port}"
        finally:
            process.terminate()
            process.wait(timeout=20)


def host(door: Door) -> str:
    return door.url.removeprefix("http://")


def ask(
    url: str,
    method: str = "GET",
    body: bytes | None = None,
    headers: dict[str, str] | None = None,
    source: str = "127.0.0.1",
) -> tuple[int, dict[str, str], bytes]:
    """Status, headers in small letters and body of an answer to any method, from any address."""
    parts = urlsplit(url)
    wire = HTTPConnection(parts.hostname or "", parts.port, timeout=20, source_address=(source, 0))
    with closing(wire):
        wire.request(method, parts.path, body, headers or {})
        answer = wire.getresponse()
        return answer.status, {k.lower(): v for k, v in answer.getheaders()}, answer.read()


@contextmanager
def half_sent(url: str, number: int, line: bytes = b"", source: str = "127.0.0.1") -> Iterator[int]:
    """So many requests at once that go on, and how many of them are refused with 429."""
    there = ("127.0.0.1", urlsplit(url).port or 0)
    with ExitStack() as open_:
        wires = [
            open_.enter_context(closing(socket.create_connection(there, 10, (source, 0))))
            for _ in range(number)
        ]
        for wire in wires:
            wire.sendall(HALF % line)
        yield sum(wire.recv(12) == b"HTTP/1.1 429" for wire in wires[32:])

"""The server's loop over raw sockets: in the loop itself and with threads, the same manners."""

from __future__ import annotations

import json
import socket
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent

SERVER = """
import sys
from api.loop import open_server

def app(environ, start_response):
    if environ["PATH_INFO"] == "/bug":
        raise RuntimeError("a bug")
    large = environ["PATH_INFO"] == "/large"
    body = b"*" * 12_000_000 if large else environ["wsgi.input"].read() or b"nothing"
    cookies = [("Set-Cookie", "a=1"), ("Set-Cookie", "b=2"), ("X-Request-Id", "seven")]
    start_response("200 OK", [("content-length", str(len(body))), *cookies])
    return [body]

server = open_server(app, "127.0.0.1", 0, threads=int(sys.argv[1]))
print(server.effective_port, flush=True)
server.run()
"""


@pytest.fixture(params=[0, 2], ids=["in the loop", "two threads"], scope="module")
def port(request: pytest.FixtureRequest) -> Iterator[int]:
    """Where a server of its own process answers."""
    process = subprocess.Popen(
        [sys.executable, "-c", SERVER, str(request.param)],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True,
    )  # fmt: skip
    assert process.stdout is not None
    yield int(process.stdout.readline())
    process.terminate()
    process.communicate(timeout=20)


def call(port: int) -> socket.socket:
    return socket.create_connection(("127.0.0.1", port), timeout=10)


def message(path: str, body: bytes = b"", *lines: str) -> bytes:
    head = [f"POST {path} HTTP/1.1", "Host: a", f"Content-Length: {len(body)}", *lines]
    return "\r\n".join([*head, "", ""]).encode() + body


def answer(wire: socket.socket) -> tuple[str, bytes]:
    """One answer's status line and body, no byte more."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        byte = wire.recv(1)
        assert byte, head
        head += byte
    lines = head.decode().split("\r\n")
    length = next((int(line[15:]) for line in lines if line.startswith("Content-Length")), 0)
    body = bytearray()
    while len(body) < length:
        body += wire.recv(length - len(body))
    return lines[0], bytes(body)


def test_requests_sent_at_once_are_answered_in_their_order(port: int) -> None:
    with call(port) as wire:
        wire.sendall(b"".join(message("/", name) for name in (b"one", b"two", b"three")))
        assert [answer(wire)[1] for _ in range(3)] == [b"one", b"two", b"three"]


@pytest.mark.parametrize(
    ("line", "connection", "said"),
    [
        ("GET / HTTP/1.1", "keep-alive", []),
        ("GET / HTTP/1.1", "close", ["Connection: close"]),
        ("GET / HTTP/1.0", "keep-alive", ["Connection: Keep-Alive"]),
        ("GET / HTTP/1.0", "close", ["Connection: close"]),
    ],
)
def test_a_head_has_every_header_of_the_app_and_what_frames_it_once(
    port: int, line: str, connection: str, said: list[str]
) -> None:
    with call(port) as wire:
        wire.sendall(f"{line}\r\nHost: a\r\nConnection: {connection}\r\n\r\n".encode())
        wire.shutdown(socket.SHUT_WR)
        received = b"".join(iter(lambda: wire.recv(65536), b""))
    head, _, body = received.partition(b"\r\n\r\n")
    status, *lines = head.decode().split("\r\n")
    assert status == f"HTTP/{line[-3:]} 200 OK"
    assert [each.partition(":")[0] for each in lines].count("Date") == 1
    assert sorted(each for each in lines if not each.startswith("Date:")) == sorted(
        ["Content-Length: 7", *said, "Set-Cookie: a=1", "Set-Cookie: b=2", "X-Request-Id: seven"]
    )
    assert body == b"nothing"


def test_a_request_in_pieces_holds_up_nobody(port: int) -> None:
    whole = message("/", b"slowly")
    with call(port) as slow, call(port) as quick:
        for start in range(0, len(whole), 7):
            slow.sendall(whole[start : start + 7])
            quick.sendall(message("/", b"quick"))
            assert answer(quick) == ("HTTP/1.1 200 OK", b"quick")
        assert answer(slow) == ("HTTP/1.1 200 OK", b"slowly")


def test_a_client_that_does_not_read_holds_up_nobody(port: int) -> None:
    with call(port) as deaf, call(port) as quick:
        deaf.sendall(message("/large"))
        for _ in range(20):
            quick.sendall(message("/", b"quick"))
            assert answer(quick)[1] == b"quick"
        assert answer(deaf)[1] == b"*" * 12_000_000


def test_a_client_that_asks_first_is_told_to_go_on(port: int) -> None:
    head, body = message("/", b"after all", "Expect: 100-continue").split(b"\r\n\r\n")
    with call(port) as wire:
        wire.sendall(head + b"\r\n\r\n")
        assert answer(wire) == ("HTTP/1.1 100 Continue", b"")
        wire.sendall(body)
        assert answer(wire) == ("HTTP/1.1 200 OK", b"after all")


def test_a_client_that_leaves_and_a_bug_leave_the_server_well(port: int) -> None:
    with call(port) as wire:
        wire.sendall(message("/large"))
    with call(port) as wire:
        wire.sendall(message("/bug"))
        assert answer(wire)[0] == "HTTP/1.1 500 Internal Server Error"
    with call(port) as wire:
        wire.sendall(message("/", b"well"))
        assert answer(wire) == ("HTTP/1.1 200 OK", b"well")


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (b"what\r\n\r\n", "400 Bad Request"),
        (b"POST / HTTP/1.1\r\nContent-Length: -1\r\n\r\n", "400 Bad Request"),
        (b"POST / HTTP/1.1\r\nTransfer-Encoding: br\r\n\r\n", "501 Not Implemented"),
        (b"POST / HTTP/1.1\r\nContent-Length: 65537\r\n\r\n", "413 Request Entity Too Large"),
        (b"GET / HTTP/1.1\r\nX: ".ljust(262_144, b"x"), "431 Request Header Fields Too Large"),
    ],
)
def test_what_never_reaches_the_app_is_refused_in_the_api_s_shape(
    port: int, raw: bytes, status: str
) -> None:
    with call(port) as wire:
        wire.sendall(raw)
        line, body = answer(wire)
        assert line.partition(" ")[2] == status
        refusal = json.loads(body)
        assert refusal.keys() == {"success", "error"}
        assert refusal["success"] is False
        assert refusal["error"].endswith("。")
        assert wire.recv(1) == b""


def test_under_mcp_the_shape_is_json_rpc(port: int) -> None:
    with call(port) as wire:
        wire.sendall(b"POST /mcp HTTP/1.1\r\nContent-Length: 65537\r\n\r\n")
        refusal = json.loads(answer(wire)[1])
    assert refusal["error"]["code"] == -32600
    assert (refusal["jsonrpc"], refusal["id"]) == ("2.0", None)


def test_connections_that_say_nothing_hold_up_nobody(port: int) -> None:
    silent = [call(port) for _ in range(300)]
    try:
        with call(port) as wire:
            wire.sendall(message("/", b"through"))
            assert answer(wire) == ("HTTP/1.1 200 OK", b"through")
    finally:
        for wire in silent:
            wire.close()

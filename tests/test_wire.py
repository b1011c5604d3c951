"""The real server over raw sockets, counting in memory and with a Redis: the same manners."""

from __future__ import annotations

import json
import socket
import subprocess
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.api_calls import call
from tests.conftest import MUCH
from tests.doors import Door, open_door

FREE = {"WANRISHU_RATE_LIMIT": MUCH, "WANRISHU_MCP_RATE_LIMIT": MUCH}
STORAGES = ("memory://", "redis://127.0.0.1:1")
DATES = ("1990-05-20", "1990-05-21", "1990-05-22")


@pytest.fixture(scope="module")
def doors(output: Path) -> Iterator[dict[str, Door]]:
    """Where each counts → a door. With a Redis, be it away, threads of their own make answers."""
    # Their logs go nowhere: nobody reads them, and a full pipe would stop a server.
    opened = {
        uri: open_door(output / "current", subprocess.DEVNULL, **FREE, RATELIMIT_STORAGE_URI=uri)
        for uri in STORAGES
    }
    yield opened
    for door in opened.values():
        door.stop()


@pytest.fixture(params=STORAGES, scope="module")
def door(request: pytest.FixtureRequest, doors: dict[str, Door]) -> Door:
    return doors[request.param]


def bazi(on: str, *lines: str) -> bytes:
    """A request for a date's reading, with further lines in its head."""
    body = b'{"birthDate":"%b"}' % on.encode()
    head = ["POST /api/v1/bazi HTTP/1.1", "Host: a", "Content-Type: application/json"]
    return "\r\n".join([*head, f"Content-Length: {len(body)}", *lines, "", ""]).encode() + body


def answer(wire: socket.socket) -> tuple[int, dict[str, str], bytes]:
    """One answer's status, headers and body, no byte more."""
    head = b""
    while not head.endswith(b"\r\n\r\n"):
        byte = wire.recv(1)
        assert byte, head
        head += byte
    first, *lines = head.decode().split("\r\n")[:-2]
    headers = {name.lower(): value for name, _, value in (line.partition(": ") for line in lines)}
    length, body = int(headers.get("content-length", 0)), bytearray()
    while len(body) < length:
        body += wire.recv(length - len(body))
    return int(first.split(" ")[1]), headers, bytes(body)


def pillars(wire: socket.socket) -> str:
    status, _, body = answer(wire)
    assert status == 200, body
    return str(json.loads(body)["data"]["bazi"])


def through(door: Door) -> None:
    """Somebody else is answered."""
    with call(door.url, bazi("1990-05-20")) as quick:
        assert pillars(quick) == "庚午 辛巳 乙酉"


def test_requests_sent_at_once_are_answered_in_their_order(door: Door) -> None:
    with call(door.url, b"".join(map(bazi, DATES))) as wire:
        assert [pillars(wire)[-2:] for _ in DATES] == ["乙酉", "丙戌", "丁亥"]


def test_a_request_in_pieces_is_answered(door: Door) -> None:
    whole = bazi("1990-05-21")
    with call(door.url) as slow:
        for start in range(0, len(whole), 9):
            slow.sendall(whole[start : start + 9])
            time.sleep(0.005)
        assert pillars(slow)[-2:] == "丙戌"


def test_a_client_that_does_not_read_holds_up_nobody(door: Door) -> None:
    page = b"GET /bazi/1990-5-20/ HTTP/1.1\r\nHost: a\r\n\r\n"
    with call(door.url, page * 600) as deaf:
        for _ in range(20):
            through(door)
        assert {answer(deaf)[0] for _ in range(600)} == {200}


def test_half_sent_bodies_and_slow_readers_hold_up_nobody(door: Door) -> None:
    """Each is answered in the end: those who go on are, the others when their time is up."""
    whole, page = bazi("1990-05-21"), b"GET /bazi/1990-5-20/ HTTP/1.1\r\nHost: a\r\n\r\n"
    halves = [call(door.url, whole[:-3]) for _ in range(300)]
    readers = [call(door.url, page) for _ in range(100)]
    for _ in range(20):
        through(door)
    for half in halves[::3]:
        half.sendall(whole[-3:])
        assert pillars(half)[-2:] == "丙戌"
    for wire in (*halves, *readers):
        wire.close()
    through(door)


def test_a_body_that_does_not_come_is_answered_408(doors: dict[str, Door]) -> None:
    halves = [call(door.url, bazi("1990-05-21")[:-3]) for door in doors.values()]
    for half in halves:
        with half:
            half.settimeout(60)
            status, headers, body = answer(half)
        assert (status, headers["x-error-code"]) == (408, "body_too_late")
        assert json.loads(body)["error"] == "請求內容沒有在 15 秒內送完，請重新送出。"
        assert len(headers["x-request-id"]) == 32


def test_a_header_with_an_underscore_passes_for_no_other(door: Door) -> None:
    head = (
        b"POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 2\r\nContent-Type: application/json\r\n"
    )
    with call(door.url, head + b"Content_Encoding: gzip\r\n\r\n{}") as wire:
        _, _, body = answer(wire)
    assert json.loads(body)["error"]["code"] == -32600  # no JSON-RPC; it would be -32700


def test_a_client_that_asks_first_is_told_to_go_on(door: Door) -> None:
    head, body = bazi("1990-05-22", "Expect: 100-continue").split(b"\r\n\r\n")
    with call(door.url, head + b"\r\n\r\n") as wire:
        assert answer(wire)[0] == 100
        wire.sendall(body)
        assert pillars(wire)[-2:] == "丁亥"


def test_a_client_that_leaves_leaves_the_server_well(door: Door) -> None:
    for raw in (bazi("1990-05-20")[:-5], bazi("1990-05-20"), b"GET /bazi/1990-5-20/ HTTP/1.1\r\n"):
        call(door.url, raw).close()
    through(door)


def test_a_body_without_a_length_is_read_and_bounded(door: Door) -> None:
    head = (
        b"POST /api/v1/bazi HTTP/1.1\r\nHost: a\r\nContent-Type: application/json\r\n"
        b"Transfer-Encoding: chunked\r\n\r\n"
    )
    with call(door.url, head + b'16\r\n{"birthDate":"1990-05-\r\n4\r\n20"}\r\n0\r\n\r\n') as wire:
        assert pillars(wire) == "庚午 辛巳 乙酉"
    with call(door.url, head + b"4001\r\n" + b" " * 0x4001 + b"\r\n") as wire:
        status, _, body = answer(wire)
        assert (status, json.loads(body)["error"]) == (413, "請求內容太大，上限為 16 KiB。")


@pytest.mark.parametrize(
    ("path", "error"),
    [
        ("/api/v1/bazi", "請求內容太大，上限為 16 KiB。"),
        ("/mcp", {"code": -32600, "message": "請求內容太大，上限為 16 KiB。"}),
    ],
)
def test_a_body_that_says_it_is_too_large_is_refused_before_it_comes(
    door: Door, path: str, error: object
) -> None:
    head = f"POST {path} HTTP/1.1\r\nHost: a\r\nContent-Type: application/json"
    with call(door.url, f"{head}\r\nContent-Length: 16385\r\n\r\n".encode()) as wire:
        status, headers, body = answer(wire)
    assert (status, json.loads(body)["error"]) == (413, error)
    assert len(headers["x-request-id"]) == 32


SMUGGLED = (
    b"POST /mcp HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nTransfer-Encoding: chunked\r\n\r\n"
    b"0\r\n\r\nGET /api/v1/health HTTP/1.1\r\nHost: a\r\n\r\n"
)
"""RFC 9112 6.1: what follows a body with a length and chunks could be another's request."""


@pytest.mark.parametrize(
    ("raw", "status"),
    [
        (b"what\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: -1\r\n\r\n", 400),
        (b"POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\nab", 400),
        (b"POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: br\r\n\r\n", 400),
        (SMUGGLED, 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nX: ".ljust(262_144, b"x"), 431),
        (b"GET /" + b"a" * 66_000 + b" HTTP/1.1\r\nHost: a\r\n\r\n", 414),
    ],
    ids=["no HTTP", "negative", "two lengths", "coding", "smuggled", "head", "address"],
)
def test_what_is_no_proper_http_is_refused_and_the_connection_closed(
    door: Door, raw: bytes, status: int
) -> None:
    with call(door.url, raw) as wire:
        assert answer(wire)[0] == status
        assert wire.recv(1) == b""
    through(door)


@pytest.mark.parametrize("hosts", [[], ["Host: a", "Host: b"]], ids=["none", "two"])
def test_a_request_has_one_host(door: Door, hosts: list[str]) -> None:
    raw = "\r\n".join(["GET /api/v1/health HTTP/1.1", *hosts, "", ""])
    with call(door.url, raw.encode()) as wire:
        status, _, body = answer(wire)
    assert (status, json.loads(body)["error"]) == (400, "請求須有一個 Host 標頭，而且只有一個。")


def test_http_1_0_needs_no_host_and_closes(door: Door) -> None:
    with call(door.url, b"GET /api/v1/health HTTP/1.0\r\n\r\n") as wire:
        assert answer(wire)[0] == 200
        assert wire.recv(1) == b""


def test_a_head_request_has_the_headers_of_the_page_and_no_body(door: Door) -> None:
    request = b"%b /bazi/1990-5-20/ HTTP/1.1\r\nHost: a\r\nConnection: close\r\n\r\n"
    with call(door.url, request % b"GET") as wire:
        length = answer(wire)[1]["content-length"]
    with call(door.url, request % b"HEAD") as wire:
        received = b"".join(iter(lambda: wire.recv(65536), b""))
    assert f"content-length: {length}\r\n" in received.decode().lower()
    assert received.endswith(b"\r\n\r\n")


def test_connections_that_say_nothing_hold_up_nobody(door: Door) -> None:
    silent = [call(door.url) for _ in range(900)]
    try:
        through(door)
    finally:
        for wire in silent:
            wire.close()

"""The bridge alone: what an app is called with, and what becomes of its answer."""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator, Iterable
from types import SimpleNamespace
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment
from wsgiref.validate import validator

import pytest

from api import bridge

SCOPE = {
    "method": "POST",
    "path": "/查/",
    "query_string": "a=%E6%9F%A5",
    "server": "[::1]:8000",
    "client": "[2001:db8::1]:4711",
    "scheme": "http",
    "http_version": "1.1",
}


class Headers(list[tuple[str, str]]):
    """As granian's: named in lower case, each as often as it was sent."""

    def get(self, name: str, default: str) -> str:
        return dict(self).get(name, default)

    def items(self) -> list[tuple[str, str]]:
        return list(self)

    def __contains__(self, name: object) -> bool:
        return name in dict(self)


class Wire:
    """granian's side of a request: its body in parts, then the answer."""

    said: tuple[int, list[tuple[str, str]], bytes]

    def __init__(self, *parts: bytes, ends: bool = True) -> None:
        self.parts, self.ends, self.read = parts, ends, 0

    async def __aiter__(self) -> AsyncIterator[bytes]:
        for part in self.parts:
            self.read += 1
            yield part
        if not self.ends:
            await asyncio.Event().wait()

    async def __call__(self) -> bytes:
        return b"".join([part async for part in self])

    def response_bytes(self, status: int, headers: list[tuple[str, str]], body: bytes) -> None:
        self.said = status, headers, body


def answered(
    app: WSGIApplication, wire: Wire, *headers: tuple[str, str], most: int = 10, waits: bool = False
) -> tuple[int, list[tuple[str, str]], bytes]:
    scope = SimpleNamespace(**SCOPE, headers=Headers(headers))

    async def once() -> None:
        await bridge.bridge(app, most, waits=waits)(scope, wire)

    asyncio.run(once())
    return wire.said


class Parts(list[bytes]):
    closed = 0

    def close(self) -> None:
        self.closed += 1


@pytest.mark.parametrize("waits", [False, True])
def test_the_rules_of_wsgi_are_kept(waits: bool) -> None:
    seen: dict[str, Any] = {}
    parts = Parts([b"two ", b"parts"])

    def app(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        seen.update(environ, read=environ["wsgi.input"].read(100))
        write = start("201 Created", [("Content-Type", "text/plain"), ("X-A", "1"), ("X-A", "2")])
        write(b"written, ")
        return parts

    sent = [
        ("content-length", "6"),
        ("content-type", "text/x"),
        ("accept", "a"),
        ("accept", "b"),
        ("x_forwarded_for", "192.0.2.9"),
    ]
    status, headers, body = answered(validator(app), Wire(b"six ", b"by"), *sent, waits=waits)
    assert (status, body) == (201, b"written, two parts")
    assert headers == [("Content-Type", "text/plain"), ("X-A", "1"), ("X-A", "2")]
    assert parts.closed == 1
    wanted = {
        "REQUEST_METHOD": "POST",
        "SCRIPT_NAME": "",
        "PATH_INFO": "/\u00e6\u009f\u00a5/",
        "QUERY_STRING": "a=%E6%9F%A5",
        "SERVER_NAME": "[::1]",
        "SERVER_PORT": "8000",
        "SERVER_PROTOCOL": "HTTP/1.1",
        "REMOTE_ADDR": "2001:db8::1",
        "CONTENT_LENGTH": "6",
        "CONTENT_TYPE": "text/x",
        "HTTP_ACCEPT": "a,b",
        "read": b"six by",
    }
    assert {name: seen[name] for name in wanted} == wanted
    assert "HTTP_X_FORWARDED_FOR" not in seen


def test_an_app_may_think_again_until_its_end() -> None:
    def app(_: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        start("200 OK", [])
        try:
            raise ValueError
        except ValueError as error:
            start("500 Oh", [("X-A", "1")], (type(error), error, error.__traceback__))
        return [b"sorry"]

    assert answered(app, Wire()) == (500, [("X-A", "1")], b"sorry")


def length(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
    start("200 OK", [])
    return [b"%d" % len(environ["wsgi.input"].read())]


@pytest.mark.parametrize(
    ("headers", "read", "body"),
    [
        ([], 0, b"0"),
        ([("content-length", "0")], 0, b"0"),
        ([("content-length", "10")], 9, b"27"),  # granian gives no more than was promised
        ([("content-length", "11")], 0, b"0"),  # the app refuses it unread
        ([("transfer-encoding", "chunked")], 4, b"12"),
    ],
)
def test_no_more_of_a_body_is_read_than_the_app_takes(
    headers: list[tuple[str, str]], read: int, body: bytes
) -> None:
    wire = Wire(*[b"abc"] * 9)
    assert answered(length, wire, *headers) == (200, [], body)
    assert wire.read == read


def test_a_body_that_does_not_end_in_time_is_never_read(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(bridge, "PATIENCE", 0.01)

    def app(environ: WSGIEnvironment, start: StartResponse) -> Iterable[bytes]:
        with pytest.raises(ValueError, match="closed"):
            environ["wsgi.input"].read()
        start("408 Late", [])
        return []

    wire = Wire(b"abc", ends=False)
    assert answered(app, wire, ("content-length", "6")) == (408, [], b"")


def test_who_leaves_within_a_body_ends_nothing_else() -> None:
    class Gone(Wire):
        async def __aiter__(self) -> AsyncIterator[bytes]:
            yield b"a"
            raise bridge.ProtocolClosed

    assert (
        answered(lambda _, start: start("200 OK", []) and [], Gone(), ("content-length", "6"))[0]
        == 200
    )  # type: ignore[return-value,func-returns-value]

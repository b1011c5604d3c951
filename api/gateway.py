"""The gateway: requests as granian hands them over (RSGI) in, the Flask app (WSGI) asked.

In granian's own WSGI a thread waits for a body however long it takes to come: one caller who
sends half of one holds up everyone, for ever. That is the faster way behind a proxy that passes
on whole requests only. Here the loop waits, for a bounded time, while it answers others; the app
is called when a request is there in whole. A lookup waits for nothing but a local file, so the
loop itself makes the call: a thread would cost more than it. With a Redis, threads make it.
"""

from __future__ import annotations

import asyncio
import sys
from concurrent.futures import ThreadPoolExecutor
from io import BytesIO, RawIOBase
from typing import TYPE_CHECKING, Any

from granian.rsgi import ProtocolClosed  # type: ignore[attr-defined]
from werkzeug.exceptions import RequestTimeout

from api.json_body import MAX_BODY

if TYPE_CHECKING:
    from typing import BinaryIO
    from wsgiref.types import WSGIApplication, WSGIEnvironment

    from granian.rsgi import HTTPProtocol, Scope  # type: ignore[attr-defined]

BODY_SECONDS = 10
"""Seconds that a body has to come in; the largest takes a slow telephone one."""

_ENVIRON = {
    "SCRIPT_NAME": "",
    "wsgi.errors": sys.stderr,
    "wsgi.multiprocess": False,
    "wsgi.multithread": True,
    "wsgi.run_once": False,
    "wsgi.version": (1, 0),
}


class Gateway:
    """An RSGI application around a WSGI one. `threads`: 0 answers in the loop."""

    def __init__(self, app: WSGIApplication, threads: int) -> None:
        self._app = app
        self._pool = ThreadPoolExecutor(threads) if threads else None

    async def __rsgi__(self, scope: Scope, protocol: HTTPProtocol) -> None:
        """Answer one request."""
        environ = _environ(scope)
        try:
            environ["wsgi.input"] = await _body(environ, protocol)
        except ProtocolClosed:
            return  # the caller has left
        if self._pool is None:
            answer = _ask(self._app, environ)
        else:
            loop = asyncio.get_running_loop()
            answer = await loop.run_in_executor(self._pool, _ask, self._app, environ)
        protocol.response_bytes(*answer)


class _Late(RawIOBase):
    """A body that did not come in time; who reads it is told so."""

    def readable(self) -> bool:
        return True

    def readinto(self, _: Any) -> int:
        raise RequestTimeout


def _environ(scope: Scope) -> WSGIEnvironment:
    """PEP 3333's view of a request, without its body."""
    server, _, port = scope.server.rpartition(":")
    environ: WSGIEnvironment = {
        **_ENVIRON,
        "REQUEST_METHOD": scope.method,
        "PATH_INFO": scope.path.encode().decode("latin-1"),
        "QUERY_STRING": scope.query_string,
        "SERVER_NAME": server,
        "SERVER_PORT": port,
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}"
        if "." in scope.http_version
        else "HTTP/1.0",
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.url_scheme": scope.scheme,
    }
    for name, value in scope.headers.items():
        key = "HTTP_" + name.upper().replace("-", "_")
        environ[key] = f"{environ[key]},{value}" if key in environ else value
    for key in ("CONTENT_TYPE", "CONTENT_LENGTH"):
        if (value := environ.pop(f"HTTP_{key}", None)) is not None:
            environ[key] = value
    return environ


async def _body(environ: WSGIEnvironment, protocol: HTTPProtocol) -> BinaryIO | RawIOBase:
    """The body, unless its length says that it is too large.

    Of one without a length, at least so much that it is seen to be.

    :raises ProtocolClosed: if the connection ends before the body does.
    """
    length = environ.get("CONTENT_LENGTH")
    try:
        if length is not None:
            if int(length) > MAX_BODY:
                return BytesIO()
            async with asyncio.timeout(BODY_SECONDS):
                return BytesIO(await protocol())
        if "HTTP_TRANSFER_ENCODING" not in environ:
            return BytesIO()
        body = bytearray()
        async with asyncio.timeout(BODY_SECONDS):
            async for piece in protocol:
                body += piece
                if len(body) > MAX_BODY:
                    break
        return BytesIO(body)
    except TimeoutError:
        return _Late()


def _ask(
    app: WSGIApplication, environ: WSGIEnvironment
) -> tuple[int, list[tuple[str, str]], bytes]:
    status, headers = "", []

    def start(line: str, fields: list[tuple[str, str]], _: Any = None) -> Any:
        nonlocal status, headers
        status, headers = line, fields

    said = app(environ, start)
    try:
        content = b"".join(said)
    finally:
        if (close := getattr(said, "close", None)) is not None:
            close()
    return int(status[:3]), headers, content

"""The bridge: requests of granian's RSGI in, answers of a WSGI app out.

granian's own WSGI calls an app before a body has come, so that half a request holds its thread.
Here the body is awaited first, then the app, which waits for nothing, answers in one go; one that
asks a Redis answers in a thread. Keeps PEP 3333, as `wsgiref.validate` sees to; knows nothing of bazi.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from io import BytesIO
from typing import Any, NoReturn
from wsgiref.types import WSGIApplication, WSGIEnvironment

from granian.rsgi import ProtocolClosed  # type: ignore[attr-defined]
from werkzeug.exceptions import RequestTimeout

PATIENCE = 15.0  # seconds that the whole of a body may take


class Late(BytesIO):
    """A body that did not come in time: who reads it answers 408."""

    def read(self, size: int | None = -1, /) -> NoReturn:
        raise RequestTimeout


def bridge(
    app: WSGIApplication, most: int, *, waits: bool
) -> Callable[[Any, Any], Awaitable[None]]:
    """The app as granian calls it. `most`: bytes of a body after which no more is read."""

    async def answer(scope: Any, protocol: Any) -> None:
        environ = _environ(scope, await _body(scope.headers, protocol, most))
        said = await asyncio.to_thread(_answer, app, environ) if waits else _answer(app, environ)
        protocol.response_bytes(*said)

    return answer


async def _body(headers: Any, protocol: Any, most: int) -> BytesIO:
    length, body = int(headers.get("content-length", "0")), BytesIO()
    if not 0 < length <= most and "transfer-encoding" not in headers:
        return body  # a longer one the app refuses unread
    try:
        async with asyncio.timeout(PATIENCE):
            if length:
                return BytesIO(await protocol())
            async for part in protocol:
                body.write(part)
                if body.tell() > most:
                    break
    except (TimeoutError, ProtocolClosed):
        return Late()
    body.seek(0)
    return body


def _answer(app: WSGIApplication, environ: WSGIEnvironment) -> tuple[int, Any, bytes]:
    said: list[Any] = []
    written: list[bytes] = []

    def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
        said[:] = int(status[:3]), headers  # again and again: nothing is sent before the end
        return written.append

    parts = app(environ, start)
    try:
        written.extend(parts)
    finally:
        getattr(parts, "close", lambda: None)()
    return said[0], said[1], b"".join(written)


def _environ(scope: Any, body: BytesIO) -> WSGIEnvironment:
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope.method, "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"), "QUERY_STRING": scope.query_string,
        "SERVER_NAME": scope.server.rpartition(":")[0], "SERVER_PORT": scope.server.rpartition(":")[2],
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.version": (1, 0), "wsgi.url_scheme": scope.scheme, "wsgi.input": body,
        "wsgi.errors": sys.stderr, "wsgi.multithread": True, "wsgi.multiprocess": False,
        "wsgi.run_once": False,
    }  # fmt: skip
    for name, value in scope.headers.items():
        if "_" not in name:  # it would pass for one with a hyphen, which only a proxy may set
            key = name.upper().replace("-", "_")
            key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
            environ[key] = f"{environ[key]},{value}" if key in environ else value
    return environ

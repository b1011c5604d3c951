"""The bridge: requests of granian's RSGI in, answers of a WSGI app out.

granian's own WSGI calls an app before a body has come, so that half a request holds its thread.
Here the body is awaited first, then the app, which waits for nothing, answers in one go; one that
asks a Redis answers in a thread. Keeps PEP 3333, as `wsgiref.validate` sees to; knows nothing of bazi.
"""

import asyncio
import sys
from collections.abc import Awaitable, Callable
from io import BytesIO
from typing import Any
from wsgiref.types import WSGIApplication, WSGIEnvironment

from granian.rsgi import ProtocolClosed  # type: ignore[attr-defined]

PATIENCE = 15.0  # seconds that the whole of a body may take
Application = Callable[[Any, Any], Awaitable[None]]


def bridge(app: WSGIApplication, most: int, *, waits: bool) -> Application:
    """The app as granian calls it. `most`: bytes of a body after which no more is read."""

    async def answer(scope: Any, protocol: Any) -> None:
        environ, body = _environ(scope), BytesIO()
        try:
            async with asyncio.timeout(PATIENCE):
                if environ.pop("HTTP_TRANSFER_ENCODING", None):
                    async for part in protocol:
                        body.write(part)
                        if body.tell() > most:
                            break
                    environ["CONTENT_LENGTH"] = str(body.tell())
                elif 0 < int(environ.get("CONTENT_LENGTH", "0")) <= most:
                    body.write(await protocol())  # a longer one the app refuses unread
            body.seek(0)
        except (TimeoutError, ProtocolClosed):
            body.close()  # who reads it is told that it was cut off
        environ["wsgi.input"] = body
        said = await asyncio.to_thread(_answer, app, environ) if waits else _answer(app, environ)
        protocol.response_bytes(*said)

    return answer


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


def _environ(scope: Any) -> WSGIEnvironment:
    environ: WSGIEnvironment = {
        "REQUEST_METHOD": scope.method, "SCRIPT_NAME": "",
        "PATH_INFO": scope.path.encode().decode("latin-1"), "QUERY_STRING": scope.query_string,
        "SERVER_NAME": scope.server.rpartition(":")[0], "SERVER_PORT": scope.server.rpartition(":")[2],
        "SERVER_PROTOCOL": f"HTTP/{scope.http_version}",
        "REMOTE_ADDR": scope.client.rpartition(":")[0].strip("[]"),
        "wsgi.version": (1, 0), "wsgi.url_scheme": scope.scheme, "wsgi.errors": sys.stderr,
        "wsgi.multithread": True, "wsgi.multiprocess": False, "wsgi.run_once": False,
        "wsgi.input_terminated": True,
    }  # fmt: skip
    for name, value in scope.headers.items():
        if "_" not in name:  # it would pass for one with a hyphen, which only a proxy may set
            key = name.upper().replace("-", "_")
            key = key if key in ("CONTENT_TYPE", "CONTENT_LENGTH") else f"HTTP_{key}"
            environ[key] = f"{environ[key]},{value}" if key in environ else value
    return environ

"""The server's loop: waitress, answering in threads or in the loop itself.

In: a WSGI app and where to listen. Out: a waitress server, not yet running.

A lookup takes a fifth of a millisecond and waits for nothing but a local file. Handing it to a
thread costs as much again: the thread must be woken, and loop and thread take the interpreter
from each other at every system call. So with no threads the loop answers what it has just read.
It still reads and writes many connections at once; a slow client holds up nobody.
"""

from __future__ import annotations

import select
from typing import TYPE_CHECKING, Any

from waitress.channel import HTTPChannel
from waitress.server import BaseWSGIServer, create_server
from waitress.task import ErrorTask, WSGITask

from api.access import marks, record
from api.errors import content

if TYPE_CHECKING:
    from wsgiref.types import WSGIApplication


CONNECTIONS = 960
"""Open at once; waitress's own 100 are soon used up by clients that keep theirs and say nothing.
Most systems let a process have 1,024 files."""

LARGEST_BODY = 1 << 16
"""Bytes that are read at all; waitress would keep a gigabyte. The app refuses what is over
`bodies.MAX_BODY`, with all its headers; this is for what no honest client sends."""


_FRAMING = {"connection", "content-length", "date", "server"}
"""Headers of an answer that waitress reads, to see where it ends and what is missing."""


class _Refusal(ErrorTask):  # type: ignore[misc]
    """What the server says to a request that never reaches the app: in the API's own shape."""

    def execute(self) -> None:
        """Answer, with the headers and the line in the log of any answer; close the connection."""
        error = self.request.error
        identity, headers = marks()
        record(identity, None, None, error.code, 0.0)
        body = content(error.code, getattr(self.request, "path", ""))
        self.status = f"{error.code} {error.reason}"
        self.content_length = len(body)
        self.response_headers += [("Content-Type", "application/json"), *headers]
        self.set_close_on_finish()
        self.write(body)


class _Answer(WSGITask):  # type: ignore[misc]
    """An answer whose head waitress builds only as far as it has a say in it.

    It spells each name anew, looks at it four times and sorts them all; an answer here has a dozen.
    """

    response_headers: list[tuple[str, str]]

    def build_response_header(self) -> bytes:
        """The head, to the empty line that ends it."""
        framing: list[tuple[str, str]] = []
        others: list[str] = []
        for name, value in self.response_headers:
            if name.lower() in _FRAMING:
                framing.append((name, value))
            else:
                others.append(f"{name}: {value}\r\n")
        self.response_headers = framing
        head: bytes = super().build_response_header()
        return b"%b%b\r\n" % (head[:-2], "".join(others).encode("latin-1"))


class _Channel(HTTPChannel):  # type: ignore[misc]
    """A connection whose requests threads answer."""

    error_task_class = _Refusal
    task_class = _Answer


class _Inline(_Channel):
    """A connection that answers each request as soon as it has come in whole."""

    def handle_read(self) -> None:
        """Read what is there; answer every request it completes, in their order."""
        super().handle_read()
        while self.requests:
            self.service()

    def write_soon(self, data: Any) -> int:
        """Send what the system takes at once; only what it leaves is copied into a buffer."""
        if self.total_outbufs_len or not self.connected or not isinstance(data, bytes):
            return int(super().write_soon(data))
        sent = self.send(data, do_close=False)
        if sent < len(data):
            super().write_soon(data[sent:])
        return len(data)


class _Nobody:
    """What waitress gives its tasks to; an `_Inline` does them itself."""

    def add_task(self, task: Any) -> None:
        """Leave it to the channel."""

    def shutdown(self) -> None:
        """There is nothing to stop."""


def open_server(app: WSGIApplication, host: str, port: int, threads: int) -> Any:
    """A server that listens; `run()` serves. `threads`: 0 answers in the loop.

    :raises OSError: if the address can't be opened.
    """
    options: dict[str, Any] = {"host": host, "port": port, "ident": None}
    options["max_request_body_size"] = LARGEST_BODY
    if hasattr(select, "poll"):  # select() itself ends at 1,024 files, and Windows has only that
        options |= {"connection_limit": CONNECTIONS, "asyncore_use_poll": True}
    sockets: dict[int, Any] = {}
    dispatcher = None if threads else _Nobody()
    server = create_server(app, sockets, _dispatcher=dispatcher, threads=threads or 1, **options)
    for listener in sockets.values():
        if isinstance(listener, BaseWSGIServer):
            listener.channel_class = _Channel if threads else _Inline
            if not threads:
                listener.pull_trigger = _nothing  # would wake the loop, which is awake
    return server


def _nothing() -> None:
    pass

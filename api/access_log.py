"""The outermost layer: the id every answer carries, the headers all have, and the access log.

In: the WSGI app. Out: the same app with this around it, on plain WSGI tuples: werkzeug's headers
and a record of `logging` for each line cost as much as the lookup. Whatever is logged goes to
standard error as one JSON object a line; what is told of a request has its id. A birth date is
personal data, and pages carry one in their address: never the path, the query or the body.
"""

import logging
import os
import random
import sys
import time
from collections.abc import Iterable
from contextlib import suppress
from datetime import UTC, datetime
from typing import Any
from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

import orjson
from flask import has_request_context, request

STDERR = 2 if sys.__stderr__ is not None else os.open(os.devnull, os.O_WRONLY)
"""One write a line: threads never mix. Where it was closed, 2 soon is a caller's connection."""
_CARRIED = "wanrishu.headers"


def carry(environ: WSGIEnvironment, headers: Iterable[tuple[str, str]]) -> None:
    """Have these headers on the answer to a request, whatever that will be."""
    environ[_CARRIED].extend(headers)


class Line(logging.Formatter):
    """A message of a logger as such a line."""

    def format(self, record: logging.LogRecord) -> str:
        line = {
            "time": datetime.fromtimestamp(record.created, UTC),
            "level": record.levelname,
            "name": record.name,
            "message": super().format(record),
        }
        if has_request_context():
            line["id"] = request.environ[_CARRIED][0][1]
        return orjson.dumps(line).decode()


class AccessLog:
    """A WSGI app that numbers, completes and records what another answers."""

    def __init__(self, app: WSGIApplication) -> None:
        self._app = app

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request; its line is written when the headers are known."""
        began = time.perf_counter()
        identity = f"{random.getrandbits(128):032x}"  # names a line of the log, protects nothing
        carried = [("X-Request-Id", identity), ("X-Content-Type-Options", "nosniff")]
        environ[_CARRIED] = carried

        def start(status: str, headers: list[tuple[str, str]], exc_info: Any = None) -> Any:
            # Where werkzeug promises to leave the request.
            rule = getattr(environ.get("werkzeug.request"), "url_rule", None)
            line = {
                "time": datetime.now(UTC),
                "id": identity,
                "method": environ["REQUEST_METHOD"],
                "route": rule.rule if rule else None,
                "status": int(status[:3]),
                "ms": round((time.perf_counter() - began) * 1000, 2),
            }
            with suppress(OSError):  # nobody reads the log any more; callers still get answers
                os.write(STDERR, orjson.dumps(line, option=orjson.OPT_APPEND_NEWLINE))
            return start_response(status, headers + carried, exc_info)

        return self._app(environ, start)

"""The access log: a line of JSON for each request, with an id and without personal data.

A birth date is personal data, and pages carry one in their address: the log names the route's
pattern, never the path, the query or the body.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING
from uuid import uuid4

import orjson
from flask import g, request

if TYPE_CHECKING:
    from flask import Flask, Response

log = logging.getLogger("wanrishu.access")


def install(app: Flask) -> None:
    """Give every request an id, and write it down when it is answered."""

    @app.before_request
    def begin() -> None:
        g.id, g.began = uuid4().hex, time.perf_counter()

    @app.after_request
    def end(response: Response) -> Response:
        response.headers.extend([("X-Request-Id", g.id), ("X-Content-Type-Options", "nosniff")])
        if log.isEnabledFor(logging.INFO):
            line = {
                "id": g.id,
                "method": request.method,
                "route": request.url_rule.rule if request.url_rule else None,
                "status": response.status_code,
                "ms": round((time.perf_counter() - g.began) * 1000, 2),
            }
            log.info("%s", orjson.dumps(line).decode())
        return response

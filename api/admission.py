"""What stands before every answer of the API: CORS, the limit, the origin, OPTIONS.

In: a request, whether or not a route matched: a wrong path counts towards the limit too, and a
browser may read what was wrong with it. Out: None to let it in, an answer to OPTIONS, or an
HTTP error. Static pages pass untouched.

REST is open to every origin, without credentials. `/mcp` compares an Origin with an allow-list
(streamable-http#security-warning: DNS rebinding): the site's own address, this machine, and
what the operator adds; never the Host header, which the attacker also chooses. No Origin: not
a browser, let in. `null`: refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flask import request
from werkzeug.exceptions import Forbidden, MethodNotAllowed

from api import rate_limit
from api.access_log import carry
from api.birth_date import BadRequestError
from api.errors import is_mcp
from api.json_body import empty
from api.published import UnavailableError

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

    from flask import Flask, Response

    from api.config import Settings
    from api.live import Live

_API = re.compile(r"/(?:api|mcp|openapi\.yaml)(?:/|\Z)")
_LOOPBACK = re.compile(r"https?://(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?")
_EXPOSED = "ETag, RateLimit, RateLimit-Policy, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id"
_OPEN = [("Access-Control-Allow-Origin", "*"), ("Access-Control-Expose-Headers", _EXPOSED)]
_PREFLIGHT = [
    ("Access-Control-Allow-Headers", "Content-Type"),
    ("Access-Control-Max-Age", "86400"),
]
_VARY = [("Vary", "Origin")]
_MCP_HEADERS = "Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID"
_MCP_CORS = [
    ("Access-Control-Expose-Headers", _EXPOSED),
    ("Access-Control-Allow-Methods", "POST, OPTIONS"),
    ("Access-Control-Allow-Headers", _MCP_HEADERS),
    ("Access-Control-Max-Age", "86400"),
]


def install(app: Flask, settings: Settings) -> None:
    """Put the checks before every request of an app."""
    counter = rate_limit.install(app, settings)
    rest = rate_limit.Limit(counter, "rest", settings.rate_limit)
    mcp = rate_limit.Limit(counter, "mcp", settings.mcp_rate_limit)
    live: Live = app.extensions["live"]

    def allowed(origin: str) -> bool:
        if origin in settings.origins or _LOOPBACK.fullmatch(origin):
            return True
        try:
            base = str(live.release().tables["catalogue"]["base"])
        except UnavailableError:
            return False
        own = re.match(r"https?://[^/]+", base)
        return own is not None and origin == own[0]

    def admit_rest(environ: WSGIEnvironment) -> None:
        carry(environ, _OPEN)
        if environ["REQUEST_METHOD"] == "OPTIONS":
            carry(environ, [("Access-Control-Allow-Methods", _methods()), *_PREFLIGHT])
        rest.count(environ)

    def admit_mcp(environ: WSGIEnvironment) -> None:
        origin = environ.get("HTTP_ORIGIN")
        welcome = origin is None or allowed(origin)
        carry(environ, _VARY)
        if origin is not None and welcome:
            carry(environ, [("Access-Control-Allow-Origin", origin), *_MCP_CORS])
        # Clients of the handshake era try GET in every session: a 405 must not use up their calls.
        if not isinstance(request.routing_exception, MethodNotAllowed):
            mcp.count(environ)
        if not welcome:
            raise Forbidden

    @app.before_request
    def admit() -> Response | None:
        environ = request.environ
        path = environ["PATH_INFO"]
        if "," in environ.get("HTTP_HOST", ",") and environ["SERVER_PROTOCOL"] != "HTTP/1.0":
            raise BadRequestError("請求須有一個 Host 標頭，而且只有一個。")  # RFC 9112 3.2
        if not _API.match(path):
            return None
        (admit_mcp if is_mcp(path) else admit_rest)(environ)
        if environ["REQUEST_METHOD"] != "OPTIONS" or request.url_rule is None:
            return None
        said = empty(204)  # RFC 9110 9.3.7
        said.headers["Allow"] = _methods()
        return said


def _methods() -> str:
    rule = request.url_rule
    return ", ".join(sorted(rule.methods or ())) if rule else ""

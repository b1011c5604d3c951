"""What stands before every answer: CORS, preflights, the limit, the origin.

In: a request, whether or not a route matched. Out: None to let it in, an answer to OPTIONS, or an
HTTP error. Preflights are never counted, nor are static pages and the API's description.

All but `/mcp` is open to every origin, without credentials. `/mcp` compares an Origin with an
allow-list (streamable-http#security-warning: DNS rebinding): the site's own address, this machine,
and what the operator adds; never the Host header, which the attacker also chooses. No Origin: not
a browser, let in. `null`: refused.
"""

import re

from flask import Flask, Response, abort, request
from werkzeug.exceptions import MethodNotAllowed

from api.access_log import carry
from api.answers import empty, is_mcp
from api.config import Settings
from api.published import Live
from api.rate_limit import Limit

_LIMITED = re.compile(r"/api(?:/|\Z)")
_LOOPBACK = re.compile(r"https?://(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?")
_EXPOSED = (
    "Access-Control-Expose-Headers",
    "ETag, RateLimit, RateLimit-Policy, Retry-After, X-Error-Code, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id",
)
_MCP_HEADERS = "Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID"
_DAY = ("Access-Control-Max-Age", "86400")
_OPEN = [("Access-Control-Allow-Origin", "*"), _EXPOSED]
_PREFLIGHT = [
    ("Access-Control-Allow-Methods", "GET, HEAD, POST, OPTIONS"),
    ("Access-Control-Allow-Headers", "Content-Type, If-None-Match"),
    _DAY,
]
_MCP_CORS = [
    _EXPOSED,
    ("Access-Control-Allow-Methods", "POST, OPTIONS"),
    ("Access-Control-Allow-Headers", _MCP_HEADERS),
    _DAY,
]


def install(app: Flask, settings: Settings, live: Live) -> None:
    """Put the checks before every request of an app."""
    rest = app.extensions["limit"] = Limit("rest", settings.rate_limit, settings.storage)
    mcp = Limit("mcp", settings.mcp_rate_limit, settings.storage)

    def allowed(origin: str) -> bool:
        known = origin in settings.allowed_origins or _LOOPBACK.fullmatch(origin)
        return bool(known) or origin == live.release().origin

    @app.before_request
    def admit() -> Response | None:
        environ = request.environ
        path, host = environ["PATH_INFO"], environ.get("HTTP_HOST")
        preflight = environ["REQUEST_METHOD"] == "OPTIONS"
        if environ["SERVER_PROTOCOL"] == "HTTP/1.1" and (not host or "," in host):
            abort(400, "請求須有一個 Host 標頭，而且只有一個。")  # RFC 9112 3.2
        if is_mcp(path):
            origin = environ.get("HTTP_ORIGIN")
            welcome = origin is None or allowed(origin)
            carry(environ, [("Vary", "Origin")])
            if origin is not None and welcome:
                carry(environ, [("Access-Control-Allow-Origin", origin), *_MCP_CORS])
            # Clients of the handshake era try GET in every session, which must use up no call.
            if not preflight and not isinstance(request.routing_exception, MethodNotAllowed):
                mcp.count(environ)
            if not welcome:
                abort(403)
        else:
            carry(environ, _OPEN)
            if preflight:
                carry(environ, _PREFLIGHT)
            elif _LIMITED.match(path):
                rest.count(environ)
        if not preflight:
            return None
        said = empty(204)  # RFC 9110 9.3.7
        if request.url_rule is not None:
            said.headers["Allow"] = ", ".join(sorted(request.url_rule.methods or ()))
        return said

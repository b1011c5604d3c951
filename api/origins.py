"""Who may call `/mcp` from a browser (streamable-http#security-warning: DNS rebinding).

An Origin is compared with an allow-list — the site's own address, this machine, and what the
operator adds — never with the Host header, which the attacker also chooses. No Origin: not
a browser, let in. `null`: refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flask import Response, current_app, request
from werkzeug.exceptions import Forbidden

from api.store import Store, UnavailableError

if TYPE_CHECKING:
    from flask import Blueprint

_LOOPBACK = re.compile(r"https?://(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?")
_HEADERS = "Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID"


def install(blueprint: Blueprint, extra: tuple[str, ...]) -> None:
    """Check the Origin of every request to the blueprint, and answer allowed ones for CORS."""

    @blueprint.before_request
    def check() -> None:
        origin = request.headers.get("Origin")
        if origin is not None and not _allowed(origin, extra):
            raise Forbidden

    @blueprint.after_request
    def cors(response: Response) -> Response:
        origin = request.headers.get("Origin")
        response.headers.add("Vary", "Origin")
        if origin is not None and _allowed(origin, extra):
            response.headers["Access-Control-Allow-Origin"] = origin
            response.headers["Access-Control-Allow-Methods"] = "POST, OPTIONS"
            response.headers["Access-Control-Allow-Headers"] = _HEADERS
            response.headers["Access-Control-Max-Age"] = "86400"
        return response


def _allowed(origin: str, extra: tuple[str, ...]) -> bool:
    if origin in extra or _LOOPBACK.fullmatch(origin):
        return True
    store: Store = current_app.extensions["store"]
    try:
        base = str(store.release().tables["catalogue"]["base"])
    except UnavailableError:
        return False
    own = re.match(r"https?://[^/]+", base)
    return own is not None and origin == own[0]

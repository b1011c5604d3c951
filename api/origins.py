"""Who may call `/mcp` from a browser (streamable-http#security-warning: DNS rebinding).

An Origin is compared with an allow-list — the site's own address, this machine, and what the
operator adds — never with the Host header, which the attacker also chooses. No Origin: not
a browser, let in. `null`: refused.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from flask import current_app
from werkzeug.exceptions import Forbidden

from api.access import carry
from api.release import UnavailableError
from api.rest import EXPOSED

if TYPE_CHECKING:
    from collections.abc import Callable
    from wsgiref.types import WSGIEnvironment

    from api.store import Store

_LOOPBACK = re.compile(r"https?://(localhost|127\.0\.0\.1|\[::1\])(:[0-9]{1,5})?")
_HEADERS = "Content-Type, Accept, MCP-Protocol-Version, Mcp-Method, Mcp-Name, Mcp-Session-Id, Last-Event-ID"
_VARY = [("Vary", "Origin")]
_CORS = [
    ("Access-Control-Expose-Headers", EXPOSED),
    ("Access-Control-Allow-Methods", "POST, OPTIONS"),
    ("Access-Control-Allow-Headers", _HEADERS),
    ("Access-Control-Max-Age", "86400"),
]


def welcome(extra: tuple[str, ...]) -> Callable[[WSGIEnvironment], None]:
    """Answer allowed origins for CORS, whatever else becomes of the request."""

    def cors(environ: WSGIEnvironment) -> None:
        carry(environ, _VARY)
        origin = environ.get("HTTP_ORIGIN")
        if origin is not None and _allowed(origin, extra):
            carry(environ, [("Access-Control-Allow-Origin", origin), *_CORS])

    return cors


def guard(extra: tuple[str, ...]) -> Callable[[WSGIEnvironment], None]:
    """Refuse every other origin; after the limit, so that refusals count too."""

    def check(environ: WSGIEnvironment) -> None:
        origin = environ.get("HTTP_ORIGIN")
        if origin is not None and not _allowed(origin, extra):
            raise Forbidden

    return check


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

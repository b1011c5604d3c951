"""The rate limits: a bucket for each client address over all REST endpoints, another for `/mcp`.

flask-limiter counts in a moving window. Counters live in the process unless
`RATELIMIT_STORAGE_URI` names a Redis that several share; while that Redis can't be reached,
each process counts for itself, so that the service stays open and still limited.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from limits import parse
from werkzeug.middleware.proxy_fix import ProxyFix

if TYPE_CHECKING:
    from flask import Blueprint, Flask, Response

    from api.config import Settings


def install(app: Flask, settings: Settings, rest: Blueprint, mcp: Blueprint) -> None:
    """Limit the two doors; trust forwarded addresses only from the configured number of proxies."""
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies)  # type: ignore[method-assign]

    # Registered before the limiter: Flask runs these in reverse, so the limiter's own
    # headers are already there.
    @app.after_request
    def draft_headers(response: Response) -> Response:
        """The IETF draft's pair from flask-limiter's X-RateLimit-*; Retry-After on 429 only."""
        headers = response.headers
        if "X-RateLimit-Limit" in headers:
            limit = settings.mcp_rate_limit if request.blueprint == "mcp" else settings.rate_limit
            item = parse(limit)
            reset = headers.get("Retry-After", str(item.get_expiry()))
            headers["RateLimit-Policy"] = f'"default";q={item.amount};w={item.get_expiry()}'
            headers["RateLimit"] = f'"default";r={headers["X-RateLimit-Remaining"]};t={reset}'
            if response.status_code != 429:
                del headers["Retry-After"]
        return response

    limiter = Limiter(
        get_remote_address,
        app=app,
        strategy="moving-window",
        storage_uri=settings.storage,
        headers_enabled=True,
        in_memory_fallback_enabled=not settings.storage.startswith("memory:"),
    )
    limiter.shared_limit(settings.rate_limit, scope="rest")(rest)
    limiter.shared_limit(settings.mcp_rate_limit, scope="mcp")(mcp)

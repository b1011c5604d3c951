"""The rate limit: one bucket for each client address over all REST endpoints.

flask-limiter counts in a moving window; `application_limits` is the kind of limit that
endpoints share. Counters live in the process unless `RATELIMIT_STORAGE_URI` names a Redis
that several share.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from limits import parse
from werkzeug.middleware.proxy_fix import ProxyFix

if TYPE_CHECKING:
    from flask import Flask, Response

    from api.config import Settings


def install(app: Flask, settings: Settings) -> Limiter:
    """Limit the app; trust forwarded addresses only from the configured number of proxies."""
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies)  # type: ignore[method-assign]

    # Registered before the limiter: Flask runs these in reverse, so the limiter's own
    # headers are already there.
    @app.after_request
    def draft_headers(response: Response) -> Response:
        """The IETF draft's pair from flask-limiter's X-RateLimit-*; Retry-After on 429 only."""
        headers = response.headers
        if "X-RateLimit-Limit" in headers:
            item = parse(settings.rate_limit)
            reset = headers.get("Retry-After", str(item.get_expiry()))
            headers["RateLimit-Policy"] = f'"default";q={item.amount};w={item.get_expiry()}'
            headers["RateLimit"] = f'"default";r={headers["X-RateLimit-Remaining"]};t={reset}'
            if response.status_code != 429:
                del headers["Retry-After"]
        return response

    return Limiter(
        get_remote_address,
        app=app,
        application_limits=[settings.rate_limit],
        strategy="moving-window",
        storage_uri=settings.storage,
        headers_enabled=True,
    )

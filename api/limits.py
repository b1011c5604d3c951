"""The rate limits: a bucket for each client address over all REST endpoints, another for `/mcp`.

flask-limiter counts in a moving window. Counters live in the process (`window`) unless
`RATELIMIT_STORAGE_URI` names a Redis that several share; while that Redis can't be reached,
each process counts for itself, so that the service stays open and still limited.

Each door has one fixed limit, so its check asks flask-limiter's strategy directly: the extension's
own hooks resolve every limit anew for every request, which costs as much as the whole answer.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING

from flask import Flask, request
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from limits import parse
from limits.strategies import MovingWindowRateLimiter
from werkzeug.exceptions import TooManyRequests
from werkzeug.middleware.proxy_fix import ProxyFix

from api.access import carry
from api.window import Window

if TYPE_CHECKING:
    from flask import Blueprint
    from limits import RateLimitItem
    from limits.strategies import RateLimiter

    from api.config import Settings

log = logging.getLogger("wanrishu.limits")

RETRY = 5.0
"""Seconds for which a storage that failed is left alone."""
TIMEOUT = 1
"""Seconds that a shared storage has for an answer; it is on the same network or it is no use."""


class Counter:
    """Hits in the configured storage; in this process's memory while that can't be reached."""

    def __init__(self, strategy: RateLimiter) -> None:
        self._shared = strategy
        self._own = MovingWindowRateLimiter(Window())
        self._until = 0.0

    def hit(self, limit: RateLimitItem, scope: str, address: str) -> tuple[bool, float, int]:
        """Whether one more is allowed, the Unix time at which one is free again, how many are."""
        if time.monotonic() >= self._until:
            try:
                return _hit(self._shared, limit, scope, address)
            except Exception as error:
                self._until = time.monotonic() + RETRY
                log.warning("counting in this process for %.0f s: %s", RETRY, error)
        return _hit(self._own, limit, scope, address)


def install(app: Flask, settings: Settings, rest: Blueprint, mcp: Blueprint) -> None:
    """Limit the two doors; trust forwarded addresses only from the configured number of proxies."""
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies)  # type: ignore[method-assign]
    waits: dict[str, str | int] = {"socket_timeout": TIMEOUT, "socket_connect_timeout": TIMEOUT}
    here = settings.storage.startswith("memory:")
    limiter = Limiter(
        get_remote_address,
        app=Flask(__name__),  # not ours: it would get the hooks
        strategy="moving-window",
        storage_uri="window://" if here else settings.storage,
        storage_options={} if here else waits,
    )
    counter = Counter(limiter.limiter)
    _guard(rest, parse(settings.rate_limit), counter)
    _guard(mcp, parse(settings.mcp_rate_limit), counter)


def _guard(door: Blueprint, limit: RateLimitItem, counter: Counter) -> None:
    """Count every request to a door, refuse what is too much, and say on each answer what is left."""
    amount, policy = str(limit.amount), f'"default";q={limit.amount};w={limit.get_expiry()}'

    @door.before_request
    def count() -> None:
        """flask-limiter's X-RateLimit-*, the IETF draft's pair; Retry-After on 429 only."""
        environ = request.environ
        allowed, free_at, left = counter.hit(limit, door.name, get_remote_address())
        reset = int(free_at + 1)
        wait = str(max(1, int(reset - time.time())))
        headers = [
            ("X-RateLimit-Limit", amount),
            ("X-RateLimit-Remaining", str(left)),
            ("X-RateLimit-Reset", str(reset)),
            ("RateLimit-Policy", policy),
            ("RateLimit", f'"default";r={left};t={wait}'),
        ]
        if not allowed:
            carry(environ, [*headers, ("Retry-After", wait)])
            raise TooManyRequests
        carry(environ, headers)


def _hit(
    strategy: RateLimiter, limit: RateLimitItem, scope: str, address: str
) -> tuple[bool, float, int]:
    allowed = strategy.hit(limit, address, scope)
    free_at, left = strategy.get_window_stats(limit, address, scope)
    return allowed, free_at, left

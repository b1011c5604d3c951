"""The rate limits: a bucket for each client address over all REST endpoints, another for `/mcp`.

flask-limiter counts in a moving window. Counters live in the process (`window`) unless
`RATELIMIT_STORAGE_URI` names a Redis that several share; while that Redis can't be reached,
each process counts for itself, so that the service stays open and still limited.

Each door has one fixed limit, so its check asks flask-limiter's storage directly: the extension's
own hooks resolve every limit anew for every request, which costs as much as the whole answer.
"""

from __future__ import annotations

import logging
import time
from typing import TYPE_CHECKING, cast

from flask import Flask
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from limits import parse
from werkzeug.exceptions import TooManyRequests
from werkzeug.middleware.proxy_fix import ProxyFix

from api.access import carry
from api.window import Taken, Window

if TYPE_CHECKING:
    from collections.abc import Callable
    from wsgiref.types import WSGIEnvironment

    from limits.storage import MovingWindowSupport

    from api.config import Settings

log = logging.getLogger("wanrishu.limits")

RETRY = 5.0
"""Seconds for which a storage that failed is left alone."""
TIMEOUT = 1
"""Seconds that a shared storage has for an answer; it is on the same network or it is no use."""


class Counter:
    """Hits in the configured storage; in this process's memory while that can't be reached."""

    def __init__(self, storage: MovingWindowSupport) -> None:
        self._shared, self._own = _taking(storage), Window().take
        self._until = 0.0

    def hit(self, key: str, most: int, seconds: int) -> Taken:
        """Count one towards the `most` of any `seconds`."""
        if time.monotonic() >= self._until:
            try:
                return self._shared(key, most, seconds)
            except Exception as error:
                self._until = time.monotonic() + RETRY
                log.warning("counting in this process for %.0f s: %s", RETRY, error)
        return self._own(key, most, seconds)


def install(app: Flask, settings: Settings) -> Counter:
    """What counts; forwarded addresses are trusted from the configured number of proxies only."""
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
    return Counter(cast("MovingWindowSupport", limiter.storage))


def guard(counter: Counter, door: str, rate: str) -> Callable[[WSGIEnvironment], None]:
    """Count a request to a door, refuse what is too much, and say on each answer what is left."""
    limit = parse(rate)
    most, seconds = limit.amount, limit.get_expiry()
    amount, policy = str(most), f'"default";q={most};w={seconds}'

    def count(environ: WSGIEnvironment) -> None:
        """flask-limiter's X-RateLimit-*, the IETF draft's pair; Retry-After on 429 only."""
        key = f"{door}/{environ.get('REMOTE_ADDR', '')}"
        allowed, oldest, taken = counter.hit(key, most, seconds)
        left = most - taken
        reset = int(oldest + seconds + 1)
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

    return count


def _taking(storage: MovingWindowSupport) -> Callable[[str, int, int], Taken]:
    """How one hit is counted in a storage: `Window.take`, or what comes to the same."""
    if isinstance(storage, Window):
        return storage.take

    def take(key: str, most: int, seconds: int) -> Taken:
        allowed = storage.acquire_entry(key, most, seconds)
        return allowed, *storage.get_moving_window(key, most, seconds)

    return take

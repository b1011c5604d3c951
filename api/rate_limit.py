"""The rate limits: a bucket for each client address over all REST endpoints, another for `/mcp`.

flask-limiter counts in a moving window. Counters live in the process (`memory_window`) unless
`RATELIMIT_STORAGE_URI` names a Redis that several share; while that Redis can't be reached,
each process counts for itself, so that the service stays open and still limited.

Each door asks flask-limiter's storage itself (`Limiter.storage`, public as its methods are). The
extension's hooks, which 4.0 no longer lets one switch off (`auto_check`), look for limits at
every request, before, after and at its end: with none to find that is 45 % of an answer's cost,
with one to apply 85 %. So it is installed on an app that serves nobody.
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

from api.access_log import carry
from api.memory_window import MemoryWindow

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

    from limits.storage import MovingWindowSupport

    from api.config import Settings

log = logging.getLogger("wanrishu.rate_limit")

RETRY = 5.0
"""Seconds for which a storage that failed is left alone."""
TIMEOUT = 1
"""Seconds that a shared storage has for an answer; it is on the same network or it is no use."""
Taken = tuple[bool, int, float]
"""Whether a hit was allowed, how many more are, and the Unix time at which one more will be."""


class Counter:
    """Hits in the configured storage; in this process's memory while that can't be reached."""

    def __init__(self, storage: MovingWindowSupport) -> None:
        self._shared, self._own = storage, MemoryWindow()
        self._until = 0.0

    def hit(self, key: str, most: int, seconds: int) -> Taken:
        """Count one towards the `most` of any `seconds`."""
        if time.monotonic() >= self._until:
            try:
                return _hit(self._shared, key, most, seconds)
            except Exception as error:
                self._until = time.monotonic() + RETRY
                log.warning("counting in this process for %.0f s: %s", RETRY, error)
        return _hit(self._own, key, most, seconds)


def _hit(storage: MovingWindowSupport, key: str, most: int, seconds: int) -> Taken:
    allowed = storage.acquire_entry(key, most, seconds)
    oldest, taken = storage.get_moving_window(key, most, seconds)
    return allowed, most - taken, oldest + seconds


def install(app: Flask, settings: Settings) -> Counter:
    """What counts; forwarded addresses are trusted from the configured number of proxies only."""
    if settings.proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.proxies)  # type: ignore[method-assign]
    waits: dict[str, str | int] = {"socket_timeout": TIMEOUT, "socket_connect_timeout": TIMEOUT}
    here = settings.storage.startswith("memory:")
    limiter = Limiter(
        get_remote_address,
        app=Flask(__name__),
        strategy="moving-window",
        storage_uri=f"{MemoryWindow.STORAGE_SCHEME[0]}://" if here else settings.storage,
        storage_options={} if here else waits,
    )
    return Counter(cast("MovingWindowSupport", limiter.storage))


class Limit:
    """The limit of one door: counts a request, refuses what is too much, says what is left."""

    def __init__(self, counter: Counter, door: str, rate: str) -> None:
        limit = parse(rate)
        self._counter, self._door = counter, door
        self._most, self._seconds = limit.amount, limit.get_expiry()
        self._amount = str(limit.amount)
        self._policy = f'"default";q={self._amount};w={self._seconds}'

    def count(self, environ: WSGIEnvironment) -> None:
        """flask-limiter's X-RateLimit-*, the IETF draft's pair; Retry-After on 429 only."""
        key = f"{self._door}/{environ.get('REMOTE_ADDR', '')}"
        allowed, left, reset = self._counter.hit(key, self._most, self._seconds)
        # Never longer than the window, whatever has happened to the clock meanwhile.
        wait = str(min(max(1, int(reset - time.time()) + 1), self._seconds))
        headers = [
            ("X-RateLimit-Limit", self._amount),
            ("X-RateLimit-Remaining", str(left)),
            ("X-RateLimit-Reset", str(int(reset) + 1)),
            ("RateLimit-Policy", self._policy),
            ("RateLimit", f'"default";r={left};t={wait}'),
        ]
        if not allowed:
            carry(environ, [*headers, ("Retry-After", wait)])
            raise TooManyRequests
        carry(environ, headers)

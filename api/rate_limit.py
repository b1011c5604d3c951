"""The rate limits: a bucket for each client address over all REST endpoints, another for `/mcp`.

In: a request's address. Out: headers that say what is left, or 429. Windows move hit by hit.
Counters live in the process unless `RATELIMIT_STORAGE_URI` names a Redis that several share: there
flask-limiter counts, installed on an app that serves nobody, since its hooks, which 4.0 no longer
lets one switch off, cost 85 % of an answer.
"""

import logging
import time
from collections import OrderedDict
from ipaddress import IPv6Address
from threading import Lock
from wsgiref.types import WSGIEnvironment

from flask import Flask
from flask_limiter import Limiter
from flask_limiter.util import get_remote_address
from limits import parse
from werkzeug.exceptions import TooManyRequests

from api.access_log import carry

log = logging.getLogger("wanrishu.rate_limit")

RETRY = 5.0
"""Seconds for which a storage that failed is left alone."""
ADDRESSES = 100_000
"""Those that a process remembers, 50 MB at most; then it forgets what it saw longest ago."""


class MemoryWindow:
    """Times of each address' hits, oldest first; one lock, so that the count is exact.

    `limits`' own walks every address it has seen, a hundred times a second, by a clock that may
    be set back, and forgets none before its time.
    """

    def __init__(self, most: int, seconds: int) -> None:
        self._most, self._seconds = most, seconds
        self.hits: OrderedDict[str, list[float]] = OrderedDict()
        self._lock = Lock()

    def hit(self, address: str) -> tuple[bool, int, float]:
        """Count one if it fits: whether it did, how many more do, the seconds until one more will."""
        with self._lock:
            now = time.monotonic()
            since = now - self._seconds
            hits = self.hits.setdefault(address, [])
            self.hits.move_to_end(address)
            while hits and hits[0] < since:
                del hits[0]
            allowed = len(hits) < self._most
            if allowed:
                hits.append(now)
            while len(self.hits) > ADDRESSES or next(iter(self.hits.values()))[-1] < since:
                self.hits.popitem(last=False)
            return allowed, self._most - len(hits), hits[0] - since


def client(address: str) -> str:
    """Who is counted: an IPv4 address, the /64 of an IPv6 one, of which a host has them all."""
    if ":" not in address:
        return address
    try:
        whole = IPv6Address(address.partition("%")[0])
    except ValueError:
        return address
    return str(whole.ipv4_mapped or IPv6Address(int(whole) >> 64 << 64))


class Limit:
    """The limit of REST or `/mcp`; while a shared storage can't be reached it counts for itself."""

    def __init__(self, door: str, rate: str, storage: str) -> None:
        self._door, self._limit = door, parse(rate)
        self._most, self._seconds = self._limit.amount, self._limit.get_expiry()
        self._own = MemoryWindow(self._most, self._seconds)
        self._shared = None
        if not storage.startswith("memory:"):
            self._shared = Limiter(
                get_remote_address,
                app=Flask(__name__),
                strategy="moving-window",
                storage_uri=storage,
                # Seconds: it is on the same network or it is no use.
                storage_options={"socket_timeout": 1, "socket_connect_timeout": 1},
            ).limiter
        self._try_at = 0.0

    @property
    def storage(self) -> str:
        """Where it counts: memory, shared, or own while the shared one can't be reached."""
        if self._shared is None:
            return "memory"
        return "shared" if time.monotonic() >= self._try_at else "own"

    def count(self, environ: WSGIEnvironment) -> None:
        """flask-limiter's X-RateLimit-*, the IETF draft's pair; Retry-After on 429 only."""
        allowed, left, seconds = self._hit(client(environ.get("REMOTE_ADDR", "")))
        # Never longer than the window, whatever has happened to the clock meanwhile.
        wait = str(min(max(1, int(seconds) + 1), self._seconds))
        headers = [
            ("X-RateLimit-Limit", str(self._most)),
            ("X-RateLimit-Remaining", str(left)),
            ("X-RateLimit-Reset", str(int(time.time() + seconds) + 1)),
            ("RateLimit-Policy", f'"default";q={self._most};w={self._seconds}'),
            ("RateLimit", f'"default";r={left};t={wait}'),
        ]
        carry(environ, headers)
        if not allowed:
            raise TooManyRequests(retry_after=int(wait))

    def _hit(self, address: str) -> tuple[bool, int, float]:
        if self._shared is not None and time.monotonic() >= self._try_at:
            try:
                allowed = self._shared.hit(self._limit, self._door, address)
                reset, left = self._shared.get_window_stats(self._limit, self._door, address)
                return allowed, left, reset - time.time()
            except Exception as error:
                self._try_at = time.monotonic() + RETRY
                log.warning("counting in this process for %.0f s: %s", RETRY, error)
        return self._own.hit(address)

"""Moving windows in this process's memory: a storage of `limits`, by its documented extension.

In: hits by key. Out: whether one more fits, and what is left. Why not `limits`' own memory
storage: a hundred times a second it starts a thread that walks every address it has ever seen,
and it forgets none. This one forgets an address when its last hit is too old to count.
"""

from __future__ import annotations

import time
from collections import deque
from threading import Lock

from limits.storage import MovingWindowSupport, Storage

SWEEP = 60.0
"""Seconds between two looks for keys that no longer count."""


class MemoryWindow(Storage, MovingWindowSupport):
    """Times of hits, oldest first, for each key; one lock, so that the count is exact.

    Times are of the monotonic clock: setting the system's clock opens or closes nothing.
    """

    STORAGE_SCHEME = ["window"]  # noqa: RUF012 - as the library declares it

    def __init__(self, uri: str | None = None, wrap_exceptions: bool = False, **_: str) -> None:
        super().__init__(uri, wrap_exceptions=wrap_exceptions)
        self._hits: dict[str, deque[float]] = {}
        self._until: dict[str, float] = {}
        self._lock = Lock()
        self._sweep_at = time.monotonic() + SWEEP

    def acquire_entry(self, key: str, limit: int, expiry: int, amount: int = 1) -> bool:
        """Count `amount` hits if they fit within the last `expiry` seconds' `limit`; say so."""
        with self._lock:
            now = time.monotonic()
            if now >= self._sweep_at:
                self._sweep(now)
            hits = self._counting(key, now - expiry)
            if len(hits) + amount > limit:
                return False
            hits.extend([now] * amount)
            self._hits[key], self._until[key] = hits, now + expiry
            return True

    def get_moving_window(self, key: str, limit: int, expiry: int) -> tuple[float, int]:
        """The Unix time of the oldest hit that counts, now if there is none, and how many do."""
        with self._lock:
            now = time.monotonic()
            hits = self._counting(key, now - expiry)
            return time.time() - (now - hits[0] if hits else 0.0), len(hits)

    def clear(self, key: str) -> None:
        """Forget a key."""
        with self._lock:
            self._hits.pop(key, None)
            self._until.pop(key, None)

    def reset(self) -> int:
        """Forget all keys; how many there were."""
        with self._lock:
            count = len(self._hits)
            self._hits, self._until = {}, {}
            return count

    def check(self) -> bool:
        """Memory is always there."""
        return True

    @property
    def base_exceptions(self) -> type[Exception]:
        """What a failing storage raises; this one does not fail."""
        return OSError

    def incr(self, key: str, expiry: float = 0, amount: int = 1) -> int:
        """Not for fixed windows, nor are the two below."""
        raise TypeError("a moving window only")

    get = get_expiry = incr

    def _counting(self, key: str, since: float) -> deque[float]:
        hits = self._hits.get(key) or deque()
        while hits and hits[0] < since:
            hits.popleft()
        return hits

    def _sweep(self, now: float) -> None:
        self._sweep_at = now + SWEEP
        for key in [key for key, until in self._until.items() if until < now]:
            del self._hits[key], self._until[key]

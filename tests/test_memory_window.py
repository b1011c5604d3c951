"""The moving window in memory: exact, and forgetful."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest
from limits import parse
from limits.strategies import MovingWindowRateLimiter

from api import memory_window
from api.memory_window import MemoryWindow


class Clock:
    """The monotonic clock, moved by hand; the system's own stands at another time."""

    now = 1_000_000.0

    def monotonic(self) -> float:
        return self.now

    def time(self) -> float:
        return self.now + 500


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(memory_window, "time", clock)
    return clock


def test_a_window_moves_hit_by_hit(clock: Clock) -> None:
    limiter, limit = MovingWindowRateLimiter(MemoryWindow()), parse("2 per 1 minute")
    assert limiter.hit(limit, "a")
    clock.now += 30
    assert limiter.hit(limit, "a")
    assert not limiter.hit(limit, "a")
    assert limiter.get_window_stats(limit, "a") == (1_000_560.0, 0)
    clock.now += 30  # the first hit is a minute old to the moment: it still counts
    assert not limiter.hit(limit, "a")
    clock.now += 0.001
    assert limiter.get_window_stats(limit, "a") == (1_000_590.0, 1)
    assert limiter.hit(limit, "a")
    assert not limiter.hit(limit, "a")


def test_addresses_do_not_share_a_window(clock: Clock) -> None:
    limiter, limit = MovingWindowRateLimiter(MemoryWindow()), parse("1 per 1 minute")
    assert [limiter.hit(limit, name) for name in "aabb"] == [True, False, True, False]


def test_a_hit_that_costs_more_than_is_left_is_refused_whole(clock: Clock) -> None:
    limiter, limit = MovingWindowRateLimiter(MemoryWindow()), parse("3 per 1 minute")
    assert limiter.hit(limit, "a", cost=2)
    assert not limiter.hit(limit, "a", cost=2)
    assert limiter.get_window_stats(limit, "a").remaining == 1


def test_an_address_is_forgotten_when_its_hits_no_longer_count(clock: Clock) -> None:
    store = MemoryWindow()
    limiter, limit = MovingWindowRateLimiter(store), parse("5 per 1 minute")
    for i in range(1000):
        limiter.hit(limit, f"10.0.0.{i}")
    clock.now += 121
    limiter.hit(limit, "late")
    assert store.reset() == 1


def test_many_threads_get_exactly_what_the_limit_allows() -> None:
    limiter, limit = MovingWindowRateLimiter(MemoryWindow()), parse("60 per 1 minute")
    with ThreadPoolExecutor(16) as pool:
        assert sum(pool.map(lambda _: limiter.hit(limit, "a"), range(2000))) == 60

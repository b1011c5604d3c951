"""The moving window in memory: exact, and forgetful."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import pytest

from api import rate_limit
from api.rate_limit import MemoryWindow


class Clock:
    """The monotonic clock, moved by hand."""

    now = 1_000_000.0

    def monotonic(self) -> float:
        return self.now


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    clock = Clock()
    monkeypatch.setattr(rate_limit, "time", clock)
    return clock


def test_a_window_moves_hit_by_hit(clock: Clock) -> None:
    window = MemoryWindow(2, 60)
    assert window.hit("a") == (True, 1, 60)
    clock.now += 30
    assert window.hit("a") == (True, 0, 30)
    assert window.hit("a") == (False, 0, 30)
    clock.now += 30  # the first hit is a minute old to the moment: it still counts
    assert window.hit("a") == (False, 0, 0)
    clock.now += 0.5
    assert window.hit("a") == (True, 0, 29.5)
    assert window.hit("a") == (False, 0, 29.5)


def test_addresses_do_not_share_a_window(clock: Clock) -> None:
    window = MemoryWindow(1, 60)
    assert [window.hit(name)[0] for name in "aabb"] == [True, False, True, False]


def test_an_address_is_forgotten_when_its_hits_no_longer_count(clock: Clock) -> None:
    window = MemoryWindow(5, 60)
    for i in range(1000):
        window.hit(f"10.0.0.{i}")
    clock.now += 61
    window.hit("late")
    assert list(window.hits) == ["late"]


def test_a_sweep_keeps_what_counts_and_comes_once_in_a_window(clock: Clock) -> None:
    window = MemoryWindow(2, 60)
    begun = clock.now
    for second, who in ((0, "a"), (1, "b"), (30, "c"), (59, "a")):
        clock.now = begun + second
        window.hit(who)
    clock.now = begun + 61  # swept: b's hit is a minute old to the moment, a's first is older
    assert window.hit("b") == (True, 0, 0)
    assert window.hit("a") == (True, 0, 58)
    clock.now = begun + 100
    window.hit("d")
    assert list(window.hits) == ["a", "b", "c", "d"]  # c no longer counts, but is not looked for
    clock.now = begun + 121
    window.hit("d")
    assert list(window.hits) == ["a", "b", "d"]


def test_many_threads_get_exactly_what_the_limit_allows() -> None:
    window = MemoryWindow(60, 60)
    with ThreadPoolExecutor(16) as pool:
        assert (
            sum(allowed for allowed, _, _ in pool.map(lambda _: window.hit("a"), range(2000))) == 60
        )

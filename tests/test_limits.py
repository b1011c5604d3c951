"""The limit in one process: what is counted, what each answer says of it, and how its window moves."""

from __future__ import annotations

from pathlib import Path

import pytest

from api import create_app, rate_limit
from api.config import Settings
from api.rate_limit import MemoryWindow


def test_sixty_a_minute_over_all_endpoints_together(output: Path) -> None:
    limited = create_app(Settings(output / "current")).test_client()
    for i in range(60):
        path = ("/api/v1/health", "/api/v1/services/", "/api/v1/bazi")[i % 3]
        response = limited.post(path, json={}) if path.endswith("bazi") else limited.get(path)
        assert response.status_code in (200, 400)
        assert response.headers["X-RateLimit-Remaining"] == str(59 - i)
        assert response.headers["RateLimit"].startswith(f'"default";r={59 - i};t=')
        assert "Retry-After" not in response.headers
    response = limited.get("/api/v1/health")
    assert response.status_code == 429
    assert response.get_json()["error"] == "請求次數過多，請等 Retry-After 標頭說的秒數再試。"
    assert response.headers["RateLimit-Policy"] == '"default";q=60;w=60'
    assert 1 <= int(response.headers["Retry-After"]) <= 61
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    with limited.get("/bazi/1990-5-20/") as page:
        assert page.status_code == 200


def test_wrong_paths_and_methods_count_too(output: Path) -> None:
    settings = Settings(output / "current", rate_limit="3/minute", mcp_rate_limit="1/minute")
    limited = create_app(settings).test_client()
    wrong = [("GET", "/api/v1/bazi"), ("GET", "/api/v2"), ("DELETE", "/api/v1/health")]
    answers = [limited.open(path, method=method) for method, path in wrong]
    assert [answer.status_code for answer in answers] == [405, 404, 405]
    assert [answer.headers["X-RateLimit-Remaining"] for answer in answers] == ["2", "1", "0"]
    assert limited.get("/api/v1/bazi").status_code == 429
    # Clients of the handshake era try GET in every session.
    assert [limited.get("/mcp").status_code for _ in range(3)] == [405, 405, 405]


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


def test_an_address_is_forgotten_when_its_last_hit_no_longer_counts(clock: Clock) -> None:
    window = MemoryWindow(2, 60)
    begun = clock.now
    for second, who in ((0, "c"), (0, "a"), (1, "b"), (30, "c"), (59, "a")):
        clock.now = begun + second
        window.hit(who)
    clock.now = begun + 61  # b's hit is a minute old to the moment, the first of a and c older
    assert window.hit("b") == (True, 0, 0)
    assert window.hit("a") == (True, 0, 58)
    assert list(window.hits) == ["c", "b", "a"]
    clock.now = begun + 90  # so is c's, which keeps it
    window.hit("d")
    assert list(window.hits) == ["c", "b", "a", "d"]
    clock.now = begun + 151  # now all of them are older
    window.hit("e")
    assert list(window.hits) == ["e"]


def test_no_more_addresses_are_remembered_than_there_is_room_for(
    clock: Clock, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rate_limit, "ADDRESSES", 3)
    window = MemoryWindow(1, 60)
    for who in "abcad":
        window.hit(who)
    assert list(window.hits) == ["c", "a", "d"]
    assert window.hit("a") == (False, 0, 60)
    assert window.hit("b") == (True, 0, 60)


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("192.0.2.7", "192.0.2.7"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::"),
        ("2001:db8:1:2::1", "2001:db8:1:2::"),
        ("2001:db8:1:3::1", "2001:db8:1:3::"),
        ("fe80::1%eth0", "fe80::"),
        ("::ffff:192.0.2.7", "192.0.2.7"),
        ("a:b", "a:b"),
    ],
)
def test_an_ipv6_host_is_counted_by_its_network(address: str, counted: str) -> None:
    assert rate_limit.client(address) == counted


def test_addresses_of_one_network_share_a_bucket(output: Path) -> None:
    limited = create_app(Settings(output / "current", rate_limit="2/minute")).test_client()
    codes = [
        limited.get("/api/v1/health", environ_base={"REMOTE_ADDR": who}).status_code
        for who in ("2001:db8::1", "2001:db8::ffff", "2001:db8::2", "2001:db8:0:1::1", "::1")
    ]
    assert codes == [200, 200, 429, 200, 200]

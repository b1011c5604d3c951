"""Releases as the door finds them: whole, broken, changed while it serves."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest
from flask.testing import FlaskClient

from api import create_app
from api.config import Settings
from generator.build import build
from generator.content.inputs import Source
from tests.api_calls import ask

UNAVAILABLE = {"success": False, "error": "服務暫時無法使用，請稍後再試。"}


@pytest.fixture
def moving(output: Path, tmp_path: Path) -> Iterator[tuple[Path, FlaskClient]]:
    """A copy of the release that a test may damage, but for its pairs, and a client on it."""
    folder = tmp_path / "copy"
    shutil.copytree(output, folder, symlinks=True, ignore=shutil.ignore_patterns("pair"))
    app = create_app(Settings(release=folder / "current", rate_limit="1000 per 1 minute"))
    return folder, app.test_client()


def test_health_is_503_without_a_release_and_recovers(moving: tuple[Path, FlaskClient]) -> None:
    folder, client = moving
    assert client.get("/api/v1/health").status_code == 200
    link = folder / "current"
    target = link.readlink()
    link.unlink()
    for path in ("/api/v1/health", "/api/v1/services", "/"):
        response = client.get(path)
        assert response.status_code == 503
        assert response.get_json() == UNAVAILABLE
    link.symlink_to(target)
    assert client.get("/api/v1/health").status_code == 200


DAMAGES = {
    "half": lambda raw: raw[: len(raw) // 2],
    "one character": lambda raw: raw.replace("乙酉".encode(), "乙未".encode(), 1),
    "empty": lambda raw: b"",
}


@pytest.mark.parametrize("damage", DAMAGES.values(), ids=DAMAGES)
def test_a_damaged_reading_is_never_sent_and_the_others_are(
    moving: tuple[Path, FlaskClient],
    damage: Callable[[bytes], bytes],
    caplog: pytest.LogCaptureFixture,
) -> None:
    folder, client = moving
    file = folder / "current" / "bazi" / "1990-5-20" / "reading.json"
    whole = file.read_bytes()
    file.unlink()  # the folder shares its files with the release it was copied from
    file.write_bytes(damage(whole))
    assert client.get("/api/v1/health").status_code == 200  # nobody has asked for it yet
    tool = {"name": "fortune_bazi", "arguments": {"birthDate": "1990-05-20"}}
    call = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": tool}
    for _ in range(2):
        assert ask(client, {"birthDate": "1990-05-20"}) == (503, UNAVAILABLE)
        assert ask(client, {"birthDate": "1990-05-20", "gender": "male"}) == (503, UNAVAILABLE)
        called = client.post("/mcp", json=call)
        assert (called.status_code, called.get_json()["error"]["code"]) == (503, -32603)
        assert (called.get_json()["id"], called.headers["Retry-After"]) == (1, "5")
        assert client.get("/bazi/1990-5-20/reading.json").status_code == 503
        with client.get("/bazi/1990-5-21/reading.json") as page:
            assert page.status_code == 200
        assert ask(client, {"birthDate": "1990-05-21"})[0] == 200
        assert client.get("/api/v1/health").status_code == 503
    assert "run `wanrishu verify`" in caplog.text
    assert "1990" not in caplog.text
    file.write_bytes(whole)
    assert client.get("/api/v1/health").status_code == 200
    assert ask(client, {"birthDate": "1990-05-20"})[0] == 200


def test_a_reading_that_is_gone_is_refused(moving: tuple[Path, FlaskClient]) -> None:
    folder, client = moving
    (folder / "current" / "bazi" / "1990-5-20" / "reading.json").unlink()
    assert ask(client, {"birthDate": "1990-05-20"}) == (503, UNAVAILABLE)
    assert client.get("/api/v1/health").status_code == 503


def test_another_release_ends_what_was_damaged(
    moving: tuple[Path, FlaskClient], source: Source
) -> None:
    folder, client = moving
    (folder / "current" / "bazi" / "1990-5-20" / "reading.json").write_bytes(b"")
    assert ask(client, {"birthDate": "1990-05-20"})[0] == 503
    build.build(source, folder, date(1990, 5, 20), date(1990, 5, 20), jobs=1)
    assert client.get("/api/v1/health").status_code == 200
    assert ask(client, {"birthDate": "1990-05-20"})[0] == 200


LACKS = {
    "index empty": lambda live: (live / "release.json").write_bytes(b"{}"),
    "index cut": lambda live: (live / "release.json").write_bytes(b"{"),
    "schema": lambda live: (live / "release.json").write_bytes(
        (live / "release.json").read_bytes().replace(b'"schema": 6', b'"schema": 7')
    ),
    "date": lambda live: shutil.rmtree(live / "bazi" / "1990-5-21"),
    "dates": lambda live: shutil.rmtree(live / "bazi"),
    "tables": lambda live: shutil.rmtree(live / "tables"),
    "sums": lambda live: (live / "SHA256SUMS").unlink(),
    "table": lambda live: (live / "tables" / "flow-year.json").write_bytes(b"{}"),
    "description": lambda live: (live / "openapi.yaml").write_bytes(b"openapi: 3.1.0"),
}


@pytest.mark.parametrize("lack", LACKS)
def test_a_release_that_is_not_whole_is_not_opened_and_one_that_is_held_goes_on(
    moving: tuple[Path, FlaskClient], lack: str, caplog: pytest.LogCaptureFixture
) -> None:
    folder, serving = moving
    held = serving.get("/api/v1/health").headers["X-Release"]
    LACKS[lack](folder / "current")
    opened = create_app(Settings(release=folder / "current")).test_client()
    assert opened.get("/api/v1/health").status_code == 503
    assert ask(opened, {"birthDate": "1990-05-19"}) == (503, UNAVAILABLE)
    for _ in range(2):
        health = serving.get("/api/v1/health")
        assert (health.status_code, health.headers["X-Release"]) == (200, held)
    assert ask(serving, {"birthDate": "1990-05-19"})[0] == (503 if lack == "dates" else 200)
    assert caplog.text.count("there is none to serve") == 1
    assert caplog.text.count(f"{held} goes on") == (lack not in ("table", "description"))


ALTERED = {
    "dates": (b'"dates": 22', b'"dates": 21'),
    "range": (b'"first": "1990-05-18"', b'"first": "1990-05-19"'),
    "id": (b'"id": "', b'"id": "f'),
    "files": (b'"files": ', b'"files": 1'),
}


@pytest.mark.parametrize("member", ALTERED)
def test_an_index_that_is_not_of_its_release_is_refused(
    moving: tuple[Path, FlaskClient], member: str
) -> None:
    index = moving[0] / "current" / "release.json"
    text = index.read_bytes()
    assert text.count(ALTERED[member][0]) == 1
    index.unlink()
    index.write_bytes(text.replace(*ALTERED[member]))
    client = create_app(Settings(release=index.parent)).test_client()
    assert client.get("/api/v1/health").status_code == 503


def test_a_folder_named_after_another_release_is_refused(
    moving: tuple[Path, FlaskClient],
) -> None:
    live = (moving[0] / "current").resolve()
    moved = live.rename(live.with_name("0" * 16))
    assert create_app(Settings(release=moved)).test_client().get("/").status_code == 503
    free = moved.rename(moved.with_name("site"))
    with create_app(Settings(release=free)).test_client().get("/") as page:
        assert page.status_code == 200

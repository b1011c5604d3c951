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
from generator.content import inputs

ROOT = Path(__file__).resolve().parent.parent


UNAVAILABLE = {"success": False, "error": "服務暫時無法使用，請稍後再試。"}


def ask(client: FlaskClient, body: object) -> tuple[int, dict[str, object]]:
    response = client.post("/api/v1/bazi", json=body)
    return response.status_code, response.get_json()


@pytest.fixture
def moving(output: Path, tmp_path: Path) -> Iterator[tuple[Path, FlaskClient]]:
    """A copy of the release that a test may damage, and a client on it."""
    folder = tmp_path / "copy"
    shutil.copytree(output, folder, symlinks=True)
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
    "end": lambda raw: raw[:-2],
    "date": lambda raw: raw.replace(b"1990-05-20", b"1990-05-21", 1),
    "one character": lambda raw: raw.replace("乙酉".encode(), "乙未".encode(), 1),
    "zeros at its size": lambda raw: raw[:4000] + bytes(64) + raw[4064:],
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
        assert client.post("/mcp", json=call).status_code == 503
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


def test_another_release_ends_what_was_damaged(moving: tuple[Path, FlaskClient]) -> None:
    folder, client = moving
    (folder / "current" / "bazi" / "1990-5-20" / "reading.json").write_bytes(b"")
    assert ask(client, {"birthDate": "1990-05-20"})[0] == 503
    source = inputs.prepare(ROOT / "data", ROOT / "templates")
    build.build(source, folder, date(1990, 5, 20), date(1990, 5, 20), jobs=1)
    assert client.get("/api/v1/health").status_code == 200
    assert ask(client, {"birthDate": "1990-05-20"})[0] == 200


@pytest.mark.parametrize(
    "damage",
    [
        lambda live: (live / "release.json").write_bytes(b"{}"),
        lambda live: (live / "release.json").write_bytes(b"{"),
        lambda live: (live / "release.json").write_bytes(
            (live / "release.json").read_bytes().replace(b'"schema": 4', b'"schema": 5')
        ),
        lambda live: shutil.rmtree(live / "bazi" / "1990-5-20"),
        lambda live: shutil.rmtree(live / "bazi"),
        lambda live: shutil.rmtree(live / "tables"),
        lambda live: (live / "SHA256SUMS").write_bytes(b""),
        lambda live: (live / "tables" / "flow-year.json").write_bytes(b"{}"),
        lambda live: (live / "openapi.yaml").write_bytes(b"openapi: 3.1.0"),
    ],
    ids=[
        "index empty",
        "index cut",
        "schema",
        "date",
        "dates",
        "tables",
        "sums",
        "table",
        "description",
    ],
)
def test_a_release_that_is_not_whole_is_refused(
    output: Path, tmp_path: Path, damage: Callable[[Path], None]
) -> None:
    shutil.copytree(output, tmp_path / "copy", symlinks=True)
    live = tmp_path / "copy" / "current"
    damage(live)
    client = create_app(Settings(release=live)).test_client()
    for _ in range(3):
        assert client.get("/api/v1/health").status_code == 503
    assert ask(client, {"birthDate": "1990-05-19"})[0] == 503


@pytest.mark.parametrize(
    "damage",
    [
        lambda live: shutil.rmtree(live / "bazi" / "1990-5-21"),
        lambda live: shutil.rmtree(live / "bazi"),
        lambda live: shutil.rmtree(live / "tables"),
        lambda live: (live / "SHA256SUMS").unlink(),
        lambda live: (live / "release.json").write_text("{}"),
    ],
    ids=["date", "dates", "tables", "sums", "index"],
)
def test_what_is_lost_while_it_serves_is_noticed_by_the_next_health_check(
    moving: tuple[Path, FlaskClient], damage: Callable[[Path], None]
) -> None:
    folder, client = moving
    assert client.get("/api/v1/health").status_code == 200
    damage(folder / "current")
    assert client.get("/api/v1/health").status_code == 503


def test_a_new_release_is_seen_without_a_restart(moving: tuple[Path, FlaskClient]) -> None:
    folder, client = moving
    assert ask(client, {"birthDate": "1991-01-01"})[0] == 400
    source = inputs.prepare(ROOT / "data", ROOT / "templates")
    build.build(source, folder, date(1991, 1, 1), date(1991, 1, 2), jobs=1)
    assert ask(client, {"birthDate": "1991-01-01"})[0] == 200

"""Releases as the door finds them: whole, broken, changed while it serves."""

from __future__ import annotations

import shutil
import time
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path
from threading import Event

import pytest
from flask.testing import FlaskClient

from api import create_app, release, store
from api.config import Settings
from api.release import Entry
from generator import build, inputs

ROOT = Path(__file__).resolve().parent.parent


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
        assert response.get_json() == {"success": False, "error": "服務暫時無法使用，請稍後再試。"}
    link.symlink_to(target)
    assert client.get("/api/v1/health").status_code == 200


@pytest.mark.parametrize(
    "damage",
    [
        lambda raw: raw[: len(raw) // 2],
        lambda raw: raw[:-2],
        lambda raw: raw.replace(b"1990-05-20", b"1990-05-21", 1),
        lambda raw: raw.replace(b"\n", b" "),
        lambda raw: b"",
    ],
    ids=["half", "end", "date", "lines", "empty"],
)
def test_an_entry_that_is_not_whole_is_refused(
    moving: tuple[Path, FlaskClient], damage: Callable[[bytes], bytes]
) -> None:
    folder, client = moving
    assert ask(client, {"birthDate": "1990-05-20"})[0] == 200
    file = folder / "current" / "bazi" / "1990-5-20" / "reading.json"
    whole = file.read_bytes()
    file.unlink()  # the folder shares its files with the release it was copied from
    file.write_bytes(damage(whole))
    assert ask(client, {"birthDate": "1990-05-20"})[0] == 503
    file.write_bytes(whole)
    time.sleep(1.1)  # api.store.PATIENCE
    assert ask(client, {"birthDate": "1990-05-20"})[0] == 200


def test_an_entry_cut_anywhere_is_refused(output: Path) -> None:
    on = date(1990, 5, 20)
    raw = (output / "current" / "bazi" / "1990-5-20" / "reading.json").read_bytes()
    Entry(raw, on)
    for length in range(len(raw)):
        with pytest.raises(ValueError, match="not the whole entry of 1990-05-20"):
            Entry(raw[:length], on)


@pytest.mark.parametrize("piece", [1000, 13_000])
def test_an_entry_larger_than_one_read_is_read_whole(
    moving: tuple[Path, FlaskClient], monkeypatch: pytest.MonkeyPatch, piece: int
) -> None:
    _, client = moving
    whole = ask(client, {"birthDate": "1990-05-20"})
    monkeypatch.setattr(release, "PIECE", piece)
    assert ask(client, {"birthDate": "1990-05-20"}) == whole
    assert whole[0] == 200


@pytest.mark.parametrize(
    "damage",
    [
        lambda live: (live / "release.json").write_bytes(b"{}"),
        lambda live: (live / "release.json").write_bytes(b"{"),
        lambda live: (live / "release.json").write_bytes(
            (live / "release.json").read_bytes().replace(b'"schema": 2', b'"schema": 3')
        ),
        lambda live: shutil.rmtree(live / "bazi" / "1990-5-20"),
        lambda live: shutil.rmtree(live / "bazi"),
        lambda live: shutil.rmtree(live / "tables"),
        lambda live: (live / "SHA256SUMS").write_bytes(b""),
        lambda live: (live / "bazi" / "1990-5-20" / "reading.json").unlink(),
        lambda live: (live / "bazi" / "1990-5-20" / "index.html").write_bytes(b""),
        lambda live: (live / "bazi" / "1990-5-20" / "more.html").write_bytes(b"more"),
    ],
    ids=[
        "index empty",
        "index cut",
        "schema",
        "date",
        "dates",
        "tables",
        "sums",
        "reading",
        "page",
        "more",
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


def test_readings_are_served_while_the_release_is_examined(
    output: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    done = Event()
    monkeypatch.setattr(release.Release, "examine", lambda _: done.wait(10) or None)
    monkeypatch.setattr(store, "MOMENT", 0.1)
    client = create_app(Settings(release=output / "current")).test_client()
    assert ask(client, {"birthDate": "1990-05-20"})[0] == 200
    assert client.get("/api/v1/health").status_code == 200  # nothing is known against it
    done.set()


def test_a_release_found_broken_while_it_serves_is_taken_out_until_it_is_mended(
    moving: tuple[Path, FlaskClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, client = moving
    page = folder / "current" / "bazi" / "1990-5-21" / "index.html"
    whole = page.read_bytes()
    page.write_bytes(whole[:-1])
    begin, examine = Event(), release.Release.examine
    monkeypatch.setattr(release.Release, "examine", lambda it: begin.wait(10) and examine(it))
    assert ask(client, {"birthDate": "1990-05-20"})[0] == 200
    begin.set()
    assert client.get("/api/v1/health").status_code == 503
    assert ask(client, {"birthDate": "1990-05-20"})[0] == 503
    time.sleep(1.1)  # api.store.PATIENCE
    assert ask(client, {"birthDate": "1990-05-20"})[0] == 503  # examined again before it serves
    page.write_bytes(whole)
    time.sleep(1.1)
    assert ask(client, {"birthDate": "1990-05-20"})[0] == 200
    assert client.get("/api/v1/health").status_code == 200


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


def test_a_file_cut_while_it_serves_is_noticed_though_nobody_asks_for_it(
    moving: tuple[Path, FlaskClient], monkeypatch: pytest.MonkeyPatch
) -> None:
    folder, client = moving
    assert client.get("/api/v1/health").status_code == 200
    page = folder / "current" / "bazi" / "1990-5-21" / "index.html"
    whole = page.read_bytes()
    page.write_bytes(whole[:-1])
    assert client.get("/api/v1/health").status_code == 200  # it was examined a moment ago
    monkeypatch.setattr(store, "FAITH", 0.0)
    codes = []
    while 503 not in codes and len(codes) < 100:
        codes.append(client.get("/api/v1/health").status_code)
        time.sleep(0.05)
    assert codes[0] == 200  # the examination it started is not waited for
    assert codes[-1] == 503


def test_a_new_release_is_seen_without_a_restart(moving: tuple[Path, FlaskClient]) -> None:
    folder, client = moving
    assert ask(client, {"birthDate": "1991-01-01"})[0] == 400
    source = inputs.prepare(ROOT / "data", ROOT / "templates")
    build.build(source, folder, date(1991, 1, 1), date(1991, 1, 2), jobs=1)
    assert ask(client, {"birthDate": "1991-01-01"})[0] == 200

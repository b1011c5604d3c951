"""A door on the very folder that is published into: before, while, after a kill, and at the end."""

from __future__ import annotations

import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from pathlib import Path
from subprocess import DEVNULL
from threading import Event, Thread

import orjson
import pytest

from generator.build import build
from generator.content import inputs
from tests.api_calls import get
from tests.conftest import MUCH, ROOT
from tests.doors import Door, open_door
from tests.publishing import publish, published, stopping
from tests.remotes import Folder

FIRST, LAST = date(1990, 5, 18), date(1990, 5, 31)
DATES = [f"1990-05-{day}" for day in range(FIRST.day, LAST.day + 1)]
FREE = {"WANRISHU_RATE_LIMIT": MUCH}
JSON = {"Content-Type": "application/json"}


@pytest.fixture(scope="module")
def outputs(tmp_path_factory: pytest.TempPathFactory) -> tuple[Path, Path]:
    """Two releases of the same dates, of which every reading, page and table differs."""
    folder, found = tmp_path_factory.mktemp("releases"), []
    for n, name in enumerate(("one", "two")):
        data = Path(shutil.copytree(ROOT / "data", folder / name / "data"))
        site = data / "site.yaml"
        site.write_text(site.read_text().replace("僅供娛樂", "只供娛樂" if n else "僅供娛樂"))
        source = inputs.prepare(data, ROOT / "templates")
        build.build(source, folder / name / "build", FIRST, LAST, jobs=1)
        found.append(folder / name / "build")
    return found[0], found[1]


def statuses(door: Door) -> set[int]:
    """What callers are answered, once round."""
    found = set()
    for on in DATES:
        found.add(get(f"{door.url}/api/v1/bazi", JSON, orjson.dumps({"birthDate": on}))[0])
        found.add(get(f"{door.url}/bazi/1990-5-{int(on[-2:])}/reading.json")[0])
        found.add(get(f"{door.url}/api/v1/health")[0])
    return found


@contextmanager
def asking(door: Door) -> Iterator[set[int]]:
    """What callers are answered from here on; complete at the end."""
    found: set[int] = set()
    ended = Event()

    def ask() -> None:
        while not ended.is_set():
            found.update(statuses(door))

    thread = Thread(target=ask)
    thread.start()
    try:
        yield found
    finally:
        ended.set()
        thread.join()


def release(door: Door) -> str:
    return get(f"{door.url}/api/v1/health")[1]["X-Release"]


@pytest.mark.parametrize("stop_at", [2, 3, 4])
def test_a_folder_is_served_while_it_is_published_and_after_a_kill(
    outputs: tuple[Path, Path], tmp_path: Path, stop_at: int
) -> None:
    (tmp_path / "remote").mkdir()
    remote = Folder(tmp_path / "remote")
    ids = [(output / "current").resolve().name for output in outputs]
    published(remote, outputs[0])
    usual = remote.environment
    with open_door(remote.folder, DEVNULL, **FREE) as door:
        assert release(door) == ids[0]
        # The tool does half of a pass, and is killed.
        half = '$REAL "--filter=- /bazi/*1*/**" "--filter=- /release.json" "$@"; kill -9 $$'
        remote.environment = stopping(remote, tmp_path / "bin", stop_at, half)
        with asking(door) as answered:
            assert publish(remote, outputs[1]).exit_code == 1
        assert answered | statuses(door) == {200}
        assert release(door) == ids[0]
        if stop_at < 4:  # what describes the release is whole, so that a door may start again
            with open_door(remote.folder, DEVNULL, **FREE) as another:
                assert release(another) == ids[0]
                assert statuses(another) == {200}
                another.stop()
        remote.environment = usual
        with asking(door) as answered:
            published(remote, outputs[1])
        assert answered == {200}
        assert release(door) == ids[1]
        last = get(f"{door.url}/api/v1/bazi", JSON, b'{"birthDate":"1990-05-20"}')[2]
        assert "只供娛樂" in orjson.loads(last)["disclaimer"]
        door.stop()

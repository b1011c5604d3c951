"""Shared, read-only fixtures: the calendar of the whole range, its charts, the content."""

from __future__ import annotations

import os
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest

from generator import build, calendar, inputs
from generator.calendar import Day
from generator.chart import Chart, chart
from generator.content.corpus import Corpus
from generator.content.settings import Site
from generator.inputs import Content
from generator.preview.demand import Demand, demand
from generator.reading import Reading, read

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="session")
def days() -> dict[date, Day]:
    """Every day of the range, in order."""
    years = range(calendar.FIRST_DAY.year, calendar.LAST_DAY.year + 1)
    return {day.date: day for year in years for day in calendar.days(year)}


@pytest.fixture(scope="session")
def charts(days: dict[date, Day]) -> dict[date, Chart]:
    """The noon chart of every date."""
    return {on: chart(day) for on, day in days.items()}


@pytest.fixture(scope="session")
def content() -> Content:
    """The real content; a problem in it fails the tests that need it."""
    content, problems = inputs.check(ROOT / "data")
    assert not problems, "\n".join(map(str, problems))
    return content


@pytest.fixture(scope="session")
def corpus(content: Content) -> Corpus:
    return content.corpus


@pytest.fixture(scope="session")
def site(content: Content) -> Site:
    return content.site


@pytest.fixture(scope="session")
def readings(
    days: dict[date, Day], charts: dict[date, Chart], corpus: Corpus
) -> dict[date, Reading]:
    """The reading of every date."""
    return {on: read(day, charts[on], corpus) for on, day in days.items()}


@pytest.fixture(scope="session")
def asked() -> Demand:
    """What every date asks the content for, as the preview works it out."""
    return demand()


@pytest.fixture(scope="session")
def output(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A release of three weeks for the door, with a golden date and a term day in it."""
    folder = tmp_path_factory.mktemp("release")
    source = inputs.prepare(ROOT / "data", ROOT / "templates")
    build.build(source, folder, date(1990, 5, 18), date(1990, 6, 8), jobs=1)
    return folder


class Door(subprocess.Popen[str]):
    """The real server as its own process; `url` is where it answers."""

    url: str

    def stop(self) -> str:
        """End the server; what it said on standard error."""
        self.terminate()
        return self.communicate(timeout=20)[1] or ""


def open_door(release: Path, stderr: int = subprocess.PIPE, **settings: str) -> Door:
    """Start a real server on a free port; it is open when this returns."""
    port = free_port()
    environment = os.environ | {"WANRISHU_RELEASE": str(release)}
    environment |= {"WANRISHU_PORT": str(port)} | settings
    door = Door(
        [sys.executable, "-m", "api.server"],
        cwd=ROOT, env=environment, stdout=subprocess.PIPE, stderr=stderr, text=True,
    )  # fmt: skip
    door.url = f"http://127.0.0.1:{port}"
    assert door.stdout is not None
    assert door.stdout.readline().startswith("萬日書 is open at"), door.stderr
    wait_for(port)
    return door


def free_port() -> int:
    """A port that nothing listens at."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return int(free.getsockname()[1])


def wait_for(port: int) -> None:
    """Return when something listens at a port of this machine."""
    deadline = time.monotonic() + 20
    while True:
        try:
            socket.create_connection(("127.0.0.1", port), timeout=1).close()
            return
        except OSError:
            assert time.monotonic() < deadline
            time.sleep(0.02)


@pytest.fixture
def serve(output: Path) -> Iterator[Callable[..., Door]]:
    """Start real servers on free ports, with settings by environment variable; stop them after."""
    doors: list[Door] = []

    def start(**settings: str) -> Door:
        doors.append(open_door(output / "current", **settings))
        return doors[-1]

    yield start
    for door in doors:
        door.stop()


@pytest.fixture(scope="session")
def website(output: Path) -> Iterator[str]:
    """The address of a real server with the small release, up for the whole run."""
    # Its log goes nowhere: nobody reads it, and a full pipe would stop the server.
    door = open_door(
        output / "current", subprocess.DEVNULL, WANRISHU_RATE_LIMIT="6000 per 1 minute"
    )
    yield door.url
    door.stop()

"""Shared, read-only fixtures: the calendar of the whole range, its charts, the content.

What is made of every date is made once in a run, in one worker. A module stays in one worker, and
so do its servers and browsers. A small release that several modules read is pressed by the first
worker that asks.
"""

from __future__ import annotations

import fcntl
import gc
import os
import pickle
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from datetime import date
from functools import partial
from html import unescape
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from jinja2 import Environment, FileSystemBytecodeCache

from api import create_app
from api.config import Settings
from generator.build import build
from generator.build.build import Built
from generator.chart import Chart, calendar, chart
from generator.chart.calendar import FIRST_DAY, LAST_DAY, Day
from generator.chart.census import count
from generator.chart.symbols import PILLARS
from generator.content import inputs
from generator.content.inputs import Content, Source
from generator.content.settings import Site
from generator.pages import edition, pairs, render
from generator.pages.almanac import Counts, figures, lunar_table
from generator.pages.flow_year import begins_at
from generator.pages.images import SITE, images
from generator.preview.marks import Marks
from generator.preview.saved import Range
from generator.reading.compose import Reading, read, tiers
from generator.reading.corpus import Corpus
from tests.doors import Door, open_door
from tests.scheduling import ByModule

ROOT = Path(__file__).resolve().parent.parent


def pytest_configure() -> None:
    """Collect garbage seldom: what a run holds has millions of parts.

    A shell's background job ignores Ctrl-C, and so would all that tests start and interrupt.
    """
    gc.set_threshold(100_000)
    if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
        signal.signal(signal.SIGINT, signal.default_int_handler)


def pytest_xdist_auto_num_workers() -> int:
    return (os.cpu_count() or 1) + 1  # each waits now and then, for a server or a browser


def pytest_xdist_make_scheduler(config: pytest.Config, log: object) -> ByModule:
    return ByModule(config, log)


@pytest.fixture(scope="session", autouse=True)
def made_once(tmp_path_factory: pytest.TempPathFactory) -> Iterator[None]:
    """Tables of the range, which any build in this process or its workers makes alike.

    A template that did not change is compiled once. Builds here draw no pictures and make few
    pages of two people, but `in_full`. None waits for the disk: that guards against a loss of
    power, which no test brings about.
    """
    figures()
    lunar_table()
    for year in calendar.FLOW_YEARS:
        begins_at(year)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(os, "sync", lambda: None)
        patch.setattr(edition, "images", lambda font, tagline, **_: [(SITE, tagline.encode())])
        patch.setattr(pairs, "PILLARS", PILLARS[:3])
        compiled = FileSystemBytecodeCache(str(tmp_path_factory.mktemp("templates")))
        # Optimised code has addresses in it, which are of one base.
        compiling = partial(Environment, bytecode_cache=compiled, optimized=False)
        patch.setattr(render, "Environment", compiling)
        yield


@contextmanager
def in_full() -> Iterator[None]:
    """Builds with every picture and every page of two people."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(edition, "images", images)
        patch.setattr(pairs, "PILLARS", PILLARS)
        patch.setattr(render, "Environment", Environment)
        yield


@pytest.fixture(scope="session")
def days() -> dict[date, Day]:
    """Every day of the range, in order."""
    years = range(calendar.FIRST_DAY.year, calendar.LAST_DAY.year + 1)
    return {day.date: day for year in years for day in calendar.days(year)}


@pytest.fixture(scope="session")
def charts(days: dict[date, Day]) -> dict[date, Chart]:
    """The noon chart of every date."""
    made = {on: chart(day) for on, day in days.items()}
    gc.freeze()  # so that no collection walks them
    return made


@pytest.fixture(scope="session")
def of_range(days: dict[date, Day], charts: dict[date, Chart]) -> Range:
    """What the preview reckons before it opens."""
    every = list(zip(days.values(), charts.values(), strict=True))
    return Range(every, count(every))


@pytest.fixture(scope="session")
def source() -> Source:
    """What a build needs; a problem in the content fails the tests that need it."""
    return inputs.prepare(ROOT / "data", ROOT / "templates")


@pytest.fixture(scope="session")
def content(source: Source) -> Content:
    return source.content


@pytest.fixture(scope="session")
def corpus(content: Content) -> Corpus:
    return content.corpus


@pytest.fixture(scope="session")
def site(content: Content) -> Site:
    return content.site


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the real content, to be broken."""
    return Path(shutil.copytree(ROOT / "data", tmp_path / "data"))


@pytest.fixture(scope="module")
def marks() -> Marks:
    return Marks()


@pytest.fixture(scope="session")
def readings(
    days: dict[date, Day], charts: dict[date, Chart], corpus: Corpus
) -> dict[date, Reading]:
    """The reading of every date."""
    made = {on: read(day, charts[on], corpus) for on, day in days.items()}
    gc.freeze()
    return made


Press = Callable[[str, date, date], tuple[Built, Path]]


@pytest.fixture(scope="session")
def counts(corpus: Corpus, of_range: Range) -> Counts:
    """What pages say of all dates together."""
    return Counts(of_range.census, tiers(corpus, of_range.charts))


@pytest.fixture(scope="session")
def press(tmp_path_factory: pytest.TempPathFactory, source: Source) -> Press:
    """Press a release under a name, once in a run: the other workers wait for it and share it."""
    of_run = tmp_path_factory.getbasetemp()
    if "PYTEST_XDIST_WORKER" in os.environ:
        of_run = of_run.parent

    def press_(name: str, first: date, last: date) -> tuple[Built, Path]:
        folder, done = of_run / name, of_run / f"{name}.built"
        with (of_run / f"{name}.lock").open("w") as lock:
            fcntl.flock(lock, fcntl.LOCK_EX)
            if not done.exists():
                with in_full():
                    built = build.build(source, folder, first, last)
                done.write_bytes(pickle.dumps(built))
        return pickle.loads(done.read_bytes()), folder

    return press_


@pytest.fixture(scope="session")
def whole(press: Press) -> tuple[Built, Path]:
    """The release of every date, and what the build told of it."""
    return press("whole", FIRST_DAY, LAST_DAY)


@pytest.fixture(scope="session")
def output(press: Press) -> Path:
    """A release of three weeks for the door, with a golden date and a term day in it."""
    return press("release", date(1990, 5, 18), date(1990, 6, 8))[1]


@pytest.fixture(scope="session")
def live(output: Path) -> Path:
    """The pages of that release."""
    return output / "current"


def read_page(live: Path, path: str) -> str:
    """The markup of a page, entities resolved."""
    return unescape((live / path.strip("/") / "index.html").read_text())


MUCH = "1000000 per 1 minute"


@pytest.fixture(scope="session")
def client(live: Path) -> FlaskClient:
    """Asks a door that refuses nothing for being too much."""
    return create_app(Settings(live, rate_limit=MUCH, mcp_rate_limit=MUCH)).test_client()


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
    limits = {"WANRISHU_RATE_LIMIT": MUCH, "WANRISHU_MCP_RATE_LIMIT": MUCH}
    door = open_door(output / "current", subprocess.DEVNULL, **limits)
    yield door.url
    door.stop()

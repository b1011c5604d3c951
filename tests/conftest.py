"""Shared, read-only fixtures: the calendar of the whole range, its charts, the content."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from generator import build, calendar
from generator.calendar import Day
from generator.chart import Chart, chart
from generator.content.corpus import Corpus
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
def corpus() -> Corpus:
    """The real content; a problem in it fails the tests that need it."""
    loaded, _, problems = build.check(ROOT / "data")
    assert not problems, "\n".join(map(str, problems))
    return loaded


@pytest.fixture(scope="session")
def readings(
    days: dict[date, Day], charts: dict[date, Chart], corpus: Corpus
) -> dict[date, Reading]:
    """The reading of every date."""
    return {on: read(day, charts[on], corpus) for on, day in days.items()}

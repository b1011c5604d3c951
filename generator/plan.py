"""The plan: which texts each date reads, and how often each feature of a chart comes.

In: every day of a range and its chart. Out: a `Plan`. It follows from the calendar and the rules
alone: no text, template or setting changes it, so it is kept between builds. Imports the facets
and what phrases are asked for; never a text.
"""

from __future__ import annotations

from array import array
from collections import defaultdict
from dataclasses import dataclass
from datetime import date, timedelta
from typing import TYPE_CHECKING

from generator import calendar, census
from generator.chart import chart
from generator.content.phrases import asked_of_phrases
from generator.facets import FACETS

if TYPE_CHECKING:
    from collections.abc import Iterable

    from generator.calendar import Day
    from generator.census import Census
    from generator.chart import Chart


@dataclass(frozen=True, slots=True)
class Plan:
    """What the dates from `first` to `last` (inclusive) read.

    `readers`: name of what can be read → the dates that read it, each as days after `first`. A
    term day reads what both its sides ask for, a golden date what it would be composed of.
    """

    first: date
    last: date
    census: Census
    readers: dict[str, array[int]]

    @property
    def every(self) -> tuple[date, ...]:
        """All its dates, in order."""
        return calendar.DATES[
            calendar.DATES.index(self.first) : calendar.DATES.index(self.last) + 1
        ]

    def dates(self, name: str) -> list[date]:
        """The dates that read something, in order; none if nothing goes by the name."""
        return [self.first + timedelta(days=place) for place in self.readers.get(name, ())]


def asked(day: Day, of_day: Chart) -> set[str]:
    """The names of all that the page of a date reads: facet/key, and those of phrases."""
    found = _of_facets(day, of_day) | {"/".join(name) for name in asked_of_phrases(day, of_day)}
    beyond = calendar.other_side(day)
    return found if beyond is None else found | _of_facets(beyond, chart(beyond))


def _of_facets(day: Day, of_day: Chart) -> set[str]:
    return {f"{facet.name}/{key}" for facet in FACETS for key in facet.ask(day, of_day)}


def plan(first: date, last: date) -> Plan:
    """The plan of the dates from `first` to `last`."""
    years = range(first.year, last.year + 1)
    days = [d for year in years for d in calendar.days(year) if first <= d.date <= last]
    charts = [(day.date, chart(day)) for day in days]
    readers: dict[str, array[int]] = defaultdict(lambda: array("H"))
    for place, (day, (_, of_day)) in enumerate(zip(days, charts, strict=True)):
        for name in asked(day, of_day):
            readers[name].append(place)
    return Plan(first, last, census.count(charts), dict(readers))


def join(plans: Iterable[Plan]) -> Plan:
    """One plan of several that follow each other."""
    parts = sorted(plans, key=lambda part: part.first)
    readers: dict[str, array[int]] = defaultdict(lambda: array("H"))
    for part in parts:
        after = (part.first - parts[0].first).days
        for name, places in part.readers.items():
            readers[name].extend(place + after for place in places)
    whole = census.join(part.census for part in parts)
    return Plan(parts[0].first, parts[-1].last, whole, dict(readers))

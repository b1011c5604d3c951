"""Demand: what every date of the range asks the content for, whatever the content says.

In: the calendar and the charts. Out: a `Demand`, worked out once when the preview starts. With it
the dates of a text are found in milliseconds. Imports the facets, never loads content.
"""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass
from itertools import chain
from typing import TYPE_CHECKING

from generator import calendar
from generator.calendar import FIRST_DAY, LAST_DAY
from generator.census import count
from generator.chart import chart
from generator.facets import FACETS
from generator.keys import helper
from generator.pages.almanac import Almanac, almanac

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator
    from datetime import date

    from generator.calendar import Day
    from generator.census import Census
    from generator.chart import Chart
    from generator.content.corpus import Corpus

Dates = dict[str, tuple["date", ...]]
"""By key."""


@dataclass(frozen=True, slots=True)
class Demand:
    """What is counted of all dates, and by facet, lead.yaml or plain.yaml: key → its dates."""

    census: Census
    almanac: Almanac
    asked: dict[str, Dates]

    def tiers(self, corpus: Corpus) -> dict[str, int]:
        """How many dates are of each tier, were this content pressed."""
        generic = {
            on
            for facet in FACETS
            for key, dates in self.asked[facet.name].items()
            if key not in corpus.fragments[facet.name]
            for on in dates
        }
        golden, fallback = len(corpus.golden), len(generic - set(corpus.golden))
        rest = self.census.total - golden - fallback
        return {"golden": golden, "generated": rest, "fallback": fallback}


def demand(progress: Callable[[int], None] = lambda dates: None) -> Demand:
    """Go through every date, four seconds; `progress` is told the dates of each year."""
    asked: dict[str, dict[str, list[date]]] = defaultdict(lambda: defaultdict(list))
    charts: list[tuple[date, Chart]] = []
    for year in range(FIRST_DAY.year, LAST_DAY.year + 1):
        days = list(calendar.days(year))
        for day in days:
            of_day = chart(day)
            charts.append((day.date, of_day))
            for name, key in keys(day, of_day):
                asked[name][key].append(day.date)
        progress(len(days))
    held = {name: {key: tuple(on) for key, on in dates.items()} for name, dates in asked.items()}
    return Demand(count(charts), almanac(), held)


def keys(day: Day, of_day: Chart) -> Iterable[tuple[str, str]]:
    """(facet, lead.yaml or plain.yaml, key) of all that a date asks for."""
    return chain(_of_facets(day, of_day), _of_phrases(day, of_day))


def _of_facets(day: Day, of_day: Chart) -> Iterator[tuple[str, str]]:
    for facet in FACETS:
        for key in facet.ask(day, of_day):
            yield facet.name, key


def _of_phrases(day: Day, of_day: Chart) -> Iterator[tuple[str, str]]:
    stem, pattern, strength = of_day.day.stem, of_day.pattern.name, of_day.strength.name
    for key in (stem, day.term.name, f"{pattern}・{strength}"):
        yield "lead.yaml", key
    for key in (stem, strength, pattern, helper(of_day)):
        yield "plain.yaml", key

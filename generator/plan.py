"""The plan: which texts each date reads, and how often each feature of a chart comes.

In: every day of a range and its chart. Out: a `Plan`. It follows from the calendar and the rules
alone: no text, template or setting changes it, so it is kept between builds. Imports the facets
and what phrases are asked for; never a text.
"""

from __future__ import annotations

from array import array
from collections import Counter, defaultdict
from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator import calendar, census
from generator.chart import chart
from generator.content.phrases import asked_of_phrases
from generator.facets import FACETS
from generator.reading import TIERS

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from generator.calendar import Day
    from generator.census import Census
    from generator.chart import Chart
    from generator.content.corpus import Corpus


@dataclass(frozen=True, slots=True)
class Plan:
    """What the dates from `first` to `last` (inclusive) read.

    `noon`: name of what can be read → the dates that read it, each by its place in
    `calendar.DATES`; `beyond`: the term days that read it on the other side alone. A golden date
    reads what it would be composed of.
    """

    first: date
    last: date
    census: Census
    noon: dict[str, array[int]]
    beyond: dict[str, array[int]]

    @property
    def every(self) -> tuple[date, ...]:
        """All its dates, in order."""
        return calendar.DATES[
            calendar.DATES.index(self.first) : calendar.DATES.index(self.last) + 1
        ]

    def dates(self, name: str) -> list[date]:
        """The dates whose page reads something, in order; none if nothing goes by the name."""
        return _dates((*self.noon.get(name, ()), *self.beyond.get(name, ())))

    def dates_at_noon(self, name: str) -> list[date]:
        """Those whose reading itself does."""
        return _dates(self.noon.get(name, ()))


def _dates(places: Iterable[int]) -> list[date]:
    return [calendar.DATES[place] for place in sorted(places)]


def asked(day: Day, of_day: Chart) -> tuple[set[str], set[str]]:
    """The names of all that the page of a date reads: facet/key, and those of phrases.

    At noon, and on the other side of a term alone.
    """
    noon = _of_facets(day, of_day) | {"/".join(name) for name in asked_of_phrases(day, of_day)}
    beyond = calendar.other_side(day)
    return noon, set() if beyond is None else _of_facets(beyond, chart(beyond)) - noon


def _of_facets(day: Day, of_day: Chart) -> set[str]:
    return {f"{facet.name}/{key}" for facet in FACETS for key in facet.ask(day, of_day)}


def plan(first: date, last: date) -> Plan:
    """The plan of the dates from `first` to `last`."""
    years = range(first.year, last.year + 1)
    days = [d for year in years for d in calendar.days(year) if first <= d.date <= last]
    charts = [(day.date, chart(day)) for day in days]
    noon, beyond = _places(), _places()
    begin = calendar.DATES.index(first)
    for place, (day, (_, of_day)) in enumerate(zip(days, charts, strict=True), begin):
        for held, names in zip((noon, beyond), asked(day, of_day), strict=True):
            for name in names:
                held[name].append(place)
    return Plan(first, last, census.count(charts), dict(noon), dict(beyond))


def join(plans: Iterable[Plan]) -> Plan:
    """One plan of several that follow each other."""
    parts = sorted(plans, key=lambda part: part.first)
    noon, beyond = _places(), _places()
    for part in parts:
        for held, of_part in ((noon, part.noon), (beyond, part.beyond)):
            for name, places in of_part.items():
                held[name].extend(places)
    whole = census.join(part.census for part in parts)
    return Plan(parts[0].first, parts[-1].last, whole, dict(noon), dict(beyond))


def _places() -> defaultdict[str, array[int]]:
    return defaultdict(lambda: array("H"))


def tiers_of(planned: Plan, corpus: Corpus) -> Counter[str]:
    """Dates by tier, in the order of `TIERS`."""
    lacking = {
        on
        for facet in FACETS
        for key in facet.keys
        if key not in corpus.fragments[facet.name]
        for on in planned.dates_at_noon(f"{facet.name}/{key}")
    }
    generic = len(lacking - corpus.golden.keys())
    golden = sum(planned.first <= on <= planned.last for on in corpus.golden)
    counts = (golden, planned.census.total - golden - generic, generic)
    return Counter(dict(zip(TIERS, counts, strict=True)))

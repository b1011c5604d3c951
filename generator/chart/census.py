"""The census: how often each feature of a chart comes among the dates of a release.

In: days with their charts. Out: a `Census`, which the pages quote. Imports calendar and chart only.
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from generator.chart import Chart, calendar, chart
from generator.chart.calendar import FIRST_DAY, LAST_DAY, Day


@dataclass(frozen=True, slots=True)
class Census:
    """Counts of dates.

    `styles`: by (pattern, strength); `balances`: by (strongest, weakest)
    element; `drawn`: by (pattern, day stem); `seasons`: by (pattern, month branch); `charts`:
    the dates of each chart text; `latest`: the last date of each pattern and day stem.
    """

    day_pillars: Counter[str] = field(default_factory=Counter)
    styles: Counter[tuple[str, str]] = field(default_factory=Counter)
    balances: Counter[tuple[str, str]] = field(default_factory=Counter)
    drawn: Counter[tuple[str, str]] = field(default_factory=Counter)
    seasons: Counter[tuple[str, str]] = field(default_factory=Counter)
    charts: dict[str, tuple[date, ...]] = field(default_factory=dict)
    latest: dict[tuple[str, str], date] = field(default_factory=dict)

    @property
    def total(self) -> int:
        return self.day_pillars.total()

    def pattern(self, name: str) -> int:
        """Dates of a pattern."""
        return sum(n for (pattern, _), n in self.styles.items() if pattern == name)

    def strength(self, name: str) -> int:
        """Dates of a strength class."""
        return sum(n for (_, strength), n in self.styles.items() if strength == name)

    def twins(self, chart: Chart, on: date) -> tuple[date, ...]:
        """The other dates with the same three pillars."""
        return tuple(other for other in self.charts.get(chart.text, ()) if other != on)


def charts_between(first: date = FIRST_DAY, last: date = LAST_DAY) -> list[tuple[Day, Chart]]:
    """Every day from `first` to `last` with its chart, in order."""
    years = range(first.year, last.year + 1)
    days = (day for year in years for day in calendar.days(year))
    return [(day, chart(day)) for day in days if first <= day.date <= last]


def count(charts: Iterable[tuple[Day, Chart]]) -> Census:
    """The census of some dates, in order."""
    census = Census()
    for day, of_day in charts:
        on = day.date
        pattern, strength = of_day.pattern.name, of_day.strength
        census.day_pillars[of_day.day.pillar] += 1
        census.styles[pattern, strength.name] += 1
        census.balances[strength.strongest, strength.weakest] += 1
        census.drawn[pattern, of_day.day.stem] += 1
        census.seasons[pattern, of_day.month.branch] += 1
        census.latest[pattern, of_day.day.stem] = on
        census.charts[of_day.text] = (*census.charts.get(of_day.text, ()), on)
    return census

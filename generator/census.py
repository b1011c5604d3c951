"""The census: how often each feature of a chart comes among the dates that are pressed.

In: charts, a year at a time. Out: a `Census`, which the pages quote. Imports calendar and
chart types only; years are counted apart and joined.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from generator.chart import Chart


@dataclass(frozen=True, slots=True)
class Census:
    """Counts of dates.

    `styles`: by (pattern, strength); `balances`: by (strongest, weakest)
    element; `drawn`: by (pattern, day stem); `seasons`: by (pattern, month branch); `charts`:
    the dates of each chart text, in a joined census only where it comes more than once;
    `latest`: the last date of each pattern and day stem.
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


def count(charts: Iterable[tuple[date, Chart]]) -> Census:
    """The census of some dates, in order."""
    census = Census()
    for on, chart in charts:
        pattern, strength = chart.pattern.name, chart.strength
        census.day_pillars[chart.day.pillar] += 1
        census.styles[pattern, strength.name] += 1
        census.balances[strength.strongest, strength.weakest] += 1
        census.drawn[pattern, chart.day.stem] += 1
        census.seasons[pattern, chart.month.branch] += 1
        census.latest[pattern, chart.day.stem] = on
        census.charts[chart.text] = (*census.charts.get(chart.text, ()), on)
    return census


def join(parts: Iterable[Census]) -> Census:
    """One census of all parts, which are in order of time."""
    whole = Census()
    charts: dict[str, tuple[date, ...]] = {}
    for part in parts:
        for name in ("day_pillars", "styles", "balances", "drawn", "seasons"):
            getattr(whole, name).update(getattr(part, name))
        whole.latest.update(part.latest)
        for text, dates in part.charts.items():
            charts[text] = (*charts.get(text, ()), *dates)
    whole.charts.update((text, tuple(sorted(on))) for text, on in charts.items() if len(on) > 1)
    return whole

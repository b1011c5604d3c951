"""Counting: what pages say of many dates together, spread over processes.

In: the corpus and a range. Out: `Counts`. Imports the readings and what pages count; writes nothing.
"""

from __future__ import annotations

from collections import Counter
from datetime import date
from typing import TYPE_CHECKING

from generator.build.workers import workers
from generator.chart import census
from generator.pages.almanac import Counts
from generator.reading.compose import TIERS, tiers

if TYPE_CHECKING:
    from generator.chart.census import Census
    from generator.reading.corpus import Corpus

_YEARS = 4
"""Years that a worker counts at a time."""


def count(corpus: Corpus, first: date, last: date, processes: int) -> Counts:
    """What pages say of the dates from `first` to `last` together, spread over processes.

    :raises WorkerError: if a worker process dies.
    """
    begins = range(first.year // _YEARS * _YEARS, last.year + 1, _YEARS)
    spans = [(max(first, date(y, 1, 1)), min(last, date(y + _YEARS - 1, 12, 31))) for y in begins]
    with workers(processes, corpus) as crew:
        counting = crew.run(_count, spans)
        parts = [counted for _, counted in sorted(counting, key=lambda part: part[0])]
    of_tiers = Counter(dict.fromkeys(TIERS, 0))
    for _, of_part in parts:
        of_tiers.update(of_part)
    return Counts(census.join(part for part, _ in parts), of_tiers)


def _count(corpus: Corpus, span: tuple[date, date]) -> tuple[Census, Counter[str]]:
    charts = census.charts_between(*span)
    return census.count(charts), tiers(corpus, charts)

"""The figures that the method page tells of the whole range.

In: the calendar. Out: a `Figures`. Counts every date of the range whatever part of it is
pressed; never imports the census, which counts what is pressed.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from functools import cache

from generator.chart import calendar
from generator.chart.calendar import FIRST_DAY, LAST_DAY
from generator.chart.hidden import HIDDEN_STEMS
from generator.chart.symbols import BRANCH_ELEMENT, ELEMENTS, STEM_ELEMENT


@dataclass(frozen=True, slots=True)
class Figures:
    """Counts of dates, but `charts` and `shared`: of three pillars, and of those on two dates.

    `zodiacs`: two zodiacs; `turns`: a 節 within the date, `springs`: a 立春, `afternoons`: a 節 after
    noon; `unseen`: some element in none of the six characters, `absent`: nor in a hidden stem.
    """

    zodiacs: int
    turns: int
    springs: int
    afternoons: int
    unseen: int
    absent: int
    charts: int
    shared: int


@cache
def figures() -> Figures:
    """The figures of the range; one pass over the calendar, half a second."""
    found: Counter[str] = Counter()
    charts: Counter[tuple[str, ...]] = Counter()
    for year in range(FIRST_DAY.year, LAST_DAY.year + 1):
        for day in calendar.days(year):
            pillars = (day.year, day.month, day.day)
            charts[pillars] += 1
            seen = {STEM_ELEMENT[p[0]] for p in pillars} | {BRANCH_ELEMENT[p[1]] for p in pillars}
            hidden = {STEM_ELEMENT[h.stem] for p in pillars for h in HIDDEN_STEMS[p[1]]}
            found["zodiacs"] += day.zodiac != day.zodiac_lunar
            found["turns"] += day.turn is not None
            found["springs"] += day.turn is not None and day.turn.term.name == "立春"
            found["afternoons"] += day.turn is not None and not day.turn.noon_after
            found["unseen"] += len(seen) < len(ELEMENTS)
            found["absent"] += len(seen | hidden) < len(ELEMENTS)
    shared = sum(times > 1 for times in charts.values())
    return Figures(**found, charts=len(charts), shared=shared)

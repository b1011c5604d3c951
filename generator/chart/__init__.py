"""The chart: a calendar day in, everything the rules say of its three pillars out.

One module per family of rules, each naming its source. Imports `calendar` for the
`Day` type and `symbols`; never the corpus, never I/O.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from types import MappingProxyType
from typing import TYPE_CHECKING

from generator.chart.climate import CLIMATE, useful_element
from generator.chart.gods import TEN_GOD
from generator.chart.hidden import HIDDEN_STEMS, HiddenStem, commander
from generator.chart.pattern import Pattern, pattern
from generator.chart.pillars import NAYIN, growth_stage, void_branches
from generator.chart.relations import Relation, branch_relations, stem_relations
from generator.chart.stars import Star, stars
from generator.chart.strength import Strength, strength
from generator.chart.symbols import GOD_GROUP, GOD_GROUPS

if TYPE_CHECKING:
    from datetime import timedelta

    from generator.chart.calendar import Day

__all__ = ["Chart", "ChartPillar", "chart"]


@dataclass(frozen=True, slots=True)
class ChartPillar:
    """One pillar seen from the day master. `god` of the day stem itself is 日主."""

    place: str
    pillar: str
    god: str
    hidden: tuple[HiddenStem, ...]
    hidden_gods: tuple[str, ...]
    stage: str
    nayin: str

    @property
    def stem(self) -> str:
        return self.pillar[0]

    @property
    def branch(self) -> str:
        return self.pillar[1]


@dataclass(frozen=True, slots=True)
class Chart:
    """Three pillars and all that follows from them.

    `commander` is the stem that rules the day (人元司令), `climate` the 調候 stems in
    order of use, `useful` the helpful element, `god_weights` the share of each group of
    ten gods in tenths (the day stem itself left out; sums to 60).
    """

    year: ChartPillar
    month: ChartPillar
    day: ChartPillar
    void: tuple[str, str]
    stem_relations: tuple[Relation, ...]
    branch_relations: tuple[Relation, ...]
    stars: tuple[Star, ...]
    strength: Strength
    pattern: Pattern
    commander: str
    commander_god: str
    climate: tuple[str, ...]
    useful: str
    god_weights: MappingProxyType[str, int]

    @property
    def pillars(self) -> tuple[ChartPillar, ChartPillar, ChartPillar]:
        return self.year, self.month, self.day

    @property
    def heaviest_groups(self) -> tuple[str, ...]:
        """The group of ten gods that weighs most; several if they weigh the same."""
        most = max(self.god_weights.values())
        return tuple(group for group, weight in self.god_weights.items() if weight == most)

    @property
    def text(self) -> str:
        """年柱 月柱 日柱, one ASCII space between, as the API's `bazi`."""
        return " ".join(p.pillar for p in self.pillars)


def chart(day: Day) -> Chart:
    """The chart of a date, on the side of a term that it is read on."""
    return _chart(day.year, day.month, day.day, day.since_jie)


def _chart(year: str, month: str, day: str, since_jie: timedelta) -> Chart:
    day_stem, month_branch = day[0], month[1]
    weighed = strength(year, month, day)
    commanding = commander(month_branch, since_jie)
    return Chart(
        year=_pillar("年", year, day_stem),
        month=_pillar("月", month, day_stem),
        day=_pillar("日", day, day_stem),
        void=void_branches(day),
        stem_relations=stem_relations((year[0], month[0], day_stem)),
        branch_relations=branch_relations((year[1], month_branch, day[1])),
        stars=stars((year, month, day)),
        strength=weighed,
        pattern=pattern(year, month, day),
        commander=commanding,
        commander_god=TEN_GOD[day_stem][commanding],
        climate=CLIMATE[day_stem, month_branch],
        useful=useful_element(day_stem, month_branch, weighed),
        god_weights=_god_weights(year, month, day),
    )


@cache
def _pillar(place: str, pillar: str, day_stem: str) -> ChartPillar:
    gods = TEN_GOD[day_stem]
    hidden = HIDDEN_STEMS[pillar[1]]
    return ChartPillar(
        place=place,
        pillar=pillar,
        god="日主" if place == "日" else gods[pillar[0]],
        hidden=hidden,
        hidden_gods=tuple(gods[h.stem] for h in hidden),
        stage=growth_stage(day_stem, pillar[1]),
        nayin=NAYIN[pillar],
    )


def _god_weights(year: str, month: str, day: str) -> MappingProxyType[str, int]:
    gods = TEN_GOD[day[0]]
    weights = dict.fromkeys(GOD_GROUPS, 0)
    for stem in (year[0], month[0]):
        weights[GOD_GROUP[gods[stem]]] += 10
    for branch, times in ((year[1], 1), (month[1], 2), (day[1], 1)):
        for hidden in HIDDEN_STEMS[branch]:
            weights[GOD_GROUP[gods[hidden.stem]]] += hidden.tenths * times
    return MappingProxyType(weights)

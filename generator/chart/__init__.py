"""The chart: a calendar day in, everything the rules say of its three pillars out.

One module per family of rules, each naming its source. Imports `calendar` for the
`Day` type and `symbols`; never the corpus, never I/O.
"""

from dataclasses import dataclass
from functools import cache, cached_property

from generator.chart.calendar import Day
from generator.chart.climate import CLIMATE, useful_element
from generator.chart.hidden import HIDDEN_STEMS, HiddenStem, commander
from generator.chart.pattern import Pattern, pattern
from generator.chart.pillars import NAYIN, growth_stage, void_branches
from generator.chart.reasons import Reasons, reasons
from generator.chart.relations import Relation, branch_relations, stem_relations
from generator.chart.stars import Star, stars
from generator.chart.strength import Strength, strength
from generator.chart.symbols import ELEMENTS, GOD_GROUPS, STEM_ELEMENT, TEN_GOD

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


@dataclass(frozen=True)
class Chart:
    """Three pillars and all that follows from them.

    `commander` is the stem that rules the day (人元司令), `climate` the 調候 stems in
    order of use, `useful` the helpful element.
    """

    year: ChartPillar
    month: ChartPillar
    day: ChartPillar
    void: tuple[str, str]
    stem_relations: tuple[Relation, ...]
    branch_relations: tuple[Relation, ...]
    strength: Strength
    pattern: Pattern
    commander: str
    commander_god: str
    climate: tuple[str, ...]
    useful: str

    @property
    def pillars(self) -> tuple[ChartPillar, ChartPillar, ChartPillar]:
        return self.year, self.month, self.day

    # The census counts every date, and asks for none of these, which take half the time.
    @cached_property
    def stars(self) -> tuple[Star, ...]:
        return stars((self.year.pillar, self.month.pillar, self.day.pillar))

    @cached_property
    def reasons(self) -> Reasons:
        """What argues the strength."""
        return reasons(self.year.pillar, self.month.pillar, self.day.pillar)

    @cached_property
    def god_weights(self) -> dict[str, int]:
        """Tenths of each group of ten gods, the day stem itself left out; they sum to 60."""
        mine = ELEMENTS.index(STEM_ELEMENT[self.day.stem])
        scores = self.strength.scores
        weights = {g: scores[ELEMENTS[(mine + n) % 5]] for n, g in enumerate(GOD_GROUPS)}
        return weights | {"比劫": weights["比劫"] - 10}

    @property
    def heaviest_groups(self) -> tuple[str, ...]:
        """The group of ten gods that weighs most; several if they weigh the same."""
        most = max(self.god_weights.values())
        return tuple(group for group, weight in self.god_weights.items() if weight == most)

    @property
    def text(self) -> str:
        """年柱 月柱 日柱, one ASCII space between, as the API's `bazi`."""
        return " ".join(p.pillar for p in self.pillars)


@cache
def chart(day: Day) -> Chart:
    """The chart of a date, on the side of a term that it is read on."""
    pillars = year, month, own = day.year, day.month, day.day
    day_stem, month_branch = own[0], month[1]
    weighed = strength(*pillars)
    commanding = commander(month_branch, day.since_jie)
    return Chart(
        year=_pillar("年", year, day_stem),
        month=_pillar("月", month, day_stem),
        day=_pillar("日", own, day_stem),
        void=void_branches(own),
        stem_relations=stem_relations((year[0], month[0], day_stem)),
        branch_relations=branch_relations((year[1], month_branch, own[1])),
        strength=weighed,
        pattern=pattern(*pillars),
        commander=commanding,
        commander_god=TEN_GOD[day_stem][commanding],
        climate=CLIMATE[day_stem, month_branch],
        useful=useful_element(day_stem, month_branch, weighed),
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

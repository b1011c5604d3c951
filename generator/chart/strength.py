"""Element scores, strength of the day master (method R), seasonal strength 旺相休囚死.

In: pillars. Out: `Strength`. Imports symbols and the hidden stems.

No classic gives numbers (《滴天髓》 asks for 得令 得地 得勢), so the method is a
convention and the page says so. Method R: a stem counts 1; a branch counts its hidden
stems 1, or 0.7/0.3, or 0.6/0.3/0.1; the month branch counts twice; three pillars make
7. Kept in tenths, so that everything is whole numbers out of 70.
"""

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType

from generator.chart.hidden import HIDDEN_STEMS
from generator.chart.symbols import (
    BRANCH_ELEMENT,
    BRANCHES,
    CONTROLLED_BY,
    CONTROLS,
    ELEMENTS,
    GENERATED_BY,
    GENERATES,
    STEM_ELEMENT,
)

TOTAL = 70
"""Sum of the five scores, in tenths."""

CLASSES = ("身弱", "中和", "身強")
SEASON_RANKS = ("旺", "相", "休", "囚", "死")

OTHERS = TOTAL - 10


@dataclass(frozen=True, slots=True)
class Strength:
    """`scores` by element in tenths; `support` is the 扶身比 in sixtieths.

    扶身比 = (same and generating elements − the day stem itself) ÷ (total − the day
    stem): under 0.35 身弱, from 0.48 身強, else 中和. `strongest` and `weakest` leave the
    day stem out too, so that every share is counted in one way; they break ties
    by the season: the one better (worse) off in the month.
    """

    scores: MappingProxyType[str, int]
    season: MappingProxyType[str, str]
    support: int
    name: str
    strongest: str
    weakest: str

    @property
    def ratio(self) -> float:
        """扶身比, 0 to 1."""
        return self.support / OTHERS

    def flag(self, element: str) -> str:
        """過旺 (≥ 36 %), 偏弱 (≤ 8 %), 缺 (0, hidden stems included) or 平."""
        score = self.scores[element]
        if score == 0:
            return "缺"
        if score * 100 >= 36 * TOTAL:
            return "過旺"
        if score * 100 <= 8 * TOTAL:
            return "偏弱"
        return "平"


def _season(month_element: str) -> MappingProxyType[str, str]:
    """旺 what rules, 相 what it generates, 休 what generated it, 囚 what would control it, 死 what it controls."""
    return MappingProxyType(
        {
            month_element: "旺",
            GENERATES[month_element]: "相",
            GENERATED_BY[month_element]: "休",
            CONTROLLED_BY[month_element]: "囚",
            CONTROLS[month_element]: "死",
        }
    )


SEASON = MappingProxyType({branch: _season(BRANCH_ELEMENT[branch]) for branch in BRANCHES})
"""Month branch → element → rank. Earth rules all four of 辰戌丑未 (modern programs);
《三命通會》 names only 未."""


def strength(year: str, month: str, day: str) -> Strength:
    """Weigh the five elements of three pillars and the day master among them."""
    scores = dict.fromkeys(ELEMENTS, 0)
    for pillar, times in ((year, 1), (month, 2), (day, 1)):
        scores[STEM_ELEMENT[pillar[0]]] += 10
        for hidden in HIDDEN_STEMS[pillar[1]]:
            scores[STEM_ELEMENT[hidden.stem]] += hidden.tenths * times
    season = SEASON[month[1]]
    mine = STEM_ELEMENT[day[0]]
    support = scores[mine] + scores[GENERATED_BY[mine]] - 10
    others = without_day_stem(scores, mine)
    by_rank = sorted(ELEMENTS, key=lambda e: (-others[e], SEASON_RANKS.index(season[e])))
    return Strength(
        scores=MappingProxyType(scores),
        season=season,
        support=support,
        name=_class(support),
        strongest=by_rank[0],
        weakest=by_rank[-1],
    )


def without_day_stem(scores: Mapping[str, int], mine: str) -> dict[str, int]:
    """Scores of the elements but for the day stem, which is of the element `mine`."""
    return {**scores, mine: scores[mine] - 10}


def _class(support: int) -> str:
    if support * 100 < 35 * OTHERS:
        return "身弱"
    if support * 100 < 48 * OTHERS:
        return "中和"
    return "身強"

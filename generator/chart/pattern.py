"""The pattern 格局 of a chart.

In: the pillars of year, month and day. Out: `Pattern`. Imports symbols and its neighbours'
tables.

《子平真詮》: what shows in the stems comes first, and a whole 三會 or 三合 whose element
shows takes the month branch with it (論用神變化); others read the month branch alone. 祿 and 刃 stand outside the
eight (論建祿月劫, 論陽刃: 惟五陽有之). 月劫 is used as 建祿 is, but is not one: the month
branch is of the day master's element without being its 祿. 從, 化 and 專旺 are never judged without the hour.
"""

from dataclasses import dataclass
from types import MappingProxyType

from generator.chart.hidden import HIDDEN_STEMS
from generator.chart.pillars import growth_stage
from generator.chart.relations import branch_relations
from generator.chart.symbols import STEM_ELEMENT, STEM_YANG, TEN_GOD

PATTERNS = (
    "正官格", "七殺格", "正財格", "偏財格", "正印格",
    "偏印格", "食神格", "傷官格", "建祿格", "月劫格", "月刃格",
)  # fmt: skip

_USES = {"七殺格": "逆用", "傷官格": "逆用", "月刃格": "逆用", "建祿格": "另取", "月劫格": "另取"}
PATTERN_USE = MappingProxyType({name: _USES.get(name, "順用") for name in PATTERNS})


@dataclass(frozen=True, slots=True)
class Pattern:
    """`name` is one of `PATTERNS`; `stem` the stem it is read from; `how` why.

    `use`: 順用 (protect it), 逆用 (temper it), or 另取 (建祿, 月劫: look elsewhere).
    """

    name: str
    stem: str
    how: str

    @property
    def use(self) -> str:
        return PATTERN_USE[self.name]


def pattern(year: str, month: str, day: str) -> Pattern:
    """Judge the pattern from the month branch and what shows in year and month stem."""
    return _gathered(year, month, day) or _of_month(year[0], month, day[0])


def _gathered(year: str, month: str, day: str) -> Pattern | None:
    """By the element that all three branches gather, if it shows and is not the day master's."""
    for relation in branch_relations((year[1], month[1], day[1])):
        if relation.kind not in ("三會", "三合") or relation.element == STEM_ELEMENT[day[0]]:
            continue
        for place, stem in (("月", month[0]), ("年", year[0])):
            if STEM_ELEMENT[stem] == relation.element:
                how = f"三支{relation.kind}{relation.element}局，{stem}透出{place}干，依《子平真詮》從會局"
                return Pattern(f"{TEN_GOD[day[0]][stem]}格", stem, how)
    return None


def _of_month(year_stem: str, month: str, day_stem: str) -> Pattern:
    month_stem, branch = month[0], month[1]
    gods = TEN_GOD[day_stem]
    hidden = [h.stem for h in HIDDEN_STEMS[branch]]
    main = hidden[0]
    stage = growth_stage(day_stem, branch)
    if stage == "臨官":
        return Pattern("建祿格", main, f"月支{branch}是{day_stem}的祿")
    if stage == "帝旺" and STEM_YANG[day_stem]:
        return Pattern("月刃格", main, f"月支{branch}是{day_stem}的刃")
    shown = [stem for stem in hidden if stem in (year_stem, month_stem)]
    for stem in shown:
        if not _is_peer(gods[stem]):
            place = "月干" if stem == month_stem else "年干"
            return Pattern(f"{gods[stem]}格", stem, f"月支{branch}所藏的{stem}透出{place}")
    if _is_peer(gods[main]):
        return Pattern("月劫格", main, f"月支{branch}本氣{main}與日主同類，是月劫")
    what = f"只透出同類的{shown[0]}" if shown else "都不透"
    return Pattern(f"{gods[main]}格", main, f"月支{branch}所藏{what}，取本氣{main}")


def _is_peer(god: str) -> bool:
    return god in ("比肩", "劫財")

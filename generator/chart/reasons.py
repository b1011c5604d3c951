"""Why a day master is strong or weak: 得令, 得地, 得勢, each yes or no, with what carries it.

In: three pillars. Out: `Reasons`. They argue the verdict of `strength`, which a count decides; they do
not decide it. Imports symbols, hidden stems and strength; never the corpus.

《子平真詮》論十干得時不旺失時不弱, 《滴天髓闡微》衰旺. A light root is a 墓庫 or 餘氣, and the 長生 of a yin
stem, which 《子平真詮》 counts as no more. Whether a chart 從 or is 專旺 nobody can say without the
hour (《滴天髓闡微》從象); where its three pillars come near, the page says how that school reads it.
"""

from typing import NamedTuple

from generator.chart.hidden import HIDDEN_STEMS
from generator.chart.strength import SEASON
from generator.chart.symbols import ELEMENTS, GENERATED_BY, GOD_GROUP, STEM_ELEMENT, TEN_GOD

_HEAVY = dict(zip(ELEMENTS, ("亥寅卯", "寅巳午", "巳午辰戌丑未", "巳申酉", "申亥子"), strict=True))
_LIGHT = dict(zip(ELEMENTS, ("未辰", "戌未", "", "丑戌", "辰丑"), strict=True))
_YIN_BIRTH = {"乙": "午", "丁": "酉", "己": "酉", "辛": "子", "癸": "卯"}


class Reasons(NamedTuple):
    """Why a day master is strong or weak.

    `season`: 得令. `roots`: 年 月 日 → 重根 or 輕根, of the branches that are one. `backing`: of the
    stems of year and month those that are 比劫 or 印, with their god. `near`: 從 or 專旺, what another
    school might call the chart, or None.
    """

    season: bool
    roots: dict[str, str]
    backing: dict[str, str]
    near: str | None


def reasons(year: str, month: str, day: str) -> Reasons:
    """The reasons for three pillars."""
    stem, mine = day[0], STEM_ELEMENT[day[0]]
    roots = {}
    for place, pillar in zip("年月日", (year, month, day), strict=True):
        if pillar[1] in _HEAVY[mine]:
            roots[place] = "重根"
        elif pillar[1] in _LIGHT[mine] or pillar[1] == _YIN_BIRTH.get(stem):
            roots[place] = "輕根"
    gods = {place: TEN_GOD[stem][pillar[0]] for place, pillar in (("年", year), ("月", month))}
    backing = {place: god for place, god in gods.items() if GOD_GROUP[god] in ("比劫", "印")}
    season = SEASON[month[1]][mine] in ("旺", "相")
    return Reasons(season, roots, backing, _near((year, month, day), roots, backing))


def _near(
    pillars: tuple[str, str, str], roots: dict[str, str], backing: dict[str, str]
) -> str | None:
    """What another school might call the chart.

    從: no root, no 印 hidden, nothing that backs it. 專旺: rules the month, rooted deeply in all
    three branches, backed by both stems, and no 官殺 anywhere.
    """
    stem = pillars[2][0]
    mine = STEM_ELEMENT[stem]
    hidden = {h.stem for pillar in pillars for h in HIDDEN_STEMS[pillar[1]]}
    elements = {STEM_ELEMENT[each] for each in hidden}
    if not backing and not elements & {mine, GENERATED_BY[mine]}:
        return "從"
    controlled = any(GOD_GROUP[TEN_GOD[stem][each]] == "官殺" for each in hidden)
    rules = SEASON[pillars[1][1]][mine] == "旺"
    if rules and len(backing) == 2 and list(roots.values()) == ["重根"] * 3 and not controlled:
        return "專旺"
    return None

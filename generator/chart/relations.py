"""Relations among the three pillars: 五合 沖 of stems; 三會 三合 六合 半合 拱合 六沖 刑 害 破 of branches.

In: the stems and branches of year, month and day. Out: `Relation`s in a fixed order.
Imports symbols only.

《三命通會》卷二 (六合 三合 六害 三刑 衝擊), 《子平真詮》論刑沖會合解法. Where schools
differ: 午未 is read as earth; 破 lists all six pairs though 《三命通會》 drops 寅亥 and
巳申; two of a trio already count as 刑 (the strict school wants all three); 暗合 is not
used. 合 never becomes 化 here: without the hour nobody can say.
"""

from dataclasses import dataclass
from functools import cache

from generator.chart.symbols import ELEMENTS, POSITIONS, STEMS

_OF_STEMS = {"五合": "甲己土 乙庚金 丙辛水 丁壬木 戊癸火", "沖": "甲庚 乙辛 丙壬 丁癸"}
_OF_BRANCHES = {
    "三會": "亥子丑水 寅卯辰木 巳午未火 申酉戌金",
    "三合": "申子辰水 亥卯未木 寅午戌火 巳酉丑金",
    "六合": "子丑土 寅亥木 卯戌火 辰酉金 巳申水 午未土",
    "半合": "申子水 子辰水 亥卯木 卯未木 寅午火 午戌火 巳酉金 酉丑金",
    "拱合": "申辰水 亥未木 寅戌火 巳丑金",
    "六沖": "子午 丑未 寅申 卯酉 辰戌 巳亥",
    "三刑": "寅巳申 丑戌未",
    "相刑": "子卯 寅巳 巳申 寅申 丑戌 戌未 丑未",
    "自刑": "辰辰 午午 酉酉 亥亥",
    "六害": "子未 丑午 寅巳 卯辰 申亥 酉戌",
    "六破": "子酉 卯午 辰丑 未戌 寅亥 巳申",
}
"""Kind of relation → the signs that make it, and the element that a 合 or 會 points to."""

KINDS = tuple(_OF_BRANCHES)
"""Branch relations in the order they are told (《子平真詮》: 合 first), not in weight."""

PARTNER = {stem: STEMS[(i + 5) % 10] for i, stem in enumerate(STEMS)}
"""Stem → the stem it makes 五合 with."""


@dataclass(frozen=True, slots=True)
class Relation:
    """One relation. `places` are of 年 月 日, `signs` the stems or branches there.

    `element` is the element that a 合 or 會 points to, else None. `near` is false
    for year and day, which are not adjacent.
    """

    kind: str
    places: tuple[str, ...]
    signs: tuple[str, ...]
    element: str | None
    near: bool


def _by_signs() -> dict[str, list[tuple[str, str | None]]]:
    found: dict[str, list[tuple[str, str | None]]] = {}
    for kind, words in (_OF_STEMS | _OF_BRANCHES).items():
        for word in words.split():
            element = word[-1] if word[-1] in ELEMENTS else None
            signs = "".join(sorted(word.removesuffix(element or "")))
            found.setdefault(signs, []).append((kind, element))
    return found


_RELATIONS = _by_signs()
"""Signs in the order of their code points → the relations they make, with their elements."""


def _relations(signs: tuple[str, str, str]) -> list[Relation]:
    """What all three make, then what adjacent pairs make, then year and day."""
    found = []
    for places in ((0, 1, 2), (0, 1), (1, 2), (0, 2)):
        names = tuple([POSITIONS[place] for place in places])
        there = tuple([signs[place] for place in places])
        for kind, element in _RELATIONS.get("".join(sorted(there)), ()):
            found.append(Relation(kind, names, there, element, near=places != (0, 2)))
    return found


@cache
def stem_relations(stems: tuple[str, str, str]) -> tuple[Relation, ...]:
    """五合 and 沖 between the stems of year, month and day, adjacent pairs first."""
    return tuple(_relations(stems))


@cache
def branch_relations(branches: tuple[str, str, str]) -> tuple[Relation, ...]:
    """All relations between the branches of year, month and day, in the order of `KINDS`.

    A whole 三合 or 三刑 leaves out what its pairs make of the same sort.
    """
    found = _relations(branches)
    kinds = {relation.kind for relation in found}
    parts = {"半合", "拱合"} if "三合" in kinds else set()
    parts |= {"相刑"} if "三刑" in kinds else set()
    whole = [relation for relation in found if relation.kind not in parts]
    return tuple(sorted(whole, key=lambda relation: KINDS.index(relation.kind)))


@cache
def told_of_day(relations: tuple[Relation, ...]) -> tuple[Relation, ...]:
    """The branch relations of the day branch that a reading tells: the first, and a 沖 beside it.

    First what all three pillars make, then the month next to the day, then the year beyond
    it (年日 counts less); within each the order of `KINDS`. 合 and 沖 of one branch are both
    told, for the one may undo the other (《子平真詮》論刑沖會合解法).
    """
    ranked = sorted(
        (relation for relation in relations if "日" in relation.places),
        key=lambda relation: (len(relation.places) < len(POSITIONS), not relation.near),
    )
    if not ranked or ranked[0].kind == "六沖":
        return tuple(ranked[:1])
    clashes = [relation for relation in ranked if relation.kind == "六沖"]
    return (ranked[0], *clashes[:1])


def pair_kinds(one: str, other: str) -> list[str]:
    """Kinds of relation of two branches alone; two of a season count as 三會, which comes last."""
    kinds = [kind for kind, _ in _RELATIONS.get("".join(sorted(one + other)), ())]
    if one != other and any(one in trio and other in trio for trio in _OF_BRANCHES["三會"].split()):
        kinds.append("三會")
    return kinds

"""Relations among the three pillars: 五合 沖 of stems; 三會 三合 六合 半合 拱合 六沖 刑 害 破 of branches.

In: the stems and branches of year, month and day. Out: `Relation`s in a fixed order.
Imports symbols only.

《三命通會》卷二 (六合 三合 六害 三刑 衝擊), 《子平真詮》論刑沖會合解法. Where schools
differ: 午未 is read as earth; 破 lists all six pairs though 《三命通會》 drops 寅亥 and
巳申; two of a trio already count as 刑 (the strict school wants all three); 暗合 is not
used. 合 never becomes 化 here: without the hour nobody can say.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import combinations
from types import MappingProxyType
from typing import TYPE_CHECKING

from generator.chart.symbols import POSITIONS

if TYPE_CHECKING:
    from collections.abc import Iterator

KINDS = (
    "三會", "三合", "六合", "半合", "拱合", "六沖", "三刑", "相刑", "自刑", "六害", "六破",
)  # fmt: skip
"""Branch relations in the order they are told (《子平真詮》: 合 first), not in weight."""


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


_STEM_COMBINATIONS = {
    frozenset("甲己"): "土",
    frozenset("乙庚"): "金",
    frozenset("丙辛"): "水",
    frozenset("丁壬"): "木",
    frozenset("戊癸"): "火",
}
_STEM_CLASHES = frozenset(map(frozenset, ("甲庚", "乙辛", "丙壬", "丁癸")))

_MEETINGS = {frozenset("亥子丑"): "水", frozenset("寅卯辰"): "木", frozenset("巳午未"): "火", frozenset("申酉戌"): "金"}  # fmt: skip
# Each as 長生, 帝旺, 墓.
_TRIADS = {"申子辰": "水", "亥卯未": "木", "寅午戌": "火", "巳酉丑": "金"}
_TRIAD_SETS = {frozenset(triad): element for triad, element in _TRIADS.items()}
_HALF_TRIADS = {
    frozenset(pair): element
    for triad, element in _TRIADS.items()
    for pair in (triad[:2], triad[1:])
}
_ARCHES = {frozenset(triad[::2]): element for triad, element in _TRIADS.items()}
_SIX_COMBINATIONS = {
    frozenset("子丑"): "土", frozenset("寅亥"): "木", frozenset("卯戌"): "火",
    frozenset("辰酉"): "金", frozenset("巳申"): "水", frozenset("午未"): "土",
}  # fmt: skip
_CLASHES = frozenset(map(frozenset, ("子午", "丑未", "寅申", "卯酉", "辰戌", "巳亥")))
_HARMS = frozenset(map(frozenset, ("子未", "丑午", "寅巳", "卯辰", "申亥", "酉戌")))
_BREAKS = frozenset(map(frozenset, ("子酉", "卯午", "辰丑", "未戌", "寅亥", "巳申")))
_PUNISHMENT_TRIOS = frozenset(map(frozenset, ("寅巳申", "丑戌未")))
_PUNISHMENT_PAIRS = frozenset(
    {frozenset(pair) for trio in _PUNISHMENT_TRIOS for pair in combinations(trio, 2)} | {frozenset("子卯")}
)  # fmt: skip
_SELF_PUNISHMENTS = frozenset("辰午酉亥")


@cache
def stem_relations(stems: tuple[str, str, str]) -> tuple[Relation, ...]:
    """五合 and 沖 between the stems of year, month and day, adjacent pairs first."""
    found = []
    for (a, b), near in _pairs():
        pair = frozenset((stems[a], stems[b]))
        places, signs = (POSITIONS[a], POSITIONS[b]), (stems[a], stems[b])
        if pair in _STEM_COMBINATIONS:
            found.append(Relation("五合", places, signs, _STEM_COMBINATIONS[pair], near))
        elif pair in _STEM_CLASHES:
            found.append(Relation("沖", places, signs, None, near))
    return tuple(found)


@cache
def branch_relations(branches: tuple[str, str, str]) -> tuple[Relation, ...]:
    """All relations between the branches of year, month and day, in the order of `KINDS`."""
    found = list(_of_three(branches))
    whole = {relation.kind for relation in found}
    for (a, b), near in _pairs():
        places, signs = (POSITIONS[a], POSITIONS[b]), (branches[a], branches[b])
        found += [
            Relation(kind, places, signs, element, near)
            for kind, element in _of_pair(branches[a], branches[b])
            if not (kind == "相刑" and "三刑" in whole)
            and not (kind in ("半合", "拱合") and "三合" in whole)
        ]
    return tuple(sorted(found, key=lambda relation: KINDS.index(relation.kind)))


PARTNER = MappingProxyType(
    {stem: other for pair in _STEM_COMBINATIONS for stem in pair for other in pair - {stem}}
)
"""Stem → the stem it makes 五合 with."""


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
    clash = next((relation for relation in ranked if relation.kind == "六沖"), None)
    return (ranked[0],) if clash is None else (ranked[0], clash)


def pair_kinds(one: str, other: str) -> list[str]:
    """Kinds of relation of two branches alone; two of a season count as 三會, which comes last."""
    kinds = sorted((kind for kind, _ in _of_pair(one, other)), key=KINDS.index)
    if one != other and any({one, other} <= season for season in _MEETINGS):
        kinds.append("三會")
    return kinds


def _pairs() -> Iterator[tuple[tuple[int, int], bool]]:
    yield (0, 1), True
    yield (1, 2), True
    yield (0, 2), False


def _of_three(branches: tuple[str, str, str]) -> Iterator[Relation]:
    three = frozenset(branches)
    if three in _MEETINGS:
        yield Relation("三會", POSITIONS, branches, _MEETINGS[three], True)
    if three in _TRIAD_SETS:
        yield Relation("三合", POSITIONS, branches, _TRIAD_SETS[three], True)
    if three in _PUNISHMENT_TRIOS:
        yield Relation("三刑", POSITIONS, branches, None, True)


def _of_pair(one: str, other: str) -> Iterator[tuple[str, str | None]]:
    pair = frozenset((one, other))
    for kind, table in (
        ("六合", _SIX_COMBINATIONS),
        ("半合", _HALF_TRIADS),
        ("拱合", _ARCHES),
    ):
        if pair in table:
            yield kind, table[pair]
    for kind, pairs in (
        ("六沖", _CLASHES),
        ("相刑", _PUNISHMENT_PAIRS),
        ("六害", _HARMS),
        ("六破", _BREAKS),
    ):
        if pair in pairs:
            yield kind, None
    if one == other and one in _SELF_PUNISHMENTS:
        yield "自刑", None

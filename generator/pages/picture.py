"""What is drawn of a chart: the arcs that join its signs, and the five elements' shares.

In: a chart. Out: where each line and name stands, in units of a view box `WIDTH` across whose
three columns are those of the table around it: the year at the right, as Taiwan sets pillars.
The template only writes it down.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from typing import TYPE_CHECKING

from generator.chart.strength import TOTAL
from generator.chart.symbols import ELEMENTS
from generator.reading.slots import share

if TYPE_CHECKING:
    from generator.chart import Chart
    from generator.chart.relations import Relation

WIDTH = 300
COLUMNS = {"年": 250, "月": 150, "日": 50}
_TENSE = frozenset(("沖", "六沖", "相刑", "自刑", "三刑", "六害", "六破"))
_FIRST, _LANE, _INSET, _STEP, _BEND = 15, 18, 20, 5, 6
_WHOLE, _EMPTY = 70, 16
"""Heights of the bar of an element that holds everything, and of the place of one that is missing."""


@dataclass(frozen=True, slots=True)
class Arc:
    """A relation: the path of its line, its name and where the name stands.

    `tense` relations (沖 刑 害 破) are drawn otherwise than those that join (合 會).
    """

    path: str
    x: int
    y: int
    name: str
    tense: bool


@dataclass(frozen=True, slots=True)
class Arcs:
    """All arcs on one side of a row of signs; `height` is 0 where there are none."""

    height: int
    arcs: tuple[Arc, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """An element's place: the middle of its fifth of the width, its bar's height, its share.

    One that is `missing` keeps its place, empty.
    """

    element: str
    x: int
    height: int
    words: str
    missing: bool


@cache
def arcs(relations: tuple[Relation, ...], *, above: bool) -> Arcs:
    """Lay out relations in lanes, so that no line or name meets another.

    Neighbours' come first, nearest to the signs; those of year and day pass outside them.
    """
    waiting = sorted(relations, key=lambda r: (_span(r)[1] - _span(r)[0], _is_tense(r)))
    lanes: list[list[tuple[int, int]]] = []
    placed: list[tuple[int, Relation]] = []
    for relation in waiting:
        left, right = _span(relation)
        lane = next(
            (n for n, held in enumerate(lanes) if all(right <= a or b <= left for a, b in held)),
            len(lanes),
        )
        if lane == len(lanes):
            lanes.append([])
        lanes[lane].append((left, right))
        placed.append((lane, relation))
    height = _FIRST + _LANE * len(lanes) - 4 if lanes else 0
    return Arcs(height, tuple(_arc(relation, lane, height, above) for lane, relation in placed))


def _is_tense(relation: Relation) -> bool:
    return relation.kind in _TENSE


def _name(relation: Relation) -> str:
    """半合金; a 五合 without its element, since whether it turns into that is left open."""
    return relation.kind + (relation.element or "" if relation.kind != "五合" else "")


def _span(relation: Relation) -> tuple[int, int]:
    found = [COLUMNS[place] for place in relation.places]
    return min(found), max(found)


def _arc(relation: Relation, lane: int, height: int, above: bool) -> Arc:
    """A bracket whose legs stand on the signs; deeper ones stand nearer to a sign's middle."""
    left, right = _span(relation)
    inset = _INSET - _STEP * lane
    start, end = left + inset, right - inset
    depth = _FIRST + _LANE * lane - 1
    base, line, bend = (height, height - depth, _BEND) if above else (0, depth, -_BEND)
    path = (
        f"M{start} {base}V{line + bend}Q{start} {line} {start + _BEND} {line}"
        f"H{end - _BEND}Q{end} {line} {end} {line + bend}V{base}"
    )
    if len(relation.places) > 2:
        path += f"M{COLUMNS['月']} {base}V{line}"
    middle = (left + right) // 2
    # A third leg stands where the name would.
    x = middle if len(relation.places) == 2 else (middle + right) // 2
    return Arc(path, x, line + 4, _name(relation), _is_tense(relation))


def shares(chart: Chart) -> tuple[Share, ...]:
    """The five elements in their fixed places."""
    scores = chart.strength.scores
    return tuple([_share(place, scores[element]) for place, element in enumerate(ELEMENTS)])


@cache
def _share(place: int, score: int) -> Share:
    width = WIDTH // len(ELEMENTS)
    return Share(
        ELEMENTS[place],
        width // 2 + width * place,
        round(_WHOLE * score / TOTAL) if score else _EMPTY,
        share(score, TOTAL) if score else "無",
        not score,
    )

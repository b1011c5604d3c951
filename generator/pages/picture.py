"""What is drawn of a chart: the arcs that join its signs, and the five elements' shares.

In: a chart. Out: where each line and name stands, in units of a view box `WIDTH` across whose
three columns are those of the table around it: the year at the right, as Taiwan sets pillars.
The template only writes it down.
"""

from functools import cache
from typing import NamedTuple

from generator.chart.relations import Relation
from generator.chart.strength import OTHERS
from generator.chart.symbols import ELEMENTS

WIDTH = 300
COLUMNS = {"年": 250, "月": 150, "日": 50}
_TENSE = frozenset(("沖", "六沖", "相刑", "自刑", "三刑", "六害", "六破"))
_FIRST, _LANE, _INSET, _STEP, _BEND = 15, 18, 10, 3, 6


class Arc(NamedTuple):
    """A relation: the path of its line, its name and where the name stands.

    `tense` relations (沖 刑 害 破) are drawn otherwise than those that join (合 會).
    """

    path: str
    x: int
    y: int
    name: str
    tense: bool


class Arcs(NamedTuple):
    """All arcs on one side of a row of signs; `height` is 0 where there are none."""

    height: int
    arcs: tuple[Arc, ...]


class Share(NamedTuple):
    """An element's part of the bar: where it begins, how wide it is, its share in words."""

    element: str
    x: float
    width: float
    words: str


@cache
def arcs(relations: tuple[Relation, ...], *, above: bool) -> Arcs:
    """Lay out relations in lanes, so that no line or name meets another.

    Neighbours' come first, nearest to the signs; those of year and day pass outside them.
    """
    taken = {100: 0, 200: 0}  # lanes in the gaps between the columns, by their middles
    placed = []
    for relation in sorted(
        relations, key=lambda r: ({"年", "日"} <= {*r.places}, r.kind in _TENSE)
    ):
        left, right = _span(relation)
        crossed = [gap for gap in taken if left < gap < right]
        lane = max(taken[gap] for gap in crossed)
        taken |= dict.fromkeys(crossed, lane + 1)
        placed.append((relation, lane))
    height = _FIRST + _LANE * max(taken.values()) - 4 if placed else 0
    return Arcs(height, tuple(_arc(relation, lane, height, above) for relation, lane in placed))


def _span(relation: Relation) -> tuple[int, int]:
    found = [COLUMNS[place] for place in relation.places]
    return min(found), max(found)


def _arc(relation: Relation, lane: int, height: int, above: bool) -> Arc:
    """A bracket whose legs stand by the middle of the signs, those of a deeper one nearer."""
    left, right = _span(relation)
    inset = _INSET - _STEP * lane
    start, end = left + inset, right - inset
    depth = _FIRST + _LANE * lane - 1
    base, line, bend = (height, height - depth, _BEND) if above else (0, depth, -_BEND)
    path = (
        f"M{start} {base}V{line + bend}Q{start} {line} {start + _BEND} {line}"
        f"H{end - _BEND}Q{end} {line} {end} {line + bend}V{base}"
    )
    x = (left + right) // 2
    if len(relation.places) > 2:
        path += f"M{COLUMNS['月']} {base}V{line}"
        x = (x + right) // 2  # the third leg stands where the name would
    # Whether a 五合 turns into its element is left open.
    element = relation.element if relation.element and relation.kind != "五合" else ""
    return Arc(path, x, line + 4, relation.kind + element, relation.kind in _TENSE)


@cache
def shares(scores: tuple[int, ...]) -> tuple[Share, ...]:
    """The bar of the five elements, `WIDTH` long: scores as in `ELEMENTS`, the day stem left out."""
    found, x = [], 0.0
    for element, score in zip(ELEMENTS, scores, strict=True):
        width = round(WIDTH * score / OTHERS, 1)
        found.append(Share(element, round(x, 1), width, f"{round(100 * score / OTHERS)}%"))
        x += width
    return tuple(found)

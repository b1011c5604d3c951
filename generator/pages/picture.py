"""The picture of a chart: what stands where in its SVG. The template only writes it down.

In: a chart. Out: a `Picture` of columns, arcs and shares, in the units of the view box
(`WIDTH` across). Stems' relations bend above the pillars, branches' below.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.symbols import BRANCH_ELEMENT, ELEMENTS, POSITIONS, STEM_ELEMENT

if TYPE_CHECKING:
    from generator.chart import Chart
    from generator.chart.relations import Relation

WIDTH = 340
_COLUMNS = (60, 170, 280)
_HEAD, _STEM, _BRANCH, _HIDDEN, _LINE = 34, 66, 108, 134, 17
_BAR = 28
_NAME = 17


@dataclass(frozen=True, slots=True)
class Column:
    """A pillar at `x`: its stem and branch with their elements, hidden stems from `y` down."""

    x: int
    place: str
    stem: tuple[str, str]
    branch: tuple[str, str]
    hidden: tuple[tuple[int, str, str, str], ...]
    god: str


@dataclass(frozen=True, slots=True)
class Arc:
    """A relation: its path, its name and where the name stands."""

    path: str
    x: int
    y: int
    name: str


@dataclass(frozen=True, slots=True)
class Share:
    """An element's part of the bar: from `x`, `width` wide."""

    element: str
    x: int
    width: int


@dataclass(frozen=True, slots=True)
class Picture:
    """Everything drawn. `top` is what the arcs above need; `bar` the balance's upper edge."""

    height: int
    top: int
    columns: tuple[Column, ...]
    arcs: tuple[Arc, ...]
    bar: int
    shares: tuple[Share, ...]


def picture(chart: Chart) -> Picture:
    """Lay out the picture of a chart."""
    above = _grouped(chart.stem_relations)
    below = _grouped(chart.branch_relations)
    top = max((_rise(places) + _NAME for places in above), default=0)
    bottom = _HIDDEN + _LINE * (max(len(p.hidden) for p in chart.pillars) - 1) + 10
    arcs = [_arc(places, name, top + _HEAD - 20, -1) for places, name in above.items()]
    arcs += [_arc(places, name, top + bottom, 1) for places, name in below.items()]
    bar = top + bottom + max((_rise(places) + _NAME for places in below), default=0) + 12
    columns = tuple(
        Column(
            x,
            p.place,
            (p.stem, STEM_ELEMENT[p.stem]),
            (p.branch, BRANCH_ELEMENT[p.branch]),
            tuple(
                (top + _HIDDEN + _LINE * i, h.stem, STEM_ELEMENT[h.stem], god)
                for i, (h, god) in enumerate(zip(p.hidden, p.hidden_gods, strict=True))
            ),
            p.god,
        )
        for x, p in zip(_COLUMNS, chart.pillars, strict=True)
    )
    return Picture(bar + _BAR + 4, top, columns, tuple(arcs), bar, _shares(chart))


def _grouped(relations: tuple[Relation, ...]) -> dict[tuple[str, ...], str]:
    """Relations of the same places as one arc, their names joined."""
    names: dict[tuple[str, ...], list[str]] = {}
    for relation in relations:
        name = relation.kind + (relation.element or "")
        names.setdefault(relation.places, []).append(name)
    return {places: "・".join(found) for places, found in names.items()}


def _rise(places: tuple[str, ...]) -> int:
    """How far an arc bends; one that spans year and day passes outside the others' names."""
    return 46 if places[0] == "年" and places[-1] == "日" else 18


def _arc(places: tuple[str, ...], name: str, y: int, way: int) -> Arc:
    """The arc bends from `y` up (way -1) or down (1); its name stands outside the bend."""
    left, right = (_COLUMNS[POSITIONS.index(place)] for place in (places[0], places[-1]))
    rise = _rise(places)
    bend = y + way * round(rise / 0.75)  # a cubic reaches three quarters of its control points
    inset = 12 if rise > 18 else 20
    path = f"M{left + inset} {y}C{left + 26} {bend} {right - 26} {bend} {right - inset} {y}"
    return Arc(path, (left + right) // 2, y + way * rise + (13 if way > 0 else -4), name)


def _shares(chart: Chart) -> tuple[Share, ...]:
    """Each element's share of the whole in the bar; rounded so that the parts fill it."""
    total = sum(chart.strength.scores.values())
    edges, run = [0], 0
    for element in ELEMENTS:
        run += chart.strength.scores[element]
        edges.append(round(run * WIDTH / total))
    return tuple(
        Share(element, edges[i], edges[i + 1] - edges[i])
        for i, element in enumerate(ELEMENTS)
        if edges[i + 1] > edges[i]
    )

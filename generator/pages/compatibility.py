"""Compatibility of two zodiac signs.

In: the texts of `data/tables/` and the rules of relations. Out: a plain dict for
`tables/compatibility.json`, which the door only looks things up in and the site shows as pages.
Imports symbols, labels and chart; never files, never templates.

The points are this project's convention, no classic has any: 60 to begin with; 六合 +25 三合 +20
三會 +8 同支 +4 (自刑 −6) 六沖 −25 相刑 −15 六害 −15 相破 −8; kept within 20 to 95. Every relation found
is listed, also where they pull in both directions (巳申).
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from generator.chart.labels import ENGLISH, pair_path
from generator.chart.relations import pair_kinds
from generator.chart.symbols import BRANCHES, ZODIAC

if TYPE_CHECKING:
    from generator.content.tables import Tables

_BASE, _LEAST, _MOST = 60, 20, 95
_POINTS = {
    "六合": 25, "三合": 20, "三會": 8, "同支": 4, "同支自刑": -6,
    "六沖": -25, "相刑": -15, "六害": -15, "相破": -8,
}  # fmt: skip
_ZODIAC_NAMES = {"半合": "三合", "拱合": "三合", "六破": "相破"}


def compatibility(tables: Tables) -> dict[str, Any]:
    """Signs, and for each unordered pair of branches its relations, points and advice."""
    return {
        "base": _BASE,
        "signs": [{"branch": b, "sign": ZODIAC[b], "english": ENGLISH[b]} for b in BRANCHES],
        "pairs": {
            one + other: _pair(one, other, tables)
            for i, one in enumerate(BRANCHES)
            for other in BRANCHES[i:]
        },
    }


def _pair(one: str, other: str, tables: Tables) -> dict[str, Any]:
    kinds = {_ZODIAC_NAMES.get(kind, kind) for kind in pair_kinds(one, other)}
    names = [name for name in _POINTS if name in kinds]  # 合 before 沖刑害破
    if one == other:
        names = ["同支自刑" if "自刑" in kinds else "同支"]
    score = min(max(_BASE + sum(_POINTS[name] for name in names), _LEAST), _MOST)
    return {
        "score": score,
        "level": next(label for least, label in tables.levels if score >= least),
        "relations": [{"name": name, "points": _POINTS[name]} for name in names],
        "advice": tables.compatibility[f"{ZODIAC[one]}・{ZODIAC[other]}"],
        "path": pair_path(one, other),
    }

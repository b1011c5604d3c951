"""The flow-year framework.

In: the texts of `data/tables/` and the rules of relations. Out: a plain dict for
`tables/flow-year.json`, which the door only looks things up in and the site shows as a page.
Imports calendar, symbols and chart; never files, never templates.

《淵海子平》論太歲吉凶、論征太歲; 《三命通會》卷二. 破太歲 counts all six pairs.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from generator.calendar import FIRST_DAY
from generator.chart.gods import TEN_GOD
from generator.chart.hidden import HIDDEN_STEMS
from generator.chart.pillars import growth_stage
from generator.chart.relations import pair_kinds, stem_relations
from generator.symbols import (
    BRANCH_ELEMENT,
    BRANCHES,
    CONTROLS,
    ELEMENTS,
    GENERATES,
    PILLARS,
    STEM_ELEMENT,
    STEMS,
    pillar,
)

if TYPE_CHECKING:
    from generator.content.tables import Tables

LAST_FLOW_YEAR = 2100
"""Years the framework can be applied to: from the first birth year to this one."""

FLOW_STEPS = ("定流年干支", "天干主題", "地支環境", "太歲與生肖", "月支與日支", "日柱對照", "喜忌")
"""The seven steps of framework 1.0, in order."""

_TAISUI = {"六沖": "沖", "相刑": "刑", "自刑": "刑", "六害": "害", "六破": "破", "六合": "六合", "半合": "三合", "拱合": "三合"}  # fmt: skip


def flow_year(tables: Tables) -> dict[str, Any]:
    """The framework's steps, and everything needed to apply them by looking up."""
    text = tables.flow_year
    years = range(FIRST_DAY.year, LAST_FLOW_YEAR + 1)
    return {
        "version": "1.0",
        "steps": [
            {"step": i + 1, "title": title, "explanation": text[f"步驟{'一二三四五六七'[i]}"]}
            for i, title in enumerate(FLOW_STEPS)
        ],
        "years": {str(year): pillar(year - 4) for year in years},
        "theme": {
            day: {s: {"tenGod": g, "text": text[f"主題・{g}"]} for s, g in TEN_GOD[day].items()}
            for day in STEMS
        },
        "surroundings": {day: {b: _surroundings(day, b, text) for b in BRANCHES} for day in STEMS},
        "taisui": {
            year: {birth: _taisui(year, birth, text) for birth in BRANCHES} for year in BRANCHES
        },
        "palaces": {
            place: {
                year: {birth: _palace(place, year, birth, text) for birth in BRANCHES}
                for year in BRANCHES
            }
            for place in ("月支", "日支")
        },
        "void": text["空亡・填實"],
        "day": {birth: {year: _day(birth, year, text) for year in PILLARS} for birth in PILLARS},
        "same": {"name": "伏吟", "text": text["天干・伏吟"]},
        "help": {
            element: {year: _help(element, year, text) for year in PILLARS} for element in ELEMENTS
        },
    }


def _surroundings(day: str, branch: str, text: dict[str, str]) -> dict[str, str]:
    god = TEN_GOD[day][HIDDEN_STEMS[branch][0].stem]
    return {"tenGod": god, "growthStage": growth_stage(day, branch), "text": text[f"環境・{god}"]}


def _taisui(year: str, birth: str, text: dict[str, str]) -> list[dict[str, str]]:
    """What a year's branch is to a birth year's: 值 first, then 刑沖害破, then 合."""
    names = ["值"] if year == birth else []
    names += [_TAISUI[kind] for kind in pair_kinds(year, birth) if kind in _TAISUI]
    order = ["值", "刑", "沖", "害", "破", "六合", "三合"]
    found = sorted(dict.fromkeys(names), key=order.index) or ["平"]
    return [
        {"name": n if n in ("平", "六合", "三合") else f"{n}太歲", "text": text[f"太歲・{n}"]}
        for n in found
    ]


def _palace(place: str, year: str, birth: str, text: dict[str, str]) -> list[dict[str, str]]:
    kinds = [kind for kind in pair_kinds(year, birth) if f"{place}・{kind}" in text] or ["靜"]
    return [{"name": kind, "text": text[f"{place}・{kind}"]} for kind in kinds]


def _day(birth: str, year: str, text: dict[str, str]) -> list[dict[str, str]]:
    """The natal day pillar against a year's pillar."""
    stems = {r.kind for r in stem_relations((birth[0], year[0], birth[0])) if r.near}
    names: list[str] = [kind for kind in ("五合", "沖") if kind in stems]
    clash = "六沖" in pair_kinds(birth[1], year[1])
    controls = CONTROLS[STEM_ELEMENT[year[0]]] == STEM_ELEMENT[birth[0]]
    if controls and clash:
        names.append("天剋地沖")
    if CONTROLS[STEM_ELEMENT[birth[0]]] == STEM_ELEMENT[year[0]]:
        names.append("犯歲君")
    if birth == year:
        names.append("伏吟")
    return [{"name": name, "text": text[f"天干・{name}"]} for name in names or ["平"]]


def _help(useful: str, year: str, text: dict[str, str]) -> dict[str, str]:
    """Whether a year's stem and branch feed the useful element, starve it, or neither."""
    tally = 0
    for element in (STEM_ELEMENT[year[0]], BRANCH_ELEMENT[year[1]]):
        tally += element == useful or GENERATES[element] == useful
        tally -= CONTROLS[element] == useful
    name = "助力" if tally > 0 else "耗力" if tally < 0 else "平"
    return {"name": name, "text": text[f"喜忌・{name}"]}

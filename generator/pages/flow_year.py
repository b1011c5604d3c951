"""The flow-year framework.

In: the texts of `data/tables/` and the rules of relations. Out: a plain dict for
`tables/flow-year.json`: everything the framework can find, and which of it each part of a chart
finds in each of the sixty years. The door and the pages only look things up in it.
Imports calendar, symbols and chart; never files, never templates.

《淵海子平》論太歲吉凶、論征太歲; 《三命通會》卷二. 破太歲 counts all six pairs.
"""

from collections.abc import Callable, Iterator, Mapping
from datetime import date, datetime
from functools import cache, partial
from itertools import product
from typing import Any, NamedTuple

from generator.chart import Chart, calendar
from generator.chart.calendar import FLOW_YEARS
from generator.chart.hidden import HIDDEN_STEMS
from generator.chart.pillars import growth_stage, void_branches
from generator.chart.relations import pair_kinds, stem_relations
from generator.chart.symbols import (
    BRANCH_ELEMENT,
    BRANCHES,
    ELEMENTS,
    PILLARS,
    STEM_ELEMENT,
    TEN_GOD,
    pillar,
)
from generator.content.fragments import Tables

Texts = Mapping[str, str]


class ThisYear(NamedTuple):
    """A year, its pillar, when that begins (UTC+8), and what it is to a day's stem and branch."""

    year: int
    pillar: str
    begins: datetime
    stem: str
    branch: str


Finding = tuple[int, str, str]  # (step, name, text)

FLOW_STEPS = ("定流年干支", "天干主題", "地支環境", "太歲與生肖", "月支與日支", "日柱對照", "喜忌")
"""The seven steps of framework 1.0, in order."""

_TAISUI = {"六沖": "沖", "相刑": "刑", "自刑": "刑", "六害": "害", "六破": "破", "六合": "六合", "半合": "三合", "拱合": "三合"}  # fmt: skip


def flow_year(tables: Tables) -> dict[str, Any]:
    """The framework's steps, and everything needed to apply them by looking up.

    `years`: year → what step one finds; `begins`: when that is, ISO 8601. `found`: part of the
    chart → its sign → the year's pillar → numbers of `findings`, each (step, {name, text}). What
    all parts find, in their order and each once, is what steps two to seven find.
    """
    text = tables.flow_year
    numbers: dict[Finding, int] = {}
    found: dict[str, dict[str, dict[str, list[int]]]] = {}
    for part, (signs, finds) in _PARTS.items():
        found[part] = {sign: {} for sign in signs}
        for sign, year in product(signs, PILLARS):
            of_year = [numbers.setdefault(f, len(numbers)) for f in finds(sign, year, text)]
            found[part][sign][year] = of_year
    years = {y: pillar(y - 4) for y in FLOW_YEARS}
    return {
        "version": "1.0",
        "steps": [
            {"step": i + 1, "title": title, "explanation": text[f"步驟{'一二三四五六七'[i]}"]}
            for i, title in enumerate(FLOW_STEPS)
        ],
        "years": {
            str(year): {"name": name, "text": f"{year} 年從立春起是{name}年。"}
            for year, name in years.items()
        },
        # 立春, before which it is still the year before.
        "begins": {str(y): f"{begins_at(y).isoformat()}+08:00" for y in years},
        "findings": [(step, {"name": name, "text": words}) for step, name, words in numbers],
        "found": found,
    }


def this_years(day: str, years: range, text: Texts) -> tuple[ThisYear, ...]:
    """What each of some years is to a day pillar: its stem to the day stem, its branch to the branch."""
    named = [(year, pillar(year - 4)) for year in years]
    return tuple(
        ThisYear(y, name, begins_at(y), text[f"{day[0]}・{name[0]}"], text[f"{day[1]}・{name[1]}"])
        for y, name in named
    )


@cache
def begins_at(year: int) -> datetime:
    """When a year's pillar begins: its 立春, UTC+8, which always falls on 3 to 5 February."""
    return calendar.day(date(year, 2, 6)).term.at


def applied(flow: dict[str, Any], chart: Chart, year: int) -> list[list[dict[str, str]]]:
    """What each of the seven steps finds for a chart in a year, as {name, text}."""
    sui = flow["years"][str(year)]
    signs = {"month": chart.month.branch, "day": chart.day.pillar}
    signs |= {"year": chart.year.pillar, "useful": chart.useful}
    steps: list[list[dict[str, str]]] = [[sui], *([] for _ in FLOW_STEPS[1:])]
    parts = flow["found"].items()
    numbers = (n for part, by_sign in parts for n in by_sign[signs[part]][sui["name"]])
    for step, finding in (flow["findings"][n] for n in dict.fromkeys(numbers)):
        steps[step - 1].append(finding)
    return steps


def of_day_pillar(day: str, year: str, text: Texts) -> list[Finding]:
    """What a day pillar alone tells of a year: the theme, the day branch, the stem if it meets.

    As the framework finds it, but for a day branch that nothing moves: there the elements of the
    two branches, or that they are the same, make the difference that the framework leaves out.
    """
    found = []
    for step, name, words in _of_day(day, year, text):
        if name == "日支 靜":
            kind = _quiet(day[1], year[1])
            label = "日支 伏吟" if kind == "伏吟" else name
            found.append((step, label, text[f"日支・{kind}"]))
        elif step in (2, 5) or (step == 6 and name != "平"):
            found.append((step, name, words))
    return found


def _of_branch(place: str, branch: str, year: str, text: Texts) -> Iterator[Finding]:
    for kind in pair_kinds(year[1], branch) or ["靜"]:
        yield 5, f"{place} {kind}", text[f"{place}・{kind}"]


def _of_day(day: str, year: str, text: Texts) -> Iterator[Finding]:
    god = TEN_GOD[day[0]][year[0]]
    yield 2, god, text[f"主題・{god}"]
    around = TEN_GOD[day[0]][HIDDEN_STEMS[year[1]][0].stem]
    yield 3, f"{around}、{growth_stage(day[0], year[1])}", text[f"環境・{around}"]
    yield from _of_branch("日支", day[1], year, text)
    if year[1] in void_branches(day):
        yield 5, "填實空亡", text["空亡・填實"]
    for name in _stems(day, year) or ["平"]:
        yield 6, name, text[f"天干・{name}"]


def _of_year(birth: str, year: str, text: Texts) -> Iterator[Finding]:
    """What a year's branch is to a birth year's: 值 first, then 刑沖害破, then 合; and 伏吟."""
    met = {_TAISUI.get(kind) for kind in pair_kinds(year[1], birth[1])}
    if year[1] == birth[1]:
        met.add("值")
    names = ("值", "刑", "沖", "害", "破", "六合", "三合")
    for n in [name for name in names if name in met] or ["平"]:
        yield 4, n if n in ("平", "六合", "三合") else f"{n}太歲", text[f"太歲・{n}"]
    if birth == year:
        yield 6, "伏吟", text["天干・伏吟"]


def _of_useful(element: str, year: str, text: Texts) -> Iterator[Finding]:
    """Whether a year's stem and branch feed the useful element, starve it, or neither."""
    tally = 0
    for other in (STEM_ELEMENT[year[0]], BRANCH_ELEMENT[year[1]]):
        stands = _stands(element, other)
        tally += (stands in ("同類", "生我")) - (stands == "剋我")
    name = "助力" if tally > 0 else "耗力" if tally < 0 else "平"
    yield 7, name, text[f"喜忌・{name}"]


_PARTS: dict[str, tuple[tuple[str, ...], Callable[[str, str, Texts], Iterator[Finding]]]] = {
    "month": (BRANCHES, partial(_of_branch, "月支")),
    "day": (PILLARS, _of_day),
    "year": (PILLARS, _of_year),
    "useful": (ELEMENTS, _of_useful),
}
"""Part of a chart → the signs it can have, and what one finds in a year; in the order shown."""


def _stems(birth: str, year: str) -> list[str]:
    """The natal day pillar against a year's pillar."""
    stems = {r.kind for r in stem_relations((birth[0], year[0], birth[0])) if r.near}
    stands = _stands(STEM_ELEMENT[birth[0]], STEM_ELEMENT[year[0]])
    found = {
        "五合": "五合" in stems,
        "沖": "沖" in stems,
        "天剋地沖": stands == "剋我" and "六沖" in pair_kinds(birth[1], year[1]),
        "犯歲君": stands == "我剋",
        "伏吟": birth == year,
    }
    return [name for name, holds in found.items() if holds]


def _quiet(birth: str, year: str) -> str:
    """How two branches without a relation stand to each other, by the key of its text."""
    if birth == year:
        return "伏吟"
    return f"靜而{_stands(BRANCH_ELEMENT[birth], BRANCH_ELEMENT[year])}"


def _stands(mine: str, its: str) -> str:
    """How an element stands to mine: each generates the next of the five, controls the one after."""
    kinds = ("同類", "我生", "我剋", "剋我", "生我")
    return kinds[(ELEMENTS.index(its) - ELEMENTS.index(mine)) % 5]

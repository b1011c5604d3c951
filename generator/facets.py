"""The facets: which paragraph of which section is chosen by which fact.

In: a day and its chart. Out: the keys whose fragments a reading prints. Imports
calendar, chart and symbols; never the corpus.

`FACETS` is in the order of the page. A new facet is one line here and one file in
`data/corpus/`. The keys follow plan M of the corpus plan; a facet's key set is closed,
so that a missing or misspelt key is found before anything is built.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import blake2b
from typing import TYPE_CHECKING

from generator.chart.pattern import PATTERNS
from generator.chart.relations import PARTNER, told_of_day
from generator.chart.stars import STARS
from generator.chart.strength import CLASSES
from generator.symbols import (
    BRANCHES,
    ELEMENTS,
    GOD_GROUP,
    GOD_GROUPS,
    PENTADS,
    PHASES,
    PILLARS,
    POSITIONS,
    STEMS,
    TEN_GODS,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from generator.calendar import Day
    from generator.chart import Chart

SECTIONS = ("性格", "事業", "財運", "感情婚姻", "健康", "總論")
PERSPECTIVES = ("neutral", "male", "female")

MAX_STARS = 3
"""Stars told in one reading: they only second what the pattern says (《子平真詮》)."""

_RARE = frozenset(("天赦", "三奇貴人", "日德", "日貴", "魁罡"))
_COMMON = frozenset(("太極貴人", "天乙貴人", "空亡", "文昌貴人", "金輿", "陰差陽錯", "十惡大敗"))
"""Stars that many charts carry in one and the same place, and so say little of one."""


@dataclass(frozen=True, slots=True)
class Facet:
    """One kind of paragraph.

    `keys` are all keys its file must hold; `ask` gives the keys of a date, mostly one,
    none where the tradition has nothing to say. `perspective` limits it to one view.
    `length` is the range of characters a fragment should have.
    """

    name: str
    section: str
    length: tuple[int, int]
    keys: tuple[str, ...]
    ask: Callable[[Day, Chart], tuple[str, ...]]
    perspective: str | None = None


def _by_strength(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{name}・{strength}" for name in names for strength in CLASSES)


def _presence(chart: Chart, group: str) -> str:
    """透根 shows in a stem and has a root, 透浮 shows without one, 藏 only hidden, 無."""
    shown = any(GOD_GROUP[p.god] == group for p in (chart.year, chart.month))
    rooted = any(GOD_GROUP[god] == group for p in chart.pillars for god in p.hidden_gods)
    if shown:
        return "透根" if rooted else "透浮"
    return "藏" if rooted else "無"


def _wealth(_: Day, chart: Chart) -> tuple[str, ...]:
    output = _presence(chart, "食傷")[0]
    return (f"財{_presence(chart, '財')}・食傷{output}・{chart.strength.name}",)


_STAR_LEVELS = ("並透", "正透", "偏透", "正坐", "偏坐", "藏", "無")


def _spouse_star(proper: str, partial: str) -> Callable[[Day, Chart], tuple[str, ...]]:
    """Where the 配偶星 stands: shown in a stem, under the day stem, hidden, or nowhere.

    Men read 財, women 官殺 (《子平真詮》論妻子, 《三命通會》論女命).
    """

    def ask(_: Day, chart: Chart) -> tuple[str, ...]:
        shown = {chart.year.god, chart.month.god}
        seated = chart.day.hidden_gods
        if {proper, partial} <= shown:
            level = "並透"
        elif proper in shown:
            level = "正透"
        elif partial in shown:
            level = "偏透"
        elif proper in seated:
            level = "正坐"
        elif partial in seated:
            level = "偏坐"
        elif any(god in (proper, partial) for p in chart.pillars for god in p.hidden_gods):
            level = "藏"
        else:
            level = "無"
        return (f"{level}・{chart.strength.name}",)

    return ask


def _heaviest_group(_: Day, chart: Chart) -> tuple[str, ...]:
    return (f"{chart.heaviest_groups[0]}・{chart.strength.name}",)


_DAY_RELATIONS = (
    "三會", "三合", "三刑",
    *(k + p for k in ("六合", "半合", "拱合", "六沖", "相刑", "自刑", "六害", "六破") for p in "月年"),
    *("靜" + branch for branch in BRANCHES),
)  # fmt: skip


def _day_relation(_: Day, chart: Chart) -> tuple[str, ...]:
    """What the day branch is in, and with which pillar; or that it is quiet."""
    return tuple(
        relation.kind + (relation.places[0] if len(relation.places) == 2 else "")
        for relation in told_of_day(chart.branch_relations)
    ) or ("靜" + chart.day.branch,)


def _day_union(_: Day, chart: Chart) -> tuple[str, ...]:
    """Where the day stem's partner in 五合 shows: in the month beside it, or else in the year."""
    partner = PARTNER[chart.day.stem]
    near = (p.place for p in (chart.month, chart.year) if p.stem == partner)
    return tuple(f"{chart.day.stem}{partner}合・{place}" for place in near)[:1]


def _year_month(_: Day, chart: Chart) -> tuple[str, ...]:
    return next(
        ((r.kind,) for r in chart.branch_relations if r.places == POSITIONS[:2]),
        (),
    )


_SINGLE_STARS = ("天赦", "三奇貴人", "日德", "日貴", "魁罡", "陰差陽錯", "十惡大敗")
_STAR_PLACES = {"紅鸞": "月日", "天喜": "月日", "孤辰": "月日", "寡宿": "月日", "天醫": "年日"}


def _star_keys() -> tuple[str, ...]:
    return tuple(
        key
        for name, _ in STARS
        for key in (
            (name,)
            if name in _SINGLE_STARS
            else tuple(f"{name}・{place}" for place in _STAR_PLACES.get(name, "年月日"))
        )
    )


def _stars(day: Day, chart: Chart) -> tuple[str, ...]:
    """At most `MAX_STARS`: rare ones always, common ones last, drawn by a hash of the date.

    A star in several pillars is told in the one nearest to oneself.
    """
    drawn = sorted(
        chart.stars,
        key=lambda star: (
            star.name not in _RARE,
            star.name in _COMMON,
            blake2b(f"{day.date}{star.name}".encode(), digest_size=8).digest(),
        ),
    )[:MAX_STARS]
    return tuple(
        star.name if star.name in _SINGLE_STARS else f"{star.name}・{star.places[-1]}"
        for star in chart.stars
        if star in drawn
    )


FACETS: tuple[Facet, ...] = (
    Facet("day-stem", "性格", (60, 95), STEMS, lambda d, c: (c.day.stem,)),
    Facet("day-pillar", "性格", (150, 185), PILLARS, lambda d, c: (c.day.pillar,)),
    Facet(
        "season", "性格", (150, 185),
        tuple(f"{s}日{b}月" for s in STEMS for b in BRANCHES),
        lambda d, c: (f"{c.day.stem}日{c.month.branch}月",),
    ),
    Facet(
        "year-month-gods", "性格", (95, 130),
        tuple(f"年{a}月{b}" for a in TEN_GODS for b in TEN_GODS),
        lambda d, c: (f"年{c.year.god}月{c.month.god}",),
    ),
    Facet(
        "day-union", "性格", (55, 85),
        tuple(f"{stem}{PARTNER[stem]}合・{place}" for stem in STEMS for place in "月年"),
        _day_union,
    ),
    Facet(
        "pattern", "事業", (165, 205), _by_strength(PATTERNS),
        lambda d, c: (f"{c.pattern.name}・{c.strength.name}",),
    ),
    Facet(
        "commander", "事業", (135, 170), _by_strength(TEN_GODS),
        lambda d, c: (f"{c.commander_god}・{c.strength.name}",),
    ),
    Facet(
        "wealth", "財運", (150, 190),
        _by_strength(tuple(f"財{a}・食傷{b}" for a in ("透根", "透浮", "藏", "無") for b in "透藏無")),
        _wealth,
    ),
    Facet("month-pillar", "財運", (110, 140), PILLARS, lambda d, c: (c.month.pillar,)),
    Facet("spouse-palace", "感情婚姻", (120, 150), PILLARS, lambda d, c: (c.day.pillar,)),
    Facet("day-relation", "感情婚姻", (80, 110), _DAY_RELATIONS, _day_relation),
    Facet("spouse-star-neutral", "感情婚姻", (125, 165), _by_strength(GOD_GROUPS), _heaviest_group, "neutral"),
    Facet("spouse-star-male", "感情婚姻", (125, 165), _by_strength(_STAR_LEVELS), _spouse_star("正財", "偏財"), "male"),
    Facet("spouse-star-female", "感情婚姻", (125, 165), _by_strength(_STAR_LEVELS), _spouse_star("正官", "七殺"), "female"),
    Facet(
        "elements", "健康", (130, 165),
        tuple(f"{a}旺{b}弱" for a in ELEMENTS for b in ELEMENTS if a != b),
        lambda d, c: (f"{c.strength.strongest}旺{c.strength.weakest}弱",),
    ),
    Facet(
        "phase", "健康", (110, 140),
        tuple(f"{b}月{p}" for b in BRANCHES for p in PHASES),
        lambda d, c: (f"{c.month.branch}月{d.phase}",),
    ),
    Facet("year-pillar", "總論", (150, 185), PILLARS, lambda d, c: (c.year.pillar,)),
    Facet("year-month-relation", "總論", (55, 85), ("六合", "半合", "拱合", "六沖", "相刑", "自刑", "六害", "六破"), _year_month),
    Facet(
        "useful", "總論", (105, 140), _by_strength(ELEMENTS),
        lambda d, c: (f"{c.useful}・{c.strength.name}",),
    ),
    Facet("stars", "總論", (40, 65), _star_keys(), _stars),
    Facet("pentad", "總論", (105, 135), PENTADS, lambda d, c: (d.pentad,)),
)  # fmt: skip

"""The keys of the corpus: what each facet asks of a chart, and every answer there is.

In: a day and its chart. Out: keys. Imports calendar, chart and symbols; never the corpus.

Sets of keys are closed, so that a missing or misspelt one is found before anything is built.
They leave out what no date of the range asks for; `tests/test_reading.py` holds them to that.
"""

from collections.abc import Callable, Iterable
from hashlib import blake2b

from generator.chart import Chart
from generator.chart.calendar import Day
from generator.chart.pattern import PATTERNS
from generator.chart.relations import PARTNER, told_of_day
from generator.chart.stars import STARS
from generator.chart.strength import CLASSES
from generator.chart.symbols import (
    ELEMENTS,
    GOD_GROUP,
    GOD_GROUPS,
    POSITIONS,
    STEM_ELEMENT,
    STEMS,
    TEN_GOD,
    TEN_GODS,
)

_RARE = frozenset(("天赦", "三奇貴人", "日德", "日貴", "魁罡"))
"""Stars that few charts carry: the others say little of one, and stand in the folded facts alone."""


def lot(day: Day, key: str, variant: str = "") -> bytes:
    """What a date draws variants by, the highest: a new one moves only the dates that it wins.

    By key and variant alone, so that texts which share their keys tell of one and the same thing.
    """
    return blake2b(f"{day.date} {key}{variant}".encode()).digest()


def by_strength(names: tuple[str, ...]) -> tuple[str, ...]:
    return tuple(f"{name}・{strength}" for name in names for strength in CLASSES)


def _all_but(keys: Iterable[str], absent: str) -> tuple[str, ...]:
    """Keys without those that no date of the range has."""
    left_out = absent.split()
    return tuple(key for key in keys if key not in left_out)


def _presence(chart: Chart, group: str) -> str:
    """透根 shows in a stem and has a root, 透浮 shows without one, 藏 only hidden, 無."""
    shown = any(GOD_GROUP[p.god] == group for p in (chart.year, chart.month))
    rooted = any(GOD_GROUP[god] == group for p in chart.pillars for god in p.hidden_gods)
    if shown:
        return "透根" if rooted else "透浮"
    return "藏" if rooted else "無"


def wealth(_: Day, chart: Chart) -> tuple[str, ...]:
    output = _presence(chart, "食傷")[0]
    return (f"財{_presence(chart, '財')}・食傷{output}・{chart.strength.name}",)


STAR_LEVELS = ("並透", "正透", "偏透", "正坐", "偏坐", "藏", "無")
"""Where a 配偶星 stands, the first that holds: in the stems, under the day stem, hidden, nowhere."""


def spouse_star(proper: str, partial: str) -> Callable[[Day, Chart], tuple[str, ...]]:
    """Which of `STAR_LEVELS` the 配偶星 is at, by its proper and its partial god.

    Men read 財, women 官殺 (《子平真詮》論妻子, 《三命通會》論女命).
    """

    def ask(_: Day, chart: Chart) -> tuple[str, ...]:
        shown = {chart.year.god, chart.month.god}
        seated = chart.day.hidden_gods
        hidden = {god for p in chart.pillars for god in p.hidden_gods}
        holds = (
            {proper, partial} <= shown, proper in shown, partial in shown,
            proper in seated, partial in seated, bool({proper, partial} & hidden), True,
        )  # fmt: skip
        return (f"{STAR_LEVELS[holds.index(True)]}・{chart.strength.name}",)

    return ask


SCHOOLS = ("從", "專旺")


def school(_: Day, chart: Chart) -> tuple[str, ...]:
    """What a school that knows 從格 and 專旺 might call the chart, had it the hour."""
    return (chart.reasons.near,) if chart.reasons.near else ()


IMAGES = by_strength(STEMS)


def image(_: Day, chart: Chart) -> tuple[str, ...]:
    """What the day master is pictured as, and how much stands by it."""
    return (f"{chart.day.stem}・{chart.strength.name}",)


_STYLES = by_strength(PATTERNS)
_HELPERS = {"身弱": ("比劫", "印"), "中和": GOD_GROUPS, "身強": ("食傷", "財", "官殺")}
"""Strength → the groups that the useful element may be of (扶抑)."""


def _style(chart: Chart) -> str:
    return f"{chart.pattern.name}・{chart.strength.name}"


def helper(chart: Chart) -> str:
    """The group of ten gods that the useful element is of."""
    mine = STEM_ELEMENT[chart.day.stem]
    return GOD_GROUPS[(ELEMENTS.index(chart.useful) - ELEMENTS.index(mine)) % 5]


TENSIONS = _all_but(
    (f"{style}・{group}" for style in _STYLES for group in GOD_GROUPS),
    "七殺格・身強・財 偏財格・身強・食傷 正印格・身弱・比劫 偏印格・身弱・比劫 傷官格・身強・財 "
    "建祿格・身弱・印 月刃格・身弱・印 月劫格・身弱・印 月劫格・中和・印",
)


def tension(_: Day, chart: Chart) -> tuple[str, ...]:
    """What the pattern asks for, and the heaviest group pulls at."""
    return (f"{_style(chart)}・{chart.heaviest_groups[0]}",)


CAREER_ANSWERS = _all_but(
    (f"{style}・{group}" for style in _STYLES for group in _HELPERS[style.split("・")[1]]),
    "正官格・身強・食傷 七殺格・身強・食傷 偏財格・中和・財 正印格・中和・比劫 食神格・中和・比劫 "
    "傷官格・中和・比劫 建祿格・中和・比劫 建祿格・中和・印 月刃格・中和・比劫 月刃格・中和・食傷 "
    "月刃格・中和・印 月劫格・中和・比劫",
)


def career_answer(_: Day, chart: Chart) -> tuple[str, ...]:
    return (f"{_style(chart)}・{helper(chart)}",)


REMEDIES = _all_but(
    (
        f"調候{climate}・喜用{useful}・{strength}"
        for climate in ELEMENTS
        for useful in ELEMENTS
        for strength in CLASSES
        if strength != "中和" or climate == useful
    ),
    "調候土・喜用木・身弱 調候土・喜用火・身弱 調候土・喜用金・身強 調候土・喜用水・身強 調候金・喜用土・身弱",
)


def remedy(_: Day, chart: Chart) -> tuple[str, ...]:
    """What the month asks for first, and what the day master needs."""
    climate = STEM_ELEMENT[chart.climate[0]]
    return (f"調候{climate}・喜用{chart.useful}・{chart.strength.name}",)


FIRST_STEPS = _all_but(
    (f"{group}・{c}・{level}" for c in CLASSES for group in _HELPERS[c] for level in "透藏無"),
    "官殺・身強・無",
)


def first_step(_: Day, chart: Chart) -> tuple[str, ...]:
    """Whether the useful element shows in a stem beside the day master, is hidden, or is nowhere."""
    group = helper(chart)
    return (f"{group}・{chart.strength.name}・{_presence(chart, group)[0]}",)


DAY_RELATIONS = (
    "三會", "三合", "三刑",
    *(k + p for k in ("六合", "半合", "拱合", "六沖", "相刑", "自刑", "六害", "六破") for p in "月年"),
)  # fmt: skip


def day_relation(_: Day, chart: Chart) -> tuple[str, ...]:
    """What the day branch is in, and with which pillar; a quiet one has nothing to tell."""
    return tuple(
        relation.kind + (relation.places[0] if len(relation.places) == 2 else "")
        for relation in told_of_day(chart.branch_relations)
    )


def day_union(_: Day, chart: Chart) -> tuple[str, ...]:
    """Where the day stem's partner in 五合 shows: in the month beside it, or else in the year.

    Stems of year and month that are bound to each other are not free for it (《子平真詮》論十干合而不合).
    """
    if PARTNER[chart.year.stem] == chart.month.stem:
        return ()
    partner = PARTNER[chart.day.stem]
    near = (p.place for p in (chart.month, chart.year) if p.stem == partner)
    return tuple(f"{chart.day.stem}{partner}合・{place}" for place in near)[:1]


YEAR_MONTH_UNIONS = tuple(
    dict.fromkeys(
        "".join(sorted((gods[stem], gods[PARTNER[stem]]), key=TEN_GODS.index)) + "合"
        for gods in TEN_GOD.values()
        for stem in STEMS
    )
)
"""The gods of two stems in 五合, whatever the day master."""


def year_month_union(_: Day, chart: Chart) -> tuple[str, ...]:
    """The gods of the stems of year and month, where these are in 五合.

    合而不剋: what they are bound to, they do neither good nor harm by (《子平真詮》論十干配合性情).
    """
    gods = sorted((chart.year.god, chart.month.god), key=TEN_GODS.index)
    return (f"{''.join(gods)}合",) if PARTNER[chart.year.stem] == chart.month.stem else ()


def year_month(_: Day, chart: Chart) -> tuple[str, ...]:
    """What the branches of year and month are in together."""
    return tuple(r.kind for r in chart.branch_relations if r.places == POSITIONS[:2])[:1]


STAR_KEYS = tuple(name for name, _ in STARS if name in _RARE)


def rare_star(day: Day, chart: Chart) -> tuple[str, ...]:
    """One at most, drawn by a hash of the date: stars only second what the pattern says.

    《子平真詮》論星辰無關格局.
    """
    found = (star.name for star in chart.stars if star.name in _RARE)
    return tuple(sorted(found, key=lambda name: lot(day, name), reverse=True)[:1])

"""The facets: which paragraph of which section is chosen by which fact.

In: a day and its chart. Out: the keys whose fragments a reading prints. Imports
calendar, chart and symbols; never the corpus.

`FACETS` is in the order of the page. A new facet is one line here and one file in
`data/corpus/`; what its keys are is in `keys`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator import keys
from generator.chart.pattern import PATTERNS
from generator.chart.relations import PARTNER
from generator.cohorts import COHORTS, cohorts_of_year
from generator.keys import by_strength
from generator.symbols import (
    BRANCHES,
    ELEMENTS,
    GOD_GROUPS,
    PENTADS,
    PHASES,
    PILLARS,
    STEMS,
    TEN_GODS,
)

if TYPE_CHECKING:
    from collections.abc import Callable

    from generator.calendar import Day
    from generator.chart import Chart

SECTIONS = ("性格", "事業", "財運", "感情婚姻", "健康", "總論")
PERSPECTIVES = ("neutral", "male", "female")

CLAIM_LENGTH = (18, 44)
"""Characters of a claim."""


@dataclass(frozen=True, slots=True)
class Facet:
    """One kind of paragraph.

    `keys` are all keys its file must hold; `ask` gives the keys of a date, mostly one,
    none where the tradition has nothing to say. `perspective` limits it to one view.
    `length` is the range of characters a fragment should have. `claim`: each key has
    one sentence (直說) that heads the section. `note`: told apart from the text, as 附記.
    `cohorts`: whose readings ask for a key.
    """

    name: str
    section: str
    length: tuple[int, int]
    keys: tuple[str, ...]
    ask: Callable[[Day, Chart], tuple[str, ...]]
    perspective: str | None = None
    claim: bool = False
    note: bool = False
    cohorts: Callable[[str], tuple[str, ...]] = lambda _: tuple(COHORTS)


FACETS: tuple[Facet, ...] = (
    Facet("day-stem", "性格", (60, 95), STEMS, lambda d, c: (c.day.stem,)),
    Facet("day-pillar", "性格", (150, 185), PILLARS, lambda d, c: (c.day.pillar,)),
    Facet(
        "season", "性格", (145, 190),
        tuple(f"{s}日{b}月" for s in STEMS for b in BRANCHES),
        lambda d, c: (f"{c.day.stem}日{c.month.branch}月",), claim=True,
    ),
    Facet(
        "year-month-gods", "性格", (85, 130),
        tuple(f"年{a}月{b}" for a in TEN_GODS for b in TEN_GODS),
        lambda d, c: (f"年{c.year.god}月{c.month.god}",),
    ),
    Facet("year-pillar", "性格", (145, 188), PILLARS, lambda d, c: (c.year.pillar,), cohorts=cohorts_of_year),
    Facet("year-month-relation", "性格", (55, 85), ("六合", "半合", "拱合", "六沖", "相刑", "自刑", "六害", "六破"), keys.year_month),
    Facet(
        "day-union", "性格", (55, 85),
        tuple(f"{stem}{PARTNER[stem]}合・{place}" for stem in STEMS for place in "月年"),
        keys.day_union,
    ),
    Facet(
        "pattern", "事業", (165, 205), by_strength(PATTERNS),
        lambda d, c: (f"{c.pattern.name}・{c.strength.name}",), claim=True,
    ),
    Facet(
        "commander", "事業", (135, 170), by_strength(TEN_GODS),
        lambda d, c: (f"{c.commander_god}・{c.strength.name}",),
    ),
    Facet("career-answer", "事業", (85, 115), keys.CAREER_ANSWERS, keys.career_answer),
    Facet(
        "wealth", "財運", (150, 190),
        by_strength(tuple(f"財{a}・食傷{b}" for a in ("透根", "透浮", "藏", "無") for b in "透藏無")),
        keys.wealth, claim=True,
    ),
    Facet("month-pillar", "財運", (100, 142), PILLARS, lambda d, c: (c.month.pillar,)),
    Facet("spouse-palace", "感情婚姻", (115, 152), PILLARS, lambda d, c: (c.day.pillar,), claim=True),
    Facet("day-relation", "感情婚姻", (80, 110), keys.DAY_RELATIONS, keys.day_relation),
    Facet("spouse-star-neutral", "感情婚姻", (125, 165), by_strength(GOD_GROUPS), keys.heaviest_group, "neutral"),
    Facet("spouse-star-male", "感情婚姻", (125, 165), by_strength(keys.STAR_LEVELS), keys.spouse_star("正財", "偏財"), "male"),
    Facet("spouse-star-female", "感情婚姻", (125, 165), by_strength(keys.STAR_LEVELS), keys.spouse_star("正官", "七殺"), "female"),
    Facet(
        "elements", "健康", (130, 165),
        tuple(f"{a}旺{b}弱" for a in ELEMENTS for b in ELEMENTS if a != b),
        lambda d, c: (f"{c.strength.strongest}旺{c.strength.weakest}弱",), claim=True,
    ),
    Facet(
        "phase", "健康", (105, 142),
        tuple(f"{b}月{p}" for b in BRANCHES for p in PHASES),
        lambda d, c: (f"{c.month.branch}月{d.phase}",),
    ),
    Facet("tension", "總論", (100, 130), keys.TENSIONS, keys.tension, claim=True),
    Facet("remedy", "總論", (80, 95), keys.REMEDIES, keys.remedy),
    Facet("first-step", "總論", (60, 75), keys.FIRST_STEPS, keys.first_step),
    Facet("closing", "總論", (16, 48), ("收束",), lambda d, c: ("收束",)),
    Facet("stars", "總論", (40, 65), keys.star_keys(), keys.stars, note=True),
    Facet("pentad", "總論", (105, 135), PENTADS, lambda d, c: (d.pentad,), note=True),
)  # fmt: skip

GISTS = {
    "性格一語": next(facet for facet in FACETS if facet.name == "season"),
    "事業一語": next(facet for facet in FACETS if facet.name == "pattern"),
    "感情一語": next(facet for facet in FACETS if facet.name == "spouse-palace"),
}
"""Slots of `closing`: the few words of `data/gists.yaml` for the claim that a facet's key has."""

CLAIMED = frozenset(facet.section for facet in FACETS if facet.claim)
"""The sections that a claim heads."""

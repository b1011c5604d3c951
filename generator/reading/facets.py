"""The facets: which paragraph of which section is chosen by which fact.

In: a day and its chart. Out: the keys whose fragments a reading prints. Imports
calendar, chart and symbols; never the corpus.

`FACETS` is in the order of the page. A new facet is one line here, one file in `data/corpus/` and
its rows in `data/`; what its keys are is in `keys`.
"""

from collections.abc import Callable
from dataclasses import dataclass

from generator.chart import Chart
from generator.chart.calendar import Day
from generator.chart.pattern import PATTERNS
from generator.chart.relations import PARTNER
from generator.chart.symbols import BRANCHES, ELEMENTS, GOD_GROUPS, PENTADS, PILLARS, STEMS
from generator.reading import keys
from generator.reading.cohorts import COHORTS, cohorts_of_year
from generator.reading.keys import by_strength

SECTIONS = ("性格", "事業", "財運", "感情婚姻", "健康", "總論")
PERSPECTIVES = {"neutral": "不分", "male": "男命", "female": "女命"}
"""Perspective → what readers and editors call it."""

CLAIM_LENGTH = (18, 44)
"""Characters of a claim."""


@dataclass(frozen=True, slots=True)
class Facet:
    """One kind of paragraph.

    `keys` are all keys its file must hold; `ask` gives the keys of a date, mostly one,
    none where the tradition has nothing to say. `facts` are the slots that say what a date's
    key is decided by. `perspective` limits it to one view.
    `length` is the range of characters a fragment should have. `claim`: each key has
    one sentence (直說) that heads the section. `kind`: text, note (told apart from it, as 附記), or
    joined (it heads the paragraph of the next facet).
    `cohorts`: whose readings ask for a key.
    """

    name: str
    section: str
    length: tuple[int, int]
    keys: tuple[str, ...]
    ask: Callable[[Day, Chart], tuple[str, ...]]
    facts: tuple[str, ...]
    perspective: str | None = None
    claim: bool = False
    kind: str = "text"
    cohorts: Callable[[str], tuple[str, ...]] = lambda _: tuple(COHORTS)


def _joined(name: str, section: str, length: tuple[int, int] = (24, 45)) -> Facet:
    """The day master's image, at the head of a section's first paragraph."""
    facts = ("日主", "強弱")
    return Facet(name, section, length, keys.IMAGES, keys.image, facts, kind="joined")


FACETS: tuple[Facet, ...] = (
    _joined("image", "性格", (70, 100)),
    Facet(
        "season", "性格", (105, 165),
        tuple(f"{s}日{b}月" for s in STEMS for b in BRANCHES),
        lambda d, c: (f"{c.day.stem}日{c.month.branch}月",), ("日主", "月令"), claim=True,
    ),
    Facet("day-pillar", "性格", (105, 160), PILLARS, lambda d, c: (c.day.pillar,), ("日柱",)),
    Facet(
        "year-pillar", "性格", (105, 165), PILLARS, lambda d, c: (c.year.pillar,), ("年柱",),
        cohorts=cohorts_of_year,
    ),
    Facet(
        "year-month-union", "性格", (65, 110), keys.YEAR_MONTH_UNIONS, keys.year_month_union,
        ("年干", "月干", "年干十神", "月干十神"),
    ),
    Facet(
        "year-month-relation", "性格", (55, 90),
        ("六合", "半合", "拱合", "六沖", "相刑", "自刑", "六害", "六破"), keys.year_month, ("年月關係",),
    ),
    Facet(
        "day-union", "性格", (55, 85),
        tuple(f"{stem}{PARTNER[stem]}合・{place}" for stem in STEMS for place in "月年"),
        keys.day_union, ("日干", "月干", "年干"),
    ),
    _joined("image-career", "事業"),
    Facet(
        "pattern", "事業", (115, 185), by_strength(PATTERNS),
        lambda d, c: (f"{c.pattern.name}・{c.strength.name}",), ("格局", "強弱"), claim=True,
    ),
    Facet(
        "career-answer", "事業", (75, 125), keys.CAREER_ANSWERS, keys.career_answer,
        ("格局", "強弱", "喜用"),
    ),
    Facet(
        "wealth", "財運", (110, 180),
        by_strength(tuple(f"財{a}・食傷{b}" for a in ("透根", "透浮", "藏", "無") for b in "透藏無")),
        keys.wealth, ("強弱",), claim=True,
    ),
    _joined("image-love", "感情婚姻"),
    Facet(
        "spouse-palace", "感情婚姻", (85, 140), PILLARS, lambda d, c: (c.day.pillar,), ("日柱",),
        claim=True,
    ),
    Facet(
        "day-relation", "感情婚姻", (80, 118), keys.DAY_RELATIONS, keys.day_relation,
        ("日支", "日支關係"),
    ),
    Facet(
        "spouse-star-neutral", "感情婚姻", (90, 150), by_strength(GOD_GROUPS),
        lambda d, c: (f"{c.heaviest_groups[0]}・{c.strength.name}",), ("強弱", "最重"), perspective="neutral",
    ),
    Facet(
        "spouse-star-male", "感情婚姻", (90, 150), by_strength(keys.STAR_LEVELS),
        keys.spouse_star("正財", "偏財"), ("強弱",), perspective="male",
    ),
    Facet(
        "spouse-star-female", "感情婚姻", (90, 150), by_strength(keys.STAR_LEVELS),
        keys.spouse_star("正官", "七殺"), ("強弱",), perspective="female",
    ),
    _joined("image-health", "健康"),
    Facet(
        "elements", "健康", (90, 150),
        tuple(f"{a}旺{b}弱" for a in ELEMENTS for b in ELEMENTS if a != b),
        lambda d, c: (f"{c.strength.strongest}旺{c.strength.weakest}弱",),
        ("日主",), claim=True,
    ),
    Facet("tension", "總論", (65, 120), keys.TENSIONS, keys.tension, ("格局", "強弱"), claim=True),
    Facet("remedy", "總論", (50, 85), keys.REMEDIES, keys.remedy, ("調候首", "喜用", "強弱"), kind="joined"),
    Facet("first-step", "總論", (40, 75), keys.FIRST_STEPS, keys.first_step, ("喜用現況", "強弱")),
    Facet("image-closing", "總論", (40, 75), keys.IMAGES, keys.image, ("日主", "強弱")),
    Facet("school", "總論", (60, 110), keys.SCHOOLS, keys.school, ("日主", "強弱"), kind="note"),
    Facet("stars", "總論", (40, 65), keys.STAR_KEYS, keys.rare_star, ("年柱", "月柱", "日柱"), kind="note"),
    Facet("pentad", "總論", (105, 135), PENTADS, lambda d, c: (d.pentad,), ("節氣",), kind="note"),
)  # fmt: skip

CLAIMED = frozenset(facet.section for facet in FACETS if facet.claim)
"""The sections that a claim heads."""

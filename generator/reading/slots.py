"""Slots: the chart facts a fragment may carry in braces, such as ``{月令}``.

In: a day and its chart. Out: Chinese phrases. Imports calendar, chart, symbols and facets.

Every slot of `SLOTS` is a phrase that fits where its description says. Those that can be empty
may stand only under a key that promises them (`promised`).
"""

from collections.abc import Callable, Iterable, Set
from functools import cache

from generator.chart import Chart
from generator.chart.calendar import Day
from generator.chart.relations import Relation, told_of_day
from generator.chart.strength import without_day_stem
from generator.chart.symbols import POSITIONS, STEM_ELEMENT
from generator.reading.facets import Facet


def named(stem: str) -> str:
    """乙 → 乙木."""
    return stem + STEM_ELEMENT[stem]


@cache
def relation_text(relation: Relation) -> str:
    """One relation as a clause: 月支巳與日支酉半合金."""
    level = "干" if relation.kind in ("五合", "沖") else "支"
    members = [f"{p}{level}{s}" for p, s in zip(relation.places, relation.signs, strict=True)]
    joined = "與".join(members) if len(members) == 2 else "、".join(members)
    verb = {"六沖": "相沖", "沖": "相沖", "六害": "相害", "六破": "相破", "五合": "相合"}.get(
        relation.kind, relation.kind
    )
    return joined + verb + (relation.element if relation.element and verb != "相合" else "")


def climate_state(chart: Chart, stem: str) -> str:
    """有 in a stem, 藏 in a branch, or 缺."""
    if any(pillar.stem == stem for pillar in chart.pillars):
        return "有"
    hidden = {each.stem for pillar in chart.pillars for each in pillar.hidden}
    return "藏" if stem in hidden else "缺"


def reasons_text(chart: Chart) -> str:
    """What carries each of the three: 戌月休，失令；根在日支（重）、年支（輕），得地；月干正印相扶，得勢."""
    why = chart.reasons
    ranked = chart.strength.season[STEM_ELEMENT[chart.day.stem]]
    roots = "、".join(f"{place}支（{kind[0]}）" for place, kind in why.roots.items())
    backing = "、".join(f"{place}干{god}" for place, god in why.backing.items())
    told = (
        (f"{chart.month.branch}月{ranked}", why.season, "令"),
        (f"根在{roots}" if roots else "三支無根", bool(roots), "地"),
        (f"{backing}相扶" if backing else "干上無人相扶", bool(backing), "勢"),
    )
    return "；".join(f"{by}，{'得' if holds else '失'}{what}" for by, holds, what in told)


def element_presence(chart: Chart, element: str) -> str:
    """火透在年干 / 火只藏在地支裡 / 火一點也沒有; before the last two 除了日主自己 where it is of them."""
    places = [p.place for p in (chart.year, chart.month) if STEM_ELEMENT[p.stem] == element]
    if places:
        return f"{element}透在{''.join(places)}{'兩干' if len(places) > 1 else '干'}"
    mine = STEM_ELEMENT[chart.day.stem]
    hidden = without_day_stem(chart.strength.scores, mine)[element]
    told = f"{element}{'只藏在地支裡' if hidden else '一點也沒有'}"
    return f"除了日主自己，{told}" if element == mine else told


def _heaviest(_: Day, chart: Chart) -> str:
    """最重, or 與財並列最重 where other groups of ten gods weigh the same as the one told."""
    others = chart.heaviest_groups[1:]
    return f"與{'、'.join(others)}並列最重" if others else "最重"


def _first(relations: Iterable[Relation]) -> str:
    return next(map(relation_text, relations), "")


def _of_day(_: Day, chart: Chart) -> str:
    return _first(told_of_day(chart.branch_relations))


def _clash_of_day(_: Day, chart: Chart) -> str:
    return _first(r for r in told_of_day(chart.branch_relations) if r.kind == "六沖")


def _of_year_and_month(_: Day, chart: Chart) -> str:
    return _first(r for r in chart.branch_relations if r.places == POSITIONS[:2])


SLOTS: dict[str, tuple[str, Callable[[Day, Chart], str]]] = {
    "日主": ("日干連五行，如「乙木」", lambda d, c: named(c.day.stem)),
    "日干": ("日柱天干一字", lambda d, c: c.day.stem),
    "日支": ("日柱地支一字", lambda d, c: c.day.branch),
    "日柱": ("日柱兩字", lambda d, c: c.day.pillar),
    "月柱": ("月柱兩字", lambda d, c: c.month.pillar),
    "月干": ("月柱天干一字", lambda d, c: c.month.stem),
    "年柱": ("年柱兩字", lambda d, c: c.year.pillar),
    "年干": ("年柱天干一字", lambda d, c: c.year.stem),
    "月令": ("月支加「月」，如「巳月」", lambda d, c: f"{c.month.branch}月"),
    "節氣": ("當時的節氣，如「立夏」", lambda d, c: d.term.name),
    "年干十神": ("年干對日主的十神", lambda d, c: c.year.god),
    "月干十神": ("月干對日主的十神", lambda d, c: c.month.god),
    "格局": ("格局名，如「正官格」", lambda d, c: c.pattern.name),
    "強弱": ("身弱、中和或身強", lambda d, c: c.strength.name),
    "最重": (
        "最重的一類十神有沒有對手，如「最重」「與財並列最重」；只有相處傾向與張力可用",
        _heaviest,
    ),
    "調候首": ("調候第一用神連五行", lambda d, c: named(c.climate[0])),
    "喜用": ("喜用的五行一字", lambda d, c: c.useful),
    "喜用現況": ("子句，如「水只藏在地支裡」", lambda d, c: element_presence(c, c.useful)),
    "日支關係": ("子句，如「月支巳與日支酉半合金」；日支有關係才可用", _of_day),
    "日支沖": ("子句，如「年支子與日支午相沖」；只有六沖月、六沖年可用", _clash_of_day),
    "年月關係": ("子句；年支與月支有關係才可用", _of_year_and_month),
}
"""Slot name → (what it reads like, for editors; how it is filled)."""

_FILLED_FOR = {
    "day-relation": ("日支關係",),
    "year-month-relation": ("年月關係",),
    "spouse-star-neutral": ("最重",),
    "tension": ("最重",),
}
"""Facet → the slots that make sense on its dates alone."""

_OF_SOME = {"日支沖"}.union(*_FILLED_FOR.values())


def promised(facet: Facet, key: str) -> Set[str]:
    """The slots that a fragment under this key may hold: those that each of its dates can fill.

    A generic key, which serves any, promises what every chart has.
    """
    own = {*_FILLED_FOR.get(facet.name, ())} if key in facet.keys else set[str]()
    if "日支關係" in own and key.startswith("六沖"):
        own.add("日支沖")
    return (SLOTS.keys() - _OF_SOME) | own

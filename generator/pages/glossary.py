"""The terms in their groups, each with where the site uses it.

In: term → explanation. Out: groups of (term, explanation, links), each with what uses all of it.
Every term stands in one group; nothing here opens a file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from generator.chart.labels import pattern_path, stem_path
from generator.chart.pattern import PATTERNS
from generator.chart.pillars import GROWTH_STAGES
from generator.chart.relations import KINDS
from generator.chart.stars import STARS
from generator.chart.strength import CLASSES
from generator.chart.symbols import ELEMENTS, STEM_ELEMENT, STEMS, TEN_GODS

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

Link = tuple[str, str]
"""(what it is called, site path)."""
Entry = tuple[str, str, list[Link]]

_GROUPS = {
    "五行": (*ELEMENTS, "旺", "相", "休", "囚", "死"),
    "十神": TEN_GODS,
    "十二長生": GROWTH_STAGES,
    "強弱": CLASSES,
    "格局": PATTERNS,
    "干支關係": ("五合", "沖", *KINDS),
    "神煞": tuple(name for name, _ in STARS),
}
_REST = "命盤"

_RULES = {
    "五行": "月令旺衰與調候", "十神": "年月干十神", "十二長生": "日柱坐支", "強弱": "扶抑喜用",
    "干支關係": "年月地支關係", "神煞": "神煞佐證",
    "月柱": "月柱門戶", "藏干": "人元司令", "本氣": "人元司令", "司令": "人元司令", "納音": "年柱納音",
    "調候": "月令旺衰與調候", "喜用": "扶抑喜用", "扶身": "扶抑喜用", "會合刑沖": "年月地支關係",
    "候": "七十二候", "年柱": "年柱納音", "格局": "格局順逆",
}  # fmt: skip
"""Group or term → the rule of the method page that uses it."""

_PAGES = {
    "日柱": ("六十日柱", "/day-pillar/"), "干支": ("六十日柱", "/day-pillar/"),
    "空亡": ("六十日柱", "/day-pillar/"), "日主": ("十日主", "/day-master/"),
    "天干": ("十日主", "/day-master/"), "地支": ("生肖相合", "/zodiac/"),
    "格局": ("十一格局", "/pattern/"), "節氣": ("年曆", "/bazi/"), "三柱": ("年曆", "/bazi/"),
}  # fmt: skip


class Group(NamedTuple):
    """Terms that belong together, and where all of them are used."""

    name: str
    uses: list[Link]
    entries: list[Entry]


def glossary(terms: Mapping[str, str]) -> list[Group]:
    """Every term, in the editors' order within its group."""
    groups = {name: Group(name, list(_uses(name)), []) for name in (_REST, *_GROUPS)}
    for term, text in terms.items():
        group = groups[next((name for name, held in _GROUPS.items() if term in held), _REST)]
        # 五行 and the like name a group and a term of another.
        uses = [] if term in groups else list(_uses(term))
        group.entries.append((term, text, uses))
    return list(groups.values())


def _uses(name: str) -> Iterator[Link]:
    """Where a term or a group is used: its pages, then its rule."""
    if name in PATTERNS:
        yield name, pattern_path(name)
    for stem in STEMS:
        if STEM_ELEMENT[stem] == name:
            yield f"{stem}{name}", stem_path(stem)
    if f"{name}格" in PATTERNS:
        yield f"{name}格", pattern_path(f"{name}格")
    if name in _PAGES:
        yield _PAGES[name]
    if name in _RULES:
        yield _RULES[name], f"/method/#{_RULES[name]}"

"""What a reading may not say: each check reads finished paragraphs against the chart's facts.

In: a day and its paragraphs as (fragment id, text), of every perspective. Out: the sentences
that are not true of it. Facts come from the researched tables and the three pillars, never
from the code's own.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator
from functools import cache
from pathlib import Path

from generator.chart.calendar import Day
from generator.chart.symbols import ELEMENTS, GOD_GROUP, GOD_GROUPS, STEM_ELEMENT, STEMS, TERMS

DOMAIN = json.loads((Path(__file__).parent / "data" / "domain.json").read_text())
"""The facts as the domain research wrote them down, apart from the code's own tables."""

_BRANCHES = DOMAIN["branch_relations"]
BRANCH_PAIRS = {
    "六合": {frozenset(row["pair"]) for row in _BRANCHES["liuhe"]},
    "半合": {frozenset(row["pair"]) for row in _BRANCHES["banhe"]},
    "拱合": {frozenset(row["pair"]) for row in _BRANCHES["gonghe"]},
    "六沖": set(map(frozenset, _BRANCHES["chong"])),
    "相刑": set(map(frozenset, _BRANCHES["xing"]["directed"])),
    "自刑": set(map(frozenset, _BRANCHES["xing"]["zi_xing"])),
    "六害": set(map(frozenset, _BRANCHES["hai"])),
    "六破": set(map(frozenset, _BRANCHES["po"])),
}
"""Relation → the branches of each pair that has it."""

Told = tuple[tuple[str, str], ...]
Check = Callable[[Day, Told], Iterator[str]]

_AHEAD = re.compile(
    "前後|以前|之前|將近|近了|快到|還有|還差|只差|就在|不到|再幾天|挨著|等.{2}過了|過了|後面接著"
)
_ELEMENT_SHOWS = re.compile(f"(?<![{''.join(STEMS)}])([{''.join(ELEMENTS)}])透在([年月]+)兩?干")
_ELEMENT_NOT_SHOWN = re.compile(
    f"(除了日主自己，)?([{''.join(ELEMENTS)}])(只藏在地支裡|一點也沒有)"
)
_FOURTH = re.compile("四柱|時[柱干支]")


@cache
def _found(pattern: re.Pattern[str], text: str) -> tuple[re.Match[str], ...]:
    """Where a pattern matches; most texts stand on many dates."""
    return tuple(pattern.finditer(text))


def golden(told: Told) -> bool:
    return told[0][0].startswith("golden/")


def hidden(branch: str) -> list[str]:
    """The hidden stems of a branch, 本氣 first."""
    return [stem for stem, _, _ in DOMAIN["hidden_stems"][branch]]


def pillars(day: Day) -> dict[str, str]:
    return {"年": day.year, "月": day.month, "日": day.day}


def group_of(day: Day, stem: str) -> str:
    return str(GOD_GROUP[DOMAIN["ten_gods"][day.day[0]][stem]])


def scores(day: Day) -> dict[str, int]:
    """Tenths by stem, the month branch twice, the day stem left out."""
    found: dict[str, int] = {}
    for place, pillar in pillars(day).items():
        if place != "日":
            found[pillar[0]] = found.get(pillar[0], 0) + 10
        for stem, _, weight in DOMAIN["hidden_stems"][pillar[1]]:
            times = 2 if place == "月" else 1
            found[stem] = found.get(stem, 0) + round(10 * weight) * times
    return found


def element_misplaced(day: Day, told: Told) -> Iterator[str]:
    """Of an element that shows, the stems of year and month that it is in are named in order."""
    for fragment, text in told:
        if fragment.startswith("golden/"):
            continue
        for match in _found(_ELEMENT_SHOWS, text):
            element, where = match.groups()
            shown = [p for p, z in pillars(day).items() if STEM_ELEMENT[z[0]] == element]
            if list(where) != [place for place in shown if place != "日"]:
                yield f"{element}透在{where}"


def element_not_shown(day: Day, told: Told) -> Iterator[str]:
    """Of an element that no stem of year or month shows: whether a branch holds it, or nothing does."""
    weights = scores(day)
    held = {STEM_ELEMENT[stem] for stem in weights}
    shown = {STEM_ELEMENT[day.year[0]], STEM_ELEMENT[day.month[0]]}
    mine = STEM_ELEMENT[day.day[0]]
    for fragment, text in told:
        if fragment.startswith("golden/"):
            continue
        for match in _found(_ELEMENT_NOT_SHOWN, text):
            but_me, element, how = match.groups()
            hidden_only = element in held and element not in shown
            told_so = how == "只藏在地支裡"
            if told_so != hidden_only or bool(but_me) != (element == mine):
                yield match[0]


def superlatives(day: Day, told: Told) -> Iterator[str]:
    """「最重」 only without a tie; a tie names the others. 「旺」 and 「弱」 of the elements are so too."""
    weights = dict.fromkeys(GOD_GROUPS, 0)
    elements = dict.fromkeys(ELEMENTS, 0)
    for stem, tenths in scores(day).items():
        weights[group_of(day, stem)] += tenths
        elements[STEM_ELEMENT[stem]] += tenths
    most = {group for group, weight in weights.items() if weight == max(weights.values())}
    for fragment, text in told:
        facet, _, key = fragment.partition("/")
        if facet == "elements" and (
            elements[key[0]] < max(elements.values()) or elements[key[2]] > min(elements.values())
        ):
            yield fragment
        if facet in ("spouse-star-neutral", "tension"):
            group = key.split("・")[0 if facet == "spouse-star-neutral" else 2]
            group = re.sub("（.*", "", group)
            tied = re.search("與(.{1,8}?)並列最重", text)
            named = {group, *(tied[1].split("、") if tied else ())}
            if group not in most or ("最重" in text and named != most):
                yield text


def terms_ahead(day: Day, told: Told) -> Iterator[str]:
    """A term that has not begun is not told of as if it had."""
    now = TERMS.index(day.term.name)
    for fragment, text in told:
        if fragment.startswith(("season/", "pentad/")):
            for place, sentence in _terms_told(text):
                if 0 < (place - now) % 24 < 12:
                    yield sentence


@cache
def _terms_told(text: str) -> tuple[tuple[int, str], ...]:
    """Places of the terms that sentences tell of without saying that they are yet to come."""
    sentences = [each for each in re.split("[。？]", text) if not _AHEAD.search(each)]
    return tuple((n, each) for each in sentences for n, name in enumerate(TERMS) if name in each)


def fourth_pillar_told(_: Day, told: Told) -> Iterator[str]:
    """Nothing is said of a pillar that a date alone does not have."""
    for _, text in told:
        yield from (match[0] for match in _found(_FOURTH, text))


CHECKS: tuple[Check, ...] = (
    element_misplaced,
    element_not_shown,
    superlatives,
    terms_ahead,
    fourth_pillar_told,
)

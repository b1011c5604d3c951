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

_PLACE = r"(?:[年月日]干|[年月日]{2}兩干|[年月日]支所藏|[年月日]{2}兩支所藏|三支所藏)的[甲乙丙丁戊己庚辛壬癸]"
_PLACES = re.compile(rf"{_PLACE}(?:[、與]{_PLACE})*")
_PRESENCE = re.compile(
    "([甲乙丙丁戊己庚辛壬癸])[木火土金水](?:與(.)[木火土金水]都)?(透|藏)在(三|[年月日]+)兩?[干支]"
)
_AHEAD = re.compile(
    "前後|以前|之前|將近|近了|快到|還有|還差|只差|就在|不到|再幾天|挨著|等.{2}過了|過了|後面接著"
)
_ELEMENT_SHOWS = re.compile(f"(?<![{''.join(STEMS)}])([{''.join(ELEMENTS)}])透在([年月]+)兩?干")
_DENIED = re.compile("所藏(?:都不透|只透出同類的(.))")
_FOURTH = re.compile("四柱|時[柱干支]")
_SHARE = re.compile(rf"([{''.join(ELEMENTS)}])(不到一成|連藏干也沒有)")


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


def places_left_out(day: Day, told: Told) -> Iterator[str]:
    """A list of the places of a group of ten gods names every one in its order, and no other."""
    # One place may be told alone where an editor writes of it, or of a union.
    for text in (t for f, t in told if not f.startswith(("day-union/", "golden/"))):
        for match in _found(_PLACES, text):
            named = []
            for unit in re.findall(_PLACE, match[0]):
                where = "年月日" if unit.startswith("三支") else re.match("[年月日]+", unit)[0]  # type: ignore[index]
                named += [("支" if "支" in unit else "干", unit[-1], place) for place in where]
            group = group_of(day, match[0][-1])
            there = [("干", z[0], p) for p, z in pillars(day).items() if p != "日"]
            there += [("支", s, p) for p, z in pillars(day).items() for s in hidden(z[1])]
            there = [hit for hit in there if group_of(day, hit[1]) == group]
            # Stems in the order they are met, each with all of its places.
            met = list(dict.fromkeys(hit[:2] for hit in there))
            if named != sorted(there, key=lambda hit: met.index(hit[:2])):
                yield match[0]


def presence_cut_short(day: Day, told: Told) -> Iterator[str]:
    """Where a stem of the 調候 shows, or is hidden if it does not, every place is named in order."""
    for _, text in told:
        for match in _found(_PRESENCE, text):
            stems = [stem for stem in match.group(1, 2) if stem]
            where = list(match[4].replace("三", "年月日"))
            for stem in stems:
                shown = [p for p, z in pillars(day).items() if z[0] == stem]
                below = [p for p, z in pillars(day).items() if stem in hidden(z[1])]
                if where != (shown if match[3] == "透" else below) or (match[3] == "藏" and shown):
                    yield match[0]


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


def shows_though_denied(day: Day, told: Told) -> Iterator[str]:
    """「所藏都不透」 only where none shows; the one passed over is a peer that does."""
    shown = {day.year[0], day.month[0]} & set(hidden(day.month[1]))
    for _, text in told:
        for match in _found(_DENIED, text):
            passed_over = set(match[1] or "")
            if shown != passed_over or {group_of(day, s) for s in passed_over} - {"比劫"}:
                yield match[0]


def superlatives(day: Day, told: Told) -> Iterator[str]:
    """「最重」 only without a tie; a tie names the others."""
    weights = dict.fromkeys(GOD_GROUPS, 0)
    for stem, tenths in scores(day).items():
        weights[group_of(day, stem)] += tenths
    most = {group for group, weight in weights.items() if weight == max(weights.values())}
    for fragment, text in told:
        facet, _, key = fragment.partition("/")
        if facet == "elements" and re.search("最[重輕]", text):
            yield text
        if facet == "wealth" and "財生官殺" in text and "最重" in text and most != {"官殺"}:
            yield text
        if facet == "spouse-star-neutral":
            tied = re.search("與(.{1,8}?)並列最重", text)
            named = {key.partition("・")[0], *(tied[1].split("、") if tied else ())}
            if named != most or "最重" not in text:
                yield text


def shares(day: Day, told: Told) -> Iterator[str]:
    """Nothing is under a tenth that is nothing at all."""
    tenths = scores(day)
    of_element = dict.fromkeys(ELEMENTS, 0)
    for stem, score in (tenths | {day.day[0]: tenths.get(day.day[0], 0) + 10}).items():
        of_element[STEM_ELEMENT[stem]] += score
    support = sum(score for s, score in tenths.items() if group_of(day, s) in ("比劫", "印"))
    for fragment, text in told:
        for match in _found(_SHARE, text):
            element, words = match.groups()
            if (of_element[element] == 0) != (words == "連藏干也沒有") or of_element[element] >= 7:
                yield f"{element}{words}"
        if fragment.startswith(("pattern/", "wealth/")):
            told_of = re.search(
                "(?:日主|你|力氣|出力|回來)的?(不到一成|一點也沒有|.{2,4}零成)", text
            )
            if told_of and (support == 0) != (told_of[1] == "一點也沒有"):
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
    places_left_out, presence_cut_short, element_misplaced, shows_though_denied, superlatives, shares,
    terms_ahead, fourth_pillar_told,
)  # fmt: skip

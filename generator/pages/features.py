"""The pages of day pillars, day masters, patterns, flow years and pairs of signs.

In: content, census, the flow-year table. Out: (path, template, context). Dates of a pillar are counted
in sixties from the first, flow years are those of the settings: nothing here knows the day it runs on.
"""

from collections.abc import Iterator, Mapping
from datetime import date, datetime
from itertools import combinations_with_replacement, groupby
from typing import Any

from generator.chart import calendar, labels
from generator.chart.calendar import DATES, FIRST_DAY
from generator.chart.census import Census
from generator.chart.hidden import HIDDEN_STEMS
from generator.chart.labels import SIGNS_TOO
from generator.chart.pattern import PATTERN_USE, PATTERNS
from generator.chart.pillars import void_branches
from generator.chart.relations import pair_kinds
from generator.chart.strength import CLASSES
from generator.chart.symbols import (
    BRANCHES,
    PILLAR_INDEX,
    PILLARS,
    STEM_YANG,
    STEMS,
    TEN_GOD,
    ZODIAC,
)
from generator.content.fragments import Tables
from generator.content.inputs import Content
from generator.content.lint import sentences
from generator.pages.flow_year import begins_at, of_day_pillar
from generator.reading.corpus import GENERIC_KEY

Page = tuple[str, str, dict[str, Any]]
"""(site path, template, context)."""

ROWS = [(stem, PILLARS[place::10]) for place, stem in enumerate(STEMS)]
"""Stem → the six pillars that begin with it."""

_BASE, _LEAST, _MOST = 60, 20, 95
_POINTS = {
    "六合": 25, "三合": 20, "三會": 8, "同支": 4, "同支自刑": -6,
    "六沖": -25, "相刑": -15, "六害": -15, "相破": -8,
}  # fmt: skip
_ZODIAC_NAMES = {"半合": "三合", "拱合": "三合", "六破": "相破"}


def pillar_pages(content: Content) -> Iterator[Page]:
    texts = content.corpus.fragments["day-pillar"]
    yield "/day-pillar/", "day-pillars.html", {"rows": ROWS}
    first = PILLAR_INDEX[calendar.day(FIRST_DAY).day]
    for number, name in enumerate(PILLARS):
        stem, branch = name[0], name[1]
        dates = DATES[(number - first) % 60 :: 60]
        context = {
            "name": name,
            "number": number + 1,
            "hidden": HIDDEN_STEMS[branch],
            "gods": TEN_GOD[stem],
            "void": void_branches(name),
            "text": (texts.get(name) or texts[GENERIC_KEY])[0].text,
            "pillars": PILLARS[number % 10 :: 10],
            "neighbours": _neighbours(number),
            "decades": [(d, list(of)) for d, of in groupby(dates, lambda on: on.year // 10 * 10)],
            "count": len(dates),
        }
        yield labels.pillar_path(name), "day-pillar.html", context


def stem_pages(content: Content, census: Census) -> Iterator[Page]:
    images = {stem: content.phrases.images[f"{stem}・中和"] for stem in STEMS}
    yield "/day-master/", "day-masters.html", {"images": images}
    for stem, pillars in ROWS:
        context = {
            "stem": stem,
            "yang": STEM_YANG[stem],
            "image": images[stem][0],
            "intro": content.phrases.day_masters[stem],
            "pillars": pillars,
            "gods": TEN_GOD[stem].items(),
            "count": sum(census.day_pillars[p] for p in pillars),
            "total": census.total,
            "examples": [(name, *_example(census, name, stem)) for name in PATTERNS],
        }
        yield labels.stem_path(stem), "day-master.html", context


def pattern_pages(content: Content, census: Census) -> Iterator[Page]:
    phrases = content.phrases
    counts = [(name, census.pattern(name)) for name in PATTERNS]
    shared = {"uses": PATTERN_USE, "total": census.total}
    yield "/pattern/", "patterns.html", shared | {"counts": counts}
    for name, count in counts:
        context = {
            "name": name,
            "intro": phrases.patterns[name],
            "count": count,
            "styles": [
                (strength, census.styles[name, strength], phrases.traits[f"{name}・{strength}"][0])
                for strength in CLASSES
            ],
            "seasons": [(b, census.seasons[name, b]) for b in (*BRANCHES[2:], *BRANCHES[:2])],
            "examples": [(stem, *_example(census, name, stem)) for stem in STEMS],
        }
        yield labels.pattern_path(name), "pattern.html", shared | context


def _example(census: Census, pattern: str, stem: str) -> tuple[int, date | None]:
    """How many dates have a pattern and a day stem, and the last of them."""
    return census.drawn[pattern, stem], census.latest.get((pattern, stem))


def _neighbours(number: int) -> tuple[str, str]:
    return PILLARS[number - 1], PILLARS[(number + 1) % 60]


def flow_pages(flow: dict[str, Any], content: Content) -> Iterator[Page]:
    """The years that the settings name: all pillars of one together, all years of one pillar."""
    text, span = content.tables.flow_year, content.site.flow_years
    years = [(year, flow["years"][str(year)]["name"], begins_at(year)) for year in span]
    until = begins_at(span.stop)
    framework = {
        "years": [(year, name, begins, _taisui(flow, name)) for year, name, begins in years],
        "until": until,
        "gods": TEN_GOD,
        "rows": ROWS,
    }
    yield "/flow-year/", "flow-year.html", framework
    for number, day in enumerate(PILLARS):
        context = {
            "name": day,
            "number": number + 1,
            "years": list(_told_once(day, years, text)),
            "until": until,
            "neighbours": _neighbours(number),
        }
        yield labels.flow_path(day), "flow-pillar.html", context


def _told_once(
    day: str, years: list[tuple[int, str, datetime]], text: Mapping[str, str]
) -> Iterator[tuple[int, str, datetime, list[tuple[int, str, str, int]]]]:
    """A pillar's years, each with (step, name, text, the year before that was told the same, or 0)."""
    told: dict[str, int] = {}
    for year, name, begins in years:
        found = of_day_pillar(day, name, text)
        before = [told.get(words, 0) for _, _, words in found]
        told |= {words: year for _, _, words in found if words not in told}
        yield year, name, begins, [(*f, same) for f, same in zip(found, before, strict=True)]


def _taisui(flow: dict[str, Any], sui: str) -> list[tuple[str, str]]:
    """(sign, what the year is to it) for the signs that meet the year's branch."""
    found = []
    for birth in PILLARS[: len(BRANCHES)]:
        findings = [flow["findings"][n] for n in flow["found"]["year"][birth][sui]]
        names = [finding["name"] for step, finding in findings if step == 4]
        if names != ["平"]:
            found.append((ZODIAC[birth[1]], "、".join(names)))
    return found


def compatibility(tables: Tables) -> dict[str, Any]:
    """`tables/compatibility.json`: signs, and for each two branches relations, points and advice.

    The points are this project's convention, no classic has any. Every relation found is listed, also
    where they pull in both directions (巳申).
    """
    return {
        "base": _BASE,
        "signs": [
            {"branch": b, "sign": ZODIAC[b], "english": labels.ENGLISH[b], "also": SIGNS_TOO[b]}
            for b in BRANCHES
        ],
        "pairs": {
            a + b: _pair(a, b, tables) for a, b in combinations_with_replacement(BRANCHES, 2)
        },
    }


def _pair(one: str, other: str, tables: Tables) -> dict[str, Any]:
    kinds = {_ZODIAC_NAMES.get(kind, kind) for kind in pair_kinds(one, other)}
    names = [name for name in _POINTS if name in kinds]  # 合 before 沖刑害破
    if one == other:
        names = ["同支自刑" if "自刑" in kinds else "同支"]
    score = min(max(_BASE + sum(_POINTS[name] for name in names), _LEAST), _MOST)
    return {
        "score": score,
        "level": next(label for least, label in tables.levels if score >= least),
        "relations": [{"name": name, "points": _POINTS[name]} for name in names],
        "advice": tables.compatibility[f"{ZODIAC[one]}・{ZODIAC[other]}"],
        "path": labels.pair_path(one, other),
    }


def ranked(pairs: dict[str, Any]) -> dict[str, list[tuple[str, dict[str, Any], str]]]:
    """By branch, all twelve, what is between them and how its advice begins; the best first."""
    found = {}
    for one in BRANCHES:
        met = [(other, pairs.get(one + other) or pairs[other + one]) for other in BRANCHES]
        best = sorted(met, key=lambda each: -each[1]["score"])
        found[one] = [(other, pair, sentences(pair["advice"])[0]) for other, pair in best]
    return found


def pair_pages(signs: dict[str, Any]) -> Iterator[Page]:
    for (one, other), pair in signs["compatibility"]["pairs"].items():
        yield pair["path"], "pair.html", signs | {"one": one, "other": other, "pair": pair}

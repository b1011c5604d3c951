"""The pages of a chart's features: sixty day pillars, ten day masters, eleven patterns.

In: content, census. Out: (path, template, context). Dates of a pillar are counted in sixties from
the first; nothing here opens a file.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from generator.chart import calendar
from generator.chart.calendar import DATES, FIRST_DAY
from generator.chart.gods import TEN_GOD
from generator.chart.hidden import HIDDEN_STEMS
from generator.chart.labels import pattern_path, pillar_path, stem_path
from generator.chart.pattern import PATTERN_USE, PATTERNS
from generator.chart.pillars import void_branches
from generator.chart.strength import CLASSES
from generator.chart.symbols import BRANCHES, PILLAR_INDEX, PILLARS, STEM_YANG, STEMS
from generator.reading.corpus import GENERIC_KEY

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from generator.chart.census import Census
    from generator.content.inputs import Content

Page = tuple[str, str, dict[str, Any]]
"""(site path, template, context)."""


def pillar_pages(content: Content) -> Iterator[Page]:
    """The index of the sixty day pillars and a page for each."""
    texts = content.corpus.fragments["day-pillar"]
    rows = [(stem, PILLARS[i::10]) for i, stem in enumerate(STEMS)]
    yield "/day-pillar/", "day-pillars.html", {"rows": rows}
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
            "neighbours": (PILLARS[number - 1], PILLARS[(number + 1) % 60]),
            "decades": [
                (d, list(of_d)) for d, of_d in groupby(dates, lambda on: on.year // 10 * 10)
            ],
            "count": len(dates),
        }
        yield pillar_path(name), "day-pillar.html", context


def stem_pages(content: Content, census: Census) -> Iterator[Page]:
    """The index of the ten day masters and a page for each."""
    images = content.phrases.stems
    yield "/day-master/", "day-masters.html", {"images": images}
    for number, stem in enumerate(STEMS):
        pillars = PILLARS[number::10]
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
        yield stem_path(stem), "day-master.html", context


def pattern_pages(content: Content, census: Census) -> Iterator[Page]:
    """The index of the eleven patterns and a page for each."""
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
        yield pattern_path(name), "pattern.html", shared | context


def _example(census: Census, pattern: str, stem: str) -> tuple[int, date | None]:
    """How many dates have a pattern and a day stem, and the last of them."""
    return census.drawn[pattern, stem], census.latest.get((pattern, stem))

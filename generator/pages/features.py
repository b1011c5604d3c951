"""The pages of a chart's features: sixty day pillars, ten day masters, eleven patterns.

In: content, census. Out: (path, context for its template). Dates of a pillar are counted
in sixties from the first; nothing here opens a file.
"""

from __future__ import annotations

from datetime import timedelta
from itertools import groupby
from typing import TYPE_CHECKING, Any

from generator.chart import calendar
from generator.chart.calendar import FIRST_DAY, LAST_DAY
from generator.chart.gods import TEN_GOD
from generator.chart.hidden import HIDDEN_STEMS
from generator.chart.labels import pattern_path, pillar_path, stem_path
from generator.chart.pattern import PATTERN_USE, PATTERNS
from generator.chart.pillars import NAYIN, growth_stage, void_branches
from generator.chart.strength import CLASSES
from generator.chart.symbols import (
    BRANCH_ELEMENT,
    BRANCHES,
    PILLAR_INDEX,
    PILLARS,
    STEM_ELEMENT,
    STEM_YANG,
    STEMS,
)
from generator.reading.corpus import GENERIC_KEY

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from generator.chart.census import Census
    from generator.content.inputs import Content

Page = tuple[str, str, dict[str, Any]]
"""(site path, template, context)."""


def pillar_pages(content: Content, census: Census) -> Iterator[Page]:
    """The index of the sixty day pillars and a page for each."""
    rows = [(stem, [p for p in PILLARS if p[0] == stem]) for stem in STEMS]
    texts = content.corpus.fragments["day-pillar"]
    yield "/day-pillar/", "day-pillars.html", {"rows": rows, "nayin": NAYIN}
    first = PILLAR_INDEX[calendar.day(FIRST_DAY).day]
    for name in PILLARS:
        stem, branch = name[0], name[1]
        gods = TEN_GOD[stem]
        number = PILLAR_INDEX[name]
        dates = list(_every_sixty(FIRST_DAY + timedelta(days=(number - first) % 60)))
        yield (
            pillar_path(name),
            "day-pillar.html",
            {
                "name": name,
                "number": number + 1,
                "elements": (STEM_ELEMENT[stem], BRANCH_ELEMENT[branch]),
                "hidden": [(h.stem, h.role, gods[h.stem]) for h in HIDDEN_STEMS[branch]],
                "stage": growth_stage(stem, branch),
                "nayin": NAYIN[name],
                "void": void_branches(name),
                "text": (texts.get(name) or texts[GENERIC_KEY])[0].text,
                "siblings": [p for p in PILLARS if p[0] == stem and p != name],
                "neighbours": (PILLARS[number - 1], PILLARS[(number + 1) % 60]),
                "decades": [
                    (decade, list(group))
                    for decade, group in groupby(dates, lambda on: on.year // 10 * 10)
                ],
                "count": len(dates),
            },
        )


def stem_pages(content: Content, census: Census) -> Iterator[Page]:
    """The index of the ten day masters and a page for each."""
    intros = content.phrases.day_masters
    images = content.phrases.stems
    yield "/day-master/", "day-masters.html", {"images": images, "elements": STEM_ELEMENT}
    for stem in STEMS:
        pillars = [p for p in PILLARS if p[0] == stem]
        yield (
            stem_path(stem),
            "day-master.html",
            {
                "stem": stem,
                "element": STEM_ELEMENT[stem],
                "yang": STEM_YANG[stem],
                "image": images[stem][0],
                "intro": intros[stem],
                "pillars": [(p, growth_stage(stem, p[1]), NAYIN[p]) for p in pillars],
                "gods": list(TEN_GOD[stem].items()),
                "count": sum(census.day_pillars[p] for p in pillars),
                "total": census.total,
                "leads": [
                    (pattern, census.drawn[pattern, stem], census.latest[pattern, stem])
                    for pattern in PATTERNS
                    if (pattern, stem) in census.latest
                ],
            },
        )


def pattern_pages(content: Content, census: Census) -> Iterator[Page]:
    """The index of the eleven patterns and a page for each."""
    counts = [(name, census.pattern(name)) for name in PATTERNS]
    yield (
        "/pattern/",
        "patterns.html",
        {"counts": counts, "uses": PATTERN_USE, "total": census.total},
    )
    for name in PATTERNS:
        yield (
            pattern_path(name),
            "pattern.html",
            {
                "name": name,
                "use": PATTERN_USE[name],
                "intro": content.phrases.patterns[name],
                "count": census.pattern(name),
                "total": census.total,
                "styles": [
                    (c, census.styles[name, c], content.phrases.traits[f"{name}・{c}"][0])
                    for c in CLASSES
                ],
                "seasons": [(b, census.seasons[name, b]) for b in (*BRANCHES[2:], *BRANCHES[:2])],
                "examples": [
                    (stem, census.drawn[name, stem], census.latest[name, stem])
                    for stem in STEMS
                    if (name, stem) in census.latest
                ],
            },
        )


def _every_sixty(on: date) -> Iterator[date]:
    while on <= LAST_DAY:
        yield on
        on += timedelta(days=60)

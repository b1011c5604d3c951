"""The report: how the readings of all dates turn out, in figures and as a page for editors.

In: the content, the survey of some dates. Out: a plain dict, and the bytes of a page and of its
JSON; the same for the same input on any machine. Imports every stage before; never touches files.
"""

from __future__ import annotations

from math import ceil
from statistics import fmean, median
from typing import TYPE_CHECKING, Any

import orjson

from generator.content.templates import naming_faults
from generator.editor.scenes import DEFINITION, chart_words, opens_on_scene
from generator.pages.render import environment
from generator.reading.compose import TIERS
from generator.reading.facets import FACETS

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Sequence
    from datetime import date

    from generator.content.inputs import Content, Source
    from generator.editor.survey import Survey

HEAVY = 1_400
"""Paragraphs used on more dates than this are listed one by one."""

SHOWN = 20
"""Places that are named of each check, and examples of identical pages."""


def report_files(source: Source, figures: dict[str, Any]) -> list[tuple[str, bytes]]:
    """The page and its JSON.

    :raises TemplateError: if the template is at fault.
    """
    with naming_faults():
        template = environment(source.templates, source.content.site).get_template("report.html")
        page = template.render(figures)
    return [
        ("index.html", page.encode()),
        ("report.json", orjson.dumps(figures, option=orjson.OPT_INDENT_2) + b"\n"),
    ]


def report(content: Content, found: Survey) -> dict[str, Any]:
    """The figures of what a survey has found; lengths in characters, shares 0 to 1."""
    corpus, dates = content.corpus, found.dates
    heavy = sorted(
        (fragment for fragment in corpus.listed if found.uses[fragment.id] > HEAVY),
        key=lambda fragment: -found.uses[fragment.id],
    )
    same = [held for held in found.same.values() if len(held) > 1]
    written = {"fragments": corpus.count, "characters": corpus.characters}
    return {
        "range": {"first": dates[0], "last": dates[-1], "dates": len(dates)},
        "tiers": {tier: found.tiers[tier] for tier in TIERS},
        "corpus": written | {"golden": len(corpus.golden)},
        "numbers": [
            {"name": name, **_spread(each), "total": sum(each)}
            for name, each in found.numbers.items()
        ],
        "facets": _facets(content, found.uses),
        "over": HEAVY,
        "heavy": [
            {"name": f.id, "at": f"{f.path}:{f.line}", "dates": found.uses[f.id]} for f in heavy
        ],
        "sameness": [
            {"name": name, "pairs": len(shares), **_spread([each.share for each in shares])}
            | {"most_alike": "、".join(map(str, max(shares, key=lambda each: each.share)[1:]))}
            for name, shares in found.shares.items()
        ],
        "identical": {"dates": sum(map(len, same)), "groups": same[:SHOWN]},
        "scene": DEFINITION,
        "checks": [{"name": name, **_faults(places)} for name, places in found.faults.items()],
    }


def _spread(values: Sequence[float]) -> dict[str, float]:
    """The 95th percentile is that of the nearest rank."""
    ordered = sorted(values)
    return {
        "min": round(ordered[0], 4),
        "mean": round(fmean(ordered), 4),
        "median": round(median(ordered), 4),
        "p95": round(ordered[ceil(0.95 * len(ordered)) - 1], 4),
        "max": round(ordered[-1], 4),
    }


def _facets(content: Content, uses: Counter[str]) -> list[dict[str, Any]]:
    """Of each facet: on how many dates its paragraphs stand, and how many open on a scene.

    `scenes` is the share of those that are written, `scenes_printed` of those that pages show.
    """
    corpus, chart = content.corpus, chart_words(content.phrases.terms)
    written: dict[str, list[tuple[int, bool]]] = {facet.name: [] for facet in FACETS}
    for fragment in corpus.listed:
        judged = (uses[fragment.id], opens_on_scene(fragment.text, chart))
        written[fragment.facet].append(judged)
    written["親筆"] = [
        (uses[f"golden/{on}"], opens_on_scene(paragraph.text, chart))
        for on, golden in corpus.golden.items()
        for paragraphs in golden.sections.values()
        for paragraph in paragraphs
    ]
    written["合計"] = [each for held in written.values() for each in held]
    rows = []
    for name, held in written.items():
        dates = [used for used, _ in held]
        scenes = [used for used, scene in held if scene]
        row = {"facet": name, "texts": len(held), "unused": dates.count(0)}
        row |= {"min": min(dates, default=0), "median": round(median(dates or [0]))}
        printed = _part(sum(scenes), sum(dates))
        row |= {"max": max(dates, default=0), "scenes": _part(len(scenes), len(held))}
        rows.append(row | {"scenes_printed": printed})
    return rows


def _faults(places: dict[str, list[tuple[date, str]]]) -> dict[str, Any]:
    """How often a check found something, on how many dates, and where most."""
    most = sorted(places.items(), key=lambda item: (-len(item[1]), item[0]))[:SHOWN]
    return {
        "count": sum(map(len, places.values())),
        "dates": len({on for held in places.values() for on, _ in held}),
        "places": [
            {"at": at, "count": len(held), "date": str(held[0][0]), "words": held[0][1]}
            for at, held in most
        ],
    }


def _part(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0

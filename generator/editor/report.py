"""The report: how the readings of all dates turn out, in figures and as a page for editors.

In: the content, the survey of some dates. Out: a plain dict, and the bytes of a page and of its
JSON; the same for the same input on any machine. Imports every stage before; never touches files.
"""

from collections import Counter
from collections.abc import Sequence
from datetime import date
from math import ceil
from statistics import fmean, median
from typing import Any

import orjson

from generator.content.inputs import Content, Source
from generator.content.templates import naming_faults
from generator.editor.scenes import DEFINITION, chart_words, opens_on_scene
from generator.editor.survey import Share, Survey
from generator.pages.render import environment
from generator.reading.compose import TIERS
from generator.reading.facets import FACETS

HEAVY = 1_400
"""Paragraphs used on more dates than this are listed one by one."""

SHOWN = 20
"""Places that are named of each check, and examples of identical pages."""


def report_files(source: Source, figures: dict[str, Any]) -> dict[str, bytes]:
    """The page and its JSON.

    :raises TemplateError: if the template is at fault.
    """
    with naming_faults():
        template = environment(source.templates, source.content.site).get_template("report.html")
        page = template.render(figures)
    as_json = orjson.dumps(figures, option=orjson.OPT_INDENT_2) + b"\n"
    return {"index.html": page.encode(), "report.json": as_json}


def report(content: Content, found: Survey) -> dict[str, Any]:
    """The figures of what a survey has found; lengths in characters, shares 0 to 1."""
    corpus, dates, uses = content.corpus, found.dates, found.uses
    heavy = sorted((f for f in corpus.listed if uses[f.id] > HEAVY), key=lambda f: -uses[f.id])
    same = [held for held in found.same.values() if len(held) > 1]
    return {
        "range": {"first": dates[0], "last": dates[-1], "dates": len(dates)},
        "tiers": {tier: found.tiers[tier] for tier in TIERS},
        "corpus": {
            "fragments": corpus.count,
            "characters": corpus.characters,
            "golden": len(corpus.golden),
        },
        "numbers": [
            {"name": name, **_spread(each), "total": sum(each)}
            for name, each in found.numbers.items()
        ],
        "facets": _facets(content, uses),
        "over": HEAVY,
        "heavy": [{"name": f.id, "at": f"{f.path}:{f.line}", "dates": uses[f.id]} for f in heavy],
        "sameness": [_sameness(name, shares) for name, shares in found.shares.items()],
        "identical": {"dates": sum(map(len, same)), "groups": same[:SHOWN]},
        "scene": DEFINITION,
        "checks": [_faults(name, places) for name, places in found.faults.items()],
    }


def _sameness(name: str, shares: list[Share]) -> dict[str, Any]:
    _, *most = max(shares, key=lambda each: each.share)
    spread = _spread([each.share for each in shares])
    return {"name": name, "pairs": len(shares), **spread, "most_alike": "、".join(map(str, most))}


def _spread(values: Sequence[float]) -> dict[str, float]:
    """The 95th percentile is that of the nearest rank."""
    ordered = sorted(values)
    percentile = ordered[ceil(0.95 * len(ordered)) - 1]
    found = (ordered[0], fmean(ordered), median(ordered), percentile, ordered[-1])
    names = ("min", "mean", "median", "p95", "max")
    return {name: round(value, 4) for name, value in zip(names, found, strict=True)}


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
    return [_facet(name, held) for name, held in written.items()]


def _facet(name: str, held: list[tuple[int, bool]]) -> dict[str, Any]:
    """A row of `_facets`, of texts with the dates they stand on and whether they open on a scene."""
    dates = [used for used, _ in held] or [0]
    scenes = [used for used, scene in held if scene]
    return {
        "facet": name,
        "texts": len(held),
        "unused": sum(used == 0 for used, _ in held),
        "min": min(dates),
        "median": round(median(dates)),
        "max": max(dates),
        "scenes": round(len(scenes) / (len(held) or 1), 4),
        "scenes_printed": round(sum(scenes) / (sum(dates) or 1), 4),
    }


def _faults(name: str, places: dict[str, list[tuple[date, str]]]) -> dict[str, Any]:
    """How often a check found something, on how many dates, and where most."""
    most = sorted(places.items(), key=lambda item: (-len(item[1]), item[0]))[:SHOWN]
    return {
        "name": name,
        "count": sum(map(len, places.values())),
        "dates": len({on for held in places.values() for on, _ in held}),
        "places": [
            {"at": at, "count": len(held), "date": str(held[0][0]), "words": held[0][1]}
            for at, held in most
        ],
    }

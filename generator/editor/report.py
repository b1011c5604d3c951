"""The report: how the readings of all dates turn out, in figures and as a page for editors.

In: the content, the survey of some dates. Out: a plain dict, and the bytes of a page and of its
JSON; the same for the same input on any machine. Imports every stage before; never touches files.
"""

from collections.abc import Sequence
from math import ceil
from statistics import fmean, median
from typing import Any

import orjson

from generator.content.inputs import Content, Source
from generator.content.templates import naming_faults
from generator.editor.survey import Overlap, Survey
from generator.pages.render import environment
from generator.reading.compose import TIERS

HEAVY = 1_400
"""Paragraphs used on more dates than this are listed one by one."""


def report_files(source: Source, figures: dict[str, Any]) -> dict[str, bytes]:
    """The page and its JSON.

    :raises TemplateError: if the template is at fault.
    """
    with naming_faults():
        template = environment(source.templates, source.content.site).get_template("report.html")
        page = template.render(figures | {"names": TIERS})
    as_json = orjson.dumps(figures, option=orjson.OPT_INDENT_2) + b"\n"
    return {"index.html": page.encode(), "report.json": as_json}


def report(content: Content, found: Survey) -> dict[str, Any]:
    """The figures of what a survey has found; lengths in characters, shares 0 to 1."""
    corpus, dates, uses = content.corpus, found.dates, found.uses
    heavy = sorted((f for f in corpus.listed if uses[f.id] > HEAVY), key=lambda f: -uses[f.id])
    unused = [f for f in corpus.listed if not uses[f.id]]
    return {
        "range": {"first": dates[0], "last": dates[-1], "dates": len(dates)},
        "tiers": {tier: found.tiers[tier] for tier in TIERS},
        "fragments": len(corpus.listed),
        "numbers": [
            {"name": name, **_spread(each), "total": sum(each)}
            for name, each in found.numbers.items()
        ],
        "over": HEAVY,
        "heavy": [{"name": f.id, "at": f"{f.path}:{f.line}", "dates": uses[f.id]} for f in heavy],
        "unused": [{"name": f.id, "at": f"{f.path}:{f.line}"} for f in unused],
        "sameness": [_sameness(name, each) for name, each in found.overlaps.items()],
    }


def _sameness(name: str, overlaps: list[Overlap]) -> dict[str, Any]:
    _, *most = max(overlaps, key=lambda each: each.share)
    spread = _spread([each.share for each in overlaps])
    return {"name": name, "pairs": len(overlaps), **spread, "most_alike": "、".join(map(str, most))}


def _spread(values: Sequence[float]) -> dict[str, float]:
    """Percentiles are those of the nearest rank."""
    ordered = sorted(values)
    tenth, ninth, most = (ordered[ceil(p * len(ordered)) - 1] for p in (0.1, 0.9, 0.95))
    found = (ordered[0], tenth, fmean(ordered), median(ordered), ninth, most, ordered[-1])
    names = ("min", "p10", "mean", "median", "p90", "p95", "max")
    return {name: round(value, 4) for name, value in zip(names, found, strict=True)}

"""The report: how the readings of all dates turn out, in figures and as a page for editors.

In: the content, a range of dates. Out: a plain dict, and the bytes of a page and of its JSON;
the same for the same input on any machine. Imports every stage before; never touches files.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from itertools import pairwise
from math import ceil
from statistics import fmean, median
from typing import TYPE_CHECKING, Any

import orjson

from generator.checks import CHECKS
from generator.facets import FACETS, SECTIONS
from generator.pages.date import VIEW_LABELS
from generator.reading import TIERS
from generator.render import environment
from generator.sameness import Neighbours, drawn, sample
from generator.scenes import DEFINITION, chart_words, opens_on_scene
from generator.survey import days_between, survey
from generator.templates import naming_faults

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from datetime import date

    from generator.content.corpus import Corpus, Fragment
    from generator.inputs import Content, Source
    from generator.sameness import Page, Share
    from generator.survey import Survey

    Watch = Callable[[list[Any], str], Iterable[Any]]

HEAVY = 1_400
"""Paragraphs used on more dates than this are listed one by one."""
PAIRS = 20_000
SAMPLE = 300
"""Dates whose nearest neighbour is looked for among all."""
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


def report(content: Content, first: date, last: date, watch: Watch) -> dict[str, Any]:
    """The figures of all dates from `first` to `last`; lengths in characters, shares 0 to 1.

    `watch` is handed what takes long, and what it is called, and passes it on item by item.
    """
    corpus = content.corpus
    days = days_between(first, last)
    found = survey(watch(days, "dates"), corpus)
    return {
        "range": {"first": first, "last": last, "dates": len(days)},
        "tiers": {tier: found.tiers[tier] for tier in TIERS},
        "corpus": {
            "fragments": corpus.count,
            "characters": corpus.characters,
            "golden": len(corpus.golden),
        },
        "lengths": [
            {"section": section, "view": VIEW_LABELS[view], **_lengths(counted)}
            for (section, view), counted in found.lengths.items()
        ],
        "usage": _usage(corpus, found.uses),
        "drawn": {"pairs": PAIRS, "sample": SAMPLE},
        "sameness": _sameness(found, watch),
        "identical": _identical(found.pages),
        "scenes": _scenes(content, found.uses),
        "claims": [
            {"section": name, "without": n, "share": _share(n, len(days))}
            for name in SECTIONS
            for n in [found.unclaimed[name]]
        ],
        "checks": [{"name": check.name, **_faults(found.faults[check.name])} for check in CHECKS],
    }


def _faults(places: dict[tuple[str, int], list[tuple[date, str]]]) -> dict[str, Any]:
    """How often a check found something, on how many dates, and where most."""
    found = [found for held in places.values() for found in held]
    most = sorted(places.items(), key=lambda item: (-len(item[1]), item[0]))[:SHOWN]
    return {
        "count": len(found),
        "dates": len({on for on, _ in found}),
        "places": [
            {"path": path, "line": line, "count": len(held), "date": on, "words": words}
            for (path, line), held in most
            for on, words in held[:1]
        ],
    }


def _lengths(counted: Counter[int]) -> dict[str, Any]:
    total = counted.total()
    return {
        "dates": total,
        "min": min(counted),
        "mean": round(sum(n * times for n, times in counted.items()) / total, 1),
        "max": max(counted),
        "bins": _bins(counted),
    }


def _bins(counted: Counter[int]) -> list[list[int]]:
    """From, below, how many; the width a round number that makes at most 24 bins."""
    low, high = min(counted), max(counted)
    widths = (unit * 10**power for power in range(6) for unit in (1, 2, 5))
    width = next(w for w in widths if high // w - low // w < 24)
    starts = range(low // width * width, high + 1, width)
    return [[s, s + width, sum(counted[n] for n in range(s, s + width))] for s in starts]


def _spread(shares: list[Share]) -> dict[str, Any] | None:
    """Mean, median, p95 (nearest rank), the most alike, twenty bins; None of no pair."""
    if not shares:
        return None
    values = sorted(share.share for share in shares)
    counted = Counter(min(int(value * 20), 19) for value in values)
    most = max(shares, key=lambda s: (s.share, -s.one.toordinal(), -s.other.toordinal()))
    return {
        "pairs": len(values),
        "mean": round(fmean(values), 4),
        "median": round(median(values), 4),
        "p95": round(values[ceil(0.95 * len(values)) - 1], 4),
        "max": round(most.share, 4),
        "most_alike": [most.one, most.other],
        "bins": [[n * 5, n * 5 + 5, counted[n]] for n in range(20)],
    }


def _sameness(found: Survey, watch: Watch) -> list[dict[str, Any]]:
    pages, texts = found.pages, found.texts
    neighbours = Neighbours(pages, texts)
    places = sample(SAMPLE, len(pages), "nearest") if len(pages) > 1 else []
    pairs = (
        ("任兩天", drawn(pages, lambda page: None, PAIRS, "any")),
        ("同一年", drawn(pages, lambda page: page.date.year, PAIRS, "year")),
        ("相連兩天", pairwise(pages)),
        ("同日柱", drawn(pages, lambda page: page.pillar, PAIRS, "pillar")),
    )
    spreads = [
        (name, _spread([texts.share(*pair) for pair in pair_list])) for name, pair_list in pairs
    ]
    nearest = [neighbours.nearest(place) for place in watch(places, "neighbours")]
    spreads.append(("最像的一天", _spread(nearest)))
    return [{"name": name, "shares": spread} for name, spread in spreads]


def _identical(pages: list[Page]) -> dict[str, Any]:
    """Dates whose neutral page another date has word by word."""
    dates: dict[tuple[int, ...], list[date]] = defaultdict(list)
    for page in pages:
        dates[page.texts].append(page.date)
    same = [held for held in dates.values() if len(held) > 1]
    return {"dates": sum(len(held) for held in same), "groups": same[:SHOWN]}


def _usage(corpus: Corpus, uses: Counter[str]) -> dict[str, Any]:
    """On how many dates each fragment stands, in any perspective."""

    def row(fragment: Fragment) -> dict[str, Any]:
        key = fragment.key + (f"（{fragment.variant}）" if fragment.variant else "")
        place = {"facet": fragment.facet, "key": key, "path": fragment.path, "line": fragment.line}
        return place | {"dates": uses[fragment.id]}

    rows = sorted(
        (row(f) for f in corpus.listed), key=lambda r: (-r["dates"], r["path"], r["line"])
    )
    facets = []
    for facet in FACETS:
        held = [r["dates"] for r in rows if r["facet"] == facet.name]
        figures = {
            "fragments": len(held), "unused": held.count(0), "min": min(held, default=0),
            "median": median(held or [0]), "max": max(held, default=0),
        }  # fmt: skip
        facets.append({"facet": facet.name, "section": facet.section, **figures})
    return {
        "median": median([r["dates"] for r in rows] or [0]),
        "most": rows[:1],
        "over": HEAVY,
        "heavy": [r for r in rows if r["dates"] > HEAVY],
        "facets": facets,
    }


def _scenes(content: Content, uses: Counter[str]) -> dict[str, Any]:
    """Paragraphs whose first sentence is free of the chart: as written, and on how many pages."""
    corpus, words = content.corpus, chart_words(content.phrases.terms)
    judged: dict[str, list[tuple[bool, int]]] = {facet.name: [] for facet in FACETS}
    for fragment in corpus.listed:
        scene = opens_on_scene(fragment.text, words)
        judged[fragment.facet].append((scene, uses[fragment.id]))
    judged["golden"] = [
        (opens_on_scene(paragraph.text, words), uses[f"golden/{on}"])
        for on, golden in corpus.golden.items()
        for paragraphs in golden.sections.values()
        for paragraph in paragraphs
    ]
    judged["all"] = [each for held in judged.values() for each in held]
    return {
        "definition": DEFINITION,
        "rows": [{"facet": name, **_openings(held)} for name, held in judged.items()],
    }


def _openings(judged: list[tuple[bool, int]]) -> dict[str, Any]:
    scenes = sum(scene for scene, _ in judged)
    printed = sum(dates for _, dates in judged)
    printed_scenes = sum(dates for scene, dates in judged if scene)
    return {
        "written": len(judged),
        "scenes": scenes,
        "share": _share(scenes, len(judged)),
        "printed": printed,
        "printed_share": _share(printed_scenes, printed),
    }


def _share(part: int, whole: int) -> float:
    return round(part / whole, 4) if whole else 0.0

"""The report: how the readings of all dates turn out, in figures and as a page for editors.

In: the content, days with their charts. Out: a `Survey` of their readings, composed and counted while
they pass by; of that a plain dict, and the bytes of a page and of its JSON, the same for the same
input on any machine. Imports every stage before; never touches files.
"""

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from datetime import date
from math import ceil
from statistics import fmean, median
from typing import Any, NamedTuple

import orjson

from generator.chart import Chart
from generator.chart.calendar import Day
from generator.content.inputs import Content, Source
from generator.content.templates import naming_faults
from generator.editor import voice
from generator.pages.render import environment
from generator.reading.cohorts import cohort
from generator.reading.compose import TIERS, Paragraph, Reading, Section, read
from generator.reading.corpus import Corpus, packed
from generator.reading.facets import PERSPECTIVES, SECTIONS

HEAVY = 1_400
"""Paragraphs used on more dates than this are listed one by one."""

PAIRS = {"相連兩天": 1, "同日柱，隔六十天": 60}
"""Which two dates are compared: the days from one to the other."""


class Overlap(NamedTuple):
    """How much of the shorter of two pages the other has word by word, 0 to 1."""

    share: float
    one: date
    other: date


@dataclass(frozen=True, slots=True)
class Survey:
    """What was found on `dates`, which are in order.

    `uses`: by fragment, the dates that print it in any perspective; `numbers`: by what is
    counted, a number for each date; `overlaps`: by name of `PAIRS`.
    """

    dates: list[date] = field(default_factory=list)
    tiers: Counter[str] = field(default_factory=Counter)
    uses: Counter[str] = field(default_factory=Counter)
    numbers: dict[str, list[int]] = field(default_factory=lambda: defaultdict(list))
    overlaps: dict[str, list[Overlap]] = field(default_factory=lambda: defaultdict(list))


def survey(charts: Iterable[tuple[Day, Chart]], corpus: Corpus) -> Survey:
    """Read every day, in order, and count."""
    found = Survey()
    before: deque[dict[str, int]] = deque(maxlen=max(PAIRS.values()))
    for day, of_day in charts:
        reading = read(day, of_day, corpus)
        found.dates.append(day.date)
        found.tiers[reading.tier] += 1
        found.uses.update({paragraph.fragment for paragraph in printed(reading)})
        for name, number in (*_lengths(reading), *_voice(reading.views["neutral"], cohort(day))):
            found.numbers[name].append(number)
        texts = [p.text for section in reading.views["neutral"] for p in section.paragraphs]
        page = {text: len(packed(text)) for text in texts}
        for name, apart in PAIRS.items():
            if len(before) >= apart:
                share = _overlap(before[-apart], page)
                found.overlaps[name].append(Overlap(share, found.dates[-1 - apart], day.date))
        before.append(page)
    return found


def printed(reading: Reading) -> list[Paragraph]:
    """Each paragraph of a reading once, whatever perspectives print it."""
    sections = (section for view in reading.views.values() for section in view)
    return list(dict.fromkeys(p for section in sections for p in section.paragraphs))


def _lengths(reading: Reading) -> Iterator[tuple[str, int]]:
    """Characters by section and perspective."""
    neutral = reading.views["neutral"]
    for view, sections in reading.views.items():
        for section, of_all in zip(sections, neutral, strict=True):
            if view == "neutral" or section is not of_all:
                yield f"{section.name}字數（{PERSPECTIVES[view]}）", section.characters
        yield f"全頁字數（{PERSPECTIVES[view]}）", reading.word_count(view)


def _voice(neutral: tuple[Section, ...], mark: str) -> Iterator[tuple[str, int]]:
    """Paragraphs of a page, and what its voice is; `mark`: its readers' cohort."""
    sections = [section.texts("text") for section in neutral]
    told = [text for texts in sections for text in texts]
    whole = "\n".join(told)
    yield "全頁段數（直說與附記不算）", len(told)
    yield "每千字緩和詞", voice.hedges(whole)
    yield "全頁譬喻", voice.similes(whole)
    yield "每百段接住前一段", round(100 * sum(map(voice.links, told)) / (len(told) or 1))
    every = [p.fragment for section in neutral for p in section.paragraphs]
    yield "意象回來的段落", sum(fragment.startswith("image-") for fragment in every)
    advice = [sum(map(voice.advises, texts)) for texts in sections]
    yield "結在建議的段落", sum(advice)
    yield "一節裡最多幾段結在建議", max(advice)
    yield "結在別人覺得有用的段落", sum(map(voice.praises_use, told))
    yield "解釋過兩次的名詞", voice.explained_twice(told)
    work = voice.of_work(neutral[SECTIONS.index("事業")].text)
    yield f"事業裡工作與讀書的詞（{mark}）", work


def _overlap(one: dict[str, int], other: dict[str, int]) -> float:
    """Of two pages, each the characters of its paragraphs."""
    shared = sum(one[text] for text in one.keys() & other.keys())
    return shared / (min(sum(one.values()), sum(other.values())) or 1)


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

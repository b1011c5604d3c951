"""The survey: what is kept of the readings of many dates while they pass by.

In: days, their charts and readings. Out: a `Survey`, counted up; or the dates of one fragment.
Imports the stages up to the reading; never touches files.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from generator import calendar
from generator.chart import chart
from generator.checks import CHECKS, printed
from generator.facets import PERSPECTIVES
from generator.reading import fragments_of, read
from generator.sameness import Page, Texts, size

if TYPE_CHECKING:
    from collections.abc import Iterable
    from datetime import date

    from generator.calendar import Day
    from generator.content.corpus import Corpus
    from generator.facets import Facet
    from generator.reading import Section

WHOLE = "全頁"
"""Stands for the six sections together."""


@dataclass(frozen=True, slots=True)
class Survey:
    """Counts of dates, but `pages`, which are the neutral ones in order.

    `uses`: by fragment, in any perspective; `lengths`: by section or `WHOLE` and perspective,
    then by characters; `unclaimed`: by section that some perspective reads without a claim;
    `faults`: by check, then path and line, the date and words of each.
    """

    tiers: Counter[str] = field(default_factory=Counter)
    uses: Counter[str] = field(default_factory=Counter)
    lengths: dict[tuple[str, str], Counter[int]] = field(
        default_factory=lambda: defaultdict(Counter)
    )
    unclaimed: Counter[str] = field(default_factory=Counter)
    faults: dict[str, dict[tuple[str, int], list[tuple[date, str]]]] = field(default_factory=dict)
    pages: list[Page] = field(default_factory=list)
    texts: Texts = field(default_factory=Texts)


def days_between(first: date, last: date) -> list[Day]:
    """Every day from `first` to `last`, in order."""
    years = range(first.year, last.year + 1)
    return [d for year in years for d in calendar.days(year) if first <= d.date <= last]


def standing(days: Iterable[Day], facet: Facet, corpus: Corpus) -> dict[str, list[date]]:
    """The dates of each fragment and claim of a facet, by its id.

    One facet alone is composed of each date: a quarter of the time of a survey.
    """
    found: dict[str, list[date]] = defaultdict(list)
    for day in days:
        if day.date not in corpus.golden:
            for _, fragment in fragments_of(facet, day, chart(day), corpus):
                found[fragment.id].append(day.date)
    return found


def survey(days: Iterable[Day], corpus: Corpus) -> Survey:
    """Read every day and count."""
    found = Survey(faults={check.name: defaultdict(list) for check in CHECKS})
    for day in days:
        _add(found, day, corpus)
    return found


def _add(to: Survey, day: Day, corpus: Corpus) -> None:
    of_day = chart(day)
    reading = read(day, of_day, corpus)
    to.tiers[reading.tier] += 1
    to.uses.update({p.fragment for p in printed(reading)})
    neutral = [p.text for section in reading.views["neutral"] for p in section.paragraphs]
    to.pages.append(to.texts.page(day.date, of_day.day.pillar, neutral))
    for versions in zip(*(reading.views[view] for view in PERSPECTIVES), strict=True):
        name = versions[0].name
        to.unclaimed[name] += not all(map(_claims, versions))
        for view, section in zip(PERSPECTIVES, versions, strict=True):
            if view == "neutral" or section is not versions[0]:
                to.lengths[name, view][sum(size(p.text) for p in section.paragraphs)] += 1
    for view in PERSPECTIVES:
        to.lengths[WHOLE, view][reading.word_count(view)] += 1
    for check in CHECKS:
        for paragraph, words in check.find(day, of_day, reading):
            to.faults[check.name][paragraph.path, paragraph.line].append((day.date, words))


def _claims(section: Section) -> bool:
    """Whether a section has a paragraph that says plainly what it claims."""
    return any(getattr(p, "kind", "text") == "claim" for p in section.paragraphs)

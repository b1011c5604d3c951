"""The reading: a day, its chart and the corpus in, six sections in three perspectives out.

Pure: the same input gives the same reading on any machine. Imports the corpus' types,
facets and slots; never files, never templates.
"""

from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import NamedTuple

from generator.chart import Chart, chart
from generator.chart.calendar import Day, other_side
from generator.reading.cohorts import cohort
from generator.reading.corpus import GENERIC_KEY, Corpus, Fragment, packed
from generator.reading.facets import FACETS, PERSPECTIVES, SECTIONS, Facet
from generator.reading.keys import lot
from generator.reading.slots import SLOTS

TIERS = {"golden": "親筆", "generated": "組成", "fallback": "通稿"}
"""Tier → what editors call it."""


class Paragraph(NamedTuple):
    """A paragraph and where it comes from: fragment id, rule names, file and line.

    `kind`: claim (the sentence that heads a section), text, note (附記, at the end), or joined: it
    has no line of its own, but heads the paragraph after it.
    A tuple, since half a million are made in a build.
    """

    text: str
    kind: str
    fragment: str
    rules: tuple[str, ...]
    path: str
    line: int


_Held = tuple[str | None, Paragraph]
"""The one perspective that a paragraph is for, or None for all, and the paragraph."""


def join(paragraphs: Iterable[Paragraph]) -> str:
    """Their text, with an empty line between."""
    return "\n\n".join([paragraph.text for paragraph in paragraphs])


@dataclass(frozen=True, slots=True)
class Section:
    """One of `SECTIONS` as one perspective reads it; `characters` leaves white space out.

    `paragraphs` as they were chosen, `printed` as they are read: with each joined one in the next.
    """

    name: str
    paragraphs: tuple[Paragraph, ...]
    printed: tuple[Paragraph, ...] = field(init=False, repr=False)
    characters: int = field(init=False, repr=False)

    def __post_init__(self) -> None:
        printed: list[Paragraph] = []
        head: Paragraph | None = None
        for paragraph in self.paragraphs:
            if paragraph.kind == "joined":
                head = paragraph
                continue
            if head is not None and paragraph.kind == "text":
                rules = tuple(dict.fromkeys((*head.rules, *paragraph.rules)))
                paragraph = paragraph._replace(text=head.text + paragraph.text, rules=rules)
                head = None
            printed.append(paragraph)
        object.__setattr__(self, "printed", tuple(printed))
        counted = sum([len(packed(p.text)) for p in printed])
        object.__setattr__(self, "characters", counted)

    @property
    def text(self) -> str:
        return join(self.printed)

    def texts(self, kind: str) -> tuple[str, ...]:
        """Its printed paragraphs of a kind."""
        return tuple([p.text for p in self.printed if p.kind == kind])


@dataclass(frozen=True, slots=True)
class Reading:
    """`views` maps each of `PERSPECTIVES` to its six sections; equal sections are one object.

    `tier`: golden (an editor wrote this date), generated (every paragraph made for this
    chart), fallback (at least one generic paragraph).
    """

    tier: str
    views: dict[str, tuple[Section, ...]]

    def word_count(self, perspective: str) -> int:
        """Characters of the six sections together, white space left out."""
        return sum([section.characters for section in self.views[perspective]])


class MissingFragmentError(LookupError):
    """The corpus has neither a fragment for a key nor a generic one."""


@dataclass(frozen=True, slots=True)
class Side:
    """A date with all that is read of it, on one side of the 節 that may fall in it."""

    day: Day
    chart: Chart
    reading: Reading


def sides(day: Day, corpus: Corpus) -> tuple[Side, Side | None]:
    """A date as it is read at noon, and as it would be beyond the 節 that falls in it."""
    here = chart(day)
    beyond = other_side(day)
    noon = Side(day, here, read(day, here, corpus))
    if beyond is None:
        return noon, None
    there = chart(beyond)
    return noon, Side(beyond, there, compose(beyond, there, corpus))


def tiers(corpus: Corpus, charts: Iterable[tuple[Day, Chart]]) -> Counter[str]:
    """How many dates are of each tier, in the order of `TIERS`, without composing them."""
    lacking = [facet for facet in FACETS if set(facet.keys) - corpus.fragments[facet.name].keys()]
    counted = Counter(dict.fromkeys(TIERS, 0))
    for day, of_day in charts:
        asked = ((facet.name, key) for facet in lacking for key in facet.ask(day, of_day))
        generic = any(key not in corpus.fragments[name] for name, key in asked)
        composed = "fallback" if generic else "generated"
        counted["golden" if day.date in corpus.golden else composed] += 1
    return counted


def read(day: Day, chart: Chart, corpus: Corpus) -> Reading:
    """Compose the reading of a date, or take the golden one an editor wrote for it.

    :raises MissingFragmentError: if the corpus lacks a key and has no generic fragment;
        `content.fragments.load` reports that as a problem first.
    """
    golden = corpus.golden.get(day.date)
    if golden is None:
        return compose(day, chart, corpus)
    origin = f"golden/{golden.date}"
    written: dict[str, list[_Held]] = {
        name: [
            (view, Paragraph(p.text, p.kind, origin, p.rules, p.path, p.line))
            for view in (None, *PERSPECTIVES)
            for p in golden.sections.get((name, view), ())
        ]
        for name in SECTIONS
    }
    return Reading("golden", _views(written))


def compose(day: Day, chart: Chart, corpus: Corpus) -> Reading:
    """The composed reading, golden or not: for the other side of a term day."""
    tier = "generated"
    composed: dict[str, list[_Held]] = {name: [] for name in SECTIONS}
    for facet in FACETS:
        paragraphs = composed[facet.section]
        for kind, fragment in fragments_of(facet, day, chart, corpus):
            if fragment.key == GENERIC_KEY:
                tier = "fallback"
            paragraph = _paragraph(kind, fragment, day, chart)
            paragraphs.insert(
                0 if kind == "claim" else len(paragraphs), (facet.perspective, paragraph)
            )
    return Reading(tier, _views(composed))


def choose(variants: tuple[Fragment, ...], day: Day) -> Fragment:
    """Draw one variant for a date: of those for its readers' cohort or, without any, for all."""
    if len(variants) == 1:
        return variants[0]
    mark = cohort(day)
    own = [fragment for fragment in variants if fragment.cohort == mark]
    meant = own or [fragment for fragment in variants if not fragment.cohort]
    if len(meant) == 1:
        return meant[0]
    return max(meant, key=lambda f: lot(day, f.key, f.variant))


def fragments_of(
    facet: Facet, day: Day, chart: Chart, corpus: Corpus
) -> Iterator[tuple[str, Fragment]]:
    """What a facet prints of a date that no editor wrote, each with its kind.

    :raises MissingFragmentError: as `read` does.
    """
    held = corpus.fragments[facet.name]
    for key in facet.ask(day, chart):
        variants = held.get(key) or held.get(GENERIC_KEY)
        if variants is None:
            raise MissingFragmentError(f"{facet.name}/{key}")
        fragment = choose(variants, day)
        if fragment.id in corpus.claims:
            yield "claim", corpus.claims[fragment.id]
        yield facet.kind, fragment


def _paragraph(kind: str, fragment: Fragment, day: Day, chart: Chart) -> Paragraph:
    text, slots = fragment.text, fragment.parts[1::2]
    if slots:
        parts = list(fragment.parts)
        parts[1::2] = [SLOTS[slot][1](day, chart) for slot in slots]
        text = "".join(parts)
    return Paragraph(text, kind, fragment.id, (fragment.rule,), fragment.path, fragment.line)


def _views(held: dict[str, list[_Held]]) -> dict[str, tuple[Section, ...]]:
    """The sections of each perspective; one that all read alike is one object."""
    views: dict[str, list[Section]] = {view: [] for view in PERSPECTIVES}
    for name, paragraphs in held.items():
        common = Section(name, tuple([p for only, p in paragraphs if only is None]))
        alike = len(common.paragraphs) == len(paragraphs)
        for view, sections in views.items():
            own = common.paragraphs if alike else [p for v, p in paragraphs if v in (None, view)]
            sections.append(common if alike else Section(name, tuple(own)))
    return {view: tuple(sections) for view, sections in views.items()}

"""Usage: on which dates a text stands.

In: every day of the range with its chart, the content, a `Place`. Out: dates. Only the facet or
the phrases that the text belongs to are asked of each day. Imports the reading; never files.
"""

from collections.abc import Sequence
from datetime import date
from typing import TypeVar

from generator.chart import Chart
from generator.chart.calendar import Day
from generator.content.inputs import Content
from generator.content.phrases import asked_of_phrases
from generator.editor.places import Place
from generator.reading.compose import fragments_of
from generator.reading.corpus import GENERIC_KEY, Fragment
from generator.reading.facets import FACETS

Charts = Sequence[tuple[Day, Chart]]

FACET = {facet.name: facet for facet in FACETS}
T = TypeVar("T")


def spread(items: Sequence[T], count: int) -> list[T]:
    """The first, the last and some between, as far from each other."""
    last = len(items) - 1
    if last < count:
        return list(items)
    return [items[last * n // (count - 1)] for n in range(count)]


def dates_of(place: Place, content: Content, charts: Charts) -> list[date] | None:
    """The dates whose page shows a text, in order; None of a text that no date chooses."""
    group, _, key = place.name.partition("/")
    if group == "golden":
        return [date.fromisoformat(key)]
    shows = _of_facet if isinstance(place.of, Fragment) else _OF_FILES.get(group)
    if shows is None:
        return None
    # A golden page has a lead and paragraphs of its own; what explains its chart is as on any.
    golden = content.corpus.golden if group != "plain" else ()
    return [
        day.date
        for day, of_day in charts
        if day.date not in golden and shows(place, content, day, of_day)
    ]


def _of_facet(place: Place, content: Content, day: Day, of_day: Chart) -> bool:
    assert isinstance(place.of, Fragment)
    facet = FACET[place.of.facet]
    # Which key is asked for is told much sooner than which variant is chosen.
    if place.of.key not in (GENERIC_KEY, *facet.ask(day, of_day)):
        return False
    chosen = fragments_of(facet, day, of_day, content.corpus)
    return any(fragment.id == place.of.id for _, fragment in chosen)


def _of_lead(place: Place, content: Content, day: Day, of_day: Chart) -> bool:
    phrases, key = content.phrases, place.name.partition("/")[2]
    asked = zip(asked_of_phrases(day, of_day), phrases.drawn(day, of_day), strict=False)
    return any(name[-1] == key and text == place.text for name, text in asked)


def _of_plain(place: Place, _: Content, day: Day, of_day: Chart) -> bool:
    asked = asked_of_phrases(day, of_day)
    return any(f"{name[0]}/{name[-1]}" == place.name for name in asked)


_OF_FILES = {"lead": _of_lead, "plain": _of_plain}

"""What the pages that stand once may read: the content without what only the dates' pages show.

In: a source. Out: for each of `ONCE` the same with less in it, so that an edit of what is left out
can't change those pages, and they need not be pressed. A page that needs more says so here.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from generator import calendar
from generator.chart import chart
from generator.content.corpus import GENERIC_KEY
from generator.facets import FACETS
from generator.pages.reference import EXAMPLE

if TYPE_CHECKING:
    from collections.abc import Collection
    from datetime import date

    from generator.content.corpus import Corpus, Fragment
    from generator.inputs import Source

ONCE = ("site", "pillars", "home")
"""The home page, those of the day pillars, and all others."""

Fragments = dict[str, dict[str, tuple["Fragment", ...]]]


def once(source: Source) -> dict[str, Source]:
    """What each of `ONCE` reads.

    The home page opens some dates by their leads, a pillar's page shows its first text, and the
    API's description has the reading of an example.
    """
    content = source.content
    pillars = content.corpus.fragments["day-pillar"]
    firsts = {key: variants[:1] for key, variants in pillars.items()}
    shown: dict[str, tuple[Fragments, Collection[date]]] = {
        "site": (_of_example(content.corpus), (EXAMPLE,)),
        "pillars": ({"day-pillar": firsts}, ()),
        "home": ({}, content.site.openings),
    }
    phrases = replace(content.phrases, plain={}, texts=())
    return {
        name: replace(
            source,
            content=replace(content, corpus=_less(content.corpus, *shown[name]), phrases=phrases),
        )
        for name in ONCE
    }


def _of_example(corpus: Corpus) -> Fragments:
    day = calendar.day(EXAMPLE)
    of_day = chart(day)
    found: Fragments = {}
    for facet in FACETS:
        held, asked = corpus.fragments[facet.name], (*facet.ask(day, of_day), GENERIC_KEY)
        found[facet.name] = {key: held[key] for key in asked if key in held}
    return found


def _less(corpus: Corpus, fragments: Fragments, dates: Collection[date]) -> Corpus:
    read = {f.id for held in fragments.values() for variants in held.values() for f in variants}
    return replace(
        corpus,
        fragments=fragments,
        claims={of: claim for of, claim in corpus.claims.items() if of in read},
        golden={on: golden for on, golden in corpus.golden.items() if on in dates},
        other_texts=(),
    )

"""The values that dates read: a digest of each text, by the name that a `Plan` has it under.

In: the content, of this build or as the record of another has it. Out: `Values`, and the dates
that read something else now than then. Whatever is not named here counts for every date.
"""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from generator import calendar
from generator.content.corpus import GENERIC_KEY
from generator.content.lettering import FONT
from generator.facets import FACETS, GISTS
from generator.reading import choose

if TYPE_CHECKING:
    from generator.content.corpus import Corpus, Fragment
    from generator.inputs import Content, Source
    from generator.plan import Plan


class Value(NamedTuple):
    """A text, or one of several that a date chooses from: as `reading.choose` knows it.

    One without an `id` is read by all.
    """

    id: str
    cohort: str
    digest: str


Values = dict[str, tuple[Value, ...]]


def values(content: Content) -> Values:
    """What every name stands for."""
    corpus, phrases = content.corpus, content.phrases
    found: Values = {}
    for facet in FACETS:
        held = corpus.fragments[facet.name]
        for key in facet.keys:
            variants = held.get(key) or held.get(GENERIC_KEY, ())
            found[f"{facet.name}/{key}"] = tuple(_fragment(each, corpus) for each in variants)
    for slot, facet in GISTS.items():
        for key, gist in corpus.gists[slot].items():
            found[f"{facet.name}/{key}"] += (_shared(gist),)
    for part in ("stems", "seasons", "traits"):
        for key, texts in getattr(phrases, part).items():
            found[f"{part}/{key}"] = (_shared(texts),)
    for part, plain in phrases.plain.items():
        for key, text in plain.items():
            found[f"plain/{part}/{key}"] = (_shared(text),)
    for on, golden in corpus.golden.items():
        found[f"golden/{on}"] = (_shared(golden),)
    return found


def common(source: Source) -> dict[str, str]:
    """By kind of page, a digest of all that every page of it reads, besides what has a name.

    Whatever is added to phrases or settings counts for the dates until it has its name above.
    """
    phrases = replace(
        source.content.phrases, terms={}, stems={}, seasons={}, traits={}, plain={},
        day_masters={}, patterns={}, texts=(),
    )  # fmt: skip
    site, templates = source.content.site, source.templates

    def markup(path: str) -> list[bytes]:
        return [templates.files[each] for each in templates.reached(path)]

    return {
        "dates": digest((source.press, phrases, site, markup("date.html"))),
        "years": digest((source.press, site, markup("year.html"))),
        "pictures": digest((source.press, site["tagline"], templates.raw(f"fonts/{FONT}"))),
    }


def stale(plan: Plan, before: Values, now: Values) -> set[date]:
    """The dates of a plan whose page reads what is not as it was."""
    found: set[date] = set()
    for name in before.keys() | now.keys():
        old, new = before.get(name, ()), now.get(name, ())
        if old == new:
            continue
        if name.startswith("golden/"):
            found.add(date.fromisoformat(name.removeprefix("golden/")))
        elif len(old) == len(new) == 1 or _of_all(old) != _of_all(new):
            found.update(plan.dates(name))
        else:
            found.update(on for on in plan.dates(name) if _read(old, on) != _read(new, on))
    return found


def _of_all(values: tuple[Value, ...]) -> list[Value]:
    return [value for value in values if not value.id]


def _read(values: tuple[Value, ...], on: date) -> list[str]:
    """The digest of what a date chooses, on both sides of a term that falls in it."""
    variants = tuple(value for value in values if value.id)
    day = calendar.day(on)
    sides = filter(None, (day, calendar.other_side(day)))
    return [choose(variants, side).digest for side in sides] if variants else []


def _fragment(fragment: Fragment, corpus: Corpus) -> Value:
    claim = corpus.claims.get(fragment.id)
    told = (fragment.text, fragment.rule, claim and (claim.text, claim.rule))
    return Value(fragment.id, fragment.cohort, digest(told))


def _shared(read: object) -> Value:
    return Value("", "", digest(read))


def digest(read: object) -> str:
    """Of whatever its `repr` tells in full."""
    return blake2b(repr(read).encode(), digest_size=12).hexdigest()

"""The page of a date, and the data beside it.

In: a date as it is read on both sides of a term. Out: what its template may show, and where its
files stand: `bazi/<Y-M-D>/index.html`, and `reading.json` (`dataset` makes that).
"""

from datetime import date, timedelta
from functools import cache
from typing import Any, NamedTuple

from generator.chart import Chart
from generator.chart.calendar import FIRST_DAY, LAST_DAY, Day
from generator.chart.census import Census
from generator.chart.labels import day_path
from generator.chart.strength import without_day_stem
from generator.chart.symbols import ELEMENTS, POSITIONS, STEM_ELEMENT
from generator.content.phrases import Phrases, plain_keys
from generator.pages.flow_year import ThisYear
from generator.pages.picture import arcs, shares
from generator.reading.compose import Section, Side
from generator.reading.corpus import CLAIM
from generator.reading.dataset import changes
from generator.reading.facets import PERSPECTIVES
from generator.reading.slots import climate_state, reasons_text, relation_text

Leads = tuple[tuple[str, str], tuple[str, str]]
"""Title and lead, as at noon and beyond the term."""

_NUMERALS = "一二三四五六七八九十"


class ShownSection(NamedTuple):
    """A section's claim, paragraphs and notes; where perspectives differ, its blocks instead.

    A block is a paragraph with the perspectives that print it. `basis`: which paragraphs rest on
    which rule.
    """

    name: str
    claim: str
    paragraphs: tuple[str, ...] | None
    notes: tuple[str, ...]
    blocks: tuple[tuple[tuple[str, ...], str], ...]
    basis: str


def date_paths(on: date) -> tuple[str, str]:
    """The files of a date: its data, its page."""
    folder = day_path(on)[1:]
    return f"{folder}reading.json", f"{folder}index.html"


def context(
    noon: Side, beyond: Side | None, leads: Leads, phrases: Phrases, years: tuple[ThisYear, ...]
) -> dict[str, Any]:
    """What the template of a date may show."""
    sides = [_side("noon", noon, leads[0], phrases)]
    if beyond is not None:
        sides.append(_side("beyond", beyond, leads[1], phrases))
    turn = noon.day.turn
    return {
        "day": noon.day,
        "chart": noon.chart,
        "reading": noon.reading,
        "opening": leads[0][0],
        "lead": leads[0][1],
        "sides": sides,
        "by_time": sides[::-1] if turn and turn.noon_after else sides,
        "other": None if beyond is None else changes(noon.chart, beyond.chart),
        "years": years,
        "views": tuple(PERSPECTIVES.items()),
        "places": POSITIONS,
    }


def _side(mark: str, side: Side, lead: tuple[str, str], phrases: Phrases) -> dict[str, Any]:
    """What is shown of a date as it is read on one side of the term that may fall in it."""
    chart = side.chart
    others = without_day_stem(chart.strength.scores, STEM_ELEMENT[chart.day.stem])
    return {
        "mark": mark,
        "day": side.day,
        "chart": chart,
        "opening": lead[0],
        "lead": lead[1],
        "sections": list(map(_section, zip(*side.reading.views.values(), strict=True))),
        "facts": _facts(chart, phrases),
        "all_gods": tuple(
            dict.fromkeys(god for p in chart.pillars for god in (p.god, *p.hidden_gods))
        ),
        "season": tuple((element, chart.strength.season[element]) for element in ELEMENTS),
        "above": arcs(chart.stem_relations, above=True),
        "below": arcs(chart.branch_relations, above=False),
        "shares": shares(tuple(others[element] for element in ELEMENTS)),
        "lacking": tuple(e for e in ELEMENTS if not chart.strength.scores[e]),
        "relations": tuple(map(relation_text, (*chart.stem_relations, *chart.branch_relations))),
        "reasons": reasons_text(chart),
        "climate": tuple((stem, climate_state(chart, stem)) for stem in chart.climate),
    }


def _facts(chart: Chart, phrases: Phrases) -> tuple[tuple[str, str, str], ...]:
    """The four facts above a page: (name, what it is here, half a sentence of what that means)."""
    stem = chart.day.stem
    shown = {"日主": stem + STEM_ELEMENT[stem], "喜用": chart.useful}
    return tuple(
        (name, shown.get(name, key), phrases.plain[name][key]) for name, key in plain_keys(chart)
    )


def around(day: Day, chart: Chart, census: Census) -> dict[str, Any]:
    """What lies around a date: neighbours, the same pillar, how common its chart is."""
    one, cycle = timedelta(days=1), timedelta(days=60)
    same = (day.date - cycle, day.date + cycle)
    strength = chart.strength
    return {
        "previous": day.date - one if day.date > FIRST_DAY else None,
        "following": day.date + one if day.date < LAST_DAY else None,
        "same_pillar": [on for on in same if FIRST_DAY <= on <= LAST_DAY],
        "twins": census.twins(chart, day.date),
        "rarity": {
            "total": census.total,
            "day_pillar": census.day_pillars[chart.day.pillar],
            "style": census.styles[chart.pattern.name, strength.name],
            "balance": census.balances[strength.strongest, strength.weakest],
        },
    }


def _section(versions: tuple[Section, ...]) -> ShownSection:
    """What is shown of the versions of a section; those that do not differ are one object."""
    section = versions[0]
    alike = all(version is section for version in versions)
    different = versions[:1] if alike else versions
    rules = [tuple([(p.kind, p.rules) for p in version.printed]) for version in different]
    name, claim, basis = section.name, "".join(section.texts("claim")), _basis(tuple(rules))
    if alike:
        texts, notes = section.texts("text"), section.texts("note")
        return ShownSection(name, claim, texts, notes, (), basis)
    return ShownSection(name, claim, None, (), _blocks(versions), basis)


def _blocks(versions: tuple[Section, ...]) -> tuple[tuple[tuple[str, ...], str], ...]:
    """Paragraphs of all perspectives in order, each with the perspectives that print it."""
    order: dict[str, list[str]] = {}
    for view, section in zip(PERSPECTIVES, versions, strict=True):
        for paragraph in section.printed:
            if paragraph.kind != "claim":
                order.setdefault(paragraph.text, []).append(view)
    return tuple((tuple(views), text) for text, views in order.items())


@cache
def _basis(versions: tuple[tuple[tuple[str, tuple[str, ...]], ...], ...]) -> str:
    """The rules a section rests on, in the order met: 直說、第一段　十干體性；第二段　日柱坐支.

    In: the kind and rules of each paragraph, for each perspective. The claim goes by its name, the
    others are numbered; one that only one perspective prints has the number it has there.
    """
    places: dict[str, set[int]] = {}
    for paragraphs in versions:
        first = -1 if paragraphs[0][0] == "claim" else 0
        for number, (_, rules) in enumerate(paragraphs, first):
            for rule in rules:
                places.setdefault(rule, set()).add(number)
    return "；".join(f"{_places(sorted(found))}　{rule}" for rule, found in places.items())


def _places(numbers: list[int]) -> str:
    """直說、第一、三段."""
    counted = "、".join(_NUMERALS[number] for number in numbers if number >= 0)
    return "、".join(([CLAIM] if numbers[0] < 0 else []) + ([f"第{counted}段"] if counted else []))

"""The page of a date, and the data beside it.

In: a day, its chart and reading. Out: `bazi/<Y-M-D>/index.html` and `reading.json`.
"""

from __future__ import annotations

from datetime import timedelta
from typing import TYPE_CHECKING, Any

from generator.calendar import FIRST_DAY, LAST_DAY, other_side
from generator.chart import other_chart
from generator.content.corpus import CLAIM
from generator.dataset import changes, reading_json
from generator.facets import PERSPECTIVES
from generator.keys import helper
from generator.labels import WEEKDAYS
from generator.pages.picture import arcs, shares
from generator.reading import compose
from generator.slots import relation_text
from generator.symbols import PILLAR_INDEX, STEM_ELEMENT

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jinja2 import Template

    from generator.calendar import Day
    from generator.census import Census
    from generator.chart import Chart
    from generator.content.corpus import Corpus
    from generator.content.phrases import Phrases
    from generator.inputs import Content
    from generator.reading import Paragraph, Reading, Section

_NUMERALS = "一二三四五六七八九十"
VIEW_LABELS = dict(zip(PERSPECTIVES, ("不分", "男命", "女命"), strict=True))


def date_files(
    day: Day, chart: Chart, reading: Reading, content: Content, census: Census, template: Template
) -> Iterator[tuple[str, bytes]]:
    """The two files of a date."""
    folder = f"bazi/{day.date.year}-{day.date.month}-{day.date.day}"
    other = other_chart(day)
    yield f"{folder}/reading.json", reading_json(day, chart, other, reading)
    shown = context(day, chart, other, reading, content)
    page = template.render(shown, lead=content.lead(day, chart), **around(day, chart, census))
    yield f"{folder}/index.html", page.encode()


def context(
    day: Day, chart: Chart, other: Chart | None, reading: Reading, content: Content
) -> dict[str, Any]:
    """What the template of a date may show."""
    corpus, phrases = content.corpus, content.phrases
    sections = reading.views["neutral"]
    views = list(zip(*(reading.views[view] for view in PERSPECTIVES), strict=True))
    return {
        "day": day,
        "weekday": WEEKDAYS[day.date.weekday()],
        "chart": chart,
        "tier": reading.tier,
        "word_count": reading.word_count("neutral"),
        "sections": [
            _section(section, versions, corpus)
            for section, versions in zip(sections, views, strict=True)
        ],
        "views": VIEW_LABELS,
        "facts": _facts(chart, phrases),
        "above": arcs(chart.stem_relations, above=True),
        "below": arcs(chart.branch_relations, above=False),
        "shares": (drawn := shares(chart)),
        "tallest": max(share.height for share in drawn),
        "gods": dict.fromkeys(god for p in chart.pillars for god in (p.god, *p.hidden_gods)),
        "relations": [relation_text(r) for r in (*chart.stem_relations, *chart.branch_relations)],
        "other": None if other is None else _other_side(day, chart, other, reading, corpus),
    }


def _facts(chart: Chart, phrases: Phrases) -> list[tuple[str, str, str]]:
    """The four facts above a page: (name, what it is here, half a sentence of what that means)."""
    stem = chart.day.stem
    found = {
        "日主": (stem + STEM_ELEMENT[stem], stem),
        "強弱": (chart.strength.name,) * 2,
        "格局": (chart.pattern.name,) * 2,
        "喜用": (chart.useful, helper(chart)),
    }
    return [(name, told, phrases.plain[name][key]) for name, (told, key) in found.items()]


def around(day: Day, chart: Chart, census: Census) -> dict[str, Any]:
    """What lies around a date: neighbours, the same pillar, how common its chart is."""
    one, cycle = timedelta(days=1), timedelta(days=60)
    same = (day.date - cycle, day.date + cycle)
    strength = chart.strength
    return {
        "previous": day.date - one if day.date > FIRST_DAY else None,
        "following": day.date + one if day.date < LAST_DAY else None,
        "same_pillar": [on for on in same if FIRST_DAY <= on <= LAST_DAY],
        "number": PILLAR_INDEX[chart.day.pillar] + 1,
        "twins": census.twins(chart, day.date),
        "rarity": {
            "total": census.total,
            "day_pillar": census.day_pillars[chart.day.pillar],
            "style": census.styles[chart.pattern.name, strength.name],
            "balance": census.balances[strength.strongest, strength.weakest],
        },
    }


def _section(section: Section, versions: tuple[Section, ...], corpus: Corpus) -> dict[str, Any]:
    """A section's claim and paragraphs; where perspectives differ, its blocks instead."""
    differ = any(version is not section for version in versions)
    claim, paragraphs = _parted(section)
    return {
        "name": section.name,
        "claim": claim,
        "paragraphs": None if differ else paragraphs,
        "blocks": _blocks(versions) if differ else (),
        "rules": _rules(versions, corpus),
    }


def _parted(section: Section) -> tuple[Paragraph | None, tuple[Paragraph, ...]]:
    """The claim, if there is one, and what follows it."""
    first, *others = section.paragraphs
    return (first, tuple(others)) if first.kind == "claim" else (None, section.paragraphs)


def _blocks(versions: tuple[Section, ...]) -> list[tuple[tuple[str, ...], Paragraph]]:
    """Paragraphs of all perspectives in order, each with the perspectives that print it."""
    order: dict[str, tuple[list[str], Paragraph]] = {}
    for view, section in zip(PERSPECTIVES, versions, strict=True):
        for paragraph in _parted(section)[1]:
            order.setdefault(paragraph.text, ([], paragraph))[0].append(view)
    return [(tuple(views), paragraph) for views, paragraph in order.values()]


def _rules(versions: tuple[Section, ...], corpus: Corpus) -> list[tuple[str, Any]]:
    """The rules a section rests on, in the order met: (which paragraphs as read, rule).

    The claim is told by its name; the others are numbered. A paragraph that only one
    perspective prints has the number it has there.
    """
    places: dict[str, set[int]] = {}
    for section in versions:
        first = 0 if _parted(section)[0] is None else -1
        for number, paragraph in enumerate(section.paragraphs, first):
            for name in paragraph.rules:
                places.setdefault(name, set()).add(number)
    return [(_places(sorted(found)), corpus.rules[name]) for name, found in places.items()]


def _places(numbers: list[int]) -> str:
    """直說、第一、三段."""
    counted = "、".join(_NUMERALS[number] for number in numbers if number >= 0)
    return "、".join(([CLAIM] if numbers[0] < 0 else []) + ([f"第{counted}段"] if counted else []))


def _other_side(
    day: Day, chart: Chart, other: Chart, reading: Reading, corpus: Corpus
) -> dict[str, Any]:
    """The other side of a term: what changes, and the paragraphs that would differ."""
    turn, other_day = day.turn, other_side(day)
    if turn is None or other_day is None:
        raise ValueError(f"{day.date} is not a term day")
    noon = f"{chart.year.pillar}年{chart.month.pillar}月"
    beyond = f"{other.year.pillar}年{other.month.pillar}月"
    before, after = (beyond, noon) if turn.noon_after else (noon, beyond)
    here = {p.text for s in reading.views["neutral"] for p in s.paragraphs}
    there = compose(other_day, other, corpus).views["neutral"]
    differing = [
        (section.name, [p for p in section.paragraphs if p.text not in here]) for section in there
    ]
    return {
        "term": turn.term,
        "noon_after": turn.noon_after,
        "before": before,
        "after": after,
        "changes": changes(chart, other),
        "sections": [(name, paragraphs) for name, paragraphs in differing if paragraphs],
    }

"""What the report counts of single paragraphs: their uses, openings and faults, by hand on four days."""

from __future__ import annotations

import dataclasses
from dataclasses import dataclass
from typing import Any, cast

import pytest

from generator.calendar import Day
from generator.chart import Chart
from generator.content.corpus import Corpus, Fragment
from generator.facets import FACETS, SECTIONS
from generator.inputs import Content
from generator.reading import Reading, Section, read
from generator.scenes import chart_words, opens_on_scene
from tests.measures import DAYS, measure


@pytest.fixture
def generic(content: Content) -> Content:
    """One paragraph for everything each facet tells."""
    texts = {
        "stars": "杯子還在{日柱}桌上。",
        "day-stem": "茶涼了，丙火也懶。",
        "phase": "茶" * 76 + "。",
    }
    fragments = {}
    for line, facet in enumerate(FACETS, 1):
        parts = texts.get(facet.name, facet.name).replace("{", "}").split("}")
        text = texts.get(facet.name, facet.name)
        path = f"data/corpus/{facet.name}.md"
        fragment = Fragment(facet.name, "其他", "", "r", path, line, text, tuple(parts))
        fragments[facet.name] = {"其他": (fragment,)}
    return dataclasses.replace(content, corpus=Corpus({}, fragments, {}, {}, {}, ()))


def test_uses_are_counted_once_a_date(generic: Content) -> None:
    """Three stars of one fragment are one date of it."""
    figures = measure(generic, DAYS[0], DAYS[3])
    usage = {row["facet"]: row for row in figures["usage"]["facets"]}
    assert usage["stars"] == {
        "facet": "stars", "section": "總論", "fragments": 1, "unused": 0,
        "min": 4, "median": 4, "max": 4,
    }  # fmt: skip
    assert usage["spouse-star-male"]["max"] == 4
    assert figures["usage"]["heavy"] == []
    assert figures["corpus"] == {"fragments": 25, "characters": sum(
        len(f.text) - 4 * (f.facet == "stars") for f in generic.corpus.listed
    ), "golden": 0}  # fmt: skip
    assert figures["tiers"]["fallback"] == 4


def test_paragraphs_used_on_many_dates_are_listed_with_their_place(
    generic: Content, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("generator.report.HEAVY", 3)
    heavy = measure(generic, DAYS[0], DAYS[3])["usage"]["heavy"]
    place = {"path": "data/corpus/day-stem.md", "line": 1}
    assert {"facet": "day-stem", "key": "其他", **place, "dates": 4} in heavy
    assert all(row["dates"] == 4 for row in heavy)


def test_openings_are_judged_by_facet(generic: Content) -> None:
    rows = {row["facet"]: row for row in measure(generic, DAYS[0], DAYS[3])["scenes"]["rows"]}
    assert rows["day-stem"] == {
        "facet": "day-stem", "written": 1, "scenes": 0, "share": 0.0,
        "printed": 4, "printed_share": 0.0,
    }  # fmt: skip
    assert rows["stars"]["scenes"] == 0  # a slot is a fact of the chart
    assert rows["phase"]["printed_share"] == 1.0
    assert rows["golden"]["written"] == 0
    assert (rows["all"]["written"], rows["all"]["scenes"], rows["all"]["share"]) == (25, 23, 0.92)


def test_checks_count_and_name_their_places(generic: Content) -> None:
    checks = measure(generic, DAYS[0], DAYS[3])["checks"]
    braces, twice, long = checks
    assert (braces["count"], braces["dates"], braces["places"]) == (0, 0, [])
    # The stars' one fragment stands on a page as often as there are stars.
    assert (twice["count"], twice["dates"]) == (4, 4)
    assert twice["places"] == [{
        "path": "data/corpus/stars.md", "line": 24, "count": 4, "date": DAYS[0],
        "words": "杯子還在丙寅桌上。",
    }]  # fmt: skip
    assert (long["count"], long["dates"]) == (4, 4)
    assert long["places"][0]["path"] == "data/corpus/phase.md"


@dataclass(frozen=True)
class Said:
    """A paragraph of a kind."""

    text: str
    fragment: str
    path: str
    line: int
    kind: str


def test_sections_without_a_claim_are_counted(
    generic: Content, monkeypatch: pytest.MonkeyPatch
) -> None:
    """性格 has one in every view on three days of four, 感情婚姻 in one view alone."""

    def marked(day: Day, chart: Chart, corpus: Corpus) -> Any:
        def claiming(section: Section, view: str) -> Any:
            claims = section.name == "性格" and day.date != DAYS[1]
            claims |= section.name == "感情婚姻" and view == "male"
            kinds = ("claim" if claims else "text", *["text"] * 9)
            paragraphs = tuple(
                Said(p.text, p.fragment, p.path, p.line, kind)
                for p, kind in zip(section.paragraphs, kinds, strict=False)
            )
            return Section(section.name, cast(Any, paragraphs))

        reading = read(day, chart, corpus)
        views = {v: tuple(claiming(s, v) for s in held) for v, held in reading.views.items()}
        return Reading(reading.tier, views)

    monkeypatch.setattr("generator.survey.read", marked)
    claims = {row["section"]: row for row in measure(generic, DAYS[0], DAYS[3])["claims"]}
    assert claims["性格"] == {"section": "性格", "without": 1, "share": 0.25}
    assert claims["感情婚姻"] == {"section": "感情婚姻", "without": 4, "share": 1.0}
    assert list(claims) == list(SECTIONS)


@pytest.mark.parametrize(
    ("text", "scene"),
    [
        ("電鍋的保溫燈亮著，水滾了。水生木，甲木底下是子水。", True),
        ("孩子把椅子搬到中午的騎樓下，自己喝水。", True),
        ("水生木，甲木底下剛好是子水。電鍋亮著。", False),
        ("你記得嗎？庚金坐申。", True),
        ("庚金坐申，你記得嗎？", False),
        ("傳統把這叫偏財。", False),
        ("{節氣}那天，茶涼了。", False),
        ("子月的夜裡，茶涼了。", False),
    ],
)
def test_a_scene_names_nothing_of_the_chart(content: Content, text: str, scene: bool) -> None:
    assert opens_on_scene(text, chart_words(content.phrases.terms)) is scene

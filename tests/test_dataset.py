"""What `reading.json` says of a chart, and what it tells the door of the perspectives."""

from __future__ import annotations

import json
from datetime import date

import pytest

from generator.chart import calendar
from generator.reading.compose import Paragraph, Reading, Section, Side, sides
from generator.reading.corpus import Corpus
from generator.reading.dataset import reading_json
from generator.reading.facets import PERSPECTIVES
from tests.conftest import ROOT


def test_the_calendar_and_the_chart_of_a_known_date(corpus: Corpus) -> None:
    """Between 正月初一 and 立春, so that two animals of the zodiac hold."""
    entry = json.loads(reading_json(*sides(calendar.day(date(1990, 1, 28)), corpus)))
    known = json.loads((ROOT / "tests" / "data" / "1990-01-28.json").read_text())
    assert {name: entry[name] for name in known} == known


@pytest.mark.parametrize(
    ("neutral", "male", "female", "shared"),
    [("甲乙丙", "甲乙丁", "甲乙戊", 2), ("甲乙丙", "甲乙丙", "甲丁丙", 1), ("甲乙", "甲乙丙", "甲", 1), ("甲", "乙", "甲", 0)],
)  # fmt: skip
def test_the_door_is_told_how_many_paragraphs_all_perspectives_begin_with(
    corpus: Corpus, neutral: str, male: str, female: str, shared: int
) -> None:
    """Also of what no facet tells today: two that agree where the third does not, and afterwards."""
    noon, _ = sides(calendar.day(date(1993, 3, 30)), corpus)
    others, views = noon.reading.views["neutral"], {}
    for view, told in zip(PERSPECTIVES, (neutral, male, female), strict=True):
        love = tuple(Paragraph(p, "text", "f", ("r",), "data/f.md", 1) for p in told)
        views[view] = (*others[:3], Section("感情婚姻", love), *others[4:])
    side = Side(noon.day, noon.chart, Reading("generated", views))
    entry = json.loads(reading_json(side, None))
    assert entry["shared"] == {"love": shared}
    assert entry["perspectives"]["male"]["love"] == "\n\n".join(male[shared:])

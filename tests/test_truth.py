"""What every reading tells is true of its chart, over the whole range and every perspective."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

import pytest

from generator.chart import Chart, calendar, chart
from generator.chart.calendar import Day, other_side
from generator.chart.symbols import TERMS
from generator.content.phrases import load_phrases
from generator.content.text_file import Data
from generator.reading.compose import Reading, compose
from generator.reading.corpus import Corpus
from generator.reading.facets import PERSPECTIVES
from tests import chosen, truths
from tests.conftest import ROOT
from tests.truths import Check, Told

CHECKS = (*truths.CHECKS, *chosen.CHECKS)


def told(reading: Reading) -> Told:
    """Every paragraph of a reading once: (fragment id, text)."""
    paragraphs = (p for v in PERSPECTIVES for s in reading.views[v] for p in s.paragraphs)
    return tuple(dict.fromkeys((p.fragment, p.text) for p in paragraphs))


def composed(on: date, corpus: Corpus) -> tuple[Day, Told]:
    """A date and what it tells if no editor wrote it."""
    day = calendar.day(on)
    return day, told(compose(day, chart(day), corpus))


@pytest.fixture(scope="module")
def all_told(readings: dict[date, Reading]) -> dict[date, Told]:
    return {on: told(reading) for on, reading in readings.items()}


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_every_reading_is_true_of_its_chart(
    check: Check, days: dict[date, Day], all_told: dict[date, Told]
) -> None:
    false = {on: found for on, told in all_told.items() if (found := list(check(days[on], told)))}
    assert len(false) == 0, dict(list(false.items())[:5])


def test_what_a_term_day_tells_of_its_other_side_is_as_true(
    days: dict[date, Day], corpus: Corpus
) -> None:
    for day in filter(None, map(other_side, days.values())):
        paragraphs = told(compose(day, chart(day), corpus))
        for check in CHECKS:
            assert list(check(day, paragraphs)) == [], (day.date, check.__name__)


@pytest.mark.parametrize(
    ("check", "on", "facet", "true", "false"),
    [
        (truths.element_misplaced, date(2006, 8, 8), "first-step", "火透在年月兩干", "火透在月年兩干"),
        (truths.element_not_shown, date(1950, 1, 8), "remedy", "金只藏在地支裡", "金一點也沒有"),
        (truths.element_not_shown, date(1950, 1, 29), "remedy", "除了日主自己，木一點也沒有", "木一點也沒有"),
        (truths.superlatives, date(1971, 7, 30), "tension", "與印並列最重", "與財並列最重"),
        (truths.superlatives, date(1990, 5, 22), "", "elements/金旺", "elements/木旺"),
        (chosen.clashes_untold, date(1994, 8, 8), "", "相沖", "拱合"),
        (chosen.clashes_untold, date(1994, 8, 8), "", "day-relation/六沖月", "other/六沖月"),
        (chosen.unions_untold, date(1984, 2, 5), "", "day-union/己甲合・年", "day-union/己甲合・月"),
        (chosen.unions_untold, date(1984, 2, 5), "day-union", "年干甲是己的正官", "月干甲是己的正官"),
        (chosen.patterns_misnamed, date(1995, 8, 8), "", "pattern/月劫格", "pattern/建祿格"),
        (chosen.patterns_misnamed, date(1999, 11, 15), "", "pattern/偏財格", "pattern/傷官格"),
        (chosen.spouse_star_misplaced, date(1990, 5, 25), "", "spouse-star-male/", "spouse-star-male/無・"),
        (chosen.stars_ill_chosen, date(1990, 5, 22), "", "stars/", "other/"),
        (truths.terms_ahead, date(1952, 7, 18), "season", "是大暑前後生的人", "是大暑這天生的人"),
        (truths.fourth_pillar_told, date(1996, 2, 20), "image-closing", "這三柱裡", "這四柱裡"),
    ],
)  # fmt: skip
def test_a_falsehood_is_found(
    corpus: Corpus, check: Check, on: date, facet: str, true: str, false: str
) -> None:
    """In a text or a key; where a facet is named, `true` is put into it, whatever it tells."""
    day, paragraphs = composed(on, corpus)
    if facet:
        paragraphs = tuple((f, true if f.startswith(f"{facet}/") else t) for f, t in paragraphs)
    changed = tuple((f.replace(true, false), t.replace(true, false)) for f, t in paragraphs)
    assert changed != paragraphs
    assert list(check(day, paragraphs)) == []
    assert list(check(day, changed))


def test_the_lead_names_the_term_of_the_day_and_no_other(
    days: dict[date, Day], charts: dict[date, Chart]
) -> None:
    phrases = load_phrases(Data(ROOT / "data"))
    for on, day in days.items():
        lead = "，".join(phrases.lead(day, charts[on]))
        assert [name for name in TERMS if name in lead] == [day.term.name], on


def test_the_header_and_the_lead_of_a_page_name_one_term(live: Path) -> None:
    met = set()
    for page in live.glob("bazi/*-*-*/index.html"):
        head = re.search('<header class="head">.*?</header>', page.read_text(), re.DOTALL)
        assert head is not None
        without_turn = re.sub(
            r"<fieldset.*?</fieldset>|<(p|span)[^>]*beyond.*?</\1>", "", head[0], flags=re.S
        )
        (named,) = {name for name in TERMS if name in without_turn}
        assert f"<br>{named}期間，" in head[0]
        met.add(named)
    assert met == {"立夏", "小滿", "芒種"}

"""What every reading tells is true of its chart, over the whole range and every perspective."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from generator import calendar
from generator.calendar import Day, other_side
from generator.chart import Chart, chart
from generator.content.corpus import Corpus
from generator.content.phrases import load_phrases
from generator.facets import PERSPECTIVES
from generator.reading import Reading, compose
from generator.symbols import TERMS
from tests import truths
from tests.conftest import ROOT
from tests.truths import CHECKS, Check, Told


def told(reading: Reading) -> Told:
    """Every paragraph of a reading once: (fragment id, text)."""
    paragraphs = (p for v in PERSPECTIVES for s in reading.views[v] for p in s.paragraphs)
    return tuple(dict.fromkeys((p.fragment, p.text) for p in paragraphs))


@pytest.mark.parametrize("check", CHECKS, ids=lambda check: check.__name__)
def test_every_reading_is_true_of_its_chart(
    check: Check, days: dict[date, Day], readings: dict[date, Reading]
) -> None:
    false = {on: found for on, r in readings.items() if (found := list(check(days[on], told(r))))}
    assert len(false) == 0, dict(list(false.items())[:5])


def test_what_a_term_day_tells_of_its_other_side_is_as_true(
    days: dict[date, Day], corpus: Corpus
) -> None:
    for day in filter(None, map(other_side, days.values())):
        paragraphs = told(compose(day, chart(day), corpus))
        for check in CHECKS:
            assert list(check(day, paragraphs)) == [], (day.date, check.__name__)


@pytest.mark.parametrize(
    ("check", "on", "true", "false"),
    [
        (truths.places_left_out, date(1971, 5, 3), "月干的壬、年支所藏的壬與月日兩支所藏的癸", "月干的壬與年支所藏的壬"),
        (truths.places_left_out, date(2012, 8, 29), "月干的戊與三支所藏的戊", "月干的戊與年支所藏的戊"),
        (truths.presence_cut_short, date(1994, 8, 8), "戊土藏在三支", "戊土藏在年支"),
        (truths.shows_though_denied, date(1963, 1, 19), "所藏只透出同類的癸", "所藏都不透"),
        (truths.superlatives, date(1971, 7, 30), "並列最重", "最重"),
        (truths.shares, date(1972, 9, 3), "一點也沒有", "不到一成"),
        (truths.shares, date(1990, 5, 22), "木不到一成", "木連藏干也沒有"),
        (truths.clashes_untold, date(1994, 8, 8), "相沖", "拱合"),
        (truths.patterns_misnamed, date(1999, 11, 15), "從會局", "取本氣"),
    ],
)  # fmt: skip
def test_a_falsehood_is_found(
    corpus: Corpus, check: Check, on: date, true: str, false: str
) -> None:
    day = calendar.day(on)
    paragraphs = told(compose(day, chart(day), corpus))
    assert any(true in text for _, text in paragraphs), "\n".join(text for _, text in paragraphs)
    assert list(check(day, paragraphs)) == []
    changed = tuple((fragment, text.replace(true, false)) for fragment, text in paragraphs)
    assert list(check(day, changed))


@pytest.mark.parametrize(
    ("check", "on", "facet", "true", "false"),
    [
        (truths.terms_ahead, date(1952, 7, 18), "phase", "是大暑前後生的人", "是大暑這天生的人"),
        (truths.unions_untold, date(1984, 2, 5), "day-union", "年干甲是己的正官", "月干甲是己的正官"),
        (truths.fourth_pillar_told, date(1996, 2, 20), "closing", "這三柱裡", "這四柱裡"),
    ],
)  # fmt: skip
def test_a_falsehood_is_found_in_whatever_words_a_facet_is_told(
    corpus: Corpus, check: Check, on: date, facet: str, true: str, false: str
) -> None:
    day = calendar.day(on)
    paragraphs = told(compose(day, chart(day), corpus))
    for words, wrong in ((true, False), (false, True)):
        instead = tuple((f, words if f.startswith(f"{facet}/") else text) for f, text in paragraphs)
        assert instead != paragraphs
        assert bool(list(check(day, instead))) is wrong


@pytest.mark.parametrize(
    ("check", "on", "here", "other"),
    [
        (truths.clashes_untold, date(1994, 8, 8), "day-relation/六沖月", "day-relation/拱合年"),
        (truths.unions_untold, date(1984, 2, 5), "day-union/己甲合・年", "day-union/己甲合・月"),
        (truths.patterns_misnamed, date(1995, 8, 8), "pattern/月劫格", "pattern/建祿格"),
        (truths.patterns_misnamed, date(1999, 11, 15), "pattern/偏財格", "pattern/傷官格"),
    ],
)
def test_a_paragraph_of_another_chart_is_found(
    corpus: Corpus, check: Check, on: date, here: str, other: str
) -> None:
    day = calendar.day(on)
    paragraphs = told(compose(day, chart(day), corpus))
    changed = tuple((fragment.replace(here, other), text) for fragment, text in paragraphs)
    assert changed != paragraphs
    assert list(check(day, paragraphs)) == []
    assert list(check(day, changed))


@pytest.mark.parametrize(
    ("pick", "dates"),
    [
        (lambda text: "並列最重" in text, 1_279),
        (lambda text: "只透出同類的" in text, 1_036),
        (lambda text: "從會局" in text, 213),
        (lambda text: "是月劫" in text, 1_795),
    ],
)
def test_how_many_dates_tell_it(
    pick: Callable[[str], bool],
    dates: int,
    days: dict[date, Day],
    readings: dict[date, Reading],
    corpus: Corpus,
) -> None:
    """In the composed readings: an editor's own of a date may tell it in other words."""
    composed = readings | {on: compose(days[on], chart(days[on]), corpus) for on in corpus.golden}
    assert sum(any(pick(text) for _, text in told(r)) for r in composed.values()) == dates


def test_the_lead_names_the_term_of_the_day_and_no_other(
    days: dict[date, Day], charts: dict[date, Chart]
) -> None:
    phrases, problems = load_phrases(ROOT / "data")
    assert problems == []
    for on, day in days.items():
        lead = phrases.lead(day, charts[on])
        assert [name for name in TERMS if name in lead] == [day.term.name], on


def test_the_header_and_the_lead_of_a_page_name_one_term(output: Path) -> None:
    met = set()
    for page in (output / "current" / "bazi").glob("*-*-*/index.html"):
        head = re.search('<header class="head">.*?</header>', page.read_text(), re.DOTALL)
        assert head is not None
        (named,) = {name for name in TERMS if name in head[0]}
        assert f"<br>{named}期間，" in head[0]
        met.add(named)
    assert met == {"立夏", "小滿", "芒種"}

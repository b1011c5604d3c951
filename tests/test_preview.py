"""The preview: pages are what the build writes, every text knows its place, faults stand on the page."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import date
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from markupsafe import escape

from generator.chart import Chart
from generator.chart.calendar import Day
from generator.content import inline, inputs
from generator.content.inputs import Content
from generator.content.templates import read_templates
from generator.pages.almanac import Counts
from generator.pages.date import date_paths
from generator.pages.edition import Edition, date_of
from generator.pages.render import environment
from generator.preview.marking import marked
from generator.preview.marks import Marks, bare
from generator.preview.saved import Range, Saved, saved
from generator.reading.compose import tiers
from generator.reading.corpus import Corpus
from generator.reading.facets import FACETS
from generator.reading.slots import SLOTS
from tests.web.kinds import PAGE_KINDS

ROOT = Path(__file__).resolve().parent.parent
SPREAD = 97
"""Dates from one that is looked at to the next: 287 of them, of all pillars and years."""

PAGES = [
    f"{path[1:]}index.html" if path.endswith("/") else path[1:]
    for path in (*PAGE_KINDS, "/bazi/2010-5-25/")
]


@pytest.fixture(scope="module")
def shown(content: Content, of_range: Range, marks: Marks) -> Saved:
    """The real content and templates, marked."""
    templates = read_templates(ROOT / "templates")
    with_marks = marked(content, marks)
    env = environment(templates, with_marks.site)
    return saved(content, with_marks, templates, of_range, env)


@pytest.fixture(scope="module")
def edition(shown: Saved) -> Edition:
    return shown.edition


@pytest.fixture(scope="module")
def plain(source: inputs.Source, counts: Counts) -> Edition:
    """What a build makes of the same."""
    return Edition(source, counts)


def made(edition: Edition, path: str) -> str:
    body = edition.file(path)
    assert body is not None, path
    return body.decode()


class Nodes(HTMLParser):
    """The text nodes of a page, each with the place it is in: (text, "file:line" or "").

    `own`: each place with all text that is in it and in no other within.
    """

    def __init__(self, html: str) -> None:
        super().__init__()
        self._open: list[tuple[str, str, int]] = []
        self.own: list[tuple[str, str]] = []
        self.found: list[tuple[str, str]] = []
        self.feed(html)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "link", "input", "br", "path", "rect"):
            at = dict(attrs).get("data-place") or ""
            self._open.append((tag, at, len(self.own)))
            self.own += [(at, "")] if at else []

    def handle_endtag(self, tag: str) -> None:
        while self._open and self._open.pop()[0] != tag:
            pass

    def handle_data(self, data: str) -> None:
        if not data.strip() or {tag for tag, *_ in self._open} & {"script", "title", "style"}:
            return
        at, number = next(((at, n) for _, at, n in reversed(self._open) if at), ("", 0))
        self.found.append((data, at))
        if at:
            self.own[number] = (at, self.own[number][1] + data)


def test_without_its_marks_a_date_is_what_the_build_writes(
    edition: Edition, plain: Edition, content: Content, days: dict[date, Day]
) -> None:
    chosen = {*list(days)[::SPREAD], *content.corpus.golden}
    chosen |= {on for on in list(days)[:400] if days[on].turn}
    for on in sorted(chosen):
        entry = plain.entry(on)
        data, page = date_paths(on)
        head, _, marked = bare(made(edition, data)).partition("\n")
        proof, _, written = entry.data.decode().partition("\n")
        assert marked == written, data
        said = head.partition('"sha256"')[0]  # what follows proves the marked bytes
        assert said == proof.partition('"sha256"')[0] != "", data
        assert bare(made(edition, page)) == plain.page(entry).decode(), page


def test_without_its_marks_any_other_file_is_what_the_build_writes(
    edition: Edition, plain: Edition
) -> None:
    written = {path: make() for path, make in plain.others.items()}
    written |= {"bazi/1990/index.html": plain.year(1990)}
    assert len(written) > 250
    for path, body in written.items():
        found = edition.file(path)
        assert found is not None
        assert (found if path.endswith(".woff2") else bare(found.decode()).encode()) == body, path


def test_a_missing_key_is_counted_as_the_build_counts_it(
    corpus: Corpus, of_range: Range, charts: dict[date, Chart]
) -> None:
    held = dict(corpus.fragments["day-pillar"])
    held["其他"] = held.pop("甲子")
    lacking = replace(corpus, fragments=corpus.fragments | {"day-pillar": held})
    found = tiers(lacking, of_range.charts)
    without = [on for on, of_day in charts.items() if of_day.day.pillar == "甲子"]
    assert found["golden"] == len(corpus.golden)
    assert found["fallback"] == len(set(without) - corpus.golden.keys()) > 400
    assert sum(found.values()) == len(charts)


def test_places_are_elements_and_nothing_else_changes(edition: Edition, marks: Marks) -> None:
    for path in PAGES:
        html = made(edition, path)
        shown = marks.resolve(html)
        assert re.sub("</?span[^>]*>", "", shown) == re.sub("</?span[^>]*>", "", bare(html)), path


def test_every_text_of_a_date_page_that_comes_from_data_has_its_place(
    edition: Edition, content: Content, marks: Marks, days: dict[date, Day]
) -> None:
    corpus = content.corpus
    texts = {part for f in (*corpus.listed, *corpus.claims.values()) for part in f.parts[::2]}
    texts |= {p.text for g in corpus.golden.values() for held in g.sections.values() for p in held}
    texts |= {g.lead.text for g in corpus.golden.values()}
    for told in (*content.site.texts, *corpus.other_texts, *content.phrases.texts):
        texts.add(told.text)
    for told in content.site.words:
        if told.key.startswith("date."):
            texts |= set(inline.SLOT.split(inline.shown(told.text))[::2])
    known = [text for text in texts if len(text) >= 4]
    assert len(known) > 3000
    for on in [*list(days)[:: SPREAD * 12], date(1990, 5, 20), date(1990, 6, 6), date(2010, 2, 4)]:
        shown = marks.resolve(made(edition, f"bazi/{on.year}-{on.month}-{on.day}/index.html"))
        loose = [text for text, place in Nodes(shown).found if not place]
        held = [(text, node) for node in loose for text in known if text in node]
        assert held == [], on


@pytest.mark.parametrize("path", PAGES)
def test_a_place_is_the_line_that_the_text_is_written_on(
    path: str, edition: Edition, marks: Marks
) -> None:
    places = Nodes(marks.resolve(made(edition, path))).own
    assert places
    for at, text in places:
        file, _, line = at.rpartition(":")
        written = (ROOT / file).read_text().split("\n")[int(line) - 1]
        # What fills a slot may stand right beside what is written.
        words = [text.strip(), *filter(None, re.split(r"[，。；、：？「」]", text.strip()))]
        assert any(word in written for word in words), (text, at, written)


def test_each_of_two_texts_that_are_joined_has_its_own_place(
    edition: Edition, marks: Marks
) -> None:
    shown = marks.resolve(made(edition, "bazi/1990-5-25/index.html"))
    files = [at.partition(":")[0] for at, _ in Nodes(shown).own]
    for one, other in (("image-career", "pattern"), ("remedy", "first-step")):
        at = files.index(f"data/corpus/{one}.md")
        assert files[at + 1] == f"data/corpus/{other}.md"


def test_what_is_told_of_a_text_is_what_an_editor_asks(shown: Saved, corpus: Corpus) -> None:
    season = corpus.fragments["season"]["庚日巳月"][0]
    found = shown.index.about(f"{season.path}:{season.line}", date(1990, 5, 25))
    assert found is not None
    assert found.name == season.id
    assert found.rules[0].startswith(f"{season.rule}：")
    assert found.why[:2] == ("鍵是「庚日巳月」", "日主「庚金」、月令「巳月」")
    assert (found.days or 0) > 3 == len(found.others)
    assert all(date_of(f"{path[1:]}index.html") for _, path in found.others)
    assert "1990年5月25日" not in dict(found.others)


def test_the_facts_of_every_facet_are_slots() -> None:
    assert all(set(facet.facts) <= SLOTS.keys() and facet.facts for facet in FACETS)


@given(st.lists(st.text(), min_size=1, max_size=4), st.integers(1, 10**6))
def test_a_marked_text_is_the_text_between_marks(texts: list[str], line: int) -> None:
    texts = [re.sub("[\u2000-\u200a]", "", text) for text in texts]
    marks = Marks()
    places = [f"data/某.md:{line + n}" for n in range(len(texts))]
    held = ""
    for text, place in zip(texts, places, strict=True):
        held = marks.mark(text + held, place)
    plain = "".join(reversed(texts))
    assert bare(held) == plain
    assert len("".join(held.split())) == len("".join(plain.split()))
    opened = "".join(
        f'<span data-place="{p}">{escape(t)}'
        for t, p in zip(texts[::-1], places[::-1], strict=True)
    )
    assert marks.resolve(f"<p>{escape(held)}</p>") == f"<p>{opened}{'</span>' * len(texts)}</p>"
    kept = f'<p title="{escape(plain)}"><svg><text>{escape(plain)}</text></svg>'
    in_markup = f'<p title="{escape(held)}"><svg><text>{escape(held)}</text></svg>'
    assert marks.resolve(in_markup) == kept


def test_half_a_mark_says_nothing(marks: Marks) -> None:
    held = marks.mark("一段", "data/某.md:1")
    assert marks.resolve(f"<p>{held[:-1]}</p>") == "<p>一段</p>"

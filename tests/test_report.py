"""The report: its figures counted by hand on readings small enough for that, and the command."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import Any, cast

import orjson
import pytest
from click.testing import CliRunner, Result

from generator import build, inputs
from generator.calendar import Day
from generator.chart import Chart
from generator.cli import main
from generator.content.corpus import Corpus, Fragment
from generator.content.golden import Golden, GoldenParagraph
from generator.content.text import Text
from generator.facets import FACETS, SECTIONS
from generator.inputs import Content
from generator.reading import Reading, Section, read
from generator.report import report
from generator.sameness import Neighbours, Page, Share, Texts, drawn, sample
from generator.scenes import chart_words, opens_on_scene

ROOT = Path(__file__).resolve().parent.parent
DAYS = tuple(date(1990, 5, n) for n in range(1, 5))


def watch(items: list[Any], label: str) -> Iterator[Any]:
    yield from items


def measure(content: Content, first: date, last: date) -> dict[str, Any]:
    return report(content, first, last, watch)


def golden(on: date, *texts: str) -> Golden:
    """A reading with one paragraph in each section, and 甲乙 more for each perspective."""
    path = f"data/golden/{on}.md"
    own = (GoldenParagraph("甲乙", "text", ("r",), path, 90),)
    sections = {
        (name, None): (GoldenParagraph(text, "text", ("r",), path, line),)
        for line, (name, text) in enumerate(zip(SECTIONS, texts, strict=True), 1)
    }
    lead = Text("你是甲。乙丙。", "lead", (1, 99), path, 3)
    return Golden(
        on, lead, sections | {("感情婚姻", view): own for view in ("neutral", "male", "female")}
    )


@pytest.fixture
def four(content: Content) -> Content:
    """Four days that editors wrote: the first two share ten characters, the last two all."""
    alike = ("一" * 2, "二" * 2, "三" * 2, "四" * 2, "五" * 2, "六 六")
    written = (
        golden(DAYS[0], "你" * 10, "甲" * 20, "乙" * 10, "丙" * 10, "丁" * 10, "戊" * 38),
        golden(DAYS[1], "你" * 10, "壬" * 6, "癸" * 6, "子" * 6, "丑" * 6, "寅" * 4),
        golden(DAYS[2], *alike),
        golden(DAYS[3], *alike),
    )
    corpus = Corpus({}, {f.name: {} for f in FACETS}, {}, {g.date: g for g in written}, {}, ())
    return dataclasses.replace(content, corpus=corpus)


def test_lengths_are_counted_by_section_and_as_a_whole(four: Content) -> None:
    figures = measure(four, DAYS[0], DAYS[3])
    lengths = {(row["section"], row["view"]): row for row in figures["lengths"]}
    career = lengths["事業", "不分"]
    assert (career["min"], career["mean"], career["max"]) == (2, 7.5, 20)
    assert career["bins"] == [[n, n + 1, {2: 2, 6: 1, 20: 1}.get(n, 0)] for n in range(2, 21)]
    assert [row[2] for row in lengths["全頁", "不分"]["bins"]] == [2, *[0] * 5, 1, *[0] * 11, 1]
    assert lengths["總論", "不分"]["min"] == 2  # white space does not count
    assert lengths["感情婚姻", "女命"]["max"] == 12
    for view in ("不分", "男命", "女命"):
        whole = lengths["全頁", view]
        assert (whole["min"], whole["mean"], whole["max"], whole["dates"]) == (14, 42.0, 100, 4)
    assert ("事業", "男命") not in lengths


def test_shares_of_identical_text_are_over_the_shorter_page(four: Content) -> None:
    """100, 40, 14 and 14 characters: 12 shared of 40, then 甲乙 alone of 14, then all."""
    figures = measure(four, DAYS[0], DAYS[3])
    shares = {row["name"]: row["shares"] for row in figures["sameness"]}
    days = shares["相連兩天"]
    assert (days["pairs"], days["mean"], days["median"], days["p95"]) == (3, 0.481, 0.3, 1.0)
    assert days["most_alike"] == [DAYS[2], DAYS[3]]
    assert [row for row in days["bins"] if row[2]] == [[10, 15, 1], [30, 35, 1], [95, 100, 1]]
    # All six pairs, as there are no more: 0.3, four of 2/14, 1.
    assert shares["任兩天"] == shares["同一年"]
    assert (shares["任兩天"]["pairs"], shares["任兩天"]["mean"]) == (6, 0.3119)
    assert shares["同日柱"] is None
    # Nearest: 0.3 for the first two, the other for the last two.
    assert (shares["最像的一天"]["pairs"], shares["最像的一天"]["mean"]) == (4, 0.65)


def test_identical_pages_are_named(four: Content) -> None:
    figures = measure(four, DAYS[0], DAYS[3])
    assert figures["identical"] == {"dates": 2, "groups": [[DAYS[2], DAYS[3]]]}
    assert measure(four, DAYS[0], DAYS[2])["identical"] == {"dates": 0, "groups": []}


def test_one_date_has_no_pairs(four: Content) -> None:
    figures = measure(four, DAYS[0], DAYS[0])
    assert [row["shares"] for row in figures["sameness"]] == [None] * 5
    assert figures["tiers"] == {"golden": 1, "generated": 0, "fallback": 0}


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


def test_a_brace_left_in_a_text_is_found(four: Content) -> None:
    held = dict(four.corpus.golden)
    held[DAYS[1]] = golden(DAYS[1], "甲", "前面六個字在｛日主｝之後", "乙", "丙", "丁", "戊")
    broken = dataclasses.replace(four, corpus=dataclasses.replace(four.corpus, golden=held))
    braces = measure(broken, DAYS[0], DAYS[3])["checks"][0]
    assert braces["places"] == [{
        "path": f"data/golden/{DAYS[1]}.md", "line": 2, "count": 1, "date": DAYS[1],
        "words": "前面六個字在｛日主｝之後",
    }]  # fmt: skip


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


def pages(count: int) -> list[Page]:
    return [Page(date(1990, 1 + n // 28, 1 + n % 28), "甲子", (n,), 1) for n in range(count)]


def test_drawn_pairs_are_alike_never_of_one_page_and_always_the_same() -> None:
    found = list(drawn(pages(100), lambda page: page.date.month, 300, "seed"))
    assert len(found) == 300
    assert all(a is not b and a.date.month == b.date.month for a, b in found)
    assert {page.date for pair in found for page in pair} == {page.date for page in pages(100)}
    again = list(drawn(pages(100), lambda page: page.date.month, 300, "seed"))
    assert again == found
    assert list(drawn(pages(100), lambda page: page.date.month, 300, "other")) != found
    assert sample(3, 1000, "nearest") == [26, 69, 427]  # for good, whatever version of Python draws
    assert sample(9, 3, "nearest") == [0, 1, 2]


def test_the_nearest_page_is_the_one_that_shares_most_of_the_shorter() -> None:
    texts = Texts()
    held = [
        texts.page(DAYS[0], "甲子", ["茶" * 10, "水" * 10]),
        texts.page(DAYS[1], "乙丑", ["茶" * 10, "飯" * 90]),
        texts.page(DAYS[2], "丙寅", ["水" * 10, "菜" * 2]),
        texts.page(DAYS[3], "丁卯", ["獨" * 5, "獨" * 5]),
    ]
    near = Neighbours(held, texts)
    assert near.nearest(0) == Share(10 / 12, DAYS[0], DAYS[2])
    assert near.nearest(1) == Share(0.5, DAYS[1], DAYS[0])
    assert near.nearest(3) == Share(0, DAYS[3], DAYS[3])
    assert texts.share(held[3], held[3]) == Share(1.0, DAYS[3], DAYS[3])


def run(*arguments: str) -> Result:
    return CliRunner().invoke(main, ("report", *arguments))


def test_the_command_writes_a_page_and_its_figures(tmp_path: Path) -> None:
    output = tmp_path / "a" / "report"
    arguments = ("--from", "1990-05-18", "--to", "1990-06-08", "--output", str(output))
    result = run(*arguments)
    assert result.exit_code == 0, result.output
    line = f"22 dates measured: {output}/index.html, {output}/report.json"
    assert result.output.splitlines()[-1] == line
    first = {path.name: path.read_bytes() for path in output.iterdir()}
    assert sorted(first) == ["index.html", "report.json"]
    figures = orjson.loads(first["report.json"])
    assert figures["range"] == {"first": "1990-05-18", "last": "1990-06-08", "dates": 22}
    assert figures["tiers"] == {"golden": 1, "generated": 21, "fallback": 0}
    assert figures["identical"]["dates"] == 0
    assert [check["count"] for check in figures["checks"]] == [0, 0, 0]
    page = first["index.html"].decode()
    assert page.startswith("<!doctype html>")
    assert "22 天的正文全部讀過一遍" in page
    assert page.count("<svg") == 11 + 4 + 27  # lengths, pairs (none of a pillar), facets
    for outside in ("<script", "<link", "src=", "@import", "url("):
        assert outside not in page
    again = [sys.executable, "-m", "generator.cli", "report", *arguments]
    environment = os.environ | {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "LC_ALL": "C"}
    subprocess.run(again, cwd=ROOT, env=environment, capture_output=True, check=True)
    assert {path.name: path.read_bytes() for path in output.iterdir()} == first


def test_a_date_alone_makes_a_page_too(tmp_path: Path) -> None:
    result = run("--from", "1990-05-20", "--to", "1990-05-20", "--output", str(tmp_path))
    assert result.exit_code == 0, result.output
    assert "範圍太短，沒有這樣的兩天" in (tmp_path / "index.html").read_text()


def test_nothing_is_put_into_a_release(tmp_path: Path) -> None:
    source = inputs.prepare(ROOT / "data", ROOT / "templates")
    build.build(source, tmp_path, DAYS[0], DAYS[0], jobs=1)
    for folder in (tmp_path / "current", tmp_path / "current" / "report"):
        result = run("--output", str(folder))
        assert result.exit_code == 1
        assert "is a release: name another folder with --output" in result.output
    assert not (tmp_path / "current" / "report.html").exists()


def test_a_range_from_after_its_end_is_refused() -> None:
    result = run("--from", "1990-05-21", "--to", "1990-05-20")
    assert result.exit_code == 2
    assert "--from 1990-05-21 is after --to 1990-05-20" in result.output

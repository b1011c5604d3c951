"""The report: its figures counted by hand on readings small enough for that, and the command."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from datetime import date
from pathlib import Path

import orjson
import pytest
from click.testing import CliRunner, Result

from generator import build, inputs
from generator.cli import main
from generator.content.corpus import Corpus
from generator.content.golden import Golden, GoldenParagraph
from generator.content.text import Text
from generator.facets import FACETS, SECTIONS
from generator.inputs import Content
from tests.measures import DAYS, measure

ROOT = Path(__file__).resolve().parent.parent


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


def test_a_brace_left_in_a_text_is_found(four: Content) -> None:
    held = dict(four.corpus.golden)
    held[DAYS[1]] = golden(DAYS[1], "甲", "前面六個字在｛日主｝之後", "乙", "丙", "丁", "戊")
    broken = dataclasses.replace(four, corpus=dataclasses.replace(four.corpus, golden=held))
    braces = measure(broken, DAYS[0], DAYS[3])["checks"][0]
    assert braces["places"] == [{
        "path": f"data/golden/{DAYS[1]}.md", "line": 2, "count": 1, "date": DAYS[1],
        "words": "前面六個字在｛日主｝之後",
    }]  # fmt: skip


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

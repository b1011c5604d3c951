"""The report: its figures counted by hand on four days, and the command."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
from datetime import date, timedelta
from pathlib import Path
from typing import Any

import orjson
import pytest

from generator.build import build
from generator.content import inputs
from generator.content.inputs import Content
from generator.editor import voice
from generator.editor.report import PAIRS, report, survey
from generator.preview.saved import Range
from generator.reading.corpus import Corpus, Fragment, Golden, GoldenParagraph, Text
from generator.reading.facets import FACETS, SECTIONS
from tests.commands import printed, refused
from tests.conftest import ROOT

DAYS = tuple(date(1990, 5, n) for n in range(1, 5))


def golden(on: date, *texts: str) -> Golden:
    """A reading with one paragraph in each section, and 甲乙 more for each perspective."""
    path = f"data/golden/{on}.md"
    own = (GoldenParagraph("甲乙", "text", ("r",), path, 90),)
    sections = {
        (name, None): (GoldenParagraph(text, "text", ("r",), path, line),)
        for line, (name, text) in enumerate(zip(SECTIONS, texts, strict=True), 1)
    }
    title = Text("你是甲", "title", (1, 99), path, 3, whole=False)
    lead = Text("乙丙。", "lead", (1, 99), path, 4)
    return Golden(
        on,
        title,
        lead,
        sections | {("感情婚姻", view): own for view in ("neutral", "male", "female")},
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
    corpus = Corpus({}, {f.name: {} for f in FACETS}, {}, {g.date: g for g in written}, ())
    return dataclasses.replace(content, corpus=corpus)


@pytest.fixture
def generic(content: Content) -> Content:
    """One paragraph for everything each facet tells."""
    fragments = {}
    for facet in FACETS:
        name = facet.name
        path = f"data/corpus/{name}.md"
        fragment = Fragment(name, "其他", "", "r", path, 8, name, (name,))
        fragments[facet.name] = {"其他": (fragment,)}
    return dataclasses.replace(content, corpus=Corpus({}, fragments, {}, {}, ()))


@pytest.fixture
def measure(of_range: Range) -> Any:
    """The figures of some of the four days, each list of rows by name."""

    def measure(content: Content, *days: date) -> Any:
        charts = [each for each in of_range.charts if each[0].date in days]
        figures = report(content, survey(charts, content.corpus))
        for rows in ("numbers", "sameness"):
            figures[rows] = {row["name"]: row for row in figures[rows]}
        return figures

    return measure


def test_characters_and_paragraphs_are_counted(four: Content, measure: Any) -> None:
    figures = measure(four, *DAYS)
    assert figures["tiers"] == {"golden": 4, "generated": 0, "fallback": 0}
    numbers = figures["numbers"]
    assert numbers["事業字數（不分）"] == {
        "name": "事業字數（不分）", "min": 2, "p10": 2, "mean": 7.5, "median": 4.0, "p90": 20, "p95": 20, "max": 20, "total": 30,
    }  # fmt: skip
    assert numbers["總論字數（不分）"]["min"] == 2  # white space does not count
    assert numbers["感情婚姻字數（女命）"]["max"] == 12
    for view in ("不分", "男命", "女命"):
        whole = numbers[f"全頁字數（{view}）"]
        assert (whole["min"], whole["mean"], whole["max"], whole["total"]) == (14, 42.0, 100, 168)
    assert "事業字數（男命）" not in numbers
    assert numbers["全頁段數（直說與附記不算）"]["total"] == 4 * 7
    assert numbers["一節裡最多幾段結在建議"]["total"] == numbers["意象回來的段落"]["total"] == 0


def test_shares_of_identical_text_are_over_the_shorter_page(four: Content, measure: Any) -> None:
    """100, 40, 14 and 14 characters: 12 shared of 40, then 甲乙 alone of 14, then all."""
    days = measure(four, *DAYS)["sameness"]
    assert days == {
        "相連兩天": {
            "name": "相連兩天", "pairs": 3, "min": 0.1429, "p10": 0.1429, "mean": 0.481, "median": 0.3, "p90": 1.0,
            "p95": 1.0, "max": 1.0, "most_alike": "1990-05-03、1990-05-04",
        }
    }  # fmt: skip
    assert measure(four, DAYS[0])["sameness"] == {}


def test_dates_of_one_day_pillar_are_compared_after_sixty_days(
    content: Content, of_range: Range
) -> None:
    charts = of_range.charts[1000:1062]
    shares = survey(charts, content.corpus).overlaps["同日柱，隔六十天"]
    assert [(s.one, s.other) for s in shares] == [
        (day.date, day.date + timedelta(days=60)) for day, _ in charts[:2]
    ]
    assert charts[0][1].day.pillar == charts[60][1].day.pillar
    assert list(PAIRS.values()) == [1, 60]


def test_uses_are_counted_once_a_date(generic: Content, measure: Any) -> None:
    """However many perspectives print it."""
    figures = measure(generic, *DAYS)
    returns = sum(facet.name.startswith("image-") for facet in FACETS)
    assert figures["numbers"]["意象回來的段落"]["min"] == returns == 4
    assert figures["fragments"] == len(FACETS)
    assert figures["tiers"]["fallback"] == 4


def test_paragraphs_used_on_many_dates_or_none_are_listed_with_their_place(
    generic: Content, measure: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    figures = measure(generic, *DAYS)
    assert figures["heavy"] == []
    unused = {row["name"]: row["at"] for row in figures["unused"]}
    assert unused["school/其他"] == "data/corpus/school.md:8"
    assert "image/其他" not in unused
    monkeypatch.setattr("generator.editor.report.HEAVY", 3)
    heavy = measure(generic, *DAYS)["heavy"]
    assert {"name": "image/其他", "at": "data/corpus/image.md:8", "dates": 4} in heavy
    assert all(row["dates"] == 4 for row in heavy)


def test_the_voice_of_a_text_is_counted() -> None:
    assert voice.hedges("你多半往前走。" + "甲" * 93) == 10
    assert voice.hedges("") == 0
    assert voice.similes("像是一扇窗，好比一盞燈，彷彿") == 3
    assert voice.of_work("主管說客戶改了時間，考試照舊。") == 3
    assert voice.links("關起門，那道水是亮的。偏偏沒有人問。")
    assert not voice.links("水是亮的，偏偏沒有人問。")
    assert voice.advises("你把話留著。下次面試，反問一句。")
    assert not voice.advises("下次面試，反問一句。你把話留著。")
    assert voice.praises_use("有你在，大家都放心。")
    assert not voice.praises_use("大家都放心，你沒有。他看了你一眼。")
    told = ["正官是管人的規矩。", "正官，也就是規矩，財是錢。", "正官又來了。"]
    assert voice.explained_twice(told) == 1
    assert voice.explained_twice(told[1:]) == 0


def test_the_command_writes_a_page_and_its_figures(tmp_path: Path) -> None:
    output = tmp_path / "a" / "report"
    arguments = ("--from", "1990-05-18", "--to", "1990-06-08", "--output", str(output))
    assert f"{output}/index.html" in printed("report", *arguments)[-1]
    first = {path.name: path.read_bytes() for path in output.iterdir()}
    assert sorted(first) == ["index.html", "report.json"]
    figures = orjson.loads(first["report.json"])
    assert figures["range"] == {"first": "1990-05-18", "last": "1990-06-08", "dates": 22}
    assert figures["tiers"] == {"golden": 1, "generated": 21, "fallback": 0}
    page = first["index.html"].decode()
    assert page.startswith("<!doctype html>")
    for row in (*figures["numbers"], *figures["sameness"]):
        assert f"<td>{row['name']}</td>" in page
    for outside in ("<script", "<link", "src=", "@import", "url("):
        assert outside not in page
    again = [sys.executable, "-m", "generator.cli", "report", *arguments]
    environment = os.environ | {"PYTHONHASHSEED": "7", "TZ": "Asia/Tokyo", "LC_ALL": "C"}
    subprocess.run(again, cwd=ROOT, env=environment, capture_output=True, check=True)
    assert {path.name: path.read_bytes() for path in output.iterdir()} == first
    printed("report", "--from", "1990-05-20", "--to", "1990-05-20", "--output", tmp_path)


def test_nothing_is_put_into_a_release(tmp_path: Path) -> None:
    source = inputs.prepare(ROOT / "data", ROOT / "templates")
    build.build(source, tmp_path, DAYS[0], DAYS[0], jobs=1)
    for folder in (tmp_path / "current", tmp_path / "current" / "report"):
        said = refused("report", "--output", folder)
        assert "是出版好的一版，不放別的東西 — 換一個資料夾" in said
    assert not (tmp_path / "current" / "report.html").exists()

"""A template that can't be used is told by `check`, with its line, before any build comes to it."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import CliRunner

from generator.cli import main
from tests.conftest import ROOT

CURE = "照這一行改，或從版本紀錄還原"


@pytest.mark.parametrize(
    ("file", "before", "written", "said"),
    [
        ("year.html", "{% block main %}", "{% if %}",
         "year.html:{}: S28 範本寫錯：Expected an expression, got 'end of statement block'"),
        ("date/other-side.html", "", "{{ 1 | nofilter }}",
         "date/other-side.html:{}: S28 範本寫錯：No filter named 'nofilter'."),
        ("essay.html", "{% block main %}", "{% include 'gone.html' %}",
         "essay.html:{}: S28 沒有「gone.html」這個範本"),
        ("year.html", "{% block main %}", "{% piece a = 1 %}{{ b }}{% endpiece %}",
         "year.html:{}: S28 範本寫錯：a piece knows only what its tag names, not b"),
        ("llms.txt", "", "{% if %}",
         "llms.txt:{}: S28 範本寫錯：Expected an expression, got 'end of statement block'"),
        ("openapi.yaml", "openapi: 3.1.0\n", "a: b: c\n",
         "openapi.yaml:1: S28 範本寫錯：mapping values are not allowed here"),
        ("tools.yaml", "", "one: two: three\n",
         "tools.yaml:{}: S28 範本寫錯：mapping values are not allowed here"),
    ],
)  # fmt: skip
def test_a_faulty_template_is_told(
    tmp_path: Path, file: str, before: str, written: str, said: str
) -> None:
    templates = Path(shutil.copytree(ROOT / "templates", tmp_path / "templates"))
    text = (templates / file).read_text()
    place = text.index(before) + len(before)
    (templates / file).write_text(text[:place] + written + text[place:])
    result = CliRunner().invoke(main, ["--templates", str(templates), "check"])
    assert result.exit_code == 1
    line = text[:place].count("\n") + 1
    first, _, last = result.output.strip().rpartition("\n")
    assert (first, last) == (f"templates/{said.format(line)} — {CURE}", "Error: 有 1 個問題")


def test_every_faulty_template_is_told_beside_the_content_s_problems(tmp_path: Path) -> None:
    for name in ("data", "templates"):
        shutil.copytree(ROOT / name, tmp_path / name)
    for name in ("base.html", "year.html"):
        path = tmp_path / "templates" / name
        path.write_text("{% if %}" + path.read_text())
    (tmp_path / "data" / "terms.yaml").write_text("甲：乙\n")
    folders = [f"--{name}={tmp_path / name}" for name in ("data", "templates")]
    lines = CliRunner().invoke(main, [*folders, "check"]).output.splitlines()
    places = [line.split(" ")[0] for line in lines]
    assert places == [
        "data/terms.yaml:1:",
        "templates/base.html:1:",
        "templates/year.html:1:",
        "Error:",
    ]

"""Drafts of golden readings: begun from the composed one, told by `check`, never published."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from generator.chart import calendar, chart
from generator.content import inputs
from generator.editor.drafts import facts, hints
from generator.reading.compose import compose, read
from tests.commands import run

ON = date(2001, 3, 5)
HINT = "（提示，不擋出版）"


def begin(data: Path, *options: str) -> Path:
    assert run("golden", "new", ON, *options, data=data).exit_code == 0
    return data / "golden" / f"{ON}.md"


def edit(path: Path, old: str, new: str) -> None:
    assert old in path.read_text()
    path.write_text(path.read_text().replace(old, new, 1))


def test_a_draft_begins_as_the_composed_reading_which_is_all_that_is_wrong_with_it(
    data: Path,
) -> None:
    path = begin(data, "--editor", "王: 小明")
    assert path.read_text().startswith("---\ndate: 2001-03-05\neditor: '王: 小明'\ntitle: 你是")
    edit(path, "draft: true\n", "")
    content, problems = inputs.check(data)
    assert [problem.code for problem in problems] == ["G12"]  # a copy of the corpus
    day = calendar.day(ON)
    of_day = chart(day)
    written, composed = read(day, of_day, content.corpus), compose(day, of_day, content.corpus)
    assert written.tier == "golden"
    for view, sections in composed.views.items():
        for mine, theirs in zip(written.views[view], sections, strict=True):
            assert mine.text == theirs.text
            texts = [p for p in theirs.printed if p.kind != "claim"]
            own = [p for p in mine.printed if p.kind != "claim"]
            assert [p.rules for p in own] == [p.rules for p in texts]
    assert content.lead(day, of_day) == content.phrases.lead(day, of_day)


@pytest.mark.parametrize("on", [date(1950, 1, 1), date(1993, 3, 30), date(2025, 12, 31)])
def test_the_facts_written_are_those_of_the_chart(data: Path, on: date) -> None:
    (data / "golden" / f"{on}.md").unlink(missing_ok=True)
    assert run("golden", "new", on, data=data).exit_code == 0
    day = calendar.day(on)
    held = (data / "golden" / f"{on}.md").read_text().split("\nfacts: ")[1].split("\n")[0]
    assert tuple(held.split(" ")) == facts(day, chart(day))
    assert [hint.code for hint in hints(data, inputs.check(data)[0])] == ["G09"]


def test_a_file_that_is_there_is_never_written_over(data: Path) -> None:
    path = data / "golden" / "1990-05-20.md"
    before = path.read_bytes()
    result = run("golden", "new", "1990-5-20", data=data)
    assert result.exit_code == 1
    assert result.output == f"Error: {path} 已經有了 — 直接改它，或先移到別處\n"
    assert path.read_bytes() == before
    assert not [p for p in path.parent.iterdir() if p.name.startswith(".")]


def test_a_draft_is_told_with_its_problems_and_blocks_no_build(data: Path, tmp_path: Path) -> None:
    path = begin(data)
    edit(path, "## 健康", "## 身體")
    edit(path, "## 財運", "## 錢財")
    edit(path, "喜用金", "喜用水")
    edit(path, "。〔", "，视頻。〔")
    result = run("check", data=data)
    assert result.exit_code == 0
    told = [line for line in result.output.splitlines() if line.endswith(HINT)]
    lines = path.read_text().splitlines()
    by_code = {line.split(": ")[1].split()[0]: line for line in told}
    assert set(by_code) == {"G04", "G06", "G09", "G10", "G11", "T01"}
    assert by_code["G09"].startswith(f"data/golden/{ON}.md:{lines.index('draft: true') + 1}: ")
    assert "命盤算出來已不是「喜用水」 — 現在是喜用金" in by_code["G10"]
    assert result.output.endswith(
        f"親筆 {len(list(path.parent.glob('*.md'))) - 1} 篇：沒有問題，提示 {len(told)} 個\n"
    )
    output = tmp_path / "out"
    built = run("build", "--from", ON, "--to", ON, "--output", output, data=data)
    assert "（親筆 0 天、組成 1 天、通稿 0 天）" in built.output
    edit(path, "身體", "氣血")
    again = run("build", "--from", ON, "--to", ON, "--output", output, data=data)
    assert "；新增 0 個，改了 0 個，移除 0 個" in again.output
    edit(path, "draft: true\n", "")
    assert run("check", data=data).exit_code == 1


@pytest.mark.parametrize(
    ("mark", "codes"), [("false", set()), ("yes", {"S18", "G09"}), ("是", {"G09"})]
)
def test_only_true_makes_a_draft(data: Path, mark: str, codes: set[str]) -> None:
    edit(begin(data), "draft: true", f"draft: {mark}")
    content, problems = inputs.check(data)
    assert {problem.code for problem in problems} - {"G12"} == codes
    assert ON in content.corpus.golden


def test_a_reading_is_stale_by_the_facts_it_names_alone(data: Path) -> None:
    path = data / "golden" / "1990-05-20.md"
    edit(path, "editor:", "facts: 庚午 辛巳 乙酉 正官格 身弱\neditor:")
    content, problems = inputs.check(data)
    assert (problems, hints(data, content)) == ([], [])
    edit(path, "正官格 身弱", "七殺格 身弱")
    content, problems = inputs.check(data)
    assert problems == []
    [stale] = hints(data, content)
    assert (stale.path, stale.line, stale.code) == ("data/golden/1990-05-20.md", 3, "G10")
    assert stale.what == "命盤算出來已不是「七殺格」"
    assert "現在是正官格、立夏" in stale.cure

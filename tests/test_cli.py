"""The command line: what it prints, refuses and returns."""

from __future__ import annotations

import os
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest
from click import Context

from generator.chart import calendar, chart
from generator.cli import main
from generator.content import inputs
from generator.reading.compose import read
from generator.reading.corpus import Corpus
from tests.commands import printed, run
from tests.conftest import ROOT

DAY = ("--from", "1990-05-20", "--to", "1990-05-20")


def test_help_names_every_command_and_each_has_help() -> None:
    text = run("--help").output
    context = Context(main)
    names = main.list_commands(context)
    assert len(names) == 13
    for name in names:
        assert f"  {name} " in text
        assert run(name, "--help").exit_code == 0
        command = main.get_command(context, name)
        assert command
        assert (command.name, bool(command.help)) == (name, True)


def test_check_counts_a_clean_corpus(corpus: Corpus) -> None:
    result = run("check")
    assert result.exit_code == 0
    assert result.output == (
        f"{len(corpus.listed):,} 段語料，共 {corpus.characters:,} 字，親筆 {len(corpus.golden)} 篇：沒有問題\n"
    )


def test_check_prints_every_problem_and_fails(data: Path) -> None:
    path = data / "corpus" / "image.md"
    path.write_text(
        path.read_text().replace("## 甲・身弱", "## 假").replace("## 乙・身弱", "## 已")
    )
    result = run("check", data=data)
    assert result.exit_code == 1
    problems = inputs.check(data)[1]
    assert [p.what for p in problems if p.code == "C05"] == ["缺 2 個鍵：甲・身弱、乙・身弱"]
    assert {"不認得的鍵「假」", "不認得的鍵「已」"} <= {p.what for p in problems}
    told = [*map(str, problems), f"Error: 有 {len(problems)} 個問題"]
    assert result.output.splitlines() == told


def test_build_publishes_and_says_so_in_one_line_then_does_nothing(
    tmp_path: Path, corpus: Corpus
) -> None:
    arguments = ("build", "--from", "1990-5-20", "--to", "1990-05-21", "--output", str(tmp_path))
    line = printed(*arguments)[-1]
    golden = len({date(1990, 5, 20), date(1990, 5, 21)} & corpus.golden.keys())
    # Beside what it counts, a release holds its index and the list of digests.
    files = sum(path.is_file() for path in (tmp_path / "current").resolve().rglob("*")) - 2
    tiers = f"親筆 {golden} 天、組成 {2 - golden} 天、通稿 0 天"
    assert f"：2 天（{tiers}），{files:,} 個檔，" in line
    assert f"新增 {files:,} 個，改了 0 個，移除 0 個" in line
    again = run(*arguments)
    assert again.output.startswith("沒有改動：")
    assert "新增 0 個，改了 0 個，移除 0 個" in run(*arguments, "--force").output


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        ("build --from 1990-05-21 --to 1990-05-20", "--from 1990-05-21 在 --to 1990-05-20 之後"),
        ("build --from 1990-05-21", "會蓋掉線上完整的一版 — 用 --output 換一個資料夾"),
        ("build --from 19900521", "「19900521」不是日期 — 寫成 1990-05-20"),
        ("show 1949-12-31", "1949-12-31 不在 1950-01-01 到 2025-12-31 之間"),
        ("show 1990-02-30", "「1990-02-30」不是日期"),
        ("build --jobs 0", "0 is not in the range"),
    ],
)
def test_wrong_arguments_say_what_to_write(arguments: str, message: str) -> None:
    result = run(*arguments.split())
    assert result.exit_code == 2
    assert message in result.output


def test_show_prints_the_reading_with_its_traces() -> None:
    text = run("show", "1993-03-30", "--view", "male", "--trace").output
    assert text.startswith("1993年3月30日　農曆三月初八　癸酉 乙卯 庚戌\n")
    for section in ("性格", "事業", "財運", "感情婚姻", "健康", "總論"):
        assert f"【{section}】" in text
    assert "data/corpus/day-pillar.md:" in text
    assert "spouse-star-male/" in text
    assert "spouse-star-female/" not in text


def test_show_without_traces_prints_paragraphs_as_the_page_does(corpus: Corpus) -> None:
    day = calendar.day(date(1993, 3, 30))
    shown = printed("show", "1993-03-30")
    for section in read(day, chart(day), corpus).views["neutral"]:
        at = shown.index(f"【{section.name}】") + 1
        assert shown[at : at + len(section.printed)] == [p.text for p in section.printed]


def test_build_leaves_the_release_gone_back_to_until_something_changes(data: Path) -> None:
    site, output = data / "site.yaml", data.parent / "out"
    build = ("build", *DAY, "--output", output)

    def published(edited: str = "", *options: str) -> str:
        text = site.read_text()
        site.write_text(text.replace("attribution: ", f"attribution: {edited}"))
        printed(*build, *options, data=data)
        return (output / "current").resolve().name

    one, two = published(), published("甲")
    printed("rollback", "--output", output)
    for force in ((), ("--force",)):
        said = run(*build, *force, data=data).output
        assert f"沒有出版：這會又是收回過的那一版（{two}）" in said
        assert published("", *force) == one
    assert published("", "--again") == two
    printed("rollback", "--output", output)
    assert published("乙") not in (one, two)
    assert (output / "releases" / one).is_dir()


def test_a_terminal_without_chinese_and_a_line_that_no_file_has_are_no_tracebacks() -> None:
    environment = os.environ | {"PYTHONIOENCODING": "latin-1"}
    for asked in (["show", "1990-05-20"], ["--help"]):
        command = [sys.executable, "-m", "generator.cli", *asked]
        done = subprocess.run(command, cwd=ROOT, env=environment, capture_output=True)
        assert (done.returncode, done.stderr) == (0, b"")
        assert b"\\u5929" in done.stdout
    result = run("where", f"data/corpus/season.md:{'9' * 5000}")
    assert result.exit_code == 1
    assert "不認得" in result.output

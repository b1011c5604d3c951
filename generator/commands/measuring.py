"""The command that measures the readings of all dates.

In: what was typed. Out: a page for editors and its figures, and a line on the terminal.
"""

from datetime import date
from pathlib import Path

import click

from generator.build.stage import replace
from generator.chart.calendar import FIRST_DAY, LAST_DAY
from generator.chart.census import charts_between
from generator.commands.options import (
    FOLDER,
    DateType,
    Folders,
    existing,
    in_order,
    outside_releases,
)
from generator.content import inputs
from generator.editor.report import report, report_files
from generator.editor.survey import survey


@click.command("report")
@click.option("--from", "first", type=DateType(), default=FIRST_DAY, help="最早的一天。")
@click.option("--to", "last", type=DateType(), default=LAST_DAY, help="最晚的一天。")
@click.option(
    "--output",
    type=FOLDER,
    default=Path("build/report"),
    help="index.html 與 report.json 的資料夾。",
)
@click.pass_obj
def write_report(folders: Folders, first: date, last: date, output: Path) -> None:
    """把每一天的正文讀過一遍，寫成一頁給編輯看的報告；同樣的數字另存成 JSON。

    字數、口氣、兩頁有多像、哪些段落用得太多或沒有用到。內容相同，報告就一字不差。
    """
    in_order(first, last)
    outside_releases(output)
    source = inputs.prepare(*existing(folders))
    with click.progressbar(charts_between(first, last), label="日期") as bar:
        figures = report(source.content, survey(bar, source.content.corpus))
    written = replace(output, report_files(source, figures))
    paths = "、".join(click.format_filename(path) for path in written)
    click.echo(f"讀過 {figures['range']['dates']:,} 天：{paths}")

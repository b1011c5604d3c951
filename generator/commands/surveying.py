"""The commands that show editors the whole: how all readings turn out, and what an edit changes.

In: what was typed. Out: lines on the terminal, and a page of figures or of samples side by side.
"""

from datetime import date
from pathlib import Path

import click

from generator.build.history import CURRENT
from generator.build.stage import replace
from generator.build.verify import read_index
from generator.chart.calendar import FIRST_DAY, LAST_DAY
from generator.chart.census import charts_between
from generator.commands.options import (
    FOLDER,
    OUTPUT,
    DateType,
    Folders,
    existing,
    in_order,
    outside_releases,
)
from generator.content import inputs
from generator.content.templates import naming_faults
from generator.editor.diff import Diff, diff
from generator.editor.report import report, report_files, survey
from generator.pages.render import environment

_SHOWN = 8
"""Paths that are named on the terminal."""


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


@click.command("diff")
@OUTPUT
@click.option("--page", type=FOLDER, default=Path("build/diff"), help="對照頁的資料夾。")
@click.pass_obj
def show_changes(folders: Folders, output: Path, page: Path) -> None:
    """說出下一次出版會變的地方；什麼都不會出版。

    與線上的那一版比，數出哪幾天、哪幾節會變，另寫一頁，各年代挑幾天並排。
    """
    live = output / CURRENT
    if not live.is_dir():
        raise click.ClickException(f"{live} 還沒有出版過 — 先執行 make，或用 --output 指明資料夾")
    outside_releases(page)
    source = inputs.prepare(*existing(folders))
    span = read_index(live).get("range")
    if not span:
        raise click.ClickException(f"{live / 'release.json'} 讀不懂 — 執行 wanrishu build --force")
    first, last = (date.fromisoformat(span[end]) for end in ("first", "last"))
    total = (last - first).days + 1
    with click.progressbar(length=total, label="日期") as bar:
        found = diff(source, output, first, last, bar.update)
    with naming_faults():
        env = environment(source.templates, source.content.site)
        shown = env.get_template("diff.html").render(diff=found, total=total)
    (path,) = replace(page, {"index.html": shown.encode()})
    _echo(found, path)


def _echo(found: Diff, path: Path) -> None:
    if not any((found.dates, found.pages, found.added, found.removed)):
        click.echo("沒有一頁會變")
        return
    sections = "、".join(f"{name} {times:,} 天" for name, times in found.sections)
    click.echo(f"會變的日期 {len(found.dates):,} 天" + (f"：{sections}" if sections else ""))
    for what, paths in (
        ("哪幾天", [str(on) for on in found.dates]), ("其他會變的檔", found.pages), ("新增的檔", found.added), ("移除的檔", found.removed),
    ):  # fmt: skip
        if paths:
            more = f"……共 {len(paths):,} 個" if len(paths) > _SHOWN else ""
            click.echo(f"{what}：{'、'.join(paths[:_SHOWN])}{more}")
    click.echo(f"對照頁：{click.format_filename(path)}（什麼都沒有出版；要出版執行 make）")

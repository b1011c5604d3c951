"""The command that compares what lies in `data/` and `templates/` with the live release.

In: what was typed. Out: lines on the terminal, and a page with samples side by side.
"""

from datetime import date
from pathlib import Path

import click

from generator.build.history import CURRENT
from generator.build.stage import replace
from generator.build.verify import read_index
from generator.commands.options import FOLDER, OUTPUT, Folders, existing, outside_releases
from generator.content import inputs
from generator.content.templates import naming_faults
from generator.editor.diff import Diff, diff
from generator.pages.render import environment

_SHOWN = 8
"""Paths that are named on the terminal."""


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
    span = (read_index(live) or {}).get("range") or {}
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
    if not (found.dates or found.pages or found.added or found.removed):
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

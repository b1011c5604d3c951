"""The command that makes a release.

In: what was typed. Out: lines on the terminal, a release in the output folder.
"""

import time
from datetime import date
from pathlib import Path

import click

from generator.build.build import build, live_release
from generator.build.history import CURRENT, WithdrawnError
from generator.build.releases import publish_again
from generator.chart import calendar
from generator.commands.failures import interrupted_once
from generator.commands.options import OUTPUT, DateType, existing, in_order
from generator.content import inputs
from generator.reading.compose import TIERS


@click.command("build")
@click.option("--from", "first", type=DateType(), default=calendar.FIRST_DAY, help="最早的一天。")
@click.option("--to", "last", type=DateType(), default=calendar.LAST_DAY, help="最晚的一天。")
@click.option("--jobs", type=click.IntRange(min=1), help="分給幾個程序做。  [預設：每個核心一個]")
@OUTPUT
@click.option("--force", is_flag=True, help="沒有改動也重做。")
@click.option("--again", is_flag=True, help="收回過的也出版。")
@click.option(
    "--keep",
    type=click.IntRange(min=2),
    default=2,
    envvar="WANRISHU_KEEP",
    show_envvar=True,
    help="留下幾版，線上的和前一版都算。",
)
@click.pass_context
def build_release(
    ctx: click.Context,
    first: date,
    last: date,
    jobs: int | None,
    output: Path,
    force: bool,
    again: bool,
    keep: int,
) -> None:
    """檢查內容，做好每一頁與資料，再換成新的一版。

    新的一版做齊以前，線上的不會動。沒有改動就什麼都不做，除非線上的檔案少了或短了；--force
    照樣重做，線上有哪個位元組不對，就換成對的。`rollback` 收回的那一版，有了改動或加上 --again
    才會再出版。
    """
    in_order(first, last)
    partial = (first, last) != (calendar.FIRST_DAY, calendar.LAST_DAY)
    if partial and ctx.get_parameter_source("output") is click.core.ParameterSource.DEFAULT:
        raise click.UsageError("只做一部分日期，會蓋掉線上完整的一版 — 用 --output 換一個資料夾")
    started = time.perf_counter()
    with interrupted_once():
        folders = existing(ctx.obj)
        digest = inputs.inputs_digest(*folders)
        if not force and (live := live_release(digest, output, first, last)):
            click.echo(f"沒有改動：{output / CURRENT} 已經是這一版（{live}）")
            return
        source = inputs.prepare(*folders)
        if again:
            publish_again(output)
        try:
            with click.progressbar(length=(last - first).days + 1, label="日期") as bar:
                built = build(source, output, first, last, jobs, bar.update, keep, anew=force)
        except WithdrawnError as held:  # as the editor decided: no failure, so `make serve` goes on
            click.echo(str(held))
            return
    seconds = time.perf_counter() - started
    tiers = "、".join(f"{name} {built.tiers[tier]:,} 天" for tier, name in TIERS.items())
    changed = built.changes
    click.echo(
        f"出版好了（{built.release}）：{built.dates:,} 天（{tiers}），{built.files:,} 個檔，"
        f"{built.bytes / 1e6:.1f} MB，{seconds:.1f} 秒；"
        f"新增 {changed.added:,} 個，改了 {changed.changed:,} 個，移除 {changed.removed:,} 個"
    )

"""The commands for what editors write: check it, begin a golden reading.

In: what was typed. Out: lines on the terminal, and a new file in `data/golden/`.
"""

from collections.abc import Iterator
from datetime import UTC, date, datetime
from pathlib import Path

import click

from generator.chart import calendar
from generator.chart.calendar import ZONE
from generator.commands.options import DateType, Folders, existing
from generator.content import inputs
from generator.content.inputs import Content
from generator.content.problem import ContentError, Problem
from generator.content.templates import read_templates
from generator.editor.drafts import hints, new_draft
from generator.pages.flow_year import begins_at
from generator.pages.reference import check_templates


def faultless(folders: Folders) -> Content:
    """The content, if nothing is wrong with it; else end with every problem."""
    content, problems = inputs.check(existing(folders)[0])
    if problems:
        raise ContentError(tuple(problems))
    return content


@click.command("check")
@click.pass_obj
def check_content(folders: Folders) -> None:
    """檢查全部內容與範本，每個問題一行：檔名:行號: 代碼。

    草稿和它的問題、依據已經過時的親筆、過完了的年份也會列出來，但只是提示，不擋出版。
    """
    data, templates = existing(folders)
    read = read_templates(templates)
    content, problems = inputs.check(data, read)
    if content.site.values:  # without any setting, no template could be made ready
        problems += check_templates(read, content, sound=not problems)
    corpus = content.corpus
    told = [*hints(data, content), *past_years(data, content, datetime.now(UTC))]
    for problem in problems:
        click.echo(str(problem))
    for hint in told:
        click.echo(f"{hint}（提示，不擋出版）")
    if problems:
        raise click.ClickException(f"有 {len(problems)} 個問題")
    click.echo(
        f"{len(corpus.listed):,} 段語料，共 {corpus.characters:,} 字，親筆 {len(corpus.golden)} 篇：沒有問題"
        + (f"，提示 {len(told)} 個" if told else "")
    )


def past_years(data: Path, content: Content, now: datetime) -> Iterator[Problem]:
    """The years of the settings, once the last of them has ended with a 立春; `now` with its zone."""
    if not content.site.values:
        return
    span = content.site.flow_years
    if now >= begins_at(span.stop).replace(tzinfo=ZONE):
        lines = (data / "site.yaml").read_text(encoding="utf-8").splitlines()
        line = 1 + [text.startswith("flow_years:") for text in lines].index(True)
        what = f"「今年」只寫到 {span[-1]} 年，那一年已經過完"
        cure = f"改成 [{span.stop}, {span.stop + 5}]，文字不必動"
        yield Problem(f"{data.name}/site.yaml", line, "S30", what, cure)


@click.group()
def golden() -> None:
    """親筆：編輯替某一天整頁寫的解讀。"""


@golden.command()
@click.argument("on", metavar="日期", type=DateType())
@click.option("--editor", default="萬日書編輯室", help="署名。")
@click.pass_obj
def new(folders: Folders, on: date, editor: str) -> None:
    """從組成的那一頁起稿，寫成一篇親筆的草稿。

    寫在內容資料夾的 golden/日期.md；檔頭的 `draft: true` 刪掉以前不會出版。檔案已經有了就不動它。
    """
    content = faultless(folders)
    path = folders[0] / "golden" / f"{on}.md"
    path.parent.mkdir(exist_ok=True)
    text = new_draft(calendar.day(on), content, editor)
    try:
        with path.open("x", encoding="utf-8") as file:
            file.write(text)
    except FileExistsError:
        raise click.ClickException(f"{path} 已經有了 — 直接改它，或先移到別處") from None
    click.echo(f"{path} 是草稿：照著改，用 wanrishu check 看問題，寫好後刪掉 draft: true 那一行")

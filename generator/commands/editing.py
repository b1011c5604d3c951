"""The commands for what editors write: check it, begin a golden reading.

In: what was typed. Out: lines on the terminal, and a new file in `data/golden/`.
"""

import os
from datetime import date

import click

from generator.chart import calendar
from generator.commands.options import DateType, Folders, existing
from generator.content import inputs
from generator.content.inputs import Content
from generator.content.problem import ContentError
from generator.content.templates import read_templates
from generator.editor.drafts import hints, new_draft
from generator.pages.reference import check_templates


def faultless(folders: Folders) -> Content:
    """The content, if nothing is wrong with it; else end with every problem."""
    content, problems = inputs.check(existing(folders)[0])
    if problems:
        raise ContentError(tuple(problems))
    return content


@click.command()
@click.pass_obj
def check(folders: Folders) -> None:
    """檢查全部內容與範本，每個問題一行：檔名:行號: 代碼。

    草稿和它的問題、依據已經過時的親筆也會列出來，但只是提示，不擋出版。
    """
    data, templates = existing(folders)
    read = read_templates(templates)
    content, problems = inputs.check(data, read)
    if content.site.values:  # without any setting, no template could be made ready
        problems += check_templates(read, content, sound=not problems)
    corpus = content.corpus
    told = hints(data, content)
    for problem in problems:
        click.echo(str(problem))
    for hint in told:
        click.echo(f"{hint}（提示，不擋出版）")
    if problems:
        raise click.ClickException(f"有 {len(problems)} 個問題")
    click.echo(
        f"{corpus.count:,} 段語料，共 {corpus.characters:,} 字，親筆 {len(corpus.golden)} 篇：沒有問題"
        + (f"，提示 {len(told)} 個" if told else "")
    )


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
    aside = path.with_name(f".{path.name}")
    text = new_draft(calendar.day(on), content, editor)
    try:
        aside.write_text(text, encoding="utf-8")
        os.link(aside, path)  # unlike a rename, this never takes the place of a file
    except FileExistsError:
        raise click.ClickException(f"{path} 已經有了 — 直接改它，或先移到別處") from None
    finally:
        aside.unlink(missing_ok=True)
    click.echo(f"{path} 是草稿：照著改，用 wanrishu check 看問題，寫好後刪掉 draft: true 那一行")

"""The commands for what editors write: check it, begin a golden reading.

In: what was typed. Out: lines on the terminal, and a new file in `data/golden/`.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator import calendar, inputs
from generator.content.problem import ContentError
from generator.drafts import hints, new_draft
from generator.options import DateType, existing
from generator.templates import read_templates

if TYPE_CHECKING:
    from datetime import date

Folders = tuple[Path, Path]
"""Of the content and of the templates."""


@click.command()
@click.pass_obj
def check(folders: Folders) -> None:
    """Check all content and print every problem as file:line: CODE.

    Hints are printed too, but no build fails for them: drafts and what is wrong with them, and
    golden readings that rest on what the chart does not say any more.
    """
    data = existing(folders[0], "data", "--data")
    templates = read_templates(existing(folders[1], "templates", "--templates"))
    content, problems = inputs.check(data, templates)
    corpus = content.corpus
    told = hints(data, content)
    for problem in problems:
        click.echo(str(problem))
    for hint in told:
        click.echo(f"{hint}（提示，不擋出版）")
    if problems:
        raise click.ClickException(f"{len(problems)} problem(s)")
    click.echo(
        f"{corpus.count:,} fragments, {corpus.characters:,} characters, "
        f"{len(corpus.golden)} golden readings: "
        + (f"no problem, {len(told)} hint(s)" if told else "no problem")
    )


@click.group()
def golden() -> None:
    """Readings that an editor writes for one date."""


@golden.command()
@click.argument("on", metavar="DATE", type=DateType())
@click.option("--editor", default="萬日書編輯室", show_default=True, help="Who signs it.")
@click.pass_obj
def new(folders: Folders, on: date, editor: str) -> None:
    """Begin the golden reading of a date from the composed one, as a draft.

    Writes golden/DATE.md of the content folder; nothing of it is published before its line
    `draft: true` is gone. Never writes over a file.
    """
    data = existing(folders[0], "data", "--data")
    content, problems = inputs.check(data)
    if problems:
        raise ContentError(tuple(problems))
    path = data / "golden" / f"{on}.md"
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

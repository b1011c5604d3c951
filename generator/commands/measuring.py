"""The command that measures the readings of all dates.

In: what was typed. Out: a page for editors and its figures, and a line on the terminal.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator import inputs
from generator.options import FIRST, FOLDER, LAST, existing, in_order, outside_releases
from generator.stage import replace
from generator.report import report, report_files

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date

    from generator.commands.editing import Folders


@click.command("report")
@FIRST
@LAST
@click.option(
    "--output",
    type=FOLDER,
    default=Path("build/report"),
    help="Folder of index.html and report.json.",
    show_default=True,
)
@click.pass_obj
def write_report(folders: Folders, first: date, last: date, output: Path) -> None:
    """Measure the readings of all dates: one page for editors, and its figures as JSON.

    Lengths, how often each paragraph is used, how alike the pages are, how paragraphs open,
    and the checks that need a chart. The same content gives the same bytes.
    """
    in_order(first, last)
    outside_releases(output)
    source = inputs.prepare(
        existing(folders[0], "data", "--data"), existing(folders[1], "templates", "--templates")
    )
    figures = report(source.content, first, last, _watched)
    written = replace(output, report_files(source, figures))
    paths = ", ".join(click.format_filename(path) for path in written)
    click.echo(f"{figures['range']['dates']:,} dates measured: {paths}")


def _watched(items: list[Any], label: str) -> Iterator[Any]:
    with click.progressbar(items, label=label) as bar:
        yield from bar

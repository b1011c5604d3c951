"""The command that measures the readings of all dates.

In: what was typed. Out: a page for editors and its figures, and a line on the terminal.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator import inputs
from generator.options import FIRST, FOLDER, LAST, existing, in_order, outside_releases
from generator.stage import replace
from generator.report import report, report_files
from generator.survey import survey
from generator.usage import charts_between

if TYPE_CHECKING:
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
    with click.progressbar(charts_between(first, last), label="dates") as bar:
        figures = report(source.content, survey(bar, source.content.corpus))
    written = replace(output, report_files(source, figures))
    paths = ", ".join(click.format_filename(path) for path in written)
    click.echo(f"{figures['range']['dates']:,} dates measured: {paths}")

"""The command line of the press; it and `commands` alone print or exit.

`wanrishu --help` and each command's `--help` say all there is to know.
"""

from __future__ import annotations

import atexit
import gc
import time
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from generator import build as press
from generator import calendar, inputs
from generator.commands import comparing, editing, finding, previewing, publishing, sending
from generator.failures import Commands, interrupted_once
from generator.history import CURRENT
from generator.journal import WithdrawnError
from generator.options import (
    FIRST,
    FOLDER,
    LAST,
    OUTPUT,
    existing,
    in_order,
    live_folder,
    outside_releases,
)
from generator.reading import TIERS
from generator.release import replace
from generator.report import report, report_files
from generator.rollback import publish_again

if TYPE_CHECKING:
    from collections.abc import Iterator
    from datetime import date


atexit.register(gc.freeze)  # the system takes all memory back; a last look for garbage is long


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"]},
    help="萬日書: press a bazi reading for every date "
    f"from {calendar.FIRST_DAY} to {calendar.LAST_DAY}.",
)
@click.option(
    "--data", type=FOLDER, default=Path("data"), help="Content folder.", show_default=True
)
@click.option(
    "--templates",
    type=FOLDER,
    default=Path("templates"),
    help="Templates folder.",
    show_default=True,
)
@click.pass_context
def main(ctx: click.Context, data: Path, templates: Path) -> None:
    ctx.obj = (data, templates)


@main.command()
@FIRST
@LAST
@click.option("--jobs", type=click.IntRange(min=1), help="Processes.  [default: one per core]")
@OUTPUT
@click.option("--force", is_flag=True, help="Build even if nothing has changed.")
@click.option("--again", is_flag=True, help="Publish even what was rolled back.")
@click.option(
    "--keep",
    type=click.IntRange(min=2),
    default=2,
    envvar="WANRISHU_KEEP",
    show_default=True,
    show_envvar=True,
    help="Releases that stay, the live one and the one before among them.",
)
@click.pass_context
def build(
    ctx: click.Context,
    first: date,
    last: date,
    jobs: int | None,
    output: Path,
    force: bool,
    again: bool,
    keep: int,
) -> None:
    """Check the content, press the pages and data, and switch to the new release.

    The live release stays untouched until the new one is complete. With nothing changed
    since the live release, nothing is done, unless files of it are gone or cut. --force
    builds anyway, and replaces a live release of the same content if any byte of it is wrong.
    What `rollback` took back is published again when something has changed, or with --again.
    """
    in_order(first, last)
    partial = (first, last) != (calendar.FIRST_DAY, calendar.LAST_DAY)
    if partial and ctx.get_parameter_source("output") is click.core.ParameterSource.DEFAULT:
        raise click.UsageError(
            "part of the range would replace the whole live release; name another folder with --output"
        )
    data, templates = ctx.obj
    started = time.perf_counter()
    with interrupted_once(), _uncollected():
        existing(data, "data", "--data")
        existing(templates, "templates", "--templates")
        if not force and (live := press.untouched(data, templates, output, first, last)):
            click.echo(f"nothing changed: {output / CURRENT} is release {live}")
            return
        source = inputs.prepare(data, templates)
        if not force and (live := press.live_release(source, output, first, last)):
            click.echo(f"nothing changed: {output / CURRENT} is release {live}")
            return
        if again:
            publish_again(output)
        try:
            press.refuse_withdrawn(source, output, first, last)
            with click.progressbar(length=(last - first).days + 1, label="dates") as bar:
                built = press.build(source, output, first, last, jobs, bar.update, keep, anew=force)
        except WithdrawnError as held:  # as the editor decided: no failure, so `make serve` goes on
            click.echo(str(held))
            return
    seconds = time.perf_counter() - started
    tiers = ", ".join(f"{built.tiers[tier]:,} {tier}" for tier in TIERS)
    changed = built.changes
    click.echo(
        f"release {built.release}: {built.dates:,} dates ({tiers}), {built.files:,} files, "
        f"{built.bytes / 1e6:.1f} MB, {seconds:.1f} s; "
        f"{changed.added:,} added, {changed.changed:,} changed, {changed.removed:,} removed"
    )


@main.command("report")
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
def write_report(folders: tuple[Path, Path], first: date, last: date, output: Path) -> None:
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


for command in (
    comparing.show_changes,
    editing.check,
    editing.golden,
    finding.show,
    finding.where,
    finding.find_text,
    previewing.preview,
    publishing.check_release,
    publishing.list_releases,
    publishing.go_back,
    sending.dist,
    sending.publish,
):
    main.add_command(command)


@main.command()
@click.option("--host", default="127.0.0.1", show_default=True, help="Address to listen on.")
@click.option(
    "--port",
    default=8000,
    envvar="WANRISHU_PORT",
    show_default=True,
    show_envvar=True,
    help="Port.",
)
@OUTPUT
def serve(host: str, port: int, output: Path) -> None:
    """Serve the live release, site and API together, for people at this machine.

    The same server as in production (`wanrishu-api`); stop it with Ctrl-C.
    """
    from api.config import SettingsError  # the press alone needs no server
    from api.server import run

    try:
        run(host=host, port=port, release=live_folder(output))
    except SettingsError as error:
        raise click.ClickException(str(error)) from None


@contextmanager
def _uncollected() -> Iterator[None]:
    """Look for no garbage: nearly all that is made is in use to the end."""
    was = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was:
            gc.enable()


if __name__ == "__main__":
    main()

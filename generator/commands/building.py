"""The command that makes a release.

In: what was typed. Out: lines on the terminal, a release in the output folder.
"""

import time
from datetime import date
from pathlib import Path

import click

from generator.build.build import build as build_release
from generator.build.build import live_release
from generator.build.history import CURRENT, WithdrawnError
from generator.build.releases import publish_again
from generator.chart import calendar
from generator.commands.failures import interrupted_once
from generator.commands.options import OUTPUT, DateType, existing, in_order
from generator.content import inputs
from generator.reading.compose import TIERS


@click.command()
@click.option(
    "--from", "first", type=DateType(), default=calendar.FIRST_DAY, help="First date, inclusive."
)
@click.option(
    "--to", "last", type=DateType(), default=calendar.LAST_DAY, help="Last date, inclusive."
)
@click.option("--jobs", type=click.IntRange(min=1), help="Processes.  [default: one per core]")
@OUTPUT
@click.option("--force", is_flag=True, help="Build even if nothing has changed.")
@click.option("--again", is_flag=True, help="Publish even what was rolled back.")
@click.option(
    "--keep",
    type=click.IntRange(min=2),
    default=2,
    envvar="WANRISHU_KEEP",
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
    started = time.perf_counter()
    with interrupted_once():
        folders = existing(ctx.obj)
        digest = inputs.inputs_digest(*folders)
        if not force and (live := live_release(digest, output, first, last)):
            click.echo(f"nothing changed: {output / CURRENT} is release {live}")
            return
        source = inputs.prepare(*folders)
        if again:
            publish_again(output)
        try:
            with click.progressbar(length=(last - first).days + 1, label="dates") as bar:
                built = build_release(
                    source, output, first, last, jobs, bar.update, keep, anew=force
                )
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

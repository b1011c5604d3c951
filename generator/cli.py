"""The command line of the press; the only module that prints or exits.

`wanrishu --help` and each command's `--help` say all there is to know.
"""

from __future__ import annotations

import time
from datetime import date, datetime
from pathlib import Path

import click

from generator import build as press
from generator import calendar, inputs, labels
from generator.chart import chart
from generator.content.problem import ContentError
from generator.facets import PERSPECTIVES
from generator.pages.date import VIEW_LABELS
from generator.reading import TIERS, Reading, read
from generator.release import ReleaseError, is_whole, live_index

_ROOT = Path(__file__).resolve().parent.parent
_FOLDER = click.Path(file_okay=False, path_type=Path)


class DateType(click.ParamType[date]):
    """A date in the range, written 1990-05-20 or 1990-5-20."""

    name = "YYYY-MM-DD"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> date:
        """Parse a date; the message names the range."""
        if isinstance(value, date):
            return value
        try:
            on = datetime.strptime(str(value), "%Y-%m-%d").date()
        except ValueError:
            self.fail(f"{value!r} is not a date — write it as 1990-05-20", param, ctx)
        if not calendar.FIRST_DAY <= on <= calendar.LAST_DAY:
            self.fail(f"{on} is outside {calendar.FIRST_DAY} to {calendar.LAST_DAY}", param, ctx)
        return on


@click.group(
    context_settings={"help_option_names": ["-h", "--help"]},
    help="萬日書: press a bazi reading for every date "
    f"from {calendar.FIRST_DAY} to {calendar.LAST_DAY}.",
)
@click.option(
    "--data", type=_FOLDER, default=_ROOT / "data", help="Content folder.", show_default="data"
)
@click.option(
    "--templates",
    type=_FOLDER,
    default=_ROOT / "templates",
    help="Templates folder.",
    show_default="templates",
)
@click.pass_context
def main(ctx: click.Context, data: Path, templates: Path) -> None:
    ctx.obj = (data, templates)


@main.command()
@click.option(
    "--from", "first", type=DateType(), default=calendar.FIRST_DAY, help="First date, inclusive."
)
@click.option(
    "--to", "last", type=DateType(), default=calendar.LAST_DAY, help="Last date, inclusive."
)
@click.option("--jobs", type=click.IntRange(min=1), help="Processes.  [default: one per core]")
@click.option("--output", type=_FOLDER, help="Folder for releases/ and current.  [default: build]")
@click.option("--force", is_flag=True, help="Build even if nothing has changed.")
@click.pass_obj
def build(
    folders: tuple[Path, Path],
    first: date,
    last: date,
    jobs: int | None,
    output: Path | None,
    force: bool,
) -> None:
    """Check the content, press the pages and data, and switch to the new release.

    The live release stays untouched until the new one is complete. With nothing changed
    since the live release, nothing is done.
    """
    if first > last:
        raise click.UsageError(f"--from {first} is after --to {last}")
    partial = (first, last) != (calendar.FIRST_DAY, calendar.LAST_DAY)
    if partial and output is None:
        raise click.UsageError(
            "part of the range would replace the whole live release; name another folder with --output"
        )
    output = output or _ROOT / "build"
    started = time.perf_counter()
    try:
        source = inputs.prepare(*folders)
        live = live_index(output)
        wanted = {"first": first.isoformat(), "last": last.isoformat()}
        if (
            not force
            and live
            and live.get("inputs") == source.digest
            and live.get("range") == wanted
            and is_whole(output)
        ):
            click.echo(f"nothing changed: {output / 'current'} is release {live['id']}")
            return
        with click.progressbar(length=(last - first).days + 1, label="dates") as bar:
            built = press.build(source, output, first, last, jobs, bar.update)
    except (ContentError, ReleaseError) as error:
        raise click.ClickException(str(error)) from None
    seconds = time.perf_counter() - started
    tiers = ", ".join(f"{built.tiers[tier]:,} {tier}" for tier in TIERS)
    changed = built.changes
    click.echo(
        f"release {built.release}: {built.dates:,} dates ({tiers}), {built.files:,} files, "
        f"{built.bytes / 1e6:.1f} MB, {seconds:.1f} s; "
        f"{changed.added:,} added, {changed.changed:,} changed, {changed.removed:,} removed"
    )


@main.command()
@click.pass_obj
def check(folders: tuple[Path, Path]) -> None:
    """Check all content and print every problem as file:line: CODE."""
    content, problems = inputs.check(*folders)
    corpus = content.corpus
    for problem in problems:
        click.echo(str(problem))
    if problems:
        raise click.ClickException(f"{len(problems)} problem(s)")
    characters = sum(
        len("".join(f.parts[::2]))
        for keys in corpus.fragments.values()
        for v in keys.values()
        for f in v
    )
    click.echo(
        f"{corpus.count:,} fragments, {characters:,} characters, {len(corpus.golden)} golden readings: no problem"
    )


@main.command()
@click.argument("on", metavar="DATE", type=DateType())
@click.option(
    "--view",
    type=click.Choice(PERSPECTIVES),
    default="neutral",
    show_default=True,
    help="Perspective.",
)
@click.option("--trace", is_flag=True, help="Print the rule, file and line of each paragraph.")
@click.pass_obj
def show(folders: tuple[Path, Path], on: date, view: str, trace: bool) -> None:
    """Print the reading of a date in the terminal."""
    content, problems = inputs.check(folders[0])
    if problems:
        raise click.ClickException(str(ContentError(tuple(problems))))
    day = calendar.day(on)
    of_day = chart(day)
    reading = read(day, of_day, content.corpus)
    click.echo(f"{labels.date_zh(on)}　農曆{labels.lunar_zh(day.lunar)}　{of_day.text}")
    click.echo(
        f"{of_day.strength.name}　{of_day.pattern.name}　{day.term.name}　{day.pentad}　"
        f"{reading.tier}　{reading.word_count(view)} 字　{VIEW_LABELS[view]}"
    )
    _echo_sections(reading, view, trace)


def _echo_sections(reading: Reading, view: str, trace: bool) -> None:
    for section in reading.views[view]:
        click.echo(f"\n【{section.name}】")
        for paragraph in section.paragraphs:
            click.echo(paragraph.text)
            if trace:
                rules = "、".join(paragraph.rules)
                click.echo(
                    click.style(
                        f"  {paragraph.path}:{paragraph.line} {paragraph.fragment} {rules}",
                        dim=True,
                    )
                )


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
@click.option(
    "--output",
    type=_FOLDER,
    default=_ROOT / "build",
    help="Folder of the release.",
    show_default="build",
)
def serve(host: str, port: int, output: Path) -> None:
    """Serve the live release, site and API together, for people at this machine.

    The same server as in production (`wanrishu-api`); stop it with Ctrl-C.
    """
    from api.config import SettingsError  # the press alone needs no server
    from api.server import run

    try:
        run(host=host, port=port, release=output / "current")
    except SettingsError as error:
        raise click.ClickException(str(error)) from None


if __name__ == "__main__":
    main()

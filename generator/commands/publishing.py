"""The commands for what was published: verify it, list it, go back to it.

In: what was typed. Out: lines on the terminal. Imports nothing that presses.
"""

from __future__ import annotations

from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from generator.dataset import SCHEMA
from generator.history import release_names
from generator.options import OUTPUT, live_folder
from generator.rollback import Kept, kept_releases, roll_back
from generator.verify import read_index, verify

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from pathlib import Path

_SHOWN = 20
"""Files that `verify` names; a release has 56,000."""


@click.command("verify")
@OUTPUT
def check_release(output: Path) -> None:
    """Read every file of the live release and compare its digest with SHA256SUMS.

    Names every missing, damaged or unexpected file, and fails if there is any.
    """
    live = live_folder(output)
    with _files_read() as tell:
        problems = verify(live, tell)
    for problem in problems[:_SHOWN]:
        click.echo(click.format_filename(problem))
    if problems:
        more = f"{len(problems) - _SHOWN:,} more; " if len(problems) > _SHOWN else ""
        raise click.ClickException(
            f"{more}{len(problems):,} problem(s) with {live} — run: wanrishu build --force"
        )
    index = read_index(live) or {}
    click.echo(f"release {index['id']}: {index['files']:,} files, each as it was built")


@click.command("releases")
@OUTPUT
def list_releases(output: Path) -> None:
    """List the releases that are kept, the live one first."""
    found = kept_releases(_published(output))
    for each in found:
        click.echo(_line(each))
    if not any(each.live for each in found):
        raise click.ClickException(
            f"none of them is live at {output / 'current'} — name one: wanrishu rollback ID"
        )


@click.command("rollback")
@click.argument("wanted", metavar="[ID]", required=False)
@OUTPUT
def go_back(wanted: str | None, output: Path) -> None:
    """Switch back to a release that is kept: the one before, or the one named.

    Every file of it is read first. What was live is kept, and `build` does not publish it again
    until something has changed, or with --again. The release gone back to is never removed.
    """
    with _files_read() as tell:
        now = roll_back(_published(output), wanted, SCHEMA, tell)
    span = now.index["range"]
    click.echo(
        f"release {now.id} is live again: {now.index['dates']:,} dates, {span['first']} to {span['last']}"
    )


def _published(output: Path) -> Path:
    """An output folder that something was published to.

    :raises click.ClickException: if nothing was.
    """
    if not (output / "releases").is_dir() or not release_names(output):
        raise click.ClickException(
            f"there is no release in {output}: run `wanrishu build` in the project's folder, "
            "or name the folder of the releases with --output"
        )
    return output


def _line(kept: Kept) -> str:
    roles = [
        name
        for name, held in (
            ("live", kept.live),
            ("previous", kept.previous),
            ("rolled back from", kept.withdrawn),
            ("rolled back to", kept.good),
        )
        if held
    ]
    index, moment = kept.index, f"{kept.went_live.astimezone():%Y-%m-%d %H:%M}"
    if "range" not in index:
        return f"{kept.id}  {moment}  release.json can't be read"
    span = index["range"]
    return (
        f"{kept.id}  {moment}  {index['dates']:>6,} dates  {span['first']} to {span['last']}  "
        f"{index['bytes'] / 1e6:>7,.1f} MB  {', '.join(roles) or 'kept'}"
    )


@contextmanager
def _files_read() -> Iterator[Callable[[int, int], None]]:
    """A progress bar for what `verify` tells."""
    with click.progressbar(length=1, label="files") as bar:

        def tell(done: int, of: int) -> None:
            bar.length = of
            bar.update(done - bar.pos)

        yield tell

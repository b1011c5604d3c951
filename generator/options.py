"""What the command line takes: dates, folders.

In: what was typed. Out: values, or a sentence naming the option and what to write.
"""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path

import click

from generator import calendar
from generator.releases import CURRENT
from generator.verify import INDEX

FOLDER = click.Path(file_okay=False, path_type=Path)
OUTPUT = click.option(
    "--output",
    type=FOLDER,
    default=Path("build"),
    help="Folder of releases/ and current.",
    show_default=True,
)


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


FIRST = click.option(
    "--from", "first", type=DateType(), default=calendar.FIRST_DAY, help="First date, inclusive."
)
LAST = click.option(
    "--to", "last", type=DateType(), default=calendar.LAST_DAY, help="Last date, inclusive."
)


def in_order(first: date, last: date) -> None:
    """See that a range has a date.

    :raises click.UsageError: if it has none.
    """
    if first > last:
        raise click.UsageError(f"--from {first} is after --to {last}")


def outside_releases(output: Path) -> Path:
    """A folder that belongs to no release.

    :raises click.ClickException: if it does: nothing is ever added to a release.
    """
    for folder in (output.resolve(), *output.resolve().parents):
        if (folder / INDEX).exists():
            raise click.ClickException(f"{folder} is a release: name another folder with --output")
    return output


def existing(folder: Path, what: str, option: str) -> Path:
    """A folder that is there.

    :raises click.ClickException: if it is not.
    """
    if not folder.is_dir():
        raise click.ClickException(
            f"there is no {what} folder at {folder}: run this in the project's folder, "
            f"or name it with {option}"
        )
    return folder


def live_folder(output: Path) -> Path:
    """The live release of an output folder.

    :raises click.ClickException: if there is none.
    """
    if not (output / CURRENT).is_dir():
        raise click.ClickException(
            f"there is no release at {output / CURRENT}: run `wanrishu build` in the project's "
            "folder, or name the folder of the release with --output"
        )
    return output / CURRENT

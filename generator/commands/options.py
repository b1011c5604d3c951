"""What the command line takes: dates, folders.

In: what was typed. Out: values, or a sentence naming the option and what to write, in Chinese
where editors come to see it.
"""

from __future__ import annotations

from datetime import date, datetime
from pathlib import Path
from typing import TYPE_CHECKING, TypeVar

import click

from generator.build.history import CURRENT
from generator.build.verify import INDEX
from generator.chart import calendar

if TYPE_CHECKING:
    from collections.abc import Callable

_Command = TypeVar("_Command", bound="Callable[..., object]")

FOLDER = click.Path(file_okay=False, path_type=Path)


def _output(text: str) -> Callable[[_Command], _Command]:
    return click.option(
        "--output", type=FOLDER, default=Path("build"), help=text, show_default=True
    )


OUTPUT = _output("Folder of releases/ and current.")
EDITORS_OUTPUT = _output("releases/ 與 current 所在的資料夾。")
"""The same option for the commands of editors, whose help is Chinese."""


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
            self.fail(f"「{value}」不是日期 — 寫成 1990-05-20", param, ctx)
        if not calendar.FIRST_DAY <= on <= calendar.LAST_DAY:
            self.fail(f"{on} 不在 {calendar.FIRST_DAY} 到 {calendar.LAST_DAY} 之間", param, ctx)
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
        raise click.UsageError(f"--from {first} 在 --to {last} 之後")


def outside_releases(output: Path) -> Path:
    """A folder that belongs to no release.

    :raises click.ClickException: if it does: nothing is ever added to a release.
    """
    for folder in (output.resolve(), *output.resolve().parents):
        if (folder / INDEX).exists():
            raise click.ClickException(f"{folder} 是出版好的一版，不放別的東西 — 換一個資料夾")
    return output


def existing(folder: Path, what: str, option: str) -> Path:
    """A folder that is there.

    :raises click.ClickException: if it is not.
    """
    if not folder.is_dir():
        raise click.ClickException(
            f"找不到 {what} 資料夾（{folder}）— 在專案的資料夾裡執行，或用 {option} 指明"
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

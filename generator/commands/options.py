"""What the command line takes: dates, folders.

In: what was typed. Out: values, or a sentence naming the option and what to write, in Chinese
where editors come to see it.
"""

from datetime import date, datetime
from pathlib import Path

import click

from generator.build.history import CURRENT
from generator.build.verify import INDEX
from generator.chart import calendar

Folders = tuple[Path, Path]
"""Of the content and of the templates."""

FOLDER = click.Path(file_okay=False, path_type=Path)
OUTPUT = click.option(
    "--output", type=FOLDER, default=Path("build"), help="releases/ 與 current 所在的資料夾。"
)


class DateType(click.ParamType[date]):
    """A date in the range, written 1990-05-20 or 1990-5-20."""

    name = "YYYY-MM-DD"

    def convert(
        self, value: object, param: click.Parameter | None, ctx: click.Context | None
    ) -> date:
        if isinstance(value, date):
            return value
        try:
            on = datetime.strptime(str(value), "%Y-%m-%d").date()
        except ValueError:
            self.fail(f"「{value}」不是日期 — 寫成 1990-05-20", param, ctx)
        if not calendar.FIRST_DAY <= on <= calendar.LAST_DAY:
            self.fail(f"{on} 不在 {calendar.FIRST_DAY} 到 {calendar.LAST_DAY} 之間", param, ctx)
        return on


def in_order(first: date, last: date) -> None:
    """See that a range has a date; else end with what is wrong."""
    if first > last:
        raise click.UsageError(f"--from {first} 在 --to {last} 之後")


def outside_releases(output: Path) -> None:
    """See that a folder belongs to no release, to which nothing is ever added; else end."""
    for folder in (output.resolve(), *output.resolve().parents):
        if (folder / INDEX).exists():
            raise click.ClickException(f"{folder} 是出版好的一版，不放別的東西 — 換一個資料夾")


def existing(folders: Folders) -> Folders:
    """The folders of content and templates, if they are there; else end with what to do."""
    for folder, what in zip(folders, ("data", "templates"), strict=True):
        if not folder.is_dir():
            raise click.ClickException(
                f"找不到 {what} 資料夾（{folder}）— 在專案的資料夾裡執行，或用 --{what} 指明"
            )
    return folders


def live_folder(output: Path) -> Path:
    """The live release of an output folder, if there is one; else end with what to do."""
    if not (output / CURRENT).is_dir():
        raise click.ClickException(
            f"there is no release at {output / CURRENT}: run `wanrishu build` in the project's "
            "folder, or name the folder of the release with --output"
        )
    return output / CURRENT

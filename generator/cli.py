"""The command line of the press; it and `commands` alone print or exit.

`wanrishu --help` and each command's `--help` say all there is to know.
"""

import sys
from pathlib import Path

import click

try:
    from generator.chart.calendar import FIRST_DAY, LAST_DAY
    from generator.commands import building, editing, finding, previewing, publishing, surveying
    from generator.commands.failures import Commands
    from generator.commands.options import FOLDER
except ModuleNotFoundError as error:  # the door's install brings this command too, and Flask click
    sys.exit(
        f"wanrishu: {error.name} is missing; install the press: pip install 'wanrishu[generator]'"
    )


@click.group(
    cls=Commands,
    context_settings={"help_option_names": ["-h", "--help"], "show_default": True},
    help=f"萬日書: press a bazi reading for every date from {FIRST_DAY} to {LAST_DAY}.",
)
@click.option("--data", type=FOLDER, default=Path("data"), help="Content folder.")
@click.option("--templates", type=FOLDER, default=Path("templates"), help="Templates folder.")
@click.pass_context
def main(ctx: click.Context, data: Path, templates: Path) -> None:
    ctx.obj = (data, templates)


for command in (
    building.build_release, editing.check_content, editing.golden,
    finding.find_text, finding.show, finding.where, previewing.preview,
    publishing.check_release, publishing.go_back, publishing.list_releases, publishing.publish_release,
    surveying.show_changes, surveying.write_report,
):  # fmt: skip
    main.add_command(command)


if __name__ == "__main__":
    main()

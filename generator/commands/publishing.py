"""The commands for what was built: verify it, list it, go back to it, bring it to a host.

In: what was typed. Out: lines on the terminal. Imports nothing that presses.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import click

from generator.build.history import Kept, kept_releases
from generator.build.releases import roll_back
from generator.build.verify import read_index, verify
from generator.commands.failures import interrupted_once
from generator.commands.options import OUTPUT, live_folder
from generator.publish import publish
from generator.reading.dataset import SCHEMA

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
    index = read_index(live)
    click.echo(f"release {index['id']}: {index['files']:,} files, each as it was built")


@click.command("releases")
@OUTPUT
def list_releases(output: Path) -> None:
    """List the releases that are kept, the live one first."""
    found = _published(output)
    for each in found:
        click.echo(_line(each))
    if not found[0].live:
        raise click.ClickException(
            f"none of them is live at {output / 'current'} — name one: wanrishu rollback ID"
        )


@click.command("rollback")
@click.argument("wanted", metavar="[ID]", required=False)
@OUTPUT
def go_back(wanted: str | None, output: Path) -> None:
    """Switch back to a release that is kept: the one before, or the one named.

    Every file of it is read first. What was live is kept, and `build` does not publish it again
    until something has changed, or with --again.
    """
    _published(output)
    with _files_read() as tell:
        now = roll_back(output, wanted, SCHEMA, tell)
    click.echo(f"release {now.id} is live again: {_told(now)[0]}")


def _published(output: Path) -> list[Kept]:
    """The releases of an output folder, if there is any; else end with what to do."""
    if found := kept_releases(output):
        return found
    raise click.ClickException(
        f"there is no release in {output}: run `wanrishu build` in the project's folder, "
        "or name the folder of the releases with --output"
    )


def _line(kept: Kept) -> str:
    named = {"live": kept.live, "previous": kept.previous, "rolled back": kept.withdrawn}
    roles = ", ".join(name for name, so in named.items() if so) or "kept"
    return "  ".join(
        (kept.id, f"{kept.went_live.astimezone():%Y-%m-%d %H:%M}", *_told(kept), roles)
    )


def _told(kept: Kept) -> tuple[str, ...]:
    """What the index says: dates and range, and how much it is."""
    try:
        index, span = kept.index, kept.index["range"]
        dates = f"{index['dates']:,} dates, {span['first']} to {span['last']}"
        return dates, f"{index['bytes'] / 1e6:,.1f} MB"
    except (KeyError, TypeError, ValueError):
        return ("release.json can't be read",)


@contextmanager
def _files_read() -> Iterator[Callable[[int, int], None]]:
    """A progress bar for what `verify` tells."""
    with click.progressbar(length=1, label="files") as bar:

        def tell(done: int, of: int) -> None:
            bar.length = of
            bar.update(done - bar.pos)

        yield tell


@click.command("publish")
@click.argument("target")
@click.option("--dry-run", is_flag=True, help="Only say what would be sent and deleted.")
@click.option(
    "--max-delete",
    type=click.IntRange(min=0),
    default=1000,
    help="Delete at most so many files there; were it more, nothing is done.",
)
@OUTPUT
def publish_release(target: str, dry_run: bool, max_delete: int, output: Path) -> None:
    """Make a host hold the live release, and nothing else.

    TARGET is a remote of rclone (`r2:bucket`, `s3:bucket/path`, `gcs:bucket`; `rclone config`
    makes one), or what rsync takes, with `rsync:` before it (rsync:HOST:/PATH, rsync:/FOLDER,
    rsync://HOST/MODULE). It belongs to the release alone: any other file there is deleted.
    Pages are sent first, then indexes; deletions come last. After a failure, run it again.
    """
    live_folder(output)
    with interrupted_once():
        release = publish(output, target, max_delete, dry_run)
    click.echo(f"{target} {'would be' if dry_run else 'is'} release {release}")

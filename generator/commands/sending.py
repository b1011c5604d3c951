"""The command that publishes the live release to a host.

In: what was typed. Out: lines on the terminal. Imports nothing that presses.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from generator.commands.failures import interrupted_once
from generator.commands.options import OUTPUT, live_folder
from generator.publish import publish as publish_release

if TYPE_CHECKING:
    from pathlib import Path


@click.command("publish")
@click.argument("target")
@click.option("--dry-run", is_flag=True, help="Only say what would be sent and deleted.")
@click.option(
    "--max-delete",
    type=click.IntRange(min=0),
    default=1000,
    show_default=True,
    help="Delete at most so many files there; were it more, nothing is done.",
)
@OUTPUT
def publish(target: str, dry_run: bool, max_delete: int, output: Path) -> None:
    """Make a host hold the live release, and nothing else.

    TARGET is a remote of rclone (`r2:bucket`, `s3:bucket/path`, `gcs:bucket`; `rclone config`
    makes one), or what rsync takes, with `rsync:` before it (rsync:HOST:/PATH, rsync:/FOLDER,
    rsync://HOST/MODULE). It belongs to the release alone: any other file there is deleted.
    Pages are sent first, then indexes; deletions come last. After a failure, run it again.
    """
    live_folder(output)
    with interrupted_once():
        release = publish_release(output, target, max_delete, dry_run)
    click.echo(f"{target} {'would be' if dry_run else 'is'} release {release}")

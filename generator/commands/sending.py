"""The commands that send a release elsewhere: in one file, or to a host.

In: what was typed. Out: lines on the terminal. Imports nothing that presses.
"""

from __future__ import annotations

import fcntl
import os
from contextlib import contextmanager
from pathlib import Path
from typing import TYPE_CHECKING

import click

from generator.archive import pack
from generator.carriers import carrier
from generator.delivery import deliver, held, plan, refuse_many
from generator.failures import interrupted_once
from generator.history import ReleaseError
from generator.options import OUTPUT, live_folder
from generator.parcel import damaged, parcel
from generator.verify import verify

if TYPE_CHECKING:
    from collections.abc import Iterator

_DATA = click.option(
    "--no-data",
    "data",
    flag_value=False,
    default=True,
    type=bool,
    help="Leave out each date's reading.json, which the API and other programs read.",
)


@click.command("dist")
@click.option(
    "-o",
    "--file",
    "target",
    type=click.Path(dir_okay=False, path_type=Path),
    help="File to write.  [default: wanrishu-ID.tar]",
)
@click.option("--compress", is_flag=True, help="Add .gz and .br copies beside what compresses.")
@_DATA
@click.option("--jobs", type=click.IntRange(min=1), help="Processes.  [default: one per core]")
@OUTPUT
def dist(target: Path | None, compress: bool, data: bool, jobs: int | None, output: Path) -> None:
    """Pack the live release into one tar, with its digest in a file beside it.

    The same release gives the same bytes. With --compress, for servers that send such copies as
    they are, they also depend on the versions of zlib and brotli. A damaged file stops it.
    Unpack with: tar xf FILE --strip-components 1 -C FOLDER
    """
    sent = parcel(live_folder(output).resolve(), data)
    file = target or Path(f"wanrishu-{sent.id}.tar")
    with interrupted_once(), click.progressbar(length=len(sent.files), label="files") as bar:
        packed = pack(sent, file, compress, jobs or os.cpu_count() or 1, bar.update)
    click.echo(
        f"{click.format_filename(file)}: release {packed.id}, {len(packed.files):,} files, "
        f"{file.stat().st_size / 1e6:,.1f} MB"
    )


@click.command("publish")
@click.argument("target")
@_DATA
@click.option(
    "--max-delete",
    type=click.IntRange(min=0),
    default=1000,
    show_default=True,
    help="Remove at most so many files there; were it more, nothing is done.",
)
@click.option("--all", "everything", is_flag=True, help="Send every file, whatever is there.")
@click.option("--dry-run", is_flag=True, help="Only say what would be done.")
@OUTPUT
def publish(
    target: str, data: bool, max_delete: int, everything: bool, dry_run: bool, output: Path
) -> None:
    """Send what has changed of the live release to a host.

    TARGET is a remote of rclone (`r2:bucket`, `s3:bucket/path`, `gcs:bucket`; `rclone config`
    makes one), or what rsync takes, with `rsync:` before it (rsync:HOST:/PATH, rsync:/PATH,
    rsync://HOST/MODULE). What is there already is told by the SHA256SUMS there. Assets are sent
    first, then pages, then indexes; then files that the list there names and the release lacks
    are removed, never any other. After a failure, run it again.
    """
    folder = live_folder(output).resolve()
    with _alone(output) as lock, interrupted_once():
        carrying = carrier(target, lock)
        sent = parcel(folder, data)
        with click.progressbar(length=1, label="reading") as bar:

            def tell(done: int, of: int) -> None:
                bar.length = of
                bar.update(done - bar.pos)

            if problems := verify(folder, tell):
                raise damaged(folder, problems[0])
        there = held(carrying, sent)
        if there.why:
            click.echo(f"{there.why}: every file is sent, none is removed")
        known = dict.fromkeys(there.files, "") if everything else there.files
        todo = plan(known, sent)
        refuse_many(todo, max_delete)
        told = (
            f"{len(todo.assets):,} assets, {len(todo.pages):,} pages, "
            f"{len(todo.indexes):,} indexes, {len(todo.gone):,} removed"
        )
        if dry_run:
            click.echo(f"would send release {sent.id} to {target}: {told}")
            return
        if there.described and not todo.count + len(todo.gone):
            click.echo(f"nothing changed: {target} is release {sent.id}")
            return
        with click.progressbar(length=todo.count, label="sending") as bar:
            deliver(carrying, sent, there.files, todo, bar.update)
    size = sum(
        (folder / path).stat().st_size for path in (*todo.assets, *todo.pages, *todo.indexes)
    )
    click.echo(f"sent release {sent.id} to {target}: {told}, {size / 1e6:,.1f} MB")


@contextmanager
def _alone(output: Path) -> Iterator[int]:
    """The right to publish what an output folder holds; the descriptor that has it.

    :raises ReleaseError: if it is being published.
    """
    lock = os.open(output, os.O_RDONLY)
    try:
        fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        yield lock
    except BlockingIOError:
        raise ReleaseError(f"{output} is being published already — wait for it") from None
    finally:
        os.close(lock)

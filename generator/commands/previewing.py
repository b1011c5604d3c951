"""The command for writing and seeing at once: pages as they would be built, straight from the folders.

In: what was typed. Out: a server on this machine until Ctrl-C.
"""

from __future__ import annotations

import logging
import os
import re
import socket
from typing import TYPE_CHECKING

import click

from generator.options import existing

if TYPE_CHECKING:
    from generator.commands.editing import Folders

_EDITOR = re.compile(r"[a-z][a-z0-9+.-]*://.*\{path\}.*", re.DOTALL)


@click.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8001,
    envvar="WANRISHU_PREVIEW_PORT",
    show_default=True,
    show_envvar=True,
    help="Port; 0 is any that is free.",
)
@click.option("--open", "opened", is_flag=True, help="Open the home page in the browser.")
@click.option(
    "--editor",
    envvar="WANRISHU_EDITOR_URL",
    default="",
    show_envvar=True,
    help="What a click on a text opens, e.g. vscode://file/{path}:{line}.  [default: copy the place]",
)
@click.pass_obj
def preview(folders: Folders, port: int, opened: bool, editor: str) -> None:
    """Show any page as it would be built, and show it again after each save.

    Nothing is built or written. Every text says where it stands, by which rule, and on how many
    dates. What is wrong with the content stands on the page; the last good page stays below.
    For this machine alone.
    """
    data = existing(folders[0], "data", "--data")
    templates = existing(folders[1], "templates", "--templates")
    if editor and not _EDITOR.fullmatch(editor):
        raise click.ClickException(
            f"--editor (WANRISHU_EDITOR_URL) is {editor!r}: write the address that opens your "
            "editor's program, with {path} and {line}, such as vscode://file/{path}:{line}"
        )
    try:  # the press alone needs neither
        from werkzeug.serving import make_server

        from generator.preview.serving import HOST, application
        from generator.preview.watching import keep_up
    except ImportError as error:
        raise click.ClickException(
            f"{error.name} is missing: run `make preview`, or install wanrishu[api,generator]"
        ) from None
    from generator.preview.desk import Desk
    from generator.preview.edition import whole_range

    try:
        listening = socket.create_server((HOST, port))
    except OSError as error:
        raise click.ClickException(
            f"port {port} can't be opened ({os.strerror(error.errno or 0)}): name another with --port, "
            "or 0 for any that is free"
        ) from None
    desk = Desk(data, templates, whole_range())
    desk.work_ahead()
    roots = {folder.name: str(folder.resolve()) for folder in (data, templates)}
    app = application(desk, roots, editor)
    server = make_server(HOST, port, app, threaded=True, fd=listening.fileno())
    logging.getLogger("werkzeug").setLevel(logging.ERROR)  # one line for each picture helps nobody
    address = f"http://{HOST}:{listening.getsockname()[1]}/"
    click.echo(f"{address}  (Ctrl-C ends)")
    keep_up(desk, (data.resolve(), templates.resolve()))
    if opened:
        click.launch(address)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        click.echo()

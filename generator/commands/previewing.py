"""The command for writing and seeing at once: pages as they would be built, straight from the folders.

In: what was typed. Out: a server on this machine until Ctrl-C.
"""

import logging
import os
import re
import socket

import click

from generator.commands.options import Folders, existing

_EDITOR = re.compile(r"[a-z][a-z0-9+.-]*://.*\{path\}.*", re.DOTALL)


@click.command()
@click.option(
    "--port",
    type=click.IntRange(0, 65535),
    default=8001,
    envvar="WANRISHU_PREVIEW_PORT",
    show_envvar=True,
    help="連接埠；0 是隨便一個空著的。",
)
@click.option("--open", "opened", is_flag=True, help="在瀏覽器打開首頁。")
@click.option(
    "--editor",
    envvar="WANRISHU_EDITOR_URL",
    default="",
    show_default=False,
    show_envvar=True,
    help="點一段文字時打開的網址，例如 vscode://file/{path}:{line}；不寫就複製檔名與行號。",
)
@click.pass_obj
def preview(folders: Folders, port: int, opened: bool, editor: str) -> None:
    """照出版的樣子看任何一頁，每次存檔就換新。

    什麼都不會出版。每段文字都說得出寫在哪裡、依哪條規則、用在幾天；內容有問題就列在頁面上方，
    下面還是上一次沒有問題時的樣子。只有這一台電腦看得到。
    """
    data, templates = existing(folders)
    if editor and not _EDITOR.fullmatch(editor):
        raise click.ClickException(
            f"--editor（WANRISHU_EDITOR_URL）是 {editor!r} — 寫能打開編輯程式的網址，"
            "裡面有 {path} 與 {line}，例如 vscode://file/{path}:{line}"
        )
    try:  # the press alone needs neither
        from werkzeug.serving import make_server

        from generator.preview.serving import HOST, application
        from generator.preview.watching import keep_up
    except ImportError as error:
        raise click.ClickException(
            f"少了 {error.name} — 執行 make preview，或安裝 wanrishu[api,generator]"
        ) from None
    from generator.preview.desk import Desk
    from generator.preview.saved import whole_range

    try:
        listening = socket.create_server((HOST, port))
    except OSError as error:
        raise click.ClickException(
            f"連接埠 {port} 打不開（{os.strerror(error.errno or 0)}）— "
            "用 --port 換一個，或寫 0 隨便用一個空著的"
        ) from None
    desk = Desk(data, templates, whole_range())
    roots = {folder.name: str(folder.resolve()) for folder in (data, templates)}
    app = application(desk, roots, editor)
    server = make_server(HOST, port, app, threaded=True, fd=listening.fileno())
    logging.getLogger("werkzeug").setLevel(logging.ERROR)  # one line for each picture helps nobody
    address = f"http://{HOST}:{listening.getsockname()[1]}/"
    click.echo(f"{address}  （按 Ctrl-C 結束）")
    keep_up(desk, (data.resolve(), templates.resolve()))
    if opened:
        click.launch(address)
    try:
        server.serve_forever()
    except KeyboardInterrupt:
        click.echo()

"""The preview over HTTP and as a command: its addresses, what it tells, who may look."""

from __future__ import annotations

import json
import re
import signal
import socket
from html import unescape
from pathlib import Path
from urllib.request import urlopen

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from generator import cli
from generator.preview.desk import Desk
from generator.preview.saved import Range
from generator.preview.serving import application
from tests.preview_desk import OLD, SEASON, edit, folder, previewing, shown, to_write_in

__all__ = ["folder"]


@pytest.fixture(scope="module")
def desk(tmp_path_factory: pytest.TempPathFactory, of_range: Range) -> Desk:
    """One that nobody writes at."""
    folder = to_write_in(tmp_path_factory.mktemp("desk"))
    return Desk(folder / "data", folder / "templates", of_range)


@pytest.fixture(scope="module")
def client(desk: Desk) -> FlaskClient:
    return application(desk, {}, "").test_client()


def test_a_page_over_http_has_its_troubles_and_its_script(folder: Path, of_range: Range) -> None:
    desk = Desk(folder / "data", folder / "templates", of_range)
    client = application(desk, {}, "").test_client()
    page = client.get("/bazi/1990-5-25/")
    assert (page.status_code, page.mimetype) == (200, "text/html")
    assert page.headers["Cache-Control"] == "no-store"
    assert f'<span data-place="{SEASON}:' in page.text
    assert "preview-troubles" not in page.text
    edit(folder / SEASON, OLD, "<時間愈緊，你愈起勁")
    desk.reload()
    page = client.get("/bazi/1990-5-25/")
    before, told, after = re.split(r"(<aside.*?</aside>\n)", page.text, flags=re.DOTALL)
    assert before.endswith('data-terms="/terms.json">\n')
    assert "&lt;" not in before + after
    for said in ("有 1 個地方要改", "下面是上一次沒有問題時的樣子。", "T03 不能用的字元：「&lt;"):
        assert said in told
    assert OLD in after


@pytest.mark.parametrize(
    ("path", "status", "kind"),
    [
        ("/", 200, "text/html"),
        ("/bazi/1990/", 200, "text/html"),
        ("/bazi/1990-5-25/reading.json", 200, "application/json"),
        ("/bazi/1990-05-25/", 404, "text/html"),
        ("/bazi/2026-1-1/", 404, "text/html"),
        ("/bazi/1990-5-25", 308, "text/html"),
        ("/style.css", 200, "text/css"),
        ("/site.js", 200, "text/javascript"),
        ("/wanrishu-serif.woff2", 200, "font/woff2"),
        ("/.well-known/api-catalog", 200, "application/json"),
        ("/nothing.png", 404, "text/html"),
        ("/_preview/../cli.py", 404, "text/html"),
    ],
)
def test_addresses_are_those_of_the_site(
    client: FlaskClient, path: str, status: int, kind: str
) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.mimetype) == (status, kind)
    assert not set(answer.get_data(as_text=kind != "font/woff2")) & {"\u2000", "\u2001"}


def test_links_under_a_base_path_lead_to_pages(folder: Path, of_range: Range) -> None:
    edit(folder / "data" / "site.yaml", "http://127.0.0.1:8000", "https://example.tw/shu")
    desk = Desk(folder / "data", folder / "templates", of_range)
    client = application(desk, {}, "").test_client()
    assert 'href="/shu/bazi/1990-5-26/"' in client.get("/shu/bazi/1990-5-25/").text
    assert client.get("/shu/style.css").mimetype == "text/css"
    assert client.get("/bazi/1990-5-25/").status_code == 200
    assert client.get("/shubazi/1990-5-25/").status_code == 404


@pytest.mark.parametrize("host", ["evil.test", "127.0.0.1.evil.test", "localhost.evil.test:8001"])
def test_a_name_of_another_site_is_refused(client: FlaskClient, host: str) -> None:
    assert client.get("/", headers={"Host": "localhost:8001"}).status_code == 200
    for path in ("/", "/_preview/about?at=data/site.yaml:3", "/_preview/events", "/style.css"):
        answer = client.get(path, headers={"Host": host})
        assert (answer.status_code, "萬日書" in answer.text) == (403, False)


def test_what_is_told_of_a_text_over_http(client: FlaskClient, desk: Desk) -> None:
    at = re.search(rf'data-place="({SEASON}:\d+)"', shown(desk))
    assert at is not None
    told = client.get("/_preview/about", query_string={"at": at[1], "page": "/bazi/1990-5-25/"})
    assert told.json is not None
    assert sorted(told.json) == ["days", "name", "others", "rules", "why"]
    assert told.json["name"].startswith("season/庚日巳月")
    assert client.get("/_preview/about", query_string={"at": "data/x.md:1"}).json is None


def test_the_page_knows_the_editor_s_address_and_the_folders(desk: Desk) -> None:
    editor, roots = "vscode://file/{path}:{line}", {"data": "/home/書/data"}
    page = application(desk, roots, editor).test_client().get("/bazi/1990-5-25/")
    settings = re.search(r'data-settings="([^"]*)"', page.text)
    assert settings is not None
    assert json.loads(unescape(settings[1])) == {"base": "", "editor": editor, "roots": roots}


def test_the_command_serves_until_ctrl_c_and_writes_nothing(folder: Path) -> None:
    before = sorted(folder.rglob("*"))
    with previewing(folder) as (process, address):
        with urlopen(f"{address}/bazi/1990-5-25/", timeout=20) as page:
            assert OLD in page.read().decode()
        with urlopen(f"{address}/_preview/events", timeout=20):
            process.send_signal(signal.SIGINT)
            _, said = process.communicate(timeout=20)
    assert (process.returncode, said) == (0, "")
    assert sorted(folder.rglob("*")) == before


def test_a_port_that_is_taken_is_told_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = CliRunner().invoke(cli.main, ["preview", "--port", str(port)])
    cure = "用 --port 換一個，或寫 0 隨便用一個空著的"
    said = f"Error: 連接埠 {port} 打不開（Address already in use）— {cure}\n"
    assert (done.exit_code, done.output) == (1, said)


@pytest.mark.parametrize("address", ["javascript:open('{path}')", "vscode://file/x"])
def test_an_editor_s_address_that_opens_nothing_is_refused(address: str) -> None:
    done = CliRunner().invoke(cli.main, ["preview"], env={"WANRISHU_EDITOR_URL": address})
    assert done.exit_code == 1
    assert f"--editor（WANRISHU_EDITOR_URL）是 {address!r} — 寫能打開編輯程式的網址" in done.output

"""Writing with the preview open: what is saved, what is wrong with it, who may look."""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from html import unescape
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.request import urlopen

import pytest
from click.testing import CliRunner
from flask.testing import FlaskClient

from generator import calendar, cli, inputs
from generator.drafts import new_draft
from generator.outlook import Outlook
from generator.preview import desk as desk_module
from generator.preview import watching
from generator.preview.desk import Desk, Trouble
from generator.preview.serving import application
from tests.written import CLAIM, write

ROOT = Path(__file__).resolve().parent.parent
DATE = "bazi/1990-5-25/index.html"
SEASON = "data/corpus/season.md"
OLD = CLAIM[:9]


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A copy of content and templates to write in."""
    for name in ("data", "templates"):
        shutil.copytree(ROOT / name, tmp_path / name)
    write(tmp_path / "data")
    return tmp_path


@pytest.fixture
def desk(folder: Path, outlook: Outlook) -> Desk:
    return Desk(folder / "data", folder / "templates", outlook)


@pytest.fixture
def client(desk: Desk, folder: Path) -> FlaskClient:
    return application(desk, {"data": str(folder / "data")}, "").test_client()


def edit(path: Path, old: str, new: str) -> None:
    text = path.read_text()
    assert old in text
    path.write_text(text.replace(old, new, 1))


def shown(desk: Desk, path: str = DATE) -> str:
    page = desk.page(path)
    assert page is not None
    return page.html


def troubles(desk: Desk, path: str = DATE) -> tuple[Trouble, ...]:
    page = desk.page(path)
    assert page is not None
    return page.troubles


def hints(desk: Desk, path: str = DATE) -> tuple[Trouble, ...]:
    page = desk.page(path)
    assert page is not None
    return page.hints


def test_what_is_saved_is_on_the_page(desk: Desk, folder: Path) -> None:
    assert OLD in shown(desk)
    version = desk.version
    edit(folder / SEASON, OLD, "鐘走得愈急，你愈起勁")
    desk.reload()
    assert desk.version == version + 1
    assert "鐘走得愈急，你愈起勁" in shown(desk)
    assert OLD not in shown(desk)


def test_a_save_that_changes_nothing_renews_no_page(desk: Desk, folder: Path) -> None:
    version = desk.version
    (folder / SEASON).touch()
    (folder / "data" / "corpus" / ".season.md.swp").write_bytes(b"\0")
    desk.reload()
    assert desk.version == version


def test_a_problem_is_told_above_the_last_good_page_until_it_is_mended(
    desk: Desk, folder: Path
) -> None:
    before = shown(desk)
    edit(folder / SEASON, OLD, "視頻愈緊，你愈起勁")
    desk.reload()
    line = next(
        n for n, text in enumerate((folder / SEASON).read_text().split("\n"), 1) if "視頻" in text
    )
    assert troubles(desk) == (Trouble(f"{SEASON}:{line}", "T02 「視頻」不是台灣說法 — 改成影片"),)
    assert shown(desk) == before
    edit(folder / SEASON, "視頻愈緊", "時間愈緊")
    desk.reload()
    assert (troubles(desk), shown(desk)) == ((), before)


def test_a_draft_is_shown_with_what_is_left_to_do(desk: Desk, folder: Path) -> None:
    composed = shown(desk)
    on = date(1990, 5, 25)
    content, _ = inputs.check(folder / "data")
    draft = folder / "data" / "golden" / f"{on}.md"
    text = new_draft(calendar.day(on), content, "測試")
    draft.write_text(text.replace("lead: 你是", "lead: 如今你是"))
    desk.reload()
    assert "如今你是" in shown(desk)
    is_draft = Trouble(
        f"data/golden/{on}.md:6", "G09 這是草稿，不會出版 — 寫好以後，刪掉檔頭的 draft 這一行"
    )
    assert is_draft in hints(desk)
    assert (hints(desk, "bazi/1990-5-24/index.html"), troubles(desk)) == ((), ())
    draft.write_text(text.partition("## 財運")[0])
    desk.reload()
    assert shown(desk) == composed
    said = [hint.said for hint in hints(desk)]
    assert is_draft.said in said
    assert [text for text in said if text.startswith("G06 缺「## 財運」")]
    draft.unlink()
    desk.reload()
    assert (hints(desk), shown(desk)) == ((), composed)


def test_content_that_can_not_be_read_is_told_too(desk: Desk, folder: Path) -> None:
    before = shown(desk)
    (folder / "data" / "lead.yaml").write_text("stems: [\n")
    desk.reload()
    assert troubles(desk)[0].at == "data/lead.yaml:2"
    assert troubles(desk)[0].said.startswith("S06 YAML 讀不懂 — ")
    assert shown(desk) == before


def test_without_any_good_content_there_is_still_a_page_that_says_why(
    folder: Path, outlook: Outlook
) -> None:
    edit(folder / SEASON, "## 甲日寅月", "##甲日寅月")
    client = application(Desk(folder / "data", folder / "templates", outlook), {}, "").test_client()
    page = client.get("/bazi/1990-5-25/")
    assert page.status_code == 200
    assert "S04 標題的 ## 後面少了空格 — 寫成「## 甲日寅月」" in page.text
    assert "還沒有可以看的頁面。" in page.text


def test_a_fault_of_a_template_is_told_on_the_pages_that_use_it(desk: Desk, folder: Path) -> None:
    before = shown(desk)
    other = shown(desk, "terms/index.html")
    edit(folder / "templates" / "date" / "head.html", "{{ label }}", "{{ lable }}")
    desk.reload()
    (trouble,) = troubles(desk)
    assert re.fullmatch(r"templates/date/head\.html:\d+", trouble.at)
    assert trouble.said == "'lable' is undefined — correct the template"
    assert shown(desk) == before
    assert (troubles(desk, "terms/index.html"), shown(desk, "terms/index.html")) == ((), other)
    edit(folder / "templates" / "date" / "head.html", "{{ lable }}", "<b>{{ label }}</b>")
    desk.reload()
    assert troubles(desk) == ()
    assert "<b>1990年5月25日</b>" in shown(desk)


def test_a_failure_of_the_program_is_one_sentence_and_a_traceback_in_the_log(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    before = shown(desk)

    def fail(self: object, path: str) -> bytes:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(desk_module.Edition, "file", fail)
    (trouble,) = troubles(desk)
    assert trouble == Trouble(
        "", "程式出了問題（ZeroDivisionError: by nothing）— 詳細經過印在終端機，請交給工程師"
    )
    assert shown(desk) == before
    assert "in fail" in caplog.text


def test_a_page_over_http_has_its_troubles_and_its_script(
    client: FlaskClient, desk: Desk, folder: Path
) -> None:
    page = client.get("/bazi/1990-5-25/")
    assert (page.status_code, page.mimetype) == (200, "text/html")
    assert page.headers["Cache-Control"] == "no-store"
    assert f'<span data-place="{SEASON}:' in page.text
    assert "preview-troubles" not in page.text
    edit(folder / SEASON, OLD, "<時間愈緊，你愈起勁")
    desk.reload()
    page = client.get("/bazi/1990-5-25/")
    assert "有 1 個地方要改" in page.text
    before, after = re.split(r"<aside.*?</aside>\n", page.text, flags=re.DOTALL)
    assert "&lt;" not in before + after
    assert before.endswith('data-terms="/terms.json">\n')
    assert "下面是上一次沒有問題時的樣子。" in page.text
    assert (
        "半形或禁用的符號 &#39;&lt;&#39;" in page.text.replace("&#34;", "&#39;")
        or "T03" in page.text
    )
    assert OLD in page.text


@pytest.mark.parametrize(
    ("path", "status", "kind"),
    [
        ("/", 200, "text/html"),
        ("/bazi/1990/", 200, "text/html"),
        ("/bazi/1990-5-25/reading.json", 200, "application/json"),
        ("/bazi/1990-05-25/", 404, "text/html"),
        ("/bazi/1990-2-30/", 404, "text/html"),
        ("/bazi/2026-1-1/", 404, "text/html"),
        ("/bazi/1990-5-25", 308, "text/html"),
        ("/style.css", 200, "text/css"),
        ("/site.js", 200, "text/javascript"),
        ("/terms.json", 200, "application/json"),
        ("/wanrishu-serif.woff2", 200, "font/woff2"),
        ("/.well-known/api-catalog", 200, "application/json"),
        ("/nothing.png", 404, "text/html"),
        ("/_preview/serving.py", 404, "text/html"),
        ("/_preview/../cli.py", 404, "text/html"),
    ],
)
def test_addresses_are_those_of_the_site(
    client: FlaskClient, path: str, status: int, kind: str
) -> None:
    answer = client.get(path)
    assert (answer.status_code, answer.mimetype) == (status, kind)
    assert not set(answer.get_data(as_text=kind != "font/woff2")) & {"\u2000", "\u2001"}


def test_where_the_kernel_tells_of_no_save_the_files_are_looked_at(
    desk: Desk, folder: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    watch = watching.watch

    def few(*paths: Path, force_polling: bool | None, **options: Any) -> Any:
        if not force_polling:
            raise RuntimeError("OS file watch limit reached")
        return watch(*paths, force_polling=True, **options)

    monkeypatch.setattr(watching, "watch", few)
    version, written = desk.version, (folder / SEASON).read_text()
    watching.keep_up(desk, (folder / "data", folder / "templates"))
    deadline = time.monotonic() + 30
    for text in cycle((written.replace(OLD, "鐘走得愈急，你愈起勁"), written)):
        (folder / SEASON).write_text(text)
        if desk.wait(version, 1) != version:
            break
        assert time.monotonic() < deadline
    assert "the system does not tell of saves (OS file watch limit reached)" in caplog.text


def test_links_under_a_base_path_lead_to_pages(folder: Path, outlook: Outlook) -> None:
    edit(folder / "data" / "site.yaml", "http://127.0.0.1:8000", "https://example.tw/shu")
    desk = Desk(folder / "data", folder / "templates", outlook)
    client = application(desk, {}, "").test_client()
    assert 'href="/shu/bazi/1990-5-26/"' in client.get("/shu/bazi/1990-5-25/").text
    assert client.get("/shu/style.css").mimetype == "text/css"
    assert client.get("/bazi/1990-5-25/").status_code == 200
    assert client.get("/shubazi/1990-5-25/").status_code == 404


@pytest.mark.parametrize("host", ["127.0.0.1:8001", "localhost:8001", "localhost"])
def test_this_machine_is_answered_by_its_names(client: FlaskClient, host: str) -> None:
    assert client.get("/", headers={"Host": host}).status_code == 200


@pytest.mark.parametrize("host", ["evil.test", "127.0.0.1.evil.test", "localhost.evil.test:8001"])
def test_a_name_of_another_site_is_refused(client: FlaskClient, host: str) -> None:
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


def test_pages_asked_for_at_once_are_all_good(desk: Desk) -> None:
    paths = [
        DATE,
        "index.html",
        "bazi/1990/index.html",
        "terms/index.html",
        "zodiac/rat-ox/index.html",
    ]
    with ThreadPoolExecutor(20) as pool:
        ahead = pool.submit(desk.work_ahead)
        pages = list(pool.map(desk.page, paths * 4))
        ahead.result()
    assert {page.troubles for page in pages if page} == {()}
    assert all(page and page.html for page in pages)


Start = Callable[..., subprocess.Popen[str]]


@pytest.fixture
def start(folder: Path) -> Iterator[Start]:
    """Start the real command in the folder; what still runs is stopped after."""
    started: list[subprocess.Popen[str]] = []

    def start(*arguments: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [sys.executable, "-m", "generator.cli", "preview", "--port", "0", *arguments],
            cwd=folder, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
            env=os.environ | {"PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
        )  # fmt: skip
        started.append(process)
        return process

    yield start
    for process in started:
        process.kill()
        process.communicate()


def test_the_command_serves_until_ctrl_c_and_writes_nothing(folder: Path, start: Start) -> None:
    before = sorted(path for path in folder.rglob("*"))
    process = start()
    assert process.stdout is not None
    address = next(line for line in process.stdout if line.startswith("http")).split()[0]
    with urlopen(f"{address}bazi/1990-5-25/", timeout=20) as page:
        assert OLD in page.read().decode()
    with urlopen(f"{address}_preview/events", timeout=20):
        process.send_signal(signal.SIGINT)
        _, said = process.communicate(timeout=20)
    assert (process.returncode, said) == (0, "")
    assert sorted(path for path in folder.rglob("*")) == before


def test_a_port_that_is_taken_is_told_at_once() -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
        done = CliRunner().invoke(cli.main, ["preview", "--port", str(port)])
    assert done.exit_code == 1
    assert done.output == (
        f"Error: port {port} can't be opened (Address already in use): "
        "name another with --port, or 0 for any that is free\n"
    )


@pytest.mark.parametrize("address", ["vscode", "javascript:open('{path}')", "vscode://file/x"])
def test_an_editor_s_address_that_opens_nothing_is_refused(address: str) -> None:
    done = CliRunner().invoke(cli.main, ["preview"], env={"WANRISHU_EDITOR_URL": address})
    assert done.exit_code == 1
    assert f"--editor (WANRISHU_EDITOR_URL) is {address!r}: write the address" in done.output

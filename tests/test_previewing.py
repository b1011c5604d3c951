"""Writing with the preview open: what is saved, and what is wrong with it."""

from __future__ import annotations

import re
import time
from concurrent.futures import ThreadPoolExecutor
from datetime import date
from itertools import cycle
from pathlib import Path
from typing import Any

import pytest

from generator.chart import calendar
from generator.content import inputs
from generator.editor.drafts import new_draft
from generator.pages.edition import Edition
from generator.preview import watching
from generator.preview.desk import Desk, Trouble
from generator.preview.saved import Range
from generator.preview.serving import application
from tests.preview_desk import DATE, OLD, SEASON, edit, folder, shown

__all__ = ["folder"]
TERMS = "terms/index.html"


@pytest.fixture
def desk(folder: Path, of_range: Range) -> Desk:
    return Desk(folder / "data", folder / "templates", of_range)


def troubles(desk: Desk, path: str = DATE) -> tuple[Trouble, ...]:
    page = desk.page(path)
    return page.troubles if page else ()


def hints(desk: Desk, path: str = DATE) -> tuple[Trouble, ...]:
    page = desk.page(path)
    return page.hints if page else ()


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
    line = (folder / SEASON).read_text().partition("視頻")[0].count("\n") + 1
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
    draft.write_text(text.replace("title: 你是", "title: 如今你是"))
    desk.reload()
    assert "如今你是" in shown(desk)
    is_draft = Trouble(
        f"data/golden/{on}.md:7", "G09 這是草稿，不會出版 — 寫好以後，刪掉檔頭的 draft 這一行"
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


def test_without_any_good_content_there_is_still_a_page_that_says_why(
    folder: Path, of_range: Range
) -> None:
    edit(folder / SEASON, "## 甲日寅月", "##甲日寅月")
    desk = Desk(folder / "data", folder / "templates", of_range)
    page = application(desk, {}, "").test_client().get("/bazi/1990-5-25/")
    assert page.status_code == 200
    assert "S04 標題的 ## 後面少了空格 — 寫成「## 甲日寅月」" in page.text
    assert "還沒有可以看的頁面。" in page.text


def test_a_fault_of_a_template_is_told_on_the_pages_that_use_it(desk: Desk, folder: Path) -> None:
    before = shown(desk)
    other = shown(desk, TERMS)
    edit(folder / "templates" / "date.html", "<h1>{{ label }}", "<h1>{{ lable }}")
    desk.reload()
    (trouble,) = troubles(desk)
    assert re.fullmatch(r"templates/date\.html:\d+", trouble.at)
    assert trouble.said == "範本寫錯：'lable' is undefined — 照這一行改，或從版本紀錄還原"
    assert shown(desk) == before
    assert (troubles(desk, TERMS), shown(desk, TERMS)) == ((), other)
    edit(folder / "templates" / "date.html", "<h1>{{ lable }}", "<h1><b>{{ label }}</b>")
    desk.reload()
    assert troubles(desk) == ()
    assert "<b>1990年5月25日</b>" in shown(desk)


def test_a_failure_of_the_program_is_one_sentence_and_a_traceback_in_the_log(
    desk: Desk, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    before = shown(desk)

    def fail(self: object, path: str) -> bytes:
        raise ZeroDivisionError("by nothing")

    monkeypatch.setattr(Edition, "file", fail)
    (trouble,) = troubles(desk)
    assert trouble == Trouble(
        "", "程式出了問題（ZeroDivisionError: by nothing）— 詳細經過印在終端機，請交給工程師"
    )
    assert shown(desk) == before
    assert "in fail" in caplog.text


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


def test_pages_asked_for_at_once_are_all_good(desk: Desk) -> None:
    paths = [DATE, "index.html", "bazi/1990/index.html", TERMS]
    with ThreadPoolExecutor(20) as pool:
        pages = list(pool.map(desk.page, paths * 4))
    assert {page.troubles for page in pages if page} == {()}
    assert all(page and page.html for page in pages)

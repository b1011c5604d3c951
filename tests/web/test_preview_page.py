"""Writing with the preview open, in a real Chromium beside the real command."""

from __future__ import annotations

import re
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from urllib.parse import quote
from urllib.request import urlopen

import pytest
from playwright.sync_api import Browser, Locator, Page, Route, expect

from tests.preview_desk import OLD, SEASON, edit, previewing, save, to_write_in
from tests.web.axe import violations
from tests.web.conftest import box, visiting

DATE = "/bazi/1990-5-25/"


def claim(page: Page) -> Locator:
    return page.locator("#性格 .claim")


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return to_write_in(tmp_path_factory.mktemp("書房"))


@pytest.fixture(scope="module")
def address(folder: Path) -> Iterator[str]:
    """Where the real command answers."""
    with previewing(folder) as (_, address):
        yield address


@pytest.fixture
def season(folder: Path, address: str) -> Iterator[Path]:
    """The file that the claim of the date is in; after the test it is as it was, and shown so."""
    path = folder / SEASON
    text = path.read_text()
    yield path
    version = _version(address)
    if path.read_text() == text:
        return
    save(path, text)
    deadline = time.monotonic() + 20
    while _version(address) == version:
        assert time.monotonic() < deadline
        time.sleep(0.02)


def _version(address: str) -> int:
    with urlopen(f"{address}{DATE}", timeout=20) as page:
        return int(page.read().decode().partition('data-version="')[2].partition('"')[0])


@pytest.fixture
def look(browser: Browser, address: str, season: Path) -> Iterator[Callable[..., Page]]:
    """Open the page of a date; it is closed before the file is as it was."""
    with visiting(browser, address) as open_:
        yield partial(open_, DATE, permissions=["clipboard-read", "clipboard-write"])


@pytest.fixture
def page(look: Callable[..., Page]) -> Page:
    return look()


def test_the_open_page_renews_itself_after_a_save_and_stays_where_it_was(
    page: Page, season: Path
) -> None:
    expect(claim(page)).to_contain_text(OLD)
    page.locator("summary", has_text="每一段的依據").click()
    page.get_by_label("男命").check()
    page.evaluate("scrollTo(0, 1500)")
    edit(season, OLD, "鐘走得愈急，你愈起勁")
    expect(claim(page)).to_contain_text("鐘走得愈急")
    expect(page.locator(".gist li").first).to_contain_text("鐘走得愈急")
    expect(page.get_by_label("男命")).to_be_checked()
    assert page.locator("article > details[open] summary").all_inner_texts() == ["每一段的依據"]
    page.wait_for_function("scrollY === 1500")


def test_a_pointer_on_a_paragraph_shows_where_it_is_from(page: Page) -> None:
    paragraph = page.locator("#性格 > p:not(.claim) [data-place]").nth(2)
    at = paragraph.get_attribute("data-place") or ""
    assert re.fullmatch(r"data/corpus/day-pillar\.md:\d+", at)
    paragraph.hover()
    tip = page.locator("#preview-tip")
    expect(tip.get_by_role("button")).to_have_text(at)
    expect(tip).to_contain_text("出處　day-pillar/庚寅")
    expect(tip).to_contain_text("規則　日柱坐支：")
    expect(tip).to_contain_text("為什麼是這一段　鍵是「庚寅」；日柱「庚寅」")
    expect(tip).to_contain_text("用在　167 天，例如 ")
    hrefs = [link.get_attribute("href") or "" for link in tip.get_by_role("link").all()]
    assert len(hrefs) == 3
    tip.get_by_role("link").first.click()
    page.wait_for_url(f"**{hrefs[0]}")
    expect(paragraph).to_have_attribute("data-place", at)


def test_a_click_copies_the_place(page: Page) -> None:
    paragraph = page.locator("#健康 > p:not(.claim) [data-place]").first
    paragraph.click()
    expect(page.locator("#preview-tip [role=status]")).to_have_text("已複製")
    copied = page.evaluate("navigator.clipboard.readText()")
    assert copied == paragraph.get_attribute("data-place")
    assert copied.startswith("data/corpus/image-health.md:")


def test_words_can_still_be_selected_and_links_followed(page: Page) -> None:
    page.locator("#健康 > p:not(.claim) [data-place]").first.dblclick()
    assert page.evaluate("getSelection().toString()") != ""
    page.locator(".gist [data-place]").nth(1).click()
    assert page.url.endswith("#%E4%BA%8B%E6%A5%AD")


def test_the_keyboard_reaches_a_paragraph_its_place_and_its_links(page: Page) -> None:
    paragraph = page.locator("#性格 > p:not(.claim) [data-place]").first
    paragraph.focus()
    tip = page.locator("#preview-tip")
    expect(tip.get_by_role("link")).to_have_count(3)
    page.keyboard.press("Tab")
    expect(tip.get_by_role("button")).to_be_focused()
    for link in range(3):
        page.keyboard.press("Tab")
        expect(tip.get_by_role("link").nth(link)).to_be_focused()
    page.keyboard.press("Tab")
    following = page.locator("#性格 > p:not(.claim) [data-place]").nth(1)
    expect(following).to_be_focused()
    expect(tip.get_by_role("button")).to_have_text(following.get_attribute("data-place") or "")
    page.keyboard.press("Enter")
    expect(tip.get_by_role("status")).to_have_text("已複製")
    page.keyboard.press("Escape")
    expect(tip).to_have_count(0)


TELL = 'document.dispatchEvent(new Event("visibilitychange"))'


def test_a_hidden_page_holds_no_connection_and_catches_up_when_seen(
    page: Page, season: Path
) -> None:
    hide = 'Object.defineProperty(document, "hidden", { value: true, configurable: true });'
    page.evaluate(hide + TELL)
    edit(season, OLD, "鐘走得愈急，你愈起勁")
    with page.context.new_page() as other:
        other.goto(DATE)
        expect(claim(other)).to_contain_text("鐘走得愈急")
    assert claim(page).inner_text().startswith(OLD)
    page.evaluate("delete document.hidden;" + TELL)
    expect(claim(page)).to_contain_text("鐘走得愈急")


def test_a_click_opens_the_editor_s_program_where_one_is_named(
    page: Page, address: str, folder: Path
) -> None:
    def with_editor(route: Route) -> None:
        answer = route.fetch()
        named = f"&#34;{address}/opened?file={{path}}&amp;line={{line}}&#34;"
        text = answer.text()
        assert "&#34;editor&#34;:&#34;&#34;" in text
        route.fulfill(response=answer, body=text.replace(":&#34;&#34;", f":{named}", 1))

    page.route(f"**{DATE}", with_editor)
    page.route("**/opened?**", lambda route: route.fulfill(status=204))
    page.goto(DATE)
    place = page.locator("#健康 > p:not(.claim) [data-place]").first
    file, _, line = (place.get_attribute("data-place") or "").rpartition(":")
    with page.expect_request("**/opened?**") as opened:
        place.click()
    assert opened.value.url == f"{address}/opened?file={quote(str(folder / file))}&line={line}"


@pytest.mark.parametrize("width", [375, 1280])
def test_the_preview_is_accessible(
    look: Callable[..., Page], season: Path, npm: Path, width: int
) -> None:
    page = look(width=width)
    edit(season, OLD, "視頻愈緊，你愈起勁")
    expect(page.locator("#preview-troubles code")).to_contain_text(f"{SEASON}:")
    page.wait_for_load_state()  # the page that tells of it listens to the keyboard only then
    page.locator("#性格 > p:not(.claim) [data-place]").first.focus()
    expect(page.locator("#preview-tip").get_by_role("link")).to_have_count(3)
    tip = box(page.locator("#preview-tip"))
    assert 0 <= tip["x"] <= width - tip["width"]
    assert violations(page, npm) == []
    edit(season, "視頻愈緊", "時間愈緊")
    expect(page.locator("#preview-troubles")).to_have_count(0)

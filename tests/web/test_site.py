"""What a visitor does, in a real Chromium on the real site."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Open, box

DATE = "/bazi/1990-5-20/"


@pytest.mark.parametrize(
    ("menu", "first"), [("日柱", "乙酉 泉中水"), ("日主", "乙木"), ("格局", "正官格")]
)
def test_the_menu_leads_to_a_date_through_what_a_chart_is_made_of(
    open_page: Open, menu: str, first: str
) -> None:
    page = open_page("/", script=False)
    page.get_by_role("navigation", name="主選單").get_by_role("link", name=menu).click()
    page.get_by_role("main").get_by_role("link", name=first).first.click()
    for folded in page.get_by_text("1990年代").all():
        folded.click()
    date = re.compile(r"1990年[56]月\d+日")
    page.get_by_role("main").get_by_role("link", name=date).first.click()
    expect(page.locator(".head .slip span")).to_have_count(3)


def test_a_date_leads_on_to_its_neighbours_and_its_kind(open_page: Open) -> None:
    page = open_page("/bazi/1990-5-21/")
    page.get_by_role("link", name="後一天 ›").click()
    expect(page.locator("h1")).to_have_text("1990年5月22日")
    page.get_by_role("link", name="丁亥日柱").click()
    expect(page.locator("h1")).to_have_text("丁亥")
    page.get_by_text("1990年代").click()
    page.get_by_role("link", name="1990年5月22日").click()
    page.get_by_role("link", name="正財格").first.click()
    expect(page.locator("h1")).to_have_text("正財格")


@pytest.mark.parametrize("script", [True, False])
def test_the_perspective_switches_with_and_without_script(open_page: Open, script: bool) -> None:
    page = open_page("/bazi/1990-5-21/", script=script)
    section = page.locator("section.reading", has=page.get_by_role("heading", name="感情婚姻"))
    shown = {}
    for name in ("不分", "男命", "女命"):
        section.get_by_label(name).check()
        shown[name] = section.locator(":scope > p").locator("visible=true").all_inner_texts()
    assert len({texts[-1] for texts in shown.values()}) == 3
    assert {tuple(texts[:-1]) for texts in shown.values()} == {tuple(shown["不分"][:-1])}


@pytest.mark.parametrize("script", [True, False])
def test_a_term_day_is_read_on_the_side_one_chooses(open_page: Open, script: bool) -> None:
    page = open_page("/bazi/1990-6-6/", script=script)
    shown = {}
    for when in ("06:46以後", "06:46以前"):
        page.get_by_label(when).check()
        parts = (
            ".head .slip", ".title", ".gist", ".plate .big", ".told section:first-child",
            ".when > span",
        )  # fmt: skip
        shown[when] = [
            page.locator(css).locator("visible=true").first.inner_text() for css in parts
        ]
        shown[when].append(page.locator(".details").locator("visible=true").first.text_content())
    after, before = shown.values()
    assert re.sub(r"\s", "", after[0]) == "庚午壬午壬寅"
    assert re.sub(r"\s", "", before[0]) == "庚午辛巳壬寅"
    assert all(one != other for one, other in zip(after, before, strict=True) if one != after[1])
    assert (after[5], before[5]) == ("屬馬\n芒種期間，螳螂生", "屬馬\n小滿期間，麥秋至")
    expect(page.get_by_role("cell", name="辛巳").first).to_be_visible()


def test_beyond_a_term_the_strip_leads_to_what_is_shown_and_one_chart_is_kept(
    open_page: Open,
) -> None:
    page = open_page("/bazi/1990-6-6/", width=1440, reduced_motion="reduce")
    page.get_by_label("06:46以前").check()
    strip = page.get_by_role("navigation", name="各節", include_hidden=True)
    expect(strip).to_be_hidden()
    page.locator("#財運2").scroll_into_view_if_needed()
    strip.get_by_role("link", name="感情").click()
    expect(page.locator("#感情婚姻2")).to_be_in_viewport()
    expect(strip.locator("[aria-current]")).to_have_text("感情")
    ends = strip.evaluate("(e) => e.getBoundingClientRect().right")
    assert ends <= box(page.locator("#感情婚姻2 .claim"))["x"]
    page.get_by_role("button", name="記住").click()
    kept = page.evaluate("JSON.parse(localStorage.wanrishu)")
    assert kept == [{"page": "1990-6-6", "bazi": "庚午 辛巳 壬寅"}]


def test_a_sign_shows_the_others_from_the_best_on(open_page: Open) -> None:
    page = open_page("/zodiac/", width=375, script=False)
    page.get_by_text("屬鼠").first.click()
    others = page.locator("details[open] li")
    expect(others).to_have_count(12)
    expect(others.filter(has_text="屬豬")).to_have_text(re.compile(r"「再五分鐘。」$"))
    expect(others.first).to_contain_text("屬牛")
    expect(others.last).to_contain_text("屬馬")
    others.first.get_by_role("link").click()
    expect(page.locator("h1")).to_have_attribute("aria-label", "屬鼠與屬牛")
    expect(page.get_by_role("row", name="子丑 六合 +25")).to_be_visible()


def test_half_a_matrix_tells_what_is_between_two_signs(open_page: Open) -> None:
    page = open_page("/zodiac/", width=768)
    expect(page.locator(".matrix td a")).to_have_count(78)
    page.get_by_role("link", name="鼠與牛，六合").click()
    expect(page.locator("h1")).to_have_attribute("aria-label", "屬鼠與屬牛")


SHARED = """() => {
  navigator.canShare = () => true;
  window.shared = new Promise((done) => { navigator.share = async (data) => done(data); });
}"""
TOLD = """async () => {
  const { title, text, url, files: [leaf] } = await window.shared;
  const { width, height } = await createImageBitmap(leaf);
  return { title, text, url, name: leaf.name, size: [width, height] };
}"""


def test_a_page_is_shared_with_its_leaf_as_a_picture(open_page: Open) -> None:
    page = open_page(DATE, width=375)
    page.evaluate(SHARED)
    page.get_by_role("button", name="分享").click()
    assert page.evaluate(TOLD) == {
        "title": page.title(),
        "text": f"1990年5月20日，{page.locator('.title').inner_text()}",
        "url": page.locator("[rel=canonical]").get_attribute("href"),
        "name": "1990年5月20日.png",
        "size": [1080, 1440],
    }


def test_where_nothing_can_be_shared_the_address_is_copied(open_page: Open) -> None:
    page = open_page(DATE, permissions=["clipboard-read", "clipboard-write"])
    page.evaluate("delete Navigator.prototype.share")
    page.get_by_role("button", name="分享").click()
    expect(page.get_by_text("網址已複製")).to_be_visible()
    text = page.evaluate("navigator.clipboard.readText()")
    address = page.locator("[rel=canonical]").get_attribute("href")
    assert text.startswith("1990年5月20日，你是")
    assert text.endswith(f"\n{address}")


def test_a_page_is_printed_by_its_button(open_page: Open) -> None:
    page = open_page(DATE)
    page.evaluate("window.print = () => { window.printed = true; }")
    page.get_by_role("button", name="列印").click()
    assert page.evaluate("window.printed")


def test_dark_is_dark_and_light_is_light(open_page: Open) -> None:
    def ground(page: Page) -> int:
        colour = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        return sum(map(int, re.findall(r"\d+", colour)[:3]))

    assert ground(open_page(DATE, dark=True)) < 120
    assert ground(open_page(DATE)) > 700


@pytest.mark.parametrize("path", [DATE, "/bazi/1990-5-21/", "/bazi/1990-6-3/", "/bazi/1990-6-6/"])
def test_a_date_prints_on_two_pages(open_page: Open, path: str) -> None:
    pdf = open_page(path).pdf(format="A4", prefer_css_page_size=True)
    assert len(re.findall(rb"/Type\s*/Page\b", pdf)) == 2


def test_a_date_is_found_and_read_with_the_keyboard_alone(open_page: Open) -> None:
    page = open_page("/")
    page.keyboard.press("Tab")
    expect(page.get_by_role("link", name="跳到正文")).to_be_focused()
    page.keyboard.press("Enter")
    page.keyboard.press("Tab")
    expect(page.get_by_label("出生日期")).to_be_focused()
    page.keyboard.type("1990-5-21")
    page.keyboard.press("Enter")
    page.wait_for_url("**/bazi/1990-5-21/")
    for _ in range(80):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.name") == "view":
            break
    page.keyboard.press("ArrowRight")
    expect(page.locator("p.male").first).to_be_visible()
    page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    # The next stop is the year that is open.
    expect(page.locator(".years details[open]")).to_have_count(0)

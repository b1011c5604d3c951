"""What a visitor does, in a real Chromium on the real site."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from generator.content.settings import Site
from tests.web.conftest import Open

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
    for folded in page.get_by_text("1990 年代").all():
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
    page.get_by_text("1990 年代").click()
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


def test_a_term_day_tells_both_sides(open_page: Open) -> None:
    page = open_page("/bazi/1990-6-6/")
    expect(page.locator(".notice").first).to_contain_text("這一天交芒種，約在06:46")
    page.get_by_text("另一邊會這樣讀").click()
    expect(page.get_by_role("cell", name="辛巳").first).to_be_visible()
    expect(page.locator("section.reading h3").first).to_be_visible()


def test_a_pair_of_signs_is_found_in_the_matrix(open_page: Open) -> None:
    page = open_page("/zodiac/", width=375)
    page.get_by_role("link", name="鼠與牛，93 分").first.click()
    expect(page.locator("h1")).to_have_attribute("aria-label", "屬鼠與屬牛")
    expect(page.get_by_role("row", name="子丑 六合 +25")).to_be_visible()


def test_the_whole_text_and_the_address_can_be_copied(open_page: Open, site: Site) -> None:
    page = open_page(DATE, permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="複製全文").click()
    expect(page.get_by_text("已複製")).to_be_visible()
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.startswith("1990年5月20日\n\n")
    address = page.locator("[rel=canonical]").get_attribute("href")
    for part in ("\n\n庚午 辛巳 乙酉\n\n", "性格", "總論", f"{site['attribution']} {address}"):
        assert part in text
    page.get_by_role("button", name="複製網址").click()
    page.wait_for_function("navigator.clipboard.readText().then((t) => t.startsWith('http'))")
    assert page.evaluate("navigator.clipboard.readText()") == address


def test_dark_is_dark_and_light_is_light(open_page: Open) -> None:
    def ground(page: Page) -> int:
        colour = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
        return sum(map(int, re.findall(r"\d+", colour)[:3]))

    assert ground(open_page(DATE, dark=True)) < 120
    assert ground(open_page(DATE)) > 700


@pytest.mark.parametrize("path", [DATE, "/bazi/1990-5-21/", "/bazi/1990-6-3/"])
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
    expect(page.locator("article > details[open]")).to_have_count(1)

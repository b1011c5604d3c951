"""What a visitor does, in a real Chromium on the real site."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Open
from tests.web.kinds import PAGE_KINDS

DATE = "/bazi/1990-5-20/"
OUTSIDE = r"status of 404"  # the small release holds three weeks; what counts is the address
TYPED = json.loads((Path(__file__).parent.parent / "data" / "typed_dates.json").read_text())


def test_a_typed_date_leads_to_its_page_or_says_what_is_wrong(open_page: Open) -> None:
    page = open_page("/", allow=OUTSIDE)
    for case in TYPED:
        page.goto("/")
        field = page.get_by_label("出生日期")
        field.fill(case["typed"])
        field.press("Enter")
        if case["goes"]:
            page.wait_for_url(f"**{case['goes']}")
        else:
            expect(page.get_by_role("status").first).to_contain_text(case["says"])
            expect(field).to_be_focused()
            expect(field).to_have_attribute("aria-invalid", "true")


def test_a_lunar_date_is_found_through_the_picker(open_page: Open) -> None:
    page = open_page("/", allow=OUTSIDE)
    for year, month, day, goes in (
        ("1990 庚午", "四月", "廿六", "/bazi/1990-5-20/"),
        ("1990 庚午", "閏五月", "初一", "/bazi/1990-6-23/"),
        ("1990 庚午", "正月", "初一", "/bazi/1990-1-27/"),
        ("2025 乙巳", "十一月", "十二", "/bazi/2025-12-31/"),
        ("1949 己丑", "十一月", "十三", "/bazi/1950-1-1/"),
        ("1984 甲子", "閏十月", "三十", None),
    ):
        page.goto("/")
        page.get_by_text("只記得農曆？").click()
        page.get_by_label("農曆年").select_option(year)
        page.get_by_label("月", exact=True).select_option(month)
        if goes is None:
            assert "三十" not in page.get_by_label("日", exact=True).inner_text()
            continue
        page.get_by_label("日", exact=True).select_option(day)
        page.get_by_role("button", name="換成國曆").click()
        page.wait_for_url(f"**{goes}")


def test_without_script_one_finds_the_page_by_year_month_day(open_page: Open) -> None:
    page = open_page("/", script=False)
    page.get_by_role("link", name="1990 庚午・馬").click()
    page.get_by_role("link", name="5月", exact=True).click()
    assert page.url.endswith("/bazi/1990/#m5")
    page.locator(f'a[href="{DATE}"]').click()
    expect(page.locator("h1")).to_have_text("庚午 辛巳 乙酉")


@pytest.mark.parametrize(
    ("menu", "first", "date"),
    [
        ("日柱", "乙酉 泉中水", r"1990-05-20"),
        ("日主", "乙木", r"1990年\d+月\d+日"),
        ("格局", "正官格", r"1990年\d+月\d+日"),
    ],
)
def test_the_menu_leads_to_a_date_through_what_a_chart_is_made_of(
    open_page: Open, menu: str, first: str, date: str
) -> None:
    page = open_page("/", script=False)
    page.get_by_role("navigation", name="主選單").get_by_role("link", name=menu).click()
    page.get_by_role("main").get_by_role("link", name=first).first.click()
    page.get_by_role("main").get_by_role("link", name=re.compile(date)).first.click()
    expect(page.locator("h1 span")).to_have_count(3)


def test_a_date_leads_on_to_its_neighbours_and_its_kind(open_page: Open) -> None:
    page = open_page("/bazi/1990-5-21/")
    page.get_by_role("link", name="1990年5月22日 ›").click()
    expect(page.locator("h1")).to_have_text("庚午 辛巳 丁亥")
    page.get_by_role("link", name="丁亥日柱").click()
    expect(page.locator("h1")).to_have_text("丁亥")
    page.get_by_role("link", name="1990-05-22").click()
    page.get_by_role("link", name="正財格").first.click()
    expect(page.locator("h1")).to_have_text("正財格")


def test_without_script_the_form_leads_to_the_years(open_page: Open) -> None:
    page = open_page("/", script=False)
    page.get_by_role("button", name="翻到那一頁").click()
    expect(page.locator("h1")).to_have_text("年份索引")
    assert page.get_by_text("只記得農曆？").is_hidden()


@pytest.mark.parametrize("script", [True, False])
def test_the_perspective_switches_with_and_without_script(open_page: Open, script: bool) -> None:
    page = open_page("/bazi/1990-5-21/", script=script)
    section = page.locator("section.reading", has=page.get_by_role("heading", name="感情婚姻"))
    shown = {}
    for name in ("不分", "男命", "女命"):
        section.get_by_label(name).check()
        shown[name] = [p for p in section.locator(":scope > p").all() if p.is_visible()]
        shown[name] = [p.inner_text() for p in shown[name]]
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


def test_a_mistyped_address_is_understood(open_page: Open) -> None:
    page = open_page("/bazi/1990-05-20/", allow=OUTSIDE)
    link = page.locator("#lost a")
    expect(link).to_have_text("1990年5月20日")
    link.click()
    expect(page.locator("h1")).to_have_text("庚午 辛巳 乙酉")
    for path in ("/bazi/1990/5/20", "/bazi/19900520", "/bazi/民國79年5月20日", "/1990-5-20"):
        page.goto(path)
        expect(page.locator("#lost a")).to_have_attribute("href", DATE)
    page.goto("/bazi/1990-13-1/")
    expect(page.locator("#lost a")).to_have_attribute("href", "/bazi/1990/")
    page.goto("/nothing/")
    expect(page.locator("#lost")).to_be_hidden()


def test_a_term_explains_itself_to_mouse_keyboard_and_finger(open_page: Open) -> None:
    page = open_page(DATE, width=375)
    term, tip = page.get_by_role("link", name="正官").first, page.get_by_role("tooltip")
    term.hover()
    expect(tip).to_contain_text("剋日主")
    tip.hover()
    page.wait_for_timeout(500)
    expect(tip).to_be_visible()
    page.keyboard.press("Escape")
    expect(tip).to_be_hidden()
    term.focus()
    expect(tip).to_be_visible()
    expect(term).to_have_attribute("aria-describedby", "tip")
    box = tip.bounding_box()
    assert box
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 375


def test_the_first_tap_explains_and_the_second_follows(open_page: Open) -> None:
    page = open_page(DATE, width=375, has_touch=True)
    term = page.get_by_role("link", name="正官").first
    term.tap()
    expect(page.get_by_role("tooltip")).to_be_visible()
    assert page.url.endswith(DATE)
    term.tap()
    page.wait_for_url("**/terms/#*")


def test_the_whole_text_and_the_address_can_be_copied(open_page: Open) -> None:
    page = open_page(DATE, permissions=["clipboard-read", "clipboard-write"])
    page.get_by_role("button", name="複製全文").click()
    expect(page.get_by_text("已複製")).to_be_visible()
    text = page.evaluate("navigator.clipboard.readText()")
    assert text.startswith("庚午 辛巳 乙酉\n\n")
    for part in ("性格", "總論", "轉載或引用請註明出處：萬日書"):
        assert part in text
    page.get_by_role("button", name="複製網址").click()
    page.wait_for_function("navigator.clipboard.readText().then((t) => t.startsWith('http'))")
    assert page.evaluate("navigator.clipboard.readText()").endswith(DATE)


@pytest.mark.parametrize("path", PAGE_KINDS)
@pytest.mark.parametrize("width", [375, 768, 1440])
def test_no_page_scrolls_sideways(open_page: Open, path: str, width: int) -> None:
    page = open_page(path, width=width)
    assert page.evaluate("document.documentElement.scrollWidth") <= width


def test_text_at_twice_the_size_still_fits(open_page: Open) -> None:
    for path in PAGE_KINDS:
        page = open_page(path, width=375)
        page.evaluate(
            "(() => { const s = new CSSStyleSheet(); s.replaceSync('html{font-size:200%}');"
            " document.adoptedStyleSheets = [s]; })()"
        )
        wide = page.evaluate("document.documentElement.scrollWidth")
        page.close()
        assert wide <= 375, path


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
    expect(page.locator("section.reading details[open]")).to_have_count(1)

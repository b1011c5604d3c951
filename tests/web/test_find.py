"""How a visitor finds the page of a date: the forms, the years, a mistyped address."""

from __future__ import annotations

import json
from pathlib import Path

from playwright.sync_api import expect

from tests.web.conftest import Open, box

DATE = "/bazi/1990-5-20/"
HEADING = "1990年5月20日"
OUTSIDE = r"status of 404"  # the small release holds three weeks; what counts is the address
TYPED = json.loads((Path(__file__).parent.parent / "data" / "typed_dates.json").read_text())


def test_a_typed_date_is_read_as_its_page_or_says_what_is_wrong(open_page: Open) -> None:
    """Every way of typing one, by what the form itself asks."""
    typed = [case["typed"] for case in TYPED]
    read = open_page("/").evaluate("(typed) => typed.map(read)", typed)
    for case, answer in zip(TYPED, read, strict=True):
        if case["goes"]:
            assert [f"/bazi/{page}/" for page, _ in answer["found"]] == [case["goes"]], case
        else:
            assert len(answer["found"]) != 1, case
            assert case["says"] in answer["says"], case


def test_the_form_leads_to_the_page_or_says_what_is_wrong(open_page: Open) -> None:
    page = open_page("/", allow=OUTSIDE)
    for case in TYPED[::18]:
        page.goto("/", wait_until="domcontentloaded")
        field = page.get_by_label("出生日期")
        field.fill(case["typed"])
        field.press("Enter")
        if case["goes"]:
            page.wait_for_url(f"**{case['goes']}", wait_until="commit")
        else:
            expect(page.get_by_role("status").first).to_contain_text(case["says"])
            expect(field).to_be_focused()
            expect(field).to_have_attribute("aria-invalid", "true")


def test_a_date_that_reads_in_two_ways_offers_both(open_page: Open) -> None:
    page = open_page("/", allow=OUTSIDE)
    for typed, offered in (
        ("90/5/20", ["1990年5月20日（民國79年）", "2001年5月20日（民國90年）"]),
        ("5/6/1990", ["1990年5月6日（民國79年）", "1990年6月5日（民國79年）"]),
    ):
        page.goto("/")
        page.get_by_label("出生日期").fill(typed)
        page.get_by_role("button", name="翻到那一頁").click()
        expect(page.locator("#birth-hint a")).to_have_text(offered)
    page.get_by_role("link", name=offered[1]).click()
    page.wait_for_url("**/bazi/1990-6-5/")


def test_what_is_wrong_with_a_date_looks_unlike_the_hint(open_page: Open) -> None:
    page = open_page("/", allow=OUTSIDE)
    field, hint = page.get_by_label("出生日期"), page.locator("#birth-hint")
    usual, colour = hint.inner_text(), "(e) => getComputedStyle(e).color"
    plain = hint.evaluate(colour)
    field.fill("1990-2-31")
    field.press("Enter")
    expect(hint).to_have_text("沒有1990年2月31日這一天，請再核對。")
    assert hint.evaluate(colour) != plain
    field.press("Backspace")
    expect(hint).to_have_text(usual)
    expect(field).not_to_have_attribute("aria-invalid", "true")
    assert hint.evaluate(colour) == plain


def test_the_slip_shows_the_pillars_as_soon_as_the_date_can_be_read(open_page: Open) -> None:
    page = open_page("/", width=375, allow=OUTSIDE)
    field, slip = page.get_by_label("出生日期"), page.locator("#slip")
    expect(slip).to_be_hidden()
    at = box(field)
    field.press_sequentially("1990/5/20")
    expect(slip.locator("span")).to_have_text(["庚午", "辛巳", "乙酉"])
    assert box(field) == at  # it stays where one types
    for unreadable in ("1990/5", "90/5/20", "1990/2/30", "x"):
        field.fill(unreadable)
        expect(slip).to_be_hidden()
    field.fill("民國79年5月21日")
    expect(slip.locator("span")).to_have_text(["庚午", "辛巳", "丙戌"])


def test_every_page_without_the_large_form_has_a_small_one(open_page: Open) -> None:
    page = open_page(DATE, width=375)
    for path in (DATE, "/bazi/1990/", "/day-pillar/yi-you/"):
        page.goto(path)
        field = page.get_by_label("換一個生日")
        field.fill("1990-2-31")
        field.press("Enter")
        expect(page.locator("#birth-hint")).to_have_text("沒有1990年2月31日這一天，請再核對。")
        expect(field).to_be_focused()
        field.fill("民79年5月21日生")
        page.get_by_role("button", name="翻", exact=True).click()
        expect(page.locator("h1")).to_have_text("1990年5月21日")


def test_a_lunar_date_is_found_through_the_picker(open_page: Open) -> None:
    page = open_page("/", allow=OUTSIDE)
    for year, month, day, goes in (
        ("1990 庚午", "四月", "廿六", "/bazi/1990-5-20/"),
        ("1990 庚午", "閏五月", "初一", "/bazi/1990-6-23/"),
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


def test_a_year_or_a_month_alone_opens_its_almanac(open_page: Open) -> None:
    page = open_page("/", allow=OUTSIDE)
    for typed, offered in (
        ("1990", {"1990年（民國79年）": "/bazi/1990/"}),
        ("民國79年5月", {"1990年5月（民國79年）": "/bazi/1990/#m5"}),
        ("79", {"1979年（民國68年）": "/bazi/1979/", "1990年（民國79年）": "/bazi/1990/"}),
    ):
        page.get_by_label("出生日期").fill(typed)
        page.get_by_role("button", name="翻到那一頁").click()
        links = page.locator("#birth-hint a")
        expect(links).to_have_text(list(offered))
        assert [a.get_attribute("href") for a in links.all()] == list(offered.values())


def test_a_lunar_date_that_is_typed_opens_the_picker_on_it(open_page: Open) -> None:
    page = open_page("/", allow=OUTSIDE)
    for typed, goes in (
        ("農曆1990年4月26日", "/bazi/1990-5-20/"),
        ("民國七十九年四月初六", "/bazi/1990-4-30/"),
        ("民國79年閏五月初一", "/bazi/1990-6-23/"),
        ("農曆 1949 年 臘月 三十", "/bazi/1950-2-16/"),
        ("1990年正月二十", "/bazi/1990-2-15/"),
    ):
        page.goto("/")
        page.get_by_label("出生日期").fill(typed)
        page.keyboard.press("Enter")
        expect(page.locator("#birth-hint")).to_have_text("這是農曆，已經替你選好，按「換成國曆」。")
        expect(page.get_by_role("button", name="換成國曆")).to_be_focused()
        page.keyboard.press("Enter")
        page.wait_for_url(f"**{goes}")
    page.goto("/")
    for typed in ("農曆四月廿六", "農曆1990年閏四月初一", "農曆1990年四月三十二日"):
        page.get_by_label("出生日期").fill(typed)
        page.keyboard.press("Enter")
        said = "這像是農曆，請在下面選出年、月、日。"
        expect(page.locator("#birth-hint")).to_have_text(said)
        expect(page.get_by_label("農曆年")).to_be_focused()


def test_without_script_one_finds_the_page_by_year_month_day(open_page: Open) -> None:
    page = open_page("/", script=False)
    page.get_by_role("main").get_by_role("link", name="年份", exact=True).first.click()
    page.get_by_role("link", name="1990 庚午・馬").click()
    page.get_by_role("link", name="5月", exact=True).click()
    assert page.url.endswith("/bazi/1990/#m5")
    page.locator(f'a[href="{DATE}"]').click()
    expect(page.locator("h1")).to_have_text(HEADING)


def test_without_script_the_form_leads_to_the_years_and_says_why(open_page: Open) -> None:
    page = open_page("/", script=False)
    said = page.locator("noscript p")  # its text is no text to Playwright
    expect(said).to_be_visible()
    page.get_by_role("button", name="翻到那一頁").click()
    expect(page.locator("h1")).to_have_text("年份索引")
    expect(said).to_be_visible()
    expect(page.get_by_role("link", name="1990 庚午・馬")).to_be_visible()
    assert page.get_by_text("只記得農曆？").is_hidden()


def test_a_mistyped_address_is_understood(open_page: Open) -> None:
    page = open_page("/bazi/1990.5.20/", allow=OUTSIDE)
    link = page.locator("#lost a")
    expect(link).to_have_text(HEADING)
    link.click()
    expect(page.locator("h1")).to_have_text(HEADING)
    for path in ("/bazi/1990/5/20", "/bazi/民國79年5月20日", "/1990-5-20"):
        page.goto(path)
        expect(page.locator("#lost a")).to_have_attribute("href", DATE)
    page.goto("/nothing/")
    expect(page.locator("#lost")).to_be_hidden()


def test_an_address_of_no_day_or_out_of_range_says_so(open_page: Open) -> None:
    page = open_page("/", allow=OUTSIDE)
    kept = "只收1950年（民國39年）到2025年（民國114年）。"
    for path, says in (
        ("/bazi/1990-2-31/", "沒有1990年2月31日這一天，請再核對。要不要翻開 1990年 的年曆？"),
        ("/bazi/1949/", f"這裡沒有1949年，{kept}"),
        ("/bazi/2026-1-1/", f"2026年出生的還沒有收進來，現在{kept}"),
        ("/bazi/2026/", f"這裡沒有2026年，{kept}"),
        ("/bazi/1990-99/", "要不要翻開 1990年 的年曆？"),
    ):
        page.goto(path)
        expect(page.locator("#lost")).to_have_text(says)

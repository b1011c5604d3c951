"""Two people in a browser: from two birthdays to one address, and what the whole charts add."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Open


@pytest.mark.parametrize("turned", [False, True])
def test_two_birthdays_lead_to_one_address_and_what_each_finds(
    open_page: Open, turned: bool
) -> None:
    page = open_page("/pair/")
    for label, typed in zip(
        ("一個人的生日", "另一個人的生日")[:: -1 if turned else 1],
        ("民國79年5月20日", "1990/5/21"),
        strict=True,
    ):
        page.get_by_label(label, exact=True).fill(typed)
    page.get_by_role("button", name="放在一起讀").click()
    page.wait_for_url("**/pair/yi-you/bing-xu/#1990-5-20+1990-5-21")
    expect(page.locator("h1")).to_have_text("乙酉與丙戌")
    more = page.locator("#more p")
    for _ in range(2):
        expect(page.locator(".when")).to_have_text("1990年5月20日是乙酉日，1990年5月21日是丙戌日")
        expect(more).to_have_count(2)
        assert more.all_inner_texts() == [
            "1990年5月20日（庚午 辛巳 乙酉）　最用得上的是水，對方的盤上沒有，這一樣得往別處找。",
            "1990年5月21日（庚午 辛巳 丙戌）　最用得上的是火，對方有，只是收在裡面，要處久了才拿得到。",
        ]
        page.reload()  # the address is all that is needed


def test_what_is_wrong_is_told_at_its_field(open_page: Open) -> None:
    page = open_page("/pair/")
    page.get_by_label("一個人的生日", exact=True).fill("1990-5-20")
    page.get_by_role("button", name="放在一起讀").click()
    expect(page.locator("#two [role=status]")).to_contain_text("請先寫下出生日期")
    other = page.get_by_label("另一個人的生日")
    expect(other).to_be_focused()
    expect(other).to_have_attribute("aria-invalid", "true")
    other.fill("5/6/1990")
    page.get_by_role("button", name="放在一起讀").click()
    offered = page.locator("#two [role=status] a")
    expect(offered).to_have_count(2)
    assert [a.get_attribute("href") for a in offered.all()] == [
        "/bazi/1990-5-6/",
        "/bazi/1990-6-5/",
    ]


def test_without_script_one_comes_there_by_the_pillars(open_page: Open) -> None:
    page = open_page("/pair/", script=False)
    expect(page.locator("#two")).to_be_hidden()
    page.get_by_role("link", name="乙酉").click()
    page.get_by_role("link", name="甲子").click()
    page.wait_for_url("**/pair/jia-zi/yi-you/")
    expect(page.locator("#more")).to_be_hidden()
    expect(page.get_by_role("heading", name="甲與乙")).to_be_visible()


def test_an_address_with_anything_else_behind_it_is_the_page_alone(open_page: Open) -> None:
    for behind in ("#1990-5-20", "#<b>x</b>+y", "#1990-5-20+1990-2-31"):
        page = open_page(f"/pair/jia-zi/yi-you/{behind}")
        expect(page.locator("#more")).to_be_hidden()
        assert page.locator("#more p").count() == 0

"""What a programmer does on the API's reference, in a real Chromium."""

from __future__ import annotations

import json
import re

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Open

PAGE = "/docs/api/"


@pytest.mark.parametrize(
    ("typed", "gender", "status", "told"),
    [
        ("1990-05-20", "", 200, "庚午 辛巳 乙酉"),
        ("1990-05-20", "female", 200, "庚午 辛巳 乙酉"),
        ("1990-02-30", "", 400, "birthDate 有誤：1990-02-30 這一天不存在。"),
    ],
)
def test_the_api_is_asked_from_the_page(
    open_page: Open, website: str, typed: str, gender: str, status: int, told: str
) -> None:
    page = open_page(PAGE, width=375, allow="400")
    page.get_by_label("birthDate").fill(typed)
    page.get_by_label("gender").select_option(gender)
    with page.expect_request(f"{website}/api/v1/bazi") as sent:
        page.get_by_role("button", name="送出").click()
    expect(page.get_by_text(f"狀態 {status}")).to_be_visible()
    asked = {"birthDate": typed} | ({"gender": gender} if gender else {})
    assert sent.value.post_data_json == asked
    head, _, body = page.locator("#answer").inner_text().partition("\n\n")
    assert head.startswith(f"HTTP {status}\ncontent-type: application/json\n")
    assert ("x-error-code: birth_date_impossible" in head) == (status == 400)
    assert re.search(r"^x-request-id: [0-9a-f]{32}$", head, re.M)
    answer = json.loads(body)
    assert (answer["data"]["bazi"] if status == 200 else answer["error"]) == told


def test_an_example_is_copied_as_it_stands(open_page: Open) -> None:
    page = open_page(PAGE, permissions=["clipboard-read", "clipboard-write"])
    assert page.locator("pre code").count() == page.locator("pre + button").count()
    example = page.locator("pre", has=page.locator("code.python"))
    example.locator("xpath=following-sibling::button[1]").click()
    expect(page.get_by_role("button", name="已複製")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == example.inner_text()


def test_the_contents_lead_to_every_part(open_page: Open) -> None:
    page = open_page(PAGE, script=False)
    contents = page.get_by_role("navigation", name="目錄").get_by_role("link")
    parts = page.locator("main h2, #chart").all()
    assert [f"#{part.get_attribute('id')}" for part in parts] == [
        link.get_attribute("href") for link in contents.all()
    ]


def test_without_script_the_page_says_so_and_shows_no_form(open_page: Open) -> None:
    page = open_page(PAGE, script=False)
    expect(page.get_by_role("button", name="送出")).to_be_hidden()
    expect(page.locator("main noscript p")).to_be_visible()

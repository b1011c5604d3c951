"""The years of a day pillar in a browser: the one that runs is marked, by the visitor's clock."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from tests.web.conftest import Open


@pytest.mark.parametrize(
    ("moment", "year"),
    [
        ("2024-02-04T16:27:00+08:00", None),  # seven seconds before the first 立春
        ("2024-02-04T16:27:30+08:00", 2024),
        ("2026-01-20T12:00:00+08:00", 2025),  # a new year, and still the old pillar
        ("2026-02-04T04:03:00+08:00", 2026),
        ("2036-02-04T14:21:00+08:00", None),
    ],
)
def test_the_year_that_runs_is_marked(open_page: Open, moment: str, year: int | None) -> None:
    page = open_page()
    page.clock.set_fixed_time(moment)
    page.goto("/flow-year/yi-you/")
    marked = page.locator("main [aria-current=true]")
    assert marked.evaluate_all("all => all.map((e) => e.id || e.hash)") == (
        [f"#y{year}", f"y{year}"] if year else []
    )
    said = [page.evaluate(SAID, f"#y{n} h2").strip('"') for n in range(2024, 2036)]
    assert [text for text in said if text != "none"] == (["　今年"] if year else [])


SAID = "(css) => getComputedStyle(document.querySelector(css), '::after').content"


def test_without_script_no_year_is_marked_and_all_are_there(open_page: Open) -> None:
    page = open_page("/flow-year/yi-you/", script=False)
    assert page.locator("[aria-current]").count() == 0
    assert page.locator("section.flow").count() == 12


def test_a_birth_date_leads_to_the_years_of_its_day_pillar(open_page: Open) -> None:
    page = open_page("/flow-year/")
    page.get_by_label("出生日期").fill("昨天")
    page.get_by_role("button", name="找到我的日柱").click()
    expect(page.locator("#pillar [role=status]")).to_contain_text("看不懂「昨天」")
    page.get_by_label("出生日期").fill("民國79年5月20日")
    page.get_by_role("button", name="找到我的日柱").click()
    page.wait_for_url("**/flow-year/yi-you/")
    page.go_back()
    plain = open_page("/flow-year/", script=False)
    expect(plain.locator("#pillar")).to_be_hidden()


def test_a_date_page_leads_to_its_years(open_page: Open) -> None:
    page = open_page("/bazi/1990-5-20/")
    page.get_by_role("link", name="乙酉日的流年").click()
    page.wait_for_url("**/flow-year/yi-you/")

"""This year in a browser, by the visitor's clock: on a date's page, a pillar's, and the one of all years."""

from __future__ import annotations

from datetime import datetime, timedelta

import pytest
from playwright.sync_api import expect

from generator.content.settings import Site
from generator.pages.flow_year import begins_at
from tests.web.conftest import Open

DATE, PILLAR, YEARS = "/bazi/1990-5-20/", "/flow-year/yi-you/", "/flow-year/"
SECOND = timedelta(seconds=1)


def moments(site: Site) -> list[tuple[datetime, int | None]]:
    """Days from 2026 to 2035, and the year that runs: those about each 立春, one in summer, New Year."""
    found: list[tuple[datetime, int | None]] = []
    for year in range(2026, 2036):
        begins = begins_at(year)
        before = year - 1 if year - 1 in site.flow_years else None
        now = year if year in site.flow_years else None
        found += [
            (datetime(year, 1, 1), before),
            (begins - SECOND, before),
            (begins + SECOND, now),
            (datetime(year, 7, 1, 12), now),
        ]
    return found


SEEN = """() => {
  const years = (css) => [...document.querySelectorAll(css)].map((e) => parseInt(e.textContent));
  const line = document.querySelector(".now");
  const said = document.querySelector(".years details[open] p b")?.textContent;
  return {
    open: years(".years details[open] summary"),
    current: years(".years [aria-current]"),
    over: !document.querySelector(".years .ended").hidden,
    line: line && (line.hidden ? null : line.innerText.trim() === `${
      document.querySelector(".years details[open] time").textContent} ${said}`),
  };
}"""


@pytest.mark.parametrize("path", [DATE, PILLAR, YEARS])
def test_the_year_that_runs_is_open_and_named(open_page: Open, site: Site, path: str) -> None:
    page = open_page()
    first, ends = site.flow_years[0], begins_at(site.flow_years.stop)
    for moment, year in moments(site):
        page.clock.set_fixed_time(f"{moment.isoformat()}+08:00")
        page.goto(path)
        over = moment >= ends
        # Before the first year the first stays open; after the last nothing is.
        assert page.evaluate(SEEN) == {
            "open": [] if over else [year or first],
            "current": [year] if year else [],
            "over": over,
            "line": True if path == DATE and not over else None,
        }, moment


def test_without_script_all_years_are_there_and_the_first_is_open(
    open_page: Open, site: Site
) -> None:
    for path in (DATE, PILLAR, YEARS):
        page = open_page(path, script=False)
        folds = page.locator(".years details")
        opened = folds.evaluate_all("(all) => all.map((e) => [parseInt(e.textContent), e.open])")
        assert opened == [[year, year == site.flow_years[0]] for year in site.flow_years]
        assert page.locator(".years [aria-current]").count() == 0
        page.locator(".years summary").last.click()
        expect(folds.last.locator("p").first).to_be_visible()


def test_the_line_at_the_top_leads_to_this_year(open_page: Open) -> None:
    page = open_page(DATE, width=375)
    page.locator(".now a").click()
    expect(page.get_by_role("heading", name="今年")).to_be_in_viewport()
    page.get_by_role("link", name="乙酉日的流年").click()
    page.wait_for_url(f"**{PILLAR}")


def test_a_birth_date_leads_to_the_years_of_its_day_pillar(open_page: Open) -> None:
    page = open_page(YEARS)
    page.get_by_label("寫下生日").fill("昨天")
    page.get_by_role("button", name="找到我的日柱").click()
    expect(page.locator("#pillar [role=status]")).to_contain_text("看不懂「昨天」")
    page.get_by_label("寫下生日").fill("民國79年5月20日")
    page.get_by_role("button", name="找到我的日柱").click()
    page.wait_for_url(f"**{PILLAR}")
    page.go_back()
    plain = open_page(YEARS, script=False)
    expect(plain.locator("#pillar")).to_be_hidden()

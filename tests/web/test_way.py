"""Finding one's way on a page: the strip of sections, terms, remembered days."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.web.conftest import Open, box

DATE = "/bazi/1990-5-20/"


@pytest.mark.parametrize("width", [375, 1280])
def test_the_strip_follows_the_reader_and_marks_the_section_in_view(
    open_page: Open, width: int
) -> None:
    page = open_page(DATE, width=width, reduced_motion="reduce")
    strip = page.get_by_role("navigation", name="各節")
    expect(strip).to_be_hidden()  # the list of contents is in view
    for name in ("財運", "性格", "總論"):
        page.locator(f"#{name}").evaluate("(e) => e.scrollIntoView({behavior: 'instant'})")
        expect(strip).to_be_visible()
        expect(strip.locator("[aria-current]")).to_have_text(name)
        assert 0 <= box(strip)["y"] < 400
    assert strip.inner_text().split() == ["性格", "事業", "財運", "感情", "健康", "總論", "今年"]
    strip.get_by_role("link", name="感情").focus()
    page.keyboard.press("Enter")
    expect(strip.locator("[aria-current]")).to_have_text("感情")
    heading = page.get_by_role("heading", name="感情婚姻")
    expect(heading).to_be_in_viewport()
    assert width > 1000 or box(heading)["y"] >= 44  # below the strip


BEYOND = "document.querySelector('#性格').compareDocumentPosition(document.activeElement) & 4"
"""Whether what is in focus stands after the first heading of the reading."""


@pytest.mark.parametrize("script", [True, False])
def test_few_tab_stops_stand_before_the_reading(open_page: Open, script: bool) -> None:
    page = open_page(DATE, width=375, script=script)
    for _ in range(25):
        page.keyboard.press("Tab")
    assert page.evaluate(BEYOND), page.locator(":focus").inner_text()


def test_a_term_explains_itself_to_mouse_keyboard_and_finger(open_page: Open) -> None:
    page = open_page(DATE, width=375)
    page.get_by_text("命盤細節").click()
    term, tip = page.get_by_role("link", name="正官", exact=True).first, page.get_by_role("tooltip")
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
    beside(page)
    page.keyboard.press("Enter")
    page.wait_for_url("**/terms/#*")


def beside(page: Page) -> None:
    """The meaning lies within the screen and next to its word."""
    tip, word = box(page.get_by_role("tooltip")), box(page.locator("[aria-describedby=tip]"))
    assert 0 <= tip["x"] <= 375 - tip["width"]
    below, above = tip["y"] - word["y"] - word["height"], word["y"] - tip["y"] - tip["height"]
    assert -8 <= below < 16 or -8 <= above < 16


def test_a_second_tap_closes_a_meaning_and_no_tap_leaves_the_page(open_page: Open) -> None:
    page = open_page(DATE, width=375, has_touch=True)
    page.get_by_text("命盤細節").click()
    tip = page.get_by_role("tooltip")
    linked = page.get_by_role("link", name="正官", exact=True).first
    plain = page.locator(".chart i", has_text="傷官")
    for word in (linked, plain):
        word.tap()
        expect(tip).to_be_visible()
        beside(page)
        word.tap()
        expect(tip).to_be_hidden()
    assert page.url.endswith(DATE)


def test_a_meaning_that_cannot_be_read_says_so(open_page: Open) -> None:
    page = open_page(DATE, has_touch=True, allow=r"terms\.json|ERR_FAILED")
    page.route("**/terms.json", lambda route: route.abort())
    page.locator(".chart i", has_text="傷官").tap()
    expect(page.get_by_role("tooltip")).to_contain_text("現在讀不到")
    page.keyboard.press("Escape")
    page.unroute("**/terms.json")
    page.locator(".chart i", has_text="傷官").tap()
    expect(page.get_by_role("tooltip")).to_contain_text("日主")
    assert page.url.endswith(DATE)


def test_words_of_the_chart_are_no_tab_stops_but_stand_as_links_below(open_page: Open) -> None:
    page = open_page(DATE)
    page.get_by_text("命盤細節").click()
    assert page.locator(".chart :is(a, [tabindex])").count() == 0
    links = page.locator("details .facts").get_by_role("link")
    assert set(page.locator(".chart i").all_inner_texts()) <= set(links.all_inner_texts())


def test_a_remembered_day_stands_on_the_home_page_under_a_name_of_ones_own(
    open_page: Open,
) -> None:
    page = open_page("/")
    expect(page.locator("#kept")).to_be_hidden()
    for day in (20, 21):
        page.goto(f"/bazi/1990-5-{day}/")
        page.get_by_role("button", name="記住", exact=True).click()
        expect(page.get_by_role("button", name="忘記")).to_be_visible()
    page.goto("/")
    links = page.locator("#kept a:not(.slip)")
    expect(links).to_have_text(["1990年5月21日", "1990年5月20日"])
    expect(page.locator("#kept .slip").last).to_have_text("庚午辛巳乙酉")
    page.get_by_label("1990年5月20日是誰").fill("媽媽")
    page.get_by_label("1990年5月20日是誰").blur()
    page.reload()
    expect(page.get_by_label("1990年5月20日是誰")).to_have_value("媽媽")
    page.get_by_role("button", name="忘記1990年5月21日").click()
    expect(links).to_have_text(["1990年5月20日"])
    page.goto("/pair/")
    assert page.locator("#days option").evaluate_all("(all) => all.map((o) => o.value)") == [
        "1990年5月20日"
    ]
    page.goto(DATE)
    page.get_by_role("button", name="忘記").click()
    page.goto("/")
    expect(page.locator("#kept")).to_be_hidden()


def test_days_remembered_before_they_had_names_are_still_there(open_page: Open) -> None:
    page = open_page("/")
    page.evaluate("""localStorage.wanrishu = '["1990-5-20"]'""")
    page.reload()
    expect(page.locator("#kept a:not(.slip)")).to_have_text(["1990年5月20日"])


def test_the_perspective_one_reads_by_stays(open_page: Open) -> None:
    page = open_page("/bazi/1990-5-21/")
    page.get_by_label("女命").check()
    page.reload()
    expect(page.get_by_label("女命")).to_be_checked()
    page.goto("/bazi/1990-5-22/")
    expect(page.locator("p.female").first).to_be_visible()


def test_without_script_nothing_offers_to_remember(open_page: Open) -> None:
    expect(open_page(DATE, script=False).locator(".share")).to_be_hidden()


@pytest.mark.parametrize(
    ("moment", "said"),
    [
        ("2026-11-23T12:00:00+08:00", " 11月23日，小雪，辛丑日"),
        ("2026-11-22T15:22:00+08:00", " 11月22日，立冬，庚子日"),
        ("2026-11-22T15:24:00+08:00", " 11月22日，小雪，庚子日"),
        ("2032-05-01T12:00:00+08:00", None),
    ],
)
def test_the_home_page_says_what_today_is(open_page: Open, moment: str, said: str | None) -> None:
    page = open_page("/", timezone_id="Asia/Taipei")
    page.clock.set_fixed_time(moment)
    page.goto("/")
    line = page.locator("#today")
    if said:
        expect(line).to_have_text(f"今天{said}")
    expect(line.get_by_role("link")).to_have_attribute("href", re.compile("^/day-pillar/"))


def test_a_term_led_to_is_marked_with_its_whole_entry(open_page: Open) -> None:
    page = open_page("/terms/#正官")
    ground = "(e) => getComputedStyle(e).backgroundColor"
    name, text, other = (page.locator(css) for css in ("#正官", "#正官 + dd", "#七殺 + dd"))
    assert name.evaluate(ground) == text.evaluate(ground) != other.evaluate(ground)


def test_the_next_page_is_asked_for_while_the_mouse_rests_on_its_link(open_page: Open) -> None:
    page = open_page(DATE)
    link = page.get_by_role("link", name="後一天 ›")
    with page.expect_request(re.compile(r"/bazi/1990-5-21/$")):
        link.hover()
    link.click()
    expect(page.locator("h1")).to_have_text("1990年5月21日")


@pytest.mark.parametrize("on", ["1990-5-20", "1990-5-21"])
def test_title_this_year_and_the_gist_stand_on_the_first_screen_and_a_quarter(
    open_page: Open, on: str
) -> None:
    page = open_page(f"/bazi/{on}/", width=375)
    screen, gist = 812, box(page.locator(".gist"))
    assert gist["y"] + gist["height"] <= 1.25 * screen
    assert box(page.locator("#性格"))["y"] <= 2.2 * screen


def test_the_same_day_of_every_year_is_folded_in_one_line(open_page: Open) -> None:
    page = open_page(DATE)
    page.get_by_text("歷年的5月20日").click()
    years = page.locator(".ways details a")
    assert years.all_inner_texts() == [str(year) for year in range(1950, 2026)]
    assert years.last.get_attribute("href") == "/bazi/2025-5-20/"


def test_the_six_claims_head_the_page_and_lead_to_their_sections(open_page: Open) -> None:
    page = open_page(DATE, width=375)
    links = page.locator(".gist a")
    for n, name in enumerate(("性格", "事業", "財運", "感情婚姻", "健康", "總論")):
        claim = page.locator(f"#{name} .claim").inner_text()
        assert links.nth(n).inner_text().split() == [name, claim]
    links.last.click()
    expect(page.get_by_role("heading", name="總論")).to_be_in_viewport()

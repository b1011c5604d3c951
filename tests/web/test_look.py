"""How the pages look, in a real Chromium: lettering, one grid, night, nothing torn apart."""

from __future__ import annotations

import os
import re
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect

from tests.web import programs
from tests.web.conftest import Open, box
from tests.web.kinds import PAGE_KINDS

NO_CHINESE = """<?xml version="1.0"?>
<fontconfig>
<include ignore_missing="yes">/etc/fonts/fonts.conf</include>
<selectfont><rejectfont><pattern><patelt name="lang"><string>zh-tw</string></patelt></pattern></rejectfont></selectfont>
</fontconfig>
"""
LETTERED = (
    ":is(h1, h2, h3, caption, .slip, .brand, .grid b, .gist b, .sign, .title):not(:has(code))"
)
MOVED = """() => new Promise((done) => {
  let sum = 0;
  new PerformanceObserver((list) => { for (const { value } of list.getEntries()) sum += value; })
    .observe({ type: "layout-shift", buffered: true });
  setTimeout(() => done(sum), 100);
})"""
INK = "(css) => getComputedStyle(document.querySelector(css))"


@pytest.fixture
def poor(chromium: str, browser: Browser, tmp_path: Path) -> Browser:
    """A Chromium on a machine without any Chinese font."""
    config = tmp_path / "fonts.conf"
    config.write_text(NO_CHINESE)
    return browser.browser_type.launch(
        executable_path=chromium,
        args=list(programs.FLAGS),
        env=os.environ | {"FONTCONFIG_FILE": str(config)},
    )


def test_headings_and_slips_are_in_the_shipped_face_where_there_is_no_other(
    poor: Browser, website: str
) -> None:
    page = poor.new_page(base_url=website)
    devtools = page.context.new_cdp_session(page)
    for path in PAGE_KINDS:
        page.goto(path)
        page.evaluate("document.fonts.ready")
        devtools.send("DOM.enable")
        devtools.send("CSS.enable")
        root = devtools.send("DOM.getDocument")["root"]["nodeId"]
        found = devtools.send("DOM.querySelectorAll", {"nodeId": root, "selector": LETTERED})
        lettered = 0
        for node in found["nodeIds"]:
            fonts = devtools.send("CSS.getPlatformFontsForNode", {"nodeId": node})["fonts"]
            lettered += sum(font["glyphCount"] for font in fonts)
            torn = devtools.send("DOM.getOuterHTML", {"nodeId": node})
            assert all(font["isCustomFont"] for font in fonts), (path, torn)
        assert lettered > 4, path
    poor.close()


def test_there_are_two_measures(open_page: Open) -> None:
    page, widths = open_page("/", width=1440), set()
    for path in ("/", "/bazi/1990/", "/bazi/1990-5-20/", "/terms/", "/pattern/"):
        page.goto(path)
        blocks = page.locator(".top, main > :is(p, ul, .broad), .gist").locator("visible=true")
        widths |= set(blocks.evaluate_all("(all) => all.map((e) => Math.round(e.offsetWidth))"))
    assert len(widths) == 2, widths


def luminance(colour: str) -> float:
    parts = [int(part) / 255 for part in re.findall(r"\d+", colour)[:3]]
    linear = [p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts]
    return sum(w * p for w, p in zip((0.2126, 0.7152, 0.0722), linear, strict=True))


@pytest.mark.parametrize("dark", [False, True])
def test_the_seal_and_the_buttons_are_cinnabar_by_day_and_night(
    open_page: Open, dark: bool
) -> None:
    page = open_page("/", dark=dark)
    for css in (".brand", ".find button"):
        style = f"({INK})({css!r})"
        assert page.evaluate(f"{style}.backgroundColor") == "rgb(163, 40, 31)"
        assert page.evaluate(f"{style}.color") == "rgb(251, 248, 241)"
    # Axe sees to all other text.
    ink = "getComputedStyle(document.querySelector('#birth'), '::placeholder').color"
    ground = page.evaluate(f"({INK})('#birth').backgroundColor")
    darker, lighter = sorted((luminance(page.evaluate(ink)), luminance(ground)))
    assert (lighter + 0.05) / (darker + 0.05) >= 4.5


def test_a_year_is_six_screens_of_a_phone(open_page: Open) -> None:
    page = open_page("/bazi/1990/", width=375)
    heights = page.locator(".month td").evaluate_all("(all) => all.map((e) => e.offsetHeight)")
    assert max(heights) - min(heights) <= 1  # of a pixel's rounding
    # 1990 has 63 rows of weeks; no year has more than 64.
    assert page.evaluate("document.documentElement.scrollHeight") + max(heights) <= 6 * 812


def test_the_months_stay_at_hand(open_page: Open) -> None:
    page = open_page("/bazi/1990/", width=375, reduced_motion="reduce")
    # By the keyboard: a mouse would come to rest on a day, and ask for its page ahead.
    page.get_by_role("link", name="12月", exact=True).press("Enter")
    strip = page.get_by_role("navigation", name="月份")
    expect(strip).to_be_in_viewport()
    bar, month = box(strip), box(page.locator("#m12"))
    assert bar["y"] == 0
    assert bar["height"] <= month["y"]


def test_days_are_tinted_by_their_day_master_and_say_so(open_page: Open) -> None:
    page = open_page("/bazi/1990/")
    cell = page.locator("td", has=page.locator('[href="/bazi/1990-5-20/"]'))
    expect(cell).to_have_text("20 乙酉 廿六")
    expect(cell).to_have_class("木")
    legend = page.get_by_role("list", name="底色是日主的五行").get_by_role("listitem")
    expect(legend).to_have_text(["甲乙木", "丙丁火", "戊己土", "庚辛金", "壬癸水"])
    grounds = legend.evaluate_all("(all) => all.map((e) => getComputedStyle(e).backgroundColor)")
    assert len(set(grounds)) == 5
    assert cell.evaluate("(e) => getComputedStyle(e).backgroundColor") == grounds[0]
    expect(page.locator(".month .turns")).to_have_text(
        ["小寒", "立春", "驚蟄", "清明", "立夏", "芒種", "小暑", "立秋", "白露", "寒露", "立冬", "大雪"]
    )  # fmt: skip


def test_what_turns_the_month_stays_marked_where_colours_are_the_reader_s(open_page: Open) -> None:
    page = open_page("/bazi/1990/", forced_colors="active")
    assert page.evaluate(f"({INK})('.month .turns').backgroundColor") == "rgb(163, 40, 31)"


def test_terms_are_sifted_as_one_types(open_page: Open) -> None:
    page = open_page("/terms/")
    page.get_by_label("找一個名詞").fill("驛馬")
    expect(page.locator("dt:visible")).to_have_text(["神煞", "驛馬"])
    page.get_by_label("找一個名詞").fill("貓")
    expect(page.get_by_text("沒有這個詞")).to_be_visible()
    page.get_by_label("找一個名詞").fill("")
    assert page.locator("dt:visible").count() == page.locator("dt").count()
    plain = open_page("/terms/", script=False)
    expect(plain.locator("#sought")).to_be_hidden()
    expect(plain.locator("dt").last).to_be_visible()


def test_nothing_moves_while_a_page_opens(open_page: Open) -> None:
    """By Chromium's own measure of layout shift, of which 0.1 is what a reader does not mind."""
    page = open_page("/", width=375)
    moved = {}
    for path in PAGE_KINDS:
        page.goto(path)
        moved[path] = page.evaluate(MOVED)
    assert {path: shift for path, shift in moved.items() if shift > 0.1} == {}


def test_sources_stand_upright(open_page: Open) -> None:
    page = open_page("/method/")
    assert page.evaluate(f"({INK})('cite').fontStyle") == "normal"

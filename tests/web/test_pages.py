"""A page of any kind is valid, accessible, within its screen and its grid, with no line torn."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from tests.web import programs
from tests.web.axe import violations
from tests.web.conftest import Open
from tests.web.kinds import PAGE_KINDS

WIDE = "document.documentElement.scrollWidth"
EDGES = (
    "[...document.querySelectorAll('.brand, main > *, article > :not(.plate, .strip), footer > *')]"
    ".filter((e) => e.offsetHeight).map((e) => Math.round(e.getBoundingClientRect().left))"
)
TWICE_THE_SIZE = (
    "(() => { const s = new CSSStyleSheet(); s.replaceSync('html{font-size:200%}');"
    " document.adoptedStyleSheets = [s]; })()"
)
CUT = """(width) => [...document.querySelectorAll("main *, header *, footer *")]
  .filter((e) => e.offsetWidth && e.getBoundingClientRect().right > width + 1)
  .filter((e) => { for (let up = e; (up = up.parentElement); )
    if (/auto|scroll/.test(getComputedStyle(up).overflowX)) return false; return true; })
  .map((e) => e.outerHTML.slice(0, 60))"""
"""What reaches beyond the screen where nothing scrolls to it."""

OFF_GRID = """() => [...document.querySelectorAll(".reading p")]
  .filter((e) => e.offsetWidth)
  .map((e) => e.getBoundingClientRect().width / parseFloat(getComputedStyle(e).fontSize))
  .filter((ems) => Math.abs(ems - Math.round(ems)) > 0.02)"""
"""Paragraphs whose lines do not hold a whole number of characters."""

TORN = """() => {
  const walker = document.createTreeWalker(document.querySelector("main"), NodeFilter.SHOW_TEXT);
  const found = [];
  let before, box, block;
  for (let node; (node = walker.nextNode()); ) {
    const range = document.createRange();
    range.selectNodeContents(node);
    const number = node.parentElement.closest("th, td") && /^\\s*[\\d,.]+%?\\s*$/.test(node.data);
    if (number && range.getClientRects().length > 1) found.push(node.data);
    if (getComputedStyle(node.parentElement).writingMode !== "horizontal-tb") continue;
    const own = node.parentElement.closest("p, li, dd, dt, td, th, h1, h2, h3, summary, caption");
    for (let i = 0; i < node.length; i++) {
      const c = node.data[i];
      if (/\\s/.test(c)) continue;
      range.setStart(node, i);
      range.setEnd(node, i + 1);
      const at = range.getBoundingClientRect();
      if (!at.width) continue;
      const broken = block === own && box && at.top > box.bottom - 2;
      if (broken && (/[）」』，。、；：？！]/.test(c) || /[（「『]/.test(before))) found.push(before + c);
      [before, box, block] = [c, at, own];
    }
  }
  return found;
}"""
"""Numbers in a table that stand on two lines; what begins a line though it closes, or ends one
though it opens."""


@pytest.mark.parametrize(("width", "dark"), [(320, True), (375, False), (768, True), (1440, False)])
def test_every_kind_of_page_keeps_its_form(
    open_page: Open, npm: Path, width: int, dark: bool
) -> None:
    """No colour depends on the width and no width on the colours: not every pair is tried."""
    page, found = open_page("/", width=width, dark=dark), {}
    for path in PAGE_KINDS:
        page.goto(path)
        wrong = [*page.evaluate(TORN), *page.evaluate(CUT, width), *page.evaluate(OFF_GRID)]
        if page.evaluate(WIDE) > width:
            wrong.append("it scrolls sideways")
        if width > 375 and len(set(page.evaluate(EDGES))) != 1:
            wrong.append("it has more than one left edge")
        wrong += violations(page, npm)
        if width in (375, 768):
            page.evaluate(TWICE_THE_SIZE)
            if page.evaluate(WIDE) > width or page.evaluate(CUT, width):
                wrong.append("its text at twice the size does not fit")
        if wrong:
            found[path] = wrong
    assert found == {}


def test_every_kind_of_page_fits_with_letters_twice_as_large(
    chromium: str, browser: Browser, website: str
) -> None:
    """As a reader sets them in the browser, by which media queries go too."""
    large = browser.browser_type.launch(
        executable_path=chromium,
        args=[*programs.FLAGS, "--blink-settings=defaultFontSize=32"],
    )
    page, found = large.new_page(base_url=website), []
    for path in PAGE_KINDS:
        page.goto(path)
        for width in (320, 375, 768, 1440):
            page.set_viewport_size({"width": width, "height": 800})
            if page.evaluate(WIDE) > width or page.evaluate(CUT, width):
                found.append(f"{path} at {width}")
    large.close()
    assert found == []


def test_every_kind_of_page_is_valid_html(live: Path, npm: Path, java: str) -> None:
    """By the W3C's checker."""
    pages = [live / path.strip("/") / "index.html" for path in PAGE_KINDS]
    jar = npm / "vnu-jar" / "build" / "dist" / "vnu.jar"
    done = subprocess.run(
        [java, "-jar", jar, "--errors-only", "--format", "json", *pages],
        capture_output=True, text=True, timeout=180, check=False,
    )  # fmt: skip
    try:
        messages = json.loads(done.stderr)["messages"]
    except ValueError:
        pytest.fail(f"the checker itself failed: {done.stderr[-2000:]}", pytrace=False)
    assert [readable(message) for message in messages] == []


def readable(message: dict[str, Any]) -> str:
    """Page and place, what is wrong, and the markup around it."""
    page = message.get("url", "").partition("/current/")[2]
    extract = " ".join(message.get("extract", "").split())
    return f"{page}:{message.get('lastLine', '?')}: {message['message']} [{extract}]"

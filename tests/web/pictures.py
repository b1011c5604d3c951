"""`make pictures`: what the live release looks like, as PNG files in build/pictures/.

Each kind of page on a telephone and on a wide screen, and a date as it prints.
"""

from __future__ import annotations

import threading
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

from playwright.sync_api import sync_playwright

from tests.web import programs

LIVE, OUTPUT = Path("build/current"), Path("build/pictures")
PAGES = {
    "home": "/",
    "date": "/bazi/1979-11-2/",
    "term-day": "/bazi/2003-7-7/",
    "pair": "/pair/jia-zi/yi-you/",
    "this-year": "/flow-year/",
    "zodiac": "/zodiac/",
}
PRINTED = {"width": 672, "height": 1017}  # A4 between its margins


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, *_: object) -> None:
        """Say nothing of requests."""


def main() -> None:
    OUTPUT.mkdir(parents=True, exist_ok=True)
    server = ThreadingHTTPServer(("127.0.0.1", 0), partial(Quiet, directory=str(LIVE)))
    threading.Thread(target=server.serve_forever, daemon=True).start()
    base = f"http://127.0.0.1:{server.server_port}"
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=programs.chromium(), args=list(programs.FLAGS)
        )
        page = browser.new_page(base_url=base, locale="zh-TW")
        for name, path in PAGES.items():
            for width in (375, 1440):
                page.set_viewport_size({"width": width, "height": 812})
                page.goto(path)
                page.screenshot(path=OUTPUT / f"{name}-{width}.png", full_page=True)
        page.emulate_media(media="print")
        page.set_viewport_size(PRINTED)
        page.goto(PAGES["date"])
        page.screenshot(path=OUTPUT / "date-print.png", full_page=True)
        browser.close()


if __name__ == "__main__":
    main()

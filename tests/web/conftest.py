"""A real Chromium on the real site: `open_page` gives a page, and fails the test if it complains.

A complaint is an error on the console, an uncaught exception, a request that failed or a
request to anywhere but the site itself.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, Page, expect, sync_playwright

from tests.web import programs

Open = Callable[..., Page]

expect.set_options(timeout=20_000)  # a machine may be busy with other tests


def needed(find: Callable[..., Any], *arguments: Any, **options: Any) -> Any:
    """What `find` returns, or the test fails with the one line saying what to install."""
    try:
        return find(*arguments, **options)
    except programs.MissingError as error:
        missing = str(error)
    pytest.fail(missing, pytrace=False)


@pytest.fixture(scope="session")
def npm() -> Path:
    """The folder with the npm packages."""
    return needed(programs.npm_packages)


@pytest.fixture(scope="session")
def java() -> str:
    return needed(programs.program, "java", packages=("default-jre-headless",))


@pytest.fixture(scope="session")
def chromium() -> str:
    """The path of a Chromium."""
    return needed(programs.chromium)


# Playwright's loop runs for as long as it is started: per module, so that no test elsewhere meets it.
@pytest.fixture(scope="module")
def browser(chromium: str) -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=list(programs.FLAGS))
        yield browser
        browser.close()


@contextmanager
def visiting(browser: Browser, website: str) -> Iterator[Open]:
    """Open a path in a new context; `allow` is a pattern of expected complaints."""
    contexts: list[BrowserContext] = []
    complaints: list[str] = []

    def open_(
        path: str = "/", *, width: int = 1280, dark: bool = False, script: bool = True,
        allow: str = r"(?!)", **options: Any,
    ) -> Page:  # fmt: skip
        context = browser.new_context(
            base_url=website,
            viewport={"width": width, "height": 800},
            color_scheme="dark" if dark else "light",
            java_script_enabled=script,
            locale="zh-TW",
            **options,
        )
        contexts.append(context)

        def complain(what: str) -> None:
            if not re.search(allow, what):
                complaints.append(f"{path}: {what}")

        watch(context, website, complain)
        page = context.new_page()
        page.goto(path)
        return page

    yield open_
    for context in contexts:
        context.close()
    if complaints:
        pytest.fail("the page complains:\n" + "\n".join(complaints), pytrace=False)


@pytest.fixture
def open_page(browser: Browser, website: str) -> Iterator[Open]:
    """Visit the site."""
    with visiting(browser, website) as open_:
        yield open_


def box(element: Locator) -> Any:
    """Where it stands in the window."""
    found = element.bounding_box()
    assert found, "it is not shown"
    return found


def watch(context: BrowserContext, website: str, complain: Callable[[str], None]) -> None:
    def requested(request: Any) -> None:
        if not request.url.startswith((f"{website}/", "data:", "blob:")):
            complain(f"request to another origin: {request.url}")

    def failed(request: Any) -> None:
        if request.failure != "net::ERR_ABORTED":  # a visitor who left before it came
            complain(f"request failed: {request.url} ({request.failure})")

    def said(message: Any) -> None:
        if message.type == "error":
            complain(f"console: {message.text} ({message.location.get('url', '')})")

    context.on("request", requested)
    context.on("requestfailed", failed)
    context.on("console", said)
    context.on("weberror", lambda web: complain(f"uncaught: {web.error.message}"))

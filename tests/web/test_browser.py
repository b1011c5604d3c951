"""The ground itself: a page that goes wrong is noticed, whatever way it goes wrong."""

from __future__ import annotations

import pytest
from playwright.sync_api import Browser

from tests.web import programs
from tests.web.conftest import Open, watch

SITE = "http://site.test"
PROBE = {"content_type": "text/html", "body": "<!doctype html><title>probe</title><h1>probe</h1>"}


@pytest.mark.parametrize(
    ("script", "complaints"),
    [
        ("void 0", []),
        ("console.error('no')", ["console: no"]),
        ("setTimeout(() => { throw new Error('broken') })", ["uncaught: broken"]),
        ("fetch('/gone').catch(() => 0)", ["console: Failed to load", f"request failed: {SITE}/gone"]),
        ("fetch('/missing')", ["console: Failed to load resource: the server responded with a status of 404"]),
        ("new Image().src = 'http://elsewhere.test/a.png'", ["request to another origin: http://elsewhere.test/"]),
    ],
)  # fmt: skip
def test_a_complaint_is_noticed(browser: Browser, script: str, complaints: list[str]) -> None:
    noticed: list[str] = []
    context = browser.new_context()
    watch(context, SITE, noticed.append)
    context.route("**/*", lambda route: route.fulfill(**PROBE))
    context.route("**/gone", lambda route: route.abort("connectionrefused"))
    context.route("**/missing", lambda route: route.fulfill(status=404))
    page = context.new_page()
    page.goto(f"{SITE}/")
    page.evaluate(f"() => {{ {script} }}")
    for _ in range(100):  # a busy machine tells of them late
        if len(noticed) >= len(complaints):
            break
        page.wait_for_timeout(50)
    page.wait_for_timeout(200)
    context.close()
    assert len(noticed) == len(complaints)
    for said, expected in zip(sorted(noticed), complaints, strict=True):
        assert said.startswith(expected)


def test_what_is_missing_is_named_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(programs, "PATH", "")
    monkeypatch.setenv("PATH", "")
    said = r"^this test needs java: install a-jre \(apt-get install a-jre\)$"
    with pytest.raises(programs.MissingError, match=said):
        programs.program("java", packages=("a-jre",))


def test_the_policy_of_the_site_holds_in_the_browser(open_page: Open) -> None:
    page = open_page(allow="Content Security Policy")
    page.evaluate(
        "document.body.append(Object.assign(document.createElement('script'), {text: 'window.x = 1'}))"
    )
    assert page.evaluate("window.x") is None

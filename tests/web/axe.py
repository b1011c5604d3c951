"""axe-core on an open page: what it finds by day and by night."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from playwright.sync_api import Page

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OF_COLORS = ["color-contrast", "link-in-text-block"]
"""The rules that a page may keep by day and break by night: all else is the same in both."""

RUN = "only => axe.run(document, {runOnly: only, resultTypes: ['violations']})"


def violations(page: Page, npm: Path) -> list[str]:
    """A line for every element at fault, by day and then by night; the page is left in the light."""
    page.evaluate((npm / "axe-core" / "axe.min.js").read_text())  # not bound by the page's policy
    found = _readable(page.evaluate(RUN, TAGS))
    page.emulate_media(color_scheme="dark")
    found += [f"by night: {line}" for line in _readable(page.evaluate(RUN, OF_COLORS))]
    page.emulate_media(color_scheme="light")
    return found


def _readable(result: dict[str, Any]) -> list[str]:
    """Rule, target, what to do."""
    return [
        f"{rule['id']} ({rule['impact']}): {' '.join(map(str, node['target']))}: "
        + " ".join(node["failureSummary"].split())
        for rule in result["violations"]
        for node in rule["nodes"]
    ]

"""axe-core finds nothing on a page of any kind, narrow or wide, by day or by night."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.conftest import Open
from tests.web.kinds import PAGE_KINDS, WIDTHS

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
OF_COLORS = ["color-contrast", "link-in-text-block"]
"""The rules that a page may keep by day and break by night: all else is the same in both."""

RUN = "only => axe.run(document, {runOnly: only, resultTypes: ['violations']})"


@pytest.mark.parametrize("path", PAGE_KINDS)
def test_a_page_is_accessible_by_day_and_by_night(open_page: Open, npm: Path, path: str) -> None:
    page = open_page(path)
    page.evaluate((npm / "axe-core" / "axe.min.js").read_text())  # not bound by the page's policy
    found = []
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 800})
        for scheme, only in (("light", TAGS), ("dark", OF_COLORS)):
            page.emulate_media(color_scheme=scheme)
            told = readable(page.evaluate(RUN, only))
            found += [f"{path} ({width}, {scheme}): {line}" for line in told]
    if found:
        pytest.fail("\n".join(found), pytrace=False)


def readable(result: dict[str, Any]) -> list[str]:
    """A line for every element at fault: rule, target, what to do."""
    return [
        f"{rule['id']} ({rule['impact']}): {' '.join(map(str, node['target']))}: "
        + " ".join(node["failureSummary"].split())
        for rule in result["violations"]
        for node in rule["nodes"]
    ]

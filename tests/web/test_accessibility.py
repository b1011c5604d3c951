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


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("path", PAGE_KINDS)
def test_a_page_is_accessible_by_day_and_by_night(
    open_page: Open, npm: Path, path: str, width: int
) -> None:
    page = open_page(path, width=width)
    page.evaluate((npm / "axe-core" / "axe.min.js").read_text())  # not bound by the page's policy
    by_day = readable(page.evaluate(RUN, TAGS))
    page.emulate_media(color_scheme="dark")
    by_night = readable(page.evaluate(RUN, OF_COLORS))
    if by_day or by_night:
        pytest.fail("\n".join([path, *by_day, "by night:", *by_night]), pytrace=False)


def readable(result: dict[str, Any]) -> list[str]:
    """A line for every element at fault: rule, target, what to do."""
    return [
        f"{rule['id']} ({rule['impact']}): {' '.join(map(str, node['target']))}: "
        + " ".join(node["failureSummary"].split())
        for rule in result["violations"]
        for node in rule["nodes"]
    ]

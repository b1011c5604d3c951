"""axe-core finds nothing on a page of any kind, light or dark, narrow or wide."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from tests.web.conftest import Open
from tests.web.kinds import PAGE_KINDS, WIDTHS

TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
RUN = "tags => axe.run(document, {runOnly: tags, resultTypes: ['violations']})"


@pytest.mark.parametrize("width", WIDTHS)
@pytest.mark.parametrize("dark", [False, True], ids=["light", "dark"])
@pytest.mark.parametrize("path", PAGE_KINDS)
def test_a_page_is_accessible(
    open_page: Open, npm: Path, path: str, dark: bool, width: int
) -> None:
    page = open_page(path, width=width, dark=dark)
    page.evaluate((npm / "axe-core" / "axe.min.js").read_text())  # not bound by the page's policy
    found = readable(page.evaluate(RUN, TAGS))
    if found:
        pytest.fail("\n".join([path, *found]), pytrace=False)


def readable(result: dict[str, Any]) -> list[str]:
    """A line for every element at fault: rule, target, what to do."""
    return [
        f"{rule['id']} ({rule['impact']}): {' '.join(map(str, node['target']))}: "
        + " ".join(node["failureSummary"].split())
        for rule in result["violations"]
        for node in rule["nodes"]
    ]

"""The W3C's checker finds no error in a page of any kind."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest

from tests.web.kinds import PAGE_KINDS


def test_every_kind_of_page_is_valid_html(output: Path, npm: Path, java: str) -> None:
    live = output / "current"
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
    found = [readable(message) for message in messages]
    if found:
        pytest.fail("\n".join(found), pytrace=False)


def readable(message: dict[str, Any]) -> str:
    """Page and place, what is wrong, and the markup around it."""
    page = message.get("url", "").partition("/current/")[2]
    extract = " ".join(message.get("extract", "").split())
    return f"{page}:{message.get('lastLine', '?')}: {message['message']} [{extract}]"

"""The reference page: every error, every field of a chart, and examples that run."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from collections import Counter
from pathlib import Path
from typing import Any

import pytest
import yaml
from flask.testing import FlaskClient

from generator.content.settings import Site
from tests.conftest import read_page

CODES = {
    "birth_date_required", "birth_date_impossible", "birth_date_out_of_range", "gender_invalid",
    "json_invalid", "content_type_invalid", "request_invalid", "origin_not_allowed", "not_found",
    "method_not_allowed", "body_too_late", "body_too_large", "rate_limited", "internal_error", "unavailable",
}  # fmt: skip
"""Every `X-Error-Code`."""


@pytest.fixture(scope="module")
def spec(live: Path) -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load((live / "openapi.yaml").read_text())
    return loaded


def test_the_reference_lists_every_error_in_the_door_s_own_words(
    client: FlaskClient, spec: dict[str, Any], live: Path
) -> None:
    assert set(spec["components"]["headers"]["ErrorCode"]["schema"]["enum"]) == CODES
    html = (live / "docs" / "api" / "index.html").read_text()
    rows = re.findall(
        r'<th scope="row">(4..|5..)</th><td><code>(\w+)</code>.*?<span class="soft">(.*?)</span>',
        html,
    )
    statuses = [*["400"] * 7, "403", "404", "405", "408", "413", "429", "500", "503"]
    assert [status for status, _, _ in rows] == statuses
    listed = {code: (int(status), said) for status, code, said in rows}
    assert listed.keys() == CODES
    large = b'{"x":"' + b"a" * 17_000 + b'"}'
    foreign = {"Origin": "https://elsewhere.example"}
    for code, answer in (
        ("not_found", client.get("/api/v1/nothing")),
        ("method_not_allowed", client.get("/api/v1/bazi")),
        (
            "body_too_large",
            client.post("/api/v1/bazi", data=large, content_type="application/json"),
        ),
    ):
        assert listed[code] == (answer.status_code, answer.get_json()["error"])
        assert answer.headers["X-Error-Code"] == code
    refused = client.post("/mcp", json={}, headers=foreign)
    assert listed["origin_not_allowed"] == (403, refused.get_json()["error"]["message"])
    assert refused.headers["X-Error-Code"] == "origin_not_allowed"


def test_the_reference_explains_every_field_of_a_chart(live: Path, spec: dict[str, Any]) -> None:
    html = read_page(live, "/docs/api/")
    table = html[html.index('id="chart"') :].partition("</table>")[0]
    schemas = spec["components"]["schemas"]
    held = ("Chart", "DayMaster", "Pillar", "HiddenStem", "ChartElement", "ChartStrength",
            "ChartPattern", "Commander", "ChartRelation", "ChartStar", "Root", "Backing")  # fmt: skip
    fields = [field for name in held for field in schemas[name]["properties"].items()]
    rows = re.findall(r"<code>(\w+)</code></th><td>(.*?)　<span", table)
    told = Counter((name, re.sub("<.*?>", "`", said)) for name, said in rows)
    assert told == Counter((name, schema["description"]) for name, schema in fields)


@pytest.mark.parametrize("language", ["sh", "mcp", "python", "js"])
def test_the_reference_s_examples_run(website: str, live: Path, site: Site, language: str) -> None:
    html = read_page(live, "/docs/api/")
    (code,) = re.findall(rf'<code class="{language}">(.*?)</code>', html, re.DOTALL)
    assert "1993-03-30" in code
    code = code.replace(site["base_url"], website).replace("1993-03-30", "1990-05-20")
    command = ["sh", "-c", code]
    if language == "python":
        command = [sys.executable, "-c", code]
    if language == "js":
        assert "await fetch(" in code
        node = shutil.which("node")
        if node is None:  # the only one of the three that a machine may well be without
            return
        command = [node, "--input-type=module", "-e", code]
    done = subprocess.run(command, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert "庚午 辛巳 乙酉" in done.stdout


def test_the_reference_s_way_to_all_dates_fetches_and_proves_every_one(
    website: str, live: Path, site: Site, tmp_path: Path
) -> None:
    (code,) = re.findall(
        r'<code class="all">(.*?)</code>', read_page(live, "/docs/api/"), re.DOTALL
    )
    script = code.replace(site["base_url"], website)
    done = subprocess.run(
        ["sh", "-e", "-c", script],
        cwd=tmp_path, capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    fetched = {p.relative_to(tmp_path) for p in tmp_path.rglob("reading.json")}
    assert fetched == {p.relative_to(live) for p in live.rglob("reading.json")}
    assert len(fetched) == 22

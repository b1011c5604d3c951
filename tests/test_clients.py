"""The official MCP clients of both generations, as installed from the registry, on a real server."""

from __future__ import annotations

import json
import subprocess
from typing import Any

import pytest

from tests.conftest import ROOT
from tests.mcp_calls import TOOLS

CALLS = [
    ["fortune_bazi", {"birthDate": "1990-05-20"}],
    ["fortune_compatibility_score", {"signA": "鼠", "signB": "Ox"}],
    ["fortune_flow_framework", {"year": 2026}],
    ["fortune_service_info", {}],
    ["fortune_bazi", {"birthDate": "tomorrow"}],
]


@pytest.mark.parametrize(
    ("generation", "script", "mode", "version"),
    [
        ("mcp1", "legacy.py", [], "2025-11-25"),
        ("mcp2", "auto.py", ["auto"], "2026-07-28"),
        ("mcp2", "auto.py", ["legacy"], "2025-11-25"),
        ("mcp2", "auto.py", ["2026-07-28"], "2026-07-28"),
    ],
)
def test_a_client_lists_and_calls_every_tool(
    website: str, generation: str, script: str, mode: list[str], version: str
) -> None:
    python = ROOT / ".venv" / generation / "bin" / "python"
    assert python.exists(), "run `make test`: it installs the MCP clients this test is about"
    done = subprocess.run(
        [python, ROOT / "tests" / "clients" / script, f"{website}/mcp", json.dumps(CALLS), *mode],
        capture_output=True, text=True, timeout=60, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stderr[-2000:]
    answer: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    assert answer["version"] == version
    assert answer["tools"] == TOOLS
    assert answer["unknown"] == "-32602"
    assert [error for error, _, _ in answer["results"]] == [False, False, False, False, True]
    for error, structured, text in answer["results"]:
        assert error or json.loads(text) == structured
    assert answer["results"][0][1]["reading"]["bazi"] == "庚午 辛巳 乙酉"
    assert answer["results"][4][2] == "birthDate 為必填，格式須為 YYYY-MM-DD，例如 1990-05-20。"

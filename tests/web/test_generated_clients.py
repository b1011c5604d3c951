"""Clients that openapi-generator makes of the description: they compile, and read every answer."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from datetime import datetime
from pathlib import Path
from typing import Any

import pytest
import yaml

from generator.reading.dataset import SCHEMA
from tests.conftest import ROOT
from tests.web import programs
from tests.web.conftest import needed

CALLERS = ROOT / "tests" / "clients"


def run(*command: str | Path, **options: Any) -> str:
    """What a program prints, if it is content."""
    done = subprocess.run(
        command, capture_output=True, text=True, timeout=300, check=False, **options
    )
    assert done.returncode == 0, f"{done.stdout}\n{done.stderr}"[-3000:]
    return done.stdout


def generator(*arguments: str | Path) -> str:
    return run(Path(sys.executable).with_name("openapi-generator-cli"), *arguments)


def generated(live: Path, language: str, folder: Path) -> None:
    """Write a client of this language into a folder."""
    generator(
        "generate", "-g", language, "-i", live / "openapi.yaml", "-o", folder,
        "--package-name", "wanrishu_client",
    )  # fmt: skip


@pytest.fixture(scope="module")
def expected(live: Path, website: str) -> dict[str, Any]:
    """What a caller prints, told from the files."""
    spec = yaml.safe_load((live / "openapi.yaml").read_text())
    services = spec["paths"]["/api/v1/services"]["get"]["responses"]["200"]
    listed = services["content"]["application/json"]["example"]["data"]
    plain, turned = (
        json.loads((live / "bazi" / day / "reading.json").read_text())
        for day in ("1990-5-20", "1990-6-6")
    )
    answer = {"success": True, "disclaimer": plain["disclaimer"], "data": plain["data"]}
    female = plain["data"] | plain["perspectives"]["female"]
    shared = plain["data"]["love"].split("\n\n")[: plain["shared"]["love"]]
    female["love"] = "\n\n".join([*shared, female["love"]])
    return {
        "health": [True, "ok", "memory"],
        "services": [[service["slug"], service["href"]] for service in listed],
        "neutral": answer,
        "female": answer | {"data": female},
        "refused": [400, False, "birthDate 須在 1990-05-18 到 1990-06-08 之間。", "birth_date_out_of_range"],
        "file": [
            SCHEMA, "1990-06-06",
            turned["chart"]["pillars"][0]["hiddenStems"][0]["weight"],
            turned["chart"]["elements"]["火"]["season"],
            turned["chart"]["relations"][-1]["element"],
            turned["boundary"]["noonSide"],
            datetime.fromisoformat(turned["boundary"]["term"]["at"]).timestamp(),
            turned["basis"]["love"]["日支沖合"],
            plain["boundary"],
        ],
    }  # fmt: skip


def test_openapi_generator_has_nothing_to_say(java: str, live: Path) -> None:
    said = generator("validate", "--recommend", "-i", live / "openapi.yaml")
    assert said.splitlines()[-1] == "No validation issues detected."


def test_a_python_client_calls_every_operation(
    java: str, live: Path, website: str, expected: dict[str, Any], tmp_path: Path
) -> None:
    generated(live, "python", tmp_path)
    environment = os.environ | {"PYTHONPATH": str(tmp_path)}
    said = run(sys.executable, CALLERS / "generated.py", website, env=environment)
    assert json.loads(said) == expected


def test_a_typescript_client_is_well_typed_and_calls_every_operation(
    java: str, npm: Path, live: Path, website: str, expected: dict[str, Any], tmp_path: Path
) -> None:
    generated(live, "typescript-fetch", tmp_path / "client")
    shutil.copy(CALLERS / "generated.ts", tmp_path / "call.ts")
    node = needed(programs.program, "node", packages=("nodejs",))
    run(
        node, npm / "typescript" / "bin" / "tsc", "--strict", "--target", "es2022", "--module", "commonjs",
        "--lib", "es2022,dom", "--outDir", tmp_path / "made", tmp_path / "call.ts",
    )  # fmt: skip
    assert json.loads(run(node, tmp_path / "made" / "call.js", website)) == expected

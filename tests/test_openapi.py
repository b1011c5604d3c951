"""The API's description against the door: valid, true, and nothing found by schemathesis."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml
from flask.testing import FlaskClient
from openapi_spec_validator import validate

from api import create_app
from api.config import Settings
from generator.build import build
from generator.content.inputs import Source
from generator.content.settings import Site
from tests.conftest import read_page

PATHS = ("/api/v1/health", "/api/v1/services", "/api/v1/bazi")


@pytest.fixture(scope="module")
def spec(client: FlaskClient) -> dict[str, Any]:
    loaded: dict[str, Any] = yaml.safe_load(client.get("/openapi.yaml").data)
    return loaded


def test_it_is_valid_and_says_what_the_specification_says(spec: dict[str, Any]) -> None:
    validate(spec)
    assert spec["openapi"] == "3.1.0"
    assert spec["info"]["version"] == "1.1.0"
    assert spec["info"]["title"].isascii()  # generated clients name their package after it
    assert tuple(spec["paths"]) == PATHS
    reading = spec["components"]["schemas"]["Reading"]
    assert "wordCount" not in reading["required"]


def test_it_is_served_as_yaml_with_an_etag(client: FlaskClient) -> None:
    response = client.get("/openapi.yaml")
    assert response.mimetype == "application/yaml"
    again = client.get("/openapi.yaml", headers={"If-None-Match": response.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    services = client.get("/api/v1/services")
    again = client.get("/api/v1/services/", headers={"If-None-Match": services.headers["ETag"]})
    assert (again.status_code, again.data) == (304, b"")
    head = client.head("/api/v1/services")
    assert (head.status_code, head.data) == (200, b"")


def test_routes_of_the_door_and_paths_of_the_description_are_the_same(
    client: FlaskClient, spec: dict[str, Any]
) -> None:
    rules = {
        (rule.rule, method.lower())
        for rule in client.application.url_map.iter_rules()  # type: ignore[attr-defined]
        if rule.rule.startswith("/api/")
        for method in rule.methods - {"HEAD", "OPTIONS"}
    }
    described = {(path, method) for path, item in spec["paths"].items() for method in item}
    assert rules == described


def test_examples_are_what_the_door_answers(
    client: FlaskClient, source: Source, tmp_path: Path, spec: dict[str, Any]
) -> None:
    """The example date lies outside the small release of these tests: it is pressed beside."""
    on = date(1993, 3, 30)
    build.build(source, tmp_path, on, on, jobs=1)
    beside = create_app(Settings(release=tmp_path / "current")).test_client()
    operation = spec["paths"]["/api/v1/bazi"]["post"]
    requests = operation["requestBody"]["content"]["application/json"]["examples"]
    answers = operation["responses"]["200"]["content"]["application/json"]["examples"]
    assert requests.keys() == answers.keys() == {"neutral", "female"}
    for name, example in requests.items():
        answer = beside.post("/api/v1/bazi", json=example["value"])
        assert answer.get_json() == answers[name]["value"]
    services = spec["paths"]["/api/v1/services"]["get"]["responses"]["200"]
    example = services["content"]["application/json"]["example"]
    assert client.get("/api/v1/services").get_json() == example
    examples = operation["responses"]["400"]["content"]["application/json"]["examples"]
    for name, raw, kind in (
        ("missing", b"{}", "application/json"),
        ("impossible", b'{"birthDate": "1990-02-30"}', "application/json"),
        ("gender", b'{"birthDate": "1990-05-20", "gender": "x"}', "application/json"),
        ("broken", b'{"birthDate": NaN}', "application/json"),
        ("twice", b'{"birthDate":"1990-05-20","birthDate":"1990-05-20"}', "application/json"),
        ("type", b'{"birthDate":"1990-05-20"}', "text/plain"),
    ):
        answer = client.post("/api/v1/bazi", data=raw, content_type=kind)
        assert answer.get_json() == examples[name]["value"], name


def test_the_reference_lists_every_error_in_the_door_s_own_words(
    client: FlaskClient, spec: dict[str, Any], live: Path
) -> None:
    html = (live / "docs" / "api" / "index.html").read_text()
    listed = re.findall(r'<th scope="row">(4..|5..)</th><td>.*?</td><td>(.*?)</td>', html)
    assert [status for status, _ in listed] == [*["400"] * 7, "404", "405", "413", "429", "500", "503"]  # fmt: skip
    said = dict(listed)
    assert said["404"] == client.get("/api/v1/nothing").get_json()["error"]
    assert said["405"] == client.get("/api/v1/bazi").get_json()["error"]
    large = b'{"x":"' + b"a" * 17_000 + b'"}'
    answer = client.post("/api/v1/bazi", data=large, content_type="application/json")
    assert said["413"] == answer.get_json()["error"]


def test_schemathesis_finds_nothing(website: str, live: Path, tmp_path: Path) -> None:
    """All checks; the range of the description is narrowed to the small release of these tests."""
    text = (live / "openapi.yaml").read_text()
    pattern = '"^(19[5-9][0-9]|20[01][0-9]|202[0-5])-[0-9]{2}-[0-9]{2}$"'
    assert text.count(pattern) == 1
    narrowed = tmp_path / "openapi.yaml"
    narrowed.write_text(text.replace(pattern, '"^1990-(05-(19|2[0-9]|3[01])|06-0[1-8])$"'))
    done = subprocess.run(
        [
            Path(sys.executable).with_name("schemathesis"), "run", narrowed, "--url", website,
            "--checks", "all", "--max-examples", "60", "--seed", "1", "--no-color",
        ],
        capture_output=True, text=True, timeout=300, cwd=tmp_path, check=False,
    )  # fmt: skip
    assert done.returncode == 0, done.stdout[-4000:]
    assert "No issues found" in done.stdout


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

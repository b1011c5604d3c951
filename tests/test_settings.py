"""The door's settings, and an environment with nothing but the door."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
from pathlib import Path
from traceback import format_exception

import pytest

from api.config import VARIABLES, Settings, SettingsError

ROOT = Path(__file__).resolve().parent.parent


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("WANRISHU_PORT", "http", "WANRISHU_PORT is 'http'; set it to a whole number"),
        ("WANRISHU_SERVE_SITE", "yes", "set it to 1 or 0"),
        ("WANRISHU_TRUSTED_PROXIES", "-1", "whole number"),
        ("WANRISHU_RATE_LIMIT", "0 per 1 minute", "write it as '60 per 1 minute'"),
        ("WANRISHU_ALLOWED_ORIGINS", "a.example", "write origins as https://a.example"),
        ("RATELIMIT_STORAGE_URI", "memroy://", "set it to memory:// or redis://host:6379"),
        ("WANRISHU_TRUSTED_PROXY", "1", "PROXY is no setting; use WANRISHU_TRUSTED_PROXIES"),
        ("RATELIMIT_STORAGE_URL", "redis://a", "URL is no setting; use RATELIMIT_STORAGE_URI"),
    ],
)
def test_a_bad_setting_names_the_variable_and_the_cure(name: str, value: str, message: str) -> None:
    with pytest.raises(SettingsError, match=message.replace("(", r"\(")):
        Settings.from_environment({name: value})


@pytest.mark.parametrize(
    ("uri", "shown"),
    [
        ("redsi://user:se/cret@host:6379/0", "redsi://host:6379/0"),
        ("redis://:sec/ret@host", "redis://host"),
        ("redis://host:x?password=secret", "redis://host:x"),
    ],
)
def test_a_storage_that_can_not_be_used_is_shown_without_its_password(uri: str, shown: str) -> None:
    with pytest.raises(SettingsError) as told:
        Settings.from_environment({"RATELIMIT_STORAGE_URI": uri})
    assert str(told.value).startswith(f"RATELIMIT_STORAGE_URI is {shown!r}; set it to ")
    assert "sec" not in "".join(format_exception(told.value))


def test_the_press_s_variables_are_no_slips() -> None:
    press = ("WANRISHU_KEEP", "WANRISHU_EDITOR_URL", "WANRISHU_PREVIEW_PORT")
    assert Settings.from_environment(dict.fromkeys(press, "5")) == Settings()


def test_settings_come_from_the_environment() -> None:
    assert Settings.from_environment({}) == Settings()
    changed = Settings.from_environment(
        {"WANRISHU_PORT": "9000", "WANRISHU_SERVE_SITE": "0", "WANRISHU_RELEASE": "/srv/x"}
    )
    assert (changed.port, changed.serve_site, changed.release) == (9000, False, Path("/srv/x"))
    readme = (ROOT / "README.md").read_text()
    assert all(f"`{variable}`" in readme for variable in VARIABLES.values())


def test_the_door_runs_with_nothing_of_the_press_installed(output: Path, tmp_path: Path) -> None:
    """A clean environment from api.lock, the door's package alone, a real start and answer.

    The command of the press, which an install brings along, says what it lacks.
    """
    python = tmp_path / "venv" / "bin" / "python"
    venv = [sys.executable, "-m", "venv", "--without-pip", tmp_path / "venv"]
    subprocess.run(venv, check=True)
    pip = [sys.executable, "-m", "pip", "--python", python, "--disable-pip-version-check"]
    lock = ["--require-hashes", "-r", ROOT / "api.lock"]
    subprocess.run([*pip, "install", "--quiet", "--no-compile", *lock], check=True)
    shutil.copytree(ROOT / "api", tmp_path / "door" / "api")
    script = """
import importlib.util
for name in ("generator", "lunar_python", "markdown_it", "yaml", "opencc"):
    assert importlib.util.find_spec(name) is None, name
from api import create_app
import api.server
answer = create_app().test_client().post("/api/v1/bazi", json={"birthDate": "1990-05-20"})
print(answer.status_code, answer.get_json()["data"]["bazi"])
"""
    done = subprocess.run(
        [python, "-I", "-c", f"import sys; sys.path.insert(0, '.')\n{script}"],
        cwd=tmp_path / "door", capture_output=True, text=True, check=False,
        env=os.environ | {"WANRISHU_RELEASE": str(output / "current"), "PYTHONUTF8": "1"},
    )  # fmt: skip
    assert done.stdout == "200 庚午 辛巳 乙酉\n", done.stderr
    assert json.loads(done.stderr)["status"] == 200
    pressed = subprocess.run(
        [python, "-m", "generator.cli", "build"], cwd=ROOT, capture_output=True, text=True
    )
    told = "wanrishu: lunar_python is missing; install the press: pip install 'wanrishu[generator]'"
    assert (pressed.returncode, pressed.stderr) == (1, f"{told}\n")

"""Installed beside the libraries, outside a checkout: folders are those of where one stands."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
import tomllib
from importlib.metadata import distribution
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tests.conftest import ROOT

DAY = ("--from", "1990-05-20", "--to", "1990-05-20", "--jobs", "1")


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The modules of the packages that a wheel would hold, and nothing else."""
    site = tmp_path_factory.mktemp("site-packages")
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())
    for package in project["tool"]["setuptools"]["packages"]:
        folder = Path(*package.split("."))
        (site / folder).mkdir()
        for module in (ROOT / folder).glob("*.py"):
            shutil.copy(module, site / folder)
    return site


def wanrishu(installed: Path, cwd: Path, *arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-P", "-m", "generator.cli", *arguments],
        cwd=cwd, env=os.environ | {"PYTHONPATH": str(installed)},
        capture_output=True, text=True, check=False,
    )  # fmt: skip


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("check",), "找不到 data 資料夾（data）— 在專案的資料夾裡執行，或用 --data 指明"),
        (("--data", str(ROOT / "data"), "build"), "找不到 templates 資料夾（templates）— 在專案的資料夾裡執行，或用 --templates 指明"),
        (("verify",), "there is no release at build/current: run `wanrishu build` in the project's folder, or name the folder of the release with --output"),
    ],
)  # fmt: skip
def test_a_missing_folder_is_named_with_its_option(
    installed: Path, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    done = wanrishu(installed, tmp_path, *arguments)
    assert (done.returncode, done.stdout, done.stderr) == (1, "", f"Error: {said}\n")
    assert list(tmp_path.iterdir()) == []


def test_with_its_folders_named_it_works_from_anywhere(installed: Path, tmp_path: Path) -> None:
    named = ("--data", str(ROOT / "data"), "--templates", str(ROOT / "templates"))
    done = wanrishu(installed, tmp_path, *named, "build", *DAY, "--output", "site")
    assert done.returncode == 0, done.stderr
    assert (tmp_path / "site" / "current" / "bazi" / "1990-5-20" / "index.html").exists()
    assert wanrishu(installed, tmp_path, "verify", "--output", "site").returncode == 0
    assert [entry.name for entry in tmp_path.iterdir()] == ["site"]
    assert not list(installed.rglob("*.html"))


def test_an_install_from_a_checkout_writes_nothing_among_the_releases(tmp_path: Path) -> None:
    copy = tmp_path / "checkout"
    ignored = shutil.ignore_patterns("__pycache__", "deploy")
    for name in ("api", "generator"):
        shutil.copytree(ROOT / name, copy / name, ignore=ignored)
    for name in ("pyproject.toml", "README.md", "LICENSE"):
        shutil.copy(ROOT / name, copy)
    pip = [sys.executable, "-m", "pip", "wheel", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--no-deps", "--wheel-dir", tmp_path, copy], check=True)
    assert len(list(tmp_path.glob("wanrishu-*.whl"))) == 1
    assert not (copy / "build").exists()


@pytest.mark.parametrize("python", ["3.11.0", "3.11.2", "3.12.0", "3.14.0"])
def test_the_press_lock_has_what_its_libraries_need_on_every_python(python: str) -> None:
    lines = (ROOT / "press.lock").read_text().splitlines()
    locked = [Requirement(line.rstrip("\\")) for line in lines if line[0].isalnum()]
    on = {"python_full_version": python, "python_version": python.rpartition(".")[0]}
    there = {canonicalize_name(r.name): r for r in locked if not r.marker or r.marker.evaluate(on)}
    asked = {
        name: [Requirement(need) for need in distribution(name).requires or ()]
        for name in there.keys() - {"async-timeout"}  # which this Python may not have
    }
    extras = {name: sorted(r.extras) or [""] for name, r in there.items()}
    lacking = {
        f"{need.name}, of {name}"
        for name, needs in asked.items()
        for need in needs
        if canonicalize_name(need.name) not in there
        and (not need.marker or any(need.marker.evaluate(on | {"extra": e}) for e in extras[name]))
    }
    assert lacking == set()

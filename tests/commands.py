"""The command line, run in this process with the project's own folders or others."""

from __future__ import annotations

from pathlib import Path

from click.testing import CliRunner, Result

from generator.cli import main
from tests.conftest import ROOT


def run(
    *arguments: object, data: Path = ROOT / "data", templates: Path = ROOT / "templates"
) -> Result:
    folders = ("--data", str(data), "--templates", str(templates))
    return CliRunner().invoke(main, [*folders, *map(str, arguments)], catch_exceptions=False)


def printed(*arguments: object, data: Path = ROOT / "data") -> list[str]:
    """The lines of a command that does what it should, empty ones left out."""
    result = run(*arguments, data=data)
    assert result.exit_code == 0, result.output
    return [line for line in result.output.splitlines() if line]


def refused(
    *arguments: object, data: Path = ROOT / "data", templates: Path = ROOT / "templates"
) -> str:
    """The sentence that a command ends with which fails as expected."""
    result = run(*arguments, data=data, templates=templates)
    assert result.exit_code == 1, result.output
    last = result.output.strip().splitlines()[-1]
    assert last.startswith("Error: ")
    return last.removeprefix("Error: ")

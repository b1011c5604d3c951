"""Workers are forked, or begin afresh as on macOS: either way, the same bytes."""

from __future__ import annotations

import shutil
import subprocess
import sys
from pathlib import Path

from tests.desk import ROOT
from tests.releases import tree

START = """
import multiprocessing, sys
from generator.build import workers
from generator.cli import main
workers.CONTEXT = multiprocessing.get_context(sys.argv.pop(1))
main()
"""
SPAN = ("--from", "1990-05-19", "--to", "1990-05-21")


def run(method: str, desk: Path, *command: str) -> str:
    folders = ("--data", str(desk / "data"), "--templates", str(desk / "templates"))
    started = [sys.executable, "-c", START, method, *folders, *command]
    done = subprocess.run(started, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stderr
    return done.stdout


def worked(desk: Path, method: str) -> dict[str, bytes]:
    """Build, ask what an edit would change, build it; all that came of it."""
    for name in ("data", "templates"):
        shutil.copytree(ROOT / name, desk / name)
    out = ("--output", str(desk / "out"))
    run(method, desk, "build", *SPAN, "--jobs", "2", *out)
    terms = desk / "data" / "terms.yaml"
    terms.write_text(terms.read_text().replace("。", "喔。", 1))
    told = run(method, desk, "diff", *out, "--page", str(desk / "page"))
    run(method, desk, "build", *SPAN, "--jobs", "2", *out)
    made = tree(desk / "page") | tree(desk / "out" / "current")
    return made | {"told": told.replace(str(desk), "").encode()}


def test_workers_that_begin_afresh_make_what_forked_ones_make(tmp_path: Path) -> None:
    forked, afresh = (worked(tmp_path / method, method) for method in ("fork", "spawn"))
    assert afresh.keys() == forked.keys()
    assert [name for name in afresh if afresh[name] != forked[name]] == []

"""Going back and building killed at every step: both releases stay, and the next try succeeds."""

from __future__ import annotations

import signal
import subprocess
import sys
from pathlib import Path

import pytest

from generator.dataset import SCHEMA
from generator.journal import WithdrawnError
from generator.rollback import kept_releases, roll_back
from tests.conftest import ROOT
from tests.releases import kept, live, put

KILLED_AT = """
import os, sys
from pathlib import Path
from generator.rollback import roll_back
output, schema, fatal = Path(sys.argv[1]), int(sys.argv[2]), int(sys.argv[3])
passed = 0
def watch(event, arguments):
    global passed
    written = event == "open" and str(arguments[0]).endswith(".history.json")
    if written or event in ("os.rename", "os.symlink", "os.remove", "shutil.rmtree"):
        passed += 1
        if passed == fatal:
            os.kill(os.getpid(), 9)
sys.addaudithook(watch)
roll_back(output, None, schema)
"""


def test_killed_at_any_step_both_releases_stay_and_the_next_try_succeeds(tmp_path: Path) -> None:
    """At each step in turn, over real processes; then a build of what was live, and another."""
    ended = []
    for fatal in range(1, 20):
        output = tmp_path / str(fatal)
        put(output, "1")
        two = put(output, "2")
        arguments = [sys.executable, "-c", KILLED_AT, str(output), str(SCHEMA), str(fatal)]
        ended.append(subprocess.run(arguments, cwd=ROOT, check=False).returncode)
        assert live(output) in ("1", "2")
        assert kept(output) == {"1", "2"}
        if live(output) == "1":
            with pytest.raises(WithdrawnError, match=two):
                put(output, "2")
        else:
            roll_back(output, None, SCHEMA)
        assert live(output) == "1"
        put(output, "3")
        put(output, "4")
        assert kept(output) == {"1", "3", "4"}
        if ended[-1] == 0:
            break
    assert ended[-1] == 0
    assert set(ended[:-1]) == {-signal.SIGKILL}
    assert len(ended) > 6


PUBLISHED = """
import os, sys
from pathlib import Path
from tests.releases import put
from generator import release
passed = 0
def watch(event, arguments):
    global passed
    written = event == "open" and str(arguments[0]).endswith(".history.json")
    if written or event in ("os.rename", "os.symlink", "os.rmdir", "os.remove", "shutil.rmtree"):
        passed += 1
        if passed == int(sys.argv[2]):
            os.kill(os.getpid(), 9)
sys.addaudithook(watch)
put(Path(sys.argv[1]), sys.argv[3], inputs=sys.argv[4])
"""


@pytest.mark.parametrize(("content", "inputs"), [("1", ""), ("1", "others"), ("3", "")])
def test_a_build_killed_at_any_step_leaves_what_was_gone_back_to(
    tmp_path: Path, content: str, inputs: str
) -> None:
    """The content of the release gone back to, not live any more, and another one."""
    ended = []
    for fatal in range(1, 40):
        output = tmp_path / str(fatal)
        put(output, "1")
        put(output, "2")
        roll_back(output, None, SCHEMA)
        put(output, "4")
        put(output, "5")
        arguments = [sys.executable, "-c", PUBLISHED, str(output), str(fatal), content, inputs]
        ended.append(subprocess.run(arguments, cwd=ROOT, check=False).returncode)
        assert live(output) in ("5", content)
        assert "1" in kept(output)
        assert (output / "releases" / kept_releases(output)[0].name / "a").exists()
        put(output, "6")
        put(output, "7")
        assert {"1", "6", "7"} == kept(output)
        if ended[-1] == 0:
            break
    assert ended[-1] == 0
    assert set(ended[:-1]) == {-signal.SIGKILL}

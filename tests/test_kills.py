"""Publishing and going back killed at every step: a whole release is live, and the next try succeeds."""

from __future__ import annotations

import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest

from generator.build.history import WithdrawnError
from generator.build.releases import publish_again, roll_back
from generator.build.verify import verify
from generator.reading.dataset import SCHEMA
from tests.conftest import ROOT
from tests.releases import kept, live, put

KILLED_AT = """
import os, sys
from pathlib import Path
from generator.build.releases import roll_back
from tests.releases import put
output, fatal, content, inputs, schema = Path(sys.argv[1]), int(sys.argv[2]), *sys.argv[3:]
passed = 0
def watch(event, arguments):
    global passed
    written = event == "open" and str(arguments[0]).endswith(".releases.json")
    if written or event in ("os.rename", "os.symlink", "os.link", "os.rmdir", "os.remove", "shutil.rmtree"):
        passed += 1
        if passed == fatal:
            os.kill(os.getpid(), 9)
sys.addaudithook(watch)
put(output, content, inputs=inputs) if content else roll_back(output, None, int(schema))
"""


def killed(
    folder: Path, prepare: Callable[[Path], object], content: str, inputs: str = ""
) -> Iterator[Path]:
    """An output folder for each step at which publishing `content` (or going back) was killed."""
    ended = []
    for fatal in range(1, 60):
        output = folder / str(fatal)
        prepare(output)
        arguments = [str(output), str(fatal), content, inputs, str(SCHEMA)]
        done = subprocess.run([sys.executable, "-c", KILLED_AT, *arguments], cwd=ROOT, check=False)
        ended.append(done.returncode)
        yield output
        if not done.returncode:
            break
    assert ended[-1] == 0
    assert set(ended[:-1]) == {-signal.SIGKILL}
    assert len(ended) > 5


def two(output: Path) -> None:
    for content in "12":
        put(output, content)


def gone_back(output: Path) -> None:
    two(output)
    roll_back(output, None, SCHEMA)
    put(output, "4")


def damaged(output: Path) -> None:
    two(output)
    for name in ("a", "release.json"):
        (output / "current" / name).write_text("x")


@pytest.mark.parametrize(
    ("prepare", "content", "inputs"),
    [
        (two, "3", ""),  # new
        (two, "1", ""),  # the one before
        (two, "2", "others"),  # the live one, from other inputs
        (gone_back, "1", ""),
        (gone_back, "3", ""),
        (damaged, "2", ""),
    ],
)
def test_a_build_killed_at_any_step_leaves_a_whole_release_live(
    tmp_path: Path, prepare: Callable[[Path], object], content: str, inputs: str
) -> None:
    for output in killed(tmp_path, prepare, content, inputs):
        if prepare is not damaged:
            assert verify((output / "current").resolve()) == []
        put(output, content, inputs=inputs)
        assert live(output) == content
        assert verify((output / "current").resolve()) == []
        put(output, "7")
        assert kept(output) == ["7", content]


def test_going_back_killed_at_any_step_leaves_both_releases(tmp_path: Path) -> None:
    for output in killed(tmp_path, two, ""):
        assert sorted(kept(output)) == ["1", "2"]
        if live(output) == "1":
            with pytest.raises(WithdrawnError, match="收回過的那一版"):
                put(output, "2")
            publish_again(output)
        else:
            put(output, "2")
            roll_back(output, None, SCHEMA)
        assert live(output) == "1"
        put(output, "3")
        assert kept(output) == ["3", "1"]


def test_any_sequence_of_builds_and_going_back_succeeds(tmp_path: Path) -> None:
    """One such sequence once ended, after the switch, in a folder that was not empty."""
    for content in ("1", "2", None, "3", "4", "1", "2", None, "1", "4"):
        if content is None:
            roll_back(tmp_path, None, SCHEMA)
        else:
            put(tmp_path, content, keep=3)
            assert live(tmp_path) == content
        assert verify((tmp_path / "current").resolve()) == []
        assert len(kept(tmp_path)) <= 3
    put(tmp_path, "5", keep=2)
    assert kept(tmp_path) == ["5", "4"]


def test_the_link_always_leads_somewhere(tmp_path: Path) -> None:
    """Watched by another process while releases come, go and are mended.

    It looks twice: one stopped in the middle of following the link may find what is gone by then.
    """
    put(tmp_path, "1")
    watcher = (
        "import sys, os\n"
        "print('ready', flush=True)\n"
        "missing = seen = 0\n"
        "while not os.path.exists(sys.argv[1] + '/stop'):\n"
        "    seen += 1\n"
        "    path = sys.argv[1] + '/current/release.json'\n"
        "    missing += not (os.path.exists(path) or os.path.exists(path))\n"
        "print(missing, seen)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", watcher, str(tmp_path)], stdout=subprocess.PIPE, text=True
    )
    assert process.stdout is not None
    process.stdout.readline()
    deadline = time.monotonic() + 2
    while time.monotonic() < deadline:
        for content in "232":
            (tmp_path / "current" / "a").write_text("damaged")
            put(tmp_path, content)
    (tmp_path / "stop").touch()
    missing, seen = process.communicate(timeout=20)[0].split()
    assert (missing, int(seen) > 100) == ("0", True)

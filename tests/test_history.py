"""Which releases are kept: the live one and the one live before it, whatever clocks and links say."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from generator import release
from generator.history import switch
from generator.release import ReleaseError
from generator.stage import staging

ROOT = Path(__file__).resolve().parent.parent


def put(output: Path, content: str, **index: object) -> str:
    with staging(output) as stage:
        files = [stage.write("a", content.encode())]
        return release.publish(output, stage, files, {"schema": 1, **index})[0]


def kept(output: Path) -> set[str]:
    return {entry.name for entry in (output / "releases").iterdir()}


def live(output: Path) -> str:
    return (output / "current" / "a").read_text()


def test_the_release_before_has_a_link_for_a_roll_back(tmp_path: Path) -> None:
    one, two = put(tmp_path, "1"), put(tmp_path, "2")
    assert (tmp_path / "previous").resolve().name == one
    assert (tmp_path / "current").resolve().name == two
    put(tmp_path, "2")
    assert (tmp_path / "previous").resolve().name == one


@pytest.mark.parametrize("spelling", ["relative", "dotted", "linked", "absolute"])
def test_the_spelling_of_the_output_folder_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spelling: str
) -> None:
    output = tmp_path / "site"
    (tmp_path / "door").symlink_to(output)
    monkeypatch.chdir(tmp_path)
    spelled = {
        "relative": Path("site"),
        "dotted": Path("site/../site"),
        "linked": tmp_path / "door",
        "absolute": output,
    }[spelling]
    one, two = put(output, "1"), put(spelled, "2")
    assert kept(output) == {one, two}
    assert put(spelled, "1") == one  # back to what is not the newest folder
    assert kept(output) == {one, two}
    assert live(output) == "1"
    three = put(spelled, "3")
    assert kept(output) == {one, three}


def test_a_clock_set_back_does_not_matter(tmp_path: Path) -> None:
    names = []
    for i in range(4):
        names.append(put(tmp_path, str(i)))
        os.utime(tmp_path / "releases" / names[-1], (10**9 - i, 10**9 - i))
    assert kept(tmp_path) == set(names[-2:])
    assert live(tmp_path) == "3"


@pytest.mark.parametrize("written", ["releases/{}", "./releases/{}/", "{absolute}/releases/{}"])
def test_the_release_an_operator_went_back_to_is_kept(tmp_path: Path, written: str) -> None:
    one, two = put(tmp_path, "1"), put(tmp_path, "2")
    (tmp_path / "current").unlink()
    (tmp_path / "current").symlink_to(written.format(one, absolute=tmp_path))
    three = put(tmp_path, "3")
    assert kept(tmp_path) == {one, three}
    assert two not in kept(tmp_path)
    assert (tmp_path / "previous" / "a").read_text() == "1"


def test_mending_what_an_operator_went_back_to_drops_no_other(tmp_path: Path) -> None:
    one, two = put(tmp_path, "1"), put(tmp_path, "2")
    switch(tmp_path, one)
    (tmp_path / "current" / "a").write_text("x")
    assert put(tmp_path, "1") == one
    assert live(tmp_path) == "1"
    assert two in kept(tmp_path)


def test_what_is_no_release_in_the_folder_of_releases_is_left_alone(tmp_path: Path) -> None:
    one = put(tmp_path, "1")
    releases = tmp_path / "releases"
    (releases / "notes.txt").write_text("mine")
    (releases / "0123456789abcdef").write_text("a file by a release's name")
    (releases / ".staging-note").write_text("a file by a stage's name")
    (releases / "stable").symlink_to(one)
    shutil.copytree(releases / one, releases / f"{one}.backup")
    for content in "234":
        put(tmp_path, content)
    assert live(tmp_path) == "4"
    assert {"notes.txt", "0123456789abcdef", ".staging-note", "stable", f"{one}.backup"} < kept(
        tmp_path
    )
    assert one not in kept(tmp_path)


def test_a_release_kept_elsewhere_is_never_removed(tmp_path: Path) -> None:
    put(tmp_path / "other", "0")
    put(tmp_path / "site", "1")
    (tmp_path / "site" / "current").unlink()
    (tmp_path / "site" / "current").symlink_to(tmp_path / "other" / "current")
    put(tmp_path / "site", "2")
    assert live(tmp_path / "other") == "0"
    assert (tmp_path / "site" / "previous" / "a").read_text() == "0"


@pytest.mark.parametrize("name", ["current", "previous"])
def test_a_folder_in_a_link_s_place_is_refused_before_any_work(tmp_path: Path, name: str) -> None:
    (tmp_path / name).mkdir()
    with (
        pytest.raises(ReleaseError, match=f"{name} is not a link to a release.* move it away"),
        staging(tmp_path),
    ):
        pass
    assert [entry.name for entry in tmp_path.iterdir()] == [name]


KILLED_AT = """
import os, sys
from pathlib import Path
from generator import release
from generator.stage import staging
output, fatal = Path(sys.argv[1]), int(sys.argv[2])
passed = 0
def watch(event, arguments):
    global passed
    if event in ("os.rename", "os.symlink", "os.rmdir", "os.remove", "shutil.rmtree"):
        passed += 1
        if passed == fatal:
            os.kill(os.getpid(), 9)
with staging(output) as stage:
    files = [stage.write("a", b"3"), stage.write("deep/b", b"3")]
    sys.addaudithook(watch)
    release.publish(output, stage, files, {"schema": 1})
"""


def test_killed_at_any_step_of_the_switch_a_whole_release_is_live(tmp_path: Path) -> None:
    """At each step in turn, over real processes; the build after it then clears up."""
    failures = []
    for fatal in range(1, 40):
        output = tmp_path / str(fatal)
        put(output, "1")
        before = put(output, "2")
        done = subprocess.run(
            [sys.executable, "-c", KILLED_AT, str(output), str(fatal)], cwd=ROOT, check=False
        )
        failures.append(done.returncode)
        assert live(output) in ("2", "3")
        assert not [
            n for n in kept(output) if len(n) == 16 and not (output / "releases" / n / "a").exists()
        ]
        if live(output) == "3":
            assert (output / "previous").resolve().name == before
        put(output, "4")
        now = {(output / link).resolve().name for link in ("current", "previous")}
        assert kept(output) == now
        assert (output / "previous" / "release.json").exists()
        if done.returncode == 0:
            break
    assert failures[-1] == 0
    assert set(failures[:-1]) == {-signal.SIGKILL}
    assert len(failures) > 8


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

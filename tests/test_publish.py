"""Publishing to real hosts: what is sent, in which order, and what no kill and no damage spoils."""

import fcntl
import os
import signal
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import orjson
import pytest

from tests.conftest import ROOT
from tests.processes import until_it_waits
from tests.publishing import ONE, TWO, press, publish, published, refused, stopping
from tests.remotes import S3, Folder, Remote, Rsync


@pytest.fixture(params=[S3, Rsync, Folder])
def remote(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Remote]:
    root = tmp_path / "remote"
    root.mkdir()
    server: Remote = request.param(root)
    yield server
    server.stop()


@pytest.fixture
def s3(tmp_path: Path) -> Iterator[S3]:
    server = S3(tmp_path)
    yield server
    server.stop()


@pytest.fixture
def output(tmp_path: Path) -> Path:
    return tmp_path / "build"


def test_a_host_comes_to_hold_the_release_and_then_only_what_changed_is_sent(
    remote: Remote, output: Path
) -> None:
    whole = press(output, ONE)
    live = (output / "current").resolve().name
    assert published(remote, output) == f"{remote.target} is release {live}"
    assert remote.files() == whole
    remote.seen()
    published(remote, output)
    assert remote.seen() == []
    whole = press(output, TWO)
    # The folder that goes with its file is not counted.
    assert refused(remote, output, "--max-delete", "0").startswith("1 files of ")
    published(remote, output)
    assert remote.files() == whole
    if not isinstance(remote, Folder):
        seen = remote.seen()
        assert sorted(seen[:2]) == ["bazi/1990-5-20/index.html", "style.css"]
        assert seen[2:4] == ["sitemap.xml", "-bazi/1990-5-21/index.html"]
        assert sorted(seen[-2:]) == ["SHA256SUMS", "release.json"]
        assert seen[4:-2] in ([], ["-bazi/1990-5-21"])


def test_a_change_of_neither_length_nor_time_is_sent(remote: Remote, output: Path) -> None:
    for word in (b"one", b"two", b"one"):  # there, and back as by a rollback
        whole = press(output, ONE | {"style.css": word})
        for path in (output / "current").resolve().rglob("*"):
            os.utime(path, (0, 0))
        published(remote, output)
        assert remote.files() == whole


def test_what_is_there_and_not_of_the_release_is_deleted(remote: Remote, output: Path) -> None:
    whole = press(output, ONE)
    published(remote, output)
    junk = "blog/index.html", "bazi/.index.html.Xk3f9a", ".well-known/old", "tables/old"
    for path in (*junk, "style.css"):
        remote.put(path, b"0ne")
    published(remote, output)
    assert remote.files() == whole


def test_more_is_deleted_only_when_that_is_allowed(remote: Remote, output: Path) -> None:
    press(output, ONE)
    published(remote, output)
    there = remote.files()
    whole = press(output, {"index.html": b"new"})
    for options in ((), ("--dry-run",)):
        assert refused(remote, output, "--max-delete", "4", *options) == (
            f"5 files of {remote.target} are not of this release and would be deleted, the first "
            "bazi/1990-5-20/index.html; nothing was done — if that is meant: --max-delete 5"
        )
    assert remote.files() == there
    published(remote, output, "--max-delete", "5")
    assert remote.files() == whole


def test_what_would_be_done_is_told_by_the_tool_without_doing_it(
    remote: Remote, output: Path, capfd: pytest.CaptureFixture[str]
) -> None:
    press(output, ONE)
    published(remote, output)
    there = remote.files()
    press(output, TWO)
    capfd.readouterr()
    remote.seen()
    said = published(remote, output, "--dry-run")
    live = (output / "current").resolve().name
    assert said == f"{remote.target} would be release {live}"
    told = "".join(capfd.readouterr())
    for path in ("style.css", "bazi/1990-5-21/index.html", "release.json"):
        assert path in told
    assert "1990-5-20/reading.json" not in told
    assert remote.files() == there
    assert remote.seen() == []


def test_a_damaged_release_is_not_sent(remote: Remote, output: Path) -> None:
    press(output, ONE)
    live = (output / "current").resolve()
    (live / "style.css").write_bytes(b"0ne")
    assert refused(remote, output) == (
        f"damaged: style.css: {live} is damaged — run: wanrishu build --force"
    )
    assert remote.files() == {}


MANY = {f"bazi/{n}/index.html": b"a" * 2000 for n in range(20)} | ONE
HALF = '$REAL "--filter=- /bazi/*1*/**" "--filter=- *.json" "$@"'


def test_stopped_in_any_pass_and_repeated_it_ends_exact(
    remote: Remote, output: Path, tmp_path: Path
) -> None:
    """Only half of one pass is done; then the same release is published, or the one before."""
    changed = {path: content.replace(b"a", b"b") for path, content in MANY.items()}
    folders = (output, tmp_path / "other")
    wholes = (press(folders[0], changed | TWO), press(folders[1], MANY))
    published(remote, folders[1])
    usual, there = remote.environment, 1
    for at in remote.passes:
        remote.environment = stopping(remote, tmp_path / f"bin{at}", at, f"{HALF}; exit 1")
        assert publish(remote, folders[1 - there]).stderr.splitlines()[-1] == (
            f"Error: {remote.tool} ended with code 1: mend what it says above, then run this "
            "again; it goes on from there"
        )
        remote.environment = usual
        assert remote.files() != wholes[1 - there]
        there = at % 2
        published(remote, folders[there])
        assert remote.files() == wholes[there]


def waiting(remote: Remote, output: Path, folder: Path) -> subprocess.Popen[str]:
    """A publish whose tool waits in the first pass for a line, and then does half of it."""
    then = f"echo waiting; read line; exec {HALF}"
    environment = stopping(remote, folder / "bin", remote.passes[0], then)
    process = subprocess.Popen(
        [sys.executable, "-m", "generator.cli", "publish", remote.target, "--output", str(output)],
        cwd=ROOT, env=os.environ | environment, start_new_session=True, text=True,
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    assert process.stdout
    assert process.stdout.readline() == "waiting\n"
    until_it_waits(process)  # for its tool: before, it does not know what to end
    return process


def test_the_tool_of_a_killed_publish_keeps_the_next_one_away(
    remote: Remote, output: Path, tmp_path: Path
) -> None:
    whole = press(output, MANY)
    with waiting(remote, output, tmp_path) as process:
        process.kill()
        process.wait()
        assert refused(remote, output) == f"{output} is being published already — wait for it"
    until_ended(output)
    assert remote.files() != whole
    published(remote, output)
    assert remote.files() == whole


def until_ended(output: Path) -> None:
    """Wait for the tool and all that it started: they have the lock."""
    lock = os.open(output, os.O_RDONLY)
    fcntl.flock(lock, fcntl.LOCK_EX)
    os.close(lock)


@pytest.mark.parametrize("interrupt", [os.kill, os.killpg])
def test_ctrl_c_ends_it_and_its_tool(
    remote: Remote, output: Path, tmp_path: Path, interrupt: Callable[[int, int], None]
) -> None:
    """Whether the terminal sends the signal to both, or somebody to the program alone."""
    whole = press(output, ONE)
    with waiting(remote, output, tmp_path) as process:
        interrupt(process.pid, signal.SIGINT)
        assert process.wait(60) == 1
        until_ended(output)
        published(remote, output)
    assert remote.files() == whole


def test_an_object_has_its_media_type_and_an_age(s3: S3, output: Path) -> None:
    kinds = {
        "a.html": "text/html; charset=utf-8",
        "a.css": "text/css; charset=utf-8",
        "a.js": "text/javascript; charset=utf-8",
        "a.txt": "text/plain; charset=utf-8",
        "openapi.yaml": "application/yaml",
        "site.webmanifest": "application/manifest+json",
        ".well-known/api-catalog": 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
        "release.json": "application/json",
    }
    press(output, dict.fromkeys(kinds.keys() - {"release.json"}, b"x"))
    published(s3, output)
    listed = subprocess.run(
        ["rclone", "lsjson", "-R", "--files-only", "--metadata", s3.target],
        env=os.environ | s3.environment, capture_output=True, check=True,
    )  # fmt: skip
    found = {each["Path"]: each for each in orjson.loads(listed.stdout)}
    assert {path: found[path]["MimeType"] for path in kinds} == kinds
    assert {each["Metadata"]["cache-control"] for each in found.values()} == {"public, max-age=300"}


def test_every_failure_is_one_sentence_with_its_cure(s3: S3, output: Path, tmp_path: Path) -> None:
    press(output, ONE)
    empty = tmp_path / "empty"
    empty.mkdir()
    again = "mend what it says above, then run this again; it goes on from there"
    no_target = "write REMOTE:PATH with a remote of `rclone config`, or rsync:HOST:/PATH, rsync:/FOLDER, rsync://HOST/MODULE"
    for target, changed, said in (
        ("bucket", {}, f"bucket is no target — {no_target}"),
        ("rsync:", {}, f"rsync: is no target — {no_target}"),
        ("s3:web", {"PATH": str(empty)}, "rclone is not installed — https://rclone.org/install/"),
        ("rsync:host:/", {"PATH": str(empty)}, "rsync is not installed — apt-get install rsync"),
        ("nosuch:web", {}, f"rclone ended with code 1: {again}"),
        ("s3:nosuch", {}, f"rclone ended with code 3: {again}"),
        ("s3:web", {"AWS_SECRET_ACCESS_KEY": "wrong"}, f"rclone ended with code 1: {again}"),
        ("rsync://127.0.0.1:1/web", {}, f"rsync ended with code 10: {again}"),
        (":crypt:", {"RCLONE_CRYPT_REMOTE": str(empty), "RCLONE_CRYPT_PASSWORD": "4PiySxY38JxE8d7s9lg16GY"}, ":crypt: has no digests to compare, so a change of the same length would be missed — publish there with rsync, or to a remote that has them (S3, R2, GCS, Azure)"),
    ):  # fmt: skip
        s3.target = target
        usual = s3.environment
        s3.environment = usual | changed
        assert refused(s3, output) == said, target
        s3.environment = usual
    assert f"there is no release at {empty / 'current'}" in refused(s3, empty)

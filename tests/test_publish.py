"""Publishing to real hosts: what is sent, in which order, and what no kill and no stranger spoils."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from hashlib import sha256
from pathlib import Path

import orjson
import pytest

from generator import delivery
from tests.publishing import EVERYTHING, ONE, TWO, press, publish, published, refused
from tests.remotes import S3, Remote, Rsync

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(params=[S3, Rsync])
def remote(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[Remote]:
    root = tmp_path / "remote"
    root.mkdir()
    server: Remote = request.param(root)
    yield server
    server.stop()


@pytest.fixture
def output(tmp_path: Path) -> Path:
    return tmp_path / "build"


def test_a_host_comes_to_hold_the_release_and_then_only_what_changed_is_sent(
    remote: Remote, output: Path
) -> None:
    whole = press(output, ONE)
    said = published(remote, output)
    assert said.startswith("sent release ")
    assert said.endswith(f"to {remote.target}: 1 assets, 3 pages, 2 indexes, 0 removed, 0.0 MB")
    assert remote.files() == whole
    remote.seen()
    assert published(remote, output).startswith(f"nothing changed: {remote.target} is release ")
    assert remote.seen() == []
    whole = press(output, TWO)
    said = published(remote, output)
    assert said.endswith(": 1 assets, 1 pages, 1 indexes, 1 removed, 0.0 MB")
    assert remote.files() == whole
    assert remote.seen() == [
        "SHA256SUMS", "style.css", "bazi/1990-5-20/index.html", "sitemap.xml",
        "-bazi/1990-5-21/index.html", "release.json", "SHA256SUMS",
    ]  # fmt: skip


def test_what_the_list_there_does_not_name_is_never_removed(remote: Remote, output: Path) -> None:
    press(output, ONE)
    published(remote, output)
    for path in ("blog/index.html", "bazi/mine.html"):
        (remote.folder / path).parent.mkdir(exist_ok=True)
        (remote.folder / path).write_bytes(b"mine")
    whole = press(output, TWO)
    published(remote, output)
    assert remote.files() == whole | {"blog/index.html": b"mine", "bazi/mine.html": b"mine"}


def cut(raw: bytes) -> bytes:
    return raw[: len(raw) // 2]


def of_somebody_else(raw: bytes) -> bytes:
    return b"0" * 64 + b"  index.html\n"


def outside(raw: bytes) -> bytes:
    lines = raw + b"0" * 64 + b"  ../../kept\n"
    return delivery._marked(lines) + b"\n" + lines


@pytest.mark.parametrize("damage", [cut, of_somebody_else, outside])
def test_a_list_that_is_not_a_releases_own_is_believed_in_nothing(
    remote: Remote, output: Path, damage: Callable[[bytes], bytes]
) -> None:
    press(output, ONE)
    published(remote, output)
    kept = remote.folder.parent.parent / "kept"
    kept.write_bytes(b"mine")
    sums = remote.folder / "SHA256SUMS"
    sums.write_bytes(damage(sums.read_bytes()))
    whole = press(output, TWO)
    done = publish(remote, output)
    assert f"the SHA256SUMS there is damaged or not of a release: {EVERYTHING}" in done.stdout
    left = {"bazi/1990-5-21/index.html": b"gone soon"}
    assert (remote.files(), kept.read_bytes()) == (whole | left, b"mine")


def test_without_a_list_there_everything_is_sent(remote: Remote, output: Path) -> None:
    press(output, ONE)
    published(remote, output)
    remote.remove("SHA256SUMS")
    whole = press(output, TWO)
    done = publish(remote, output)
    assert f"there is no release yet: {EVERYTHING}" in done.stdout
    assert remote.files() == whole | {"bazi/1990-5-21/index.html": b"gone soon"}


def test_more_is_removed_only_when_that_is_allowed(remote: Remote, output: Path) -> None:
    press(output, ONE)
    published(remote, output)
    whole = press(output, {"index.html": b"new"})
    assert refused(remote, output, "--max-delete", "4") == (
        "5 files would be removed there, the first bazi/1990-5-20/index.html; nothing was done — "
        "if that is meant, allow it: --max-delete 5"
    )
    published(remote, output, "--max-delete", "5")
    assert remote.files() == whole


def test_what_would_be_done_is_told_without_doing_it(remote: Remote, output: Path) -> None:
    press(output, ONE)
    remote.seen()
    assert published(remote, output, "--dry-run").endswith(
        f"to {remote.target}: 1 assets, 3 pages, 2 indexes, 0 removed"
    )
    assert remote.seen() == []


def test_a_file_lost_there_comes_back_when_all_are_sent(remote: Remote, output: Path) -> None:
    whole = press(output, ONE)
    published(remote, output)
    remote.remove("style.css")
    published(remote, output)
    assert remote.files() != whole
    whole = press(output, TWO)
    published(remote, output, "--all")
    assert remote.files() == whole


def test_without_data_the_host_gets_half_the_files_and_a_list_that_is_true(
    remote: Remote, output: Path
) -> None:
    press(output, ONE)
    published(remote, output)
    published(remote, output, "--no-data")
    assert remote.files().keys() == {*ONE, "release.json", "SHA256SUMS"} - {
        "bazi/1990-5-20/reading.json"
    }
    checked = subprocess.run(["sha256sum", "--check", "--strict", "SHA256SUMS"], cwd=remote.folder, capture_output=True, check=False)  # fmt: skip
    assert checked.returncode == 0
    index = orjson.loads(remote.files()["release.json"])
    sums = sha256(remote.files()["SHA256SUMS"]).hexdigest()
    size = sum(len(ONE[path]) for path in ONE.keys() - {"bazi/1990-5-20/reading.json"})
    assert (index["files"], index["bytes"], index["sums"]) == (5, size, sums)
    assert published(remote, output, "--no-data").startswith("nothing changed")


def test_a_damaged_release_is_not_sent(remote: Remote, output: Path) -> None:
    press(output, ONE)
    live = (output / "current").resolve()
    (live / "style.css").write_bytes(b"0ne")
    assert refused(remote, output) == (
        f"damaged: style.css: {live} is damaged — run: wanrishu build --force"
    )
    (live / "style.css").unlink()
    assert "style.css can't be read" in refused(remote, output)
    (live / "release.json").write_bytes(b"{}")
    assert "SHA256SUMS is not the list that release.json names" in refused(remote, output)


def many(word: bytes) -> dict[str, bytes]:
    pages = {f"bazi/{n}/index.html": word * 20_000 for n in range(60)}
    return pages | {f"{word.decode()}.css": word, "index.html": word}


@pytest.mark.parametrize("end", [signal.SIGKILL, signal.SIGINT])
def test_killed_in_the_middle_it_goes_on_and_another_release_is_not_mixed_with_it(
    remote: Remote, output: Path, end: signal.Signals
) -> None:
    first = press(output, many(b"a"))
    published(remote, output)
    second = press(output, many(b"b"))
    slow = {"RCLONE_BWLIMIT": "200k", "RCLONE_TRANSFERS": "2"}
    code = "from generator import cli, delivery; delivery._AT_ONCE = 10; cli.main()"
    with subprocess.Popen(
        [sys.executable, "-c", code, "publish", remote.target, "--output", str(output)],
        cwd=ROOT, env=os.environ | remote.environment | slow, start_new_session=True,
        stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        try:
            while sum(remote.files().get(path) == second[path] for path in many(b"b")) < 12:
                assert process.poll() is None
                time.sleep(0.005)
            if end == signal.SIGKILL:
                process.kill()  # the program alone, and not what it had started
            else:
                os.killpg(process.pid, end)
        except BaseException:
            process.kill()
            raise
    assert remote.files() != second
    while "already" in publish(remote, output, "--dry-run").stderr:
        time.sleep(0.05)  # what the killed one had started still holds the lock
    for files, whole in ((b"a", first), (b"b", second)):
        press(output, many(files))
        published(remote, output)
        assert remote.files() == whole

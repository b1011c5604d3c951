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
from click.testing import CliRunner, Result

from generator import carriers, delivery, release
from generator.carriers import CarrierError
from generator.cli import main
from generator.dataset import SCHEMA
from generator.parcel import Parcel, parcel
from generator.stage import staging
from tests.remotes import PATH, S3, Remote, Rsync

ROOT = Path(__file__).resolve().parent.parent
ONE = {
    "style.css": b"one",
    "bazi/1990-5-20/index.html": b"one",
    "bazi/1990-5-20/reading.json": b"{}",
    "bazi/1990-5-21/index.html": b"gone soon",
    "index.html": b"same",
    "sitemap.xml": b"<one/>",
}
TWO = ONE | {
    "style.css": b"two",
    "bazi/1990-5-20/index.html": b"two",
    "sitemap.xml": b"<two/>",
}
del TWO["bazi/1990-5-21/index.html"]
EVERYTHING = "every file is sent, none is removed"


def press(output: Path, files: dict[str, bytes]) -> dict[str, bytes]:
    """Make a release live; what a host should then hold."""
    with staging(output) as stage:
        written = [stage.write(path, content) for path, content in files.items()]
        release.publish(output, stage, written, {"schema": SCHEMA})
    return held(output / "current")


def held(folder: Path) -> dict[str, bytes]:
    found = (p for p in folder.rglob("*") if p.is_file())
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in found}


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


def publish(remote: Remote, output: Path, *options: str) -> Result:
    arguments = ["publish", remote.target, "--output", str(output), *options]
    return CliRunner().invoke(main, arguments, env=remote.environment)


def published(remote: Remote, output: Path, *options: str) -> str:
    done = publish(remote, output, *options)
    assert done.exit_code == 0, done.output
    return done.stdout.splitlines()[-1]


def refused(remote: Remote, output: Path, *options: str) -> str:
    """The sentence that a command ended with, having changed nothing there."""
    remote.seen()
    done = publish(remote, output, *options)
    assert (done.exit_code, remote.seen()) == (1, [])
    return done.stderr.splitlines()[-1].removeprefix("Error: ")


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


class _Breaking:
    """A host in memory, and a line to it that breaks after some files."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.left = 0

    def copy(self) -> _Breaking:
        """Another that holds the same."""
        other = _Breaking()
        other.files = dict(self.files)
        return other

    def _one(self) -> None:
        if not self.left:
            raise CarrierError("the line broke")
        self.left -= 1

    def fetch(self, paths: tuple[str, ...], into: Path) -> None:
        for path in self.files.keys() & set(paths):
            (into / path).write_bytes(self.files[path])

    def send(self, folder: Path, paths: tuple[str, ...], told: Callable[[int], None]) -> None:
        for path in paths:
            self._one()
            self.files[path] = (folder / path).read_bytes()

    def delete(self, paths: tuple[str, ...]) -> None:
        for path in paths:
            self._one()
            self.files.pop(path, None)


def send_to(host: _Breaking, sent: Parcel, left: int) -> bool:
    host.left = left
    known = delivery.held(host, sent).files
    try:
        delivery.deliver(host, sent, known, delivery.plan(known, sent), lambda more: None)
    except CarrierError:
        return False
    return True


def test_wherever_the_line_breaks_twice_the_next_release_arrives_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every two moments to break at, and each release after them: no old, lost or orphaned file."""
    monkeypatch.setattr(delivery, "_AT_ONCE", 2)
    press(tmp_path / "1", ONE)
    press(tmp_path / "2", TWO | {"bazi/1990-5-22/index.html": b"new", "a.js": b"", "b.js": b""})
    one, two = (parcel((tmp_path / name / "current").resolve()) for name in "12")
    whole = {sent.id: held(sent.folder) for sent in (one, two)}
    there = _Breaking()
    assert send_to(there, one, 99)
    steps = 12
    for first, second in ((two, one), (one, two), (two, two)):
        for n in range(steps):
            once = there.copy()
            send_to(once, first, n)
            for m in range(n % 3, steps, 3):
                twice = once.copy()
                send_to(twice, second, m)
                for last in (one, two):
                    host = twice.copy()
                    assert send_to(host, last, 99)
                    assert host.files == whole[last.id], (n, m)
    assert not send_to(there.copy(), two, steps - 1)
    assert send_to(there, two, steps)


def test_an_object_has_its_media_type_and_an_age(tmp_path: Path, output: Path) -> None:
    kinds = {
        "a.html": "text/html; charset=utf-8",
        "a.css": "text/css; charset=utf-8",
        "a.js": "text/javascript; charset=utf-8",
        "a.json": "application/json",
        "a.xml": "application/xml",
        "a.txt": "text/plain; charset=utf-8",
        "a.yaml": "application/yaml",
        "a.svg": "image/svg+xml",
        "a.png": "image/png",
        "a.woff2": "font/woff2",
        "a.webmanifest": "application/manifest+json",
        ".well-known/api-catalog": 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    }
    press(output, dict.fromkeys(kinds, b"x"))
    remote = S3(tmp_path)
    try:
        published(remote, output)
        listed = subprocess.run(
            ["rclone", "lsjson", "-R", "--files-only", "--metadata", remote.target],
            env=os.environ | remote.environment, capture_output=True, check=True,
        )  # fmt: skip
    finally:
        remote.stop()
    found = {each["Path"]: each for each in orjson.loads(listed.stdout)}
    told = {"release.json": "application/json", "SHA256SUMS": "text/plain; charset=utf-8"}
    assert {path: each["MimeType"] for path, each in found.items()} == kinds | told
    assert {each["Metadata"]["cache-control"] for each in found.values()} == {"public, max-age=300"}


def test_every_file_a_build_writes_has_a_media_type(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    listed = (ROOT / "templates").rglob("*")
    endings = {p.suffix for p in listed if p.is_file()} - {".md", ".ttf", ".otf", ".jinja", ".py"}
    assert {end for end in endings if not carriers._type(f"a{end}")} == set()


@pytest.mark.parametrize("target", ["s3:web/site", "rsync:TMP"])
def test_a_file_that_vanishes_while_it_is_sent_is_never_listed_as_sent(
    tmp_path: Path, target: str
) -> None:
    remote = S3(tmp_path) if target.startswith("s3") else None
    target = target.replace("TMP", str(tmp_path / "there"))
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "a").write_bytes(b"a")
    lock = os.open(tmp_path, os.O_RDONLY)
    try:
        with pytest.MonkeyPatch.context() as patch:
            for name, value in (remote.environment if remote else {"PATH": PATH}).items():
                patch.setenv(name, value)
            with pytest.raises(CarrierError, match=r"sent 1 of 2|link_stat .*b. failed"):
                carriers.carrier(target, lock).send(
                    tmp_path / "here", ("a", "b"), lambda more: None
                )
    finally:
        os.close(lock)
        if remote:
            remote.stop()


def test_every_failure_is_one_sentence_with_its_cure(tmp_path: Path, output: Path) -> None:
    press(output, ONE)
    empty = tmp_path / "empty"
    empty.mkdir()
    remote = S3(tmp_path / "empty")
    try:
        for target, changed, said in (
            ("bucket", {}, "bucket is no remote — write REMOTE:PATH with a remote of `rclone config`, or rsync:HOST:/PATH, rsync:/PATH, rsync://HOST/MODULE"),
            ("s3:web", {"PATH": str(empty)}, "rclone is not installed — https://rclone.org/install/"),
            ("rsync:host:/", {"PATH": str(empty)}, "rsync is not installed — apt-get install rsync"),
            ("nosuch:web", {}, "rclone: Failed to create file system for \"nosuch:web\": didn't find section in config file"),
            ("s3:nosuch", {}, "rclone: Failed to copy: "),
            ("s3:web", {"AWS_SECRET_ACCESS_KEY": "wrong"}, "rclone: "),
            ("rsync://127.0.0.1:1/web", {}, "rsync: [Receiver] failed to connect to 127.0.0.1 (127.0.0.1): Connection refused"),
        ):  # fmt: skip
            remote.target = target
            usual = remote.environment
            remote.environment = usual | changed
            assert refused(remote, output).startswith(said), target
            remote.environment = usual
        remote.target = "s3:web/site"
        assert f"there is no release at {empty / 'current'}" in refused(remote, empty)
        lock = os.open(output, os.O_RDONLY)
        delivering = "import fcntl, sys; fcntl.flock(int(sys.argv[1]), fcntl.LOCK_EX)"
        subprocess.run([sys.executable, "-c", delivering, str(lock)], pass_fds=(lock,), check=True)
        assert refused(remote, output) == f"{output} is being published already — wait for it"
        os.close(lock)
    finally:
        remote.stop()

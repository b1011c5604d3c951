"""Releases: staged, verified, switched by one rename; the live one survives whatever happens."""

from __future__ import annotations

import re
import shutil
import subprocess
import sys
import time
from datetime import date
from hashlib import sha256
from pathlib import Path

import orjson
import pytest

from generator import build, press, release
from generator.history import ReleaseError
from generator.inputs import Source
from generator.stage import File, Stage, staging

ROOT = Path(__file__).resolve().parent.parent
FIRST, LAST = date(1990, 5, 18), date(1990, 5, 22)


def tree(folder: Path) -> dict[str, bytes]:
    return {
        p.relative_to(folder).as_posix(): p.read_bytes() for p in folder.rglob("*") if p.is_file()
    }


def put(output: Path, files: dict[str, bytes]) -> str:
    with staging(output) as stage:
        written = [stage.write(path, content) for path, content in files.items()]
        return release.publish(output, stage, written, {"schema": 1})[0]


def test_a_release_is_named_by_its_content_and_lists_every_digest(tmp_path: Path) -> None:
    files = {"index.html": b"a", "bazi/1990-5-20/reading.json": b"{}"}
    name = put(tmp_path, files)
    live = tmp_path / "current"
    assert str(live.readlink()) == f"releases/{name}"
    sums = "".join(f"{sha256(files[p]).hexdigest()}  {p}\n" for p in sorted(files)).encode()
    assert (live / "SHA256SUMS").read_bytes() == sums
    assert name == sha256(sums).hexdigest()[:16]
    index = orjson.loads((live / "release.json").read_bytes())
    assert index == {
        "schema": 1,
        "id": name,
        "files": 2,
        "bytes": 3,
        "sums": sha256(sums).hexdigest(),
    }
    done = subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=live, check=False)
    assert done.returncode == 0


def test_what_changed_is_counted_against_the_live_release(tmp_path: Path) -> None:
    put(tmp_path, {"a": b"1", "b": b"1", "c": b"1"})
    with staging(tmp_path) as stage:
        files = [stage.write("a", b"1"), stage.write("b", b"2"), stage.write("d", b"1")]
        _, changes = release.publish(tmp_path, stage, files, {})
    assert (changes.added, changes.changed, changes.removed) == (1, 1, 1)


def test_the_release_before_is_kept_for_a_roll_back_and_older_ones_go(tmp_path: Path) -> None:
    names = [put(tmp_path, {"a": str(i).encode()}) for i in range(4)]
    kept = {p.name for p in (tmp_path / "releases").iterdir()}
    assert kept == set(names[-2:])
    release.switch(tmp_path, names[-2])
    assert (tmp_path / "current" / "a").read_bytes() == b"2"


def test_publishing_the_same_content_again_keeps_the_folder(tmp_path: Path) -> None:
    first = put(tmp_path, {"a": b"1"})
    inode = (tmp_path / "current" / "a").stat().st_ino
    assert put(tmp_path, {"a": b"1"}) == first
    assert (tmp_path / "current" / "a").stat().st_ino == inode
    assert len(list((tmp_path / "releases").iterdir())) == 1


def test_a_stage_that_lost_a_file_is_refused_and_the_live_release_stays(tmp_path: Path) -> None:
    put(tmp_path, {"a": b"1"})
    before = tree(tmp_path / "current")
    with staging(tmp_path) as stage:
        files = [stage.write("a", b"22")]
        (stage.folder / "a").write_bytes(b"2")
        with pytest.raises(ReleaseError, match="a is not on disk as it was written"):
            release.publish(tmp_path, stage, files, {})
    assert tree(tmp_path / "current") == before
    assert [p.name for p in (tmp_path / "releases").iterdir()] == [
        (tmp_path / "current").readlink().name
    ]


def test_a_failing_build_leaves_the_live_release_and_no_litter(
    tmp_path: Path, source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, {"a": b"1"})
    before = tree(tmp_path)
    monkeypatch.setattr(
        press, "other_parts", lambda *args: (_ for _ in ()).throw(OSError("disk full"))
    )
    with pytest.raises(OSError, match="disk full"):
        build.build(source, tmp_path, FIRST, LAST, jobs=1)
    shutil.rmtree(tmp_path / "record")  # the plan, which is true of any release
    assert tree(tmp_path) == before


def test_a_killed_build_leaves_the_live_release_and_the_next_one_sweeps_up(tmp_path: Path) -> None:
    put(tmp_path, {"a": b"1"})
    before = tree(tmp_path / "current")
    command = [sys.executable, "-m", "generator.cli", "build", "--output", str(tmp_path)]
    process = subprocess.Popen(
        [*command, "--from", "1950-01-01", "--to", "1953-12-31"],
        cwd=ROOT, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while not list((tmp_path / "releases").glob(".staging-*/bazi/*/index.html")):
        assert time.monotonic() < deadline
        assert process.poll() is None
        time.sleep(0.01)
    process.kill()  # the parent alone: its workers must notice and let go of the lock
    process.wait()
    assert tree(tmp_path / "current") == before
    assert list((tmp_path / "releases").glob(".staging-*"))
    while True:
        try:
            put(tmp_path, {"a": b"2"})
            break
        except ReleaseError:
            assert time.monotonic() < deadline
            time.sleep(0.05)
    assert not list((tmp_path / "releases").glob(".staging-*"))


def test_two_builds_into_one_folder_do_not_mix(tmp_path: Path) -> None:
    with (
        staging(tmp_path),
        pytest.raises(ReleaseError, match="another build is writing"),
        staging(tmp_path),
    ):
        pass


def test_the_same_input_gives_the_same_bytes_whatever_the_number_of_processes(
    tmp_path: Path, source: Source
) -> None:
    last = date(1991, 1, 3)
    one = build.build(source, tmp_path / "one", date(1990, 12, 30), last, jobs=1)
    two = build.build(source, tmp_path / "two", date(1990, 12, 30), last, jobs=2)
    assert one.release == two.release
    assert tree(tmp_path / "one" / "current") == tree(tmp_path / "two" / "current")
    assert one.dates == 5


def test_pages_and_data_carry_no_clock_host_or_path(tmp_path: Path, source: Source) -> None:
    build.build(source, tmp_path, FIRST, LAST, jobs=1)
    for path, content in tree(tmp_path / "current").items():
        if path.endswith((".png", ".woff2")):
            continue
        text = content.decode().replace("2026-07-28", "")  # a revision of MCP
        assert str(ROOT) not in text, path
        assert "/home/" not in text, path
        if not path.startswith("flow-year/"):  # which tell of years to come
            assert not re.search(r"20(26|27|28)-[01]\d-[0-3]\d", text), path


def test_files_report_what_was_written(tmp_path: Path) -> None:
    stage = Stage(tmp_path)
    assert stage.write("x/y/z.txt", "甲".encode()) == File(
        "x/y/z.txt", sha256("甲".encode()).hexdigest(), 3
    )
    with pytest.raises(FileExistsError):
        stage.write("x/y/z.txt", b"")

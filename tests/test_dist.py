"""A release in one file: the same bytes each time, whole or not there."""

from __future__ import annotations

import gzip
import os
import signal
import subprocess
import sys
import tarfile
import time
from hashlib import sha256
from pathlib import Path

import brotli
import orjson
import pytest
from click.testing import CliRunner, Result

from generator import release
from generator.cli import main
from generator.dataset import SCHEMA
from generator.stage import staging
from generator.verify import verify

ROOT = Path(__file__).resolve().parent.parent
FILES = {
    "bazi/1990-5-20/index.html": "<p>甲子日</p>".encode() * 200,
    "bazi/1990-5-20/reading.json": b'{"data": 1}' * 200,
    "icon-192.png": b"\x89PNG" * 400,
    "index.html": b"<p>short</p>",
    "style.css": b"p{margin:0}" * 200,
}
COPIED = ("bazi/1990-5-20/index.html", "bazi/1990-5-20/reading.json", "style.css")


def press(output: Path, files: dict[str, bytes]) -> Path:
    with staging(output) as stage:
        written = [stage.write(path, content) for path, content in files.items()]
        release.publish(output, stage, written, {"schema": SCHEMA})
    return (output / "current").resolve()


def dist(output: Path, file: Path, *options: str) -> Result:
    return CliRunner().invoke(main, ["dist", "--output", str(output), "-o", str(file), *options])


def unpacked(file: Path, folder: Path) -> Path:
    with tarfile.open(file) as tar:
        tar.extractall(folder, filter="data")
    return next(folder.iterdir())


def held(folder: Path) -> dict[str, bytes]:
    found = (p for p in folder.rglob("*") if p.is_file())
    return {p.relative_to(folder).as_posix(): p.read_bytes() for p in found}


@pytest.mark.parametrize("options", [(), ("--compress", "--jobs", "2"), ("--no-data",)])
def test_the_same_release_is_packed_to_the_same_bytes(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    for name, mask in (("1", 0o022), ("2", 0o077)):
        before = os.umask(mask)
        live = press(tmp_path / name, FILES)
        os.umask(before)
        os.utime(live / "index.html", (0, int(name)))
        assert dist(tmp_path / name, tmp_path / f"{name}.tar", *options).exit_code == 0
    assert (tmp_path / "1.tar").read_bytes() == (tmp_path / "2.tar").read_bytes()
    checked = subprocess.run(["sha256sum", "--check", "--strict", "1.tar.sha256", "2.tar.sha256"], cwd=tmp_path, capture_output=True, check=False)  # fmt: skip
    assert checked.returncode == 0, checked.stderr


def test_a_tar_holds_the_release_by_path_under_its_id(tmp_path: Path) -> None:
    live = press(tmp_path / "build", FILES)
    said = dist(tmp_path / "build", tmp_path / "a.tar").output.splitlines()[-1]
    assert said == f"{tmp_path / 'a.tar'}: release {live.name}, 5 files, 0.0 MB"
    with tarfile.open(tmp_path / "a.tar") as tar:
        entries = tar.getmembers()
    assert [e.name for e in entries] == [f"{live.name}/{path}" for path in (*sorted(FILES), "release.json", "SHA256SUMS")]  # fmt: skip
    assert {(e.uid, e.gid, e.uname, e.gname, e.mode) for e in entries} == {(0, 0, "", "", 0o644)}
    assert len({e.mtime for e in entries}) == len(entries)
    assert held(unpacked(tmp_path / "a.tar", tmp_path / "there")) == held(live)
    assert sorted(os.listdir(tmp_path)) == ["a.tar", "a.tar.sha256", "build", "there"]


def test_a_page_corrected_to_the_same_length_has_another_time(tmp_path: Path) -> None:
    times = []
    for name, word in (("1", b"one"), ("2", b"two")):
        press(tmp_path / name, {"index.html": word, "style.css": b"same"})
        dist(tmp_path / name, tmp_path / f"{name}.tar")
        with tarfile.open(tmp_path / f"{name}.tar") as tar:
            times.append([entry.mtime for entry in tar.getmembers()])
    assert times[0][0] != times[1][0]
    assert times[0][1] == times[1][1]


def test_copies_stand_beside_what_compresses_and_are_listed(tmp_path: Path) -> None:
    live = press(tmp_path / "build", FILES)
    assert dist(tmp_path / "build", tmp_path / "a.tar", "--compress").exit_code == 0
    there = unpacked(tmp_path / "a.tar", tmp_path / "there")
    found = held(there)
    copies = {f"{path}{end}" for path in COPIED for end in (".br", ".gz")}
    assert found.keys() == {*FILES, *copies, "release.json", "SHA256SUMS"}
    for path in COPIED:
        assert gzip.decompress(found[f"{path}.gz"]) == FILES[path]
        assert brotli.decompress(found[f"{path}.br"]) == FILES[path]
    assert verify(there) == []
    index = orjson.loads(found["release.json"])
    assert (index["id"], index["files"]) == (live.name, 11)
    assert index["bytes"] == sum(map(len, found.values())) - sum(
        len(found[name]) for name in ("release.json", "SHA256SUMS")
    )


def test_without_data_the_rest_is_a_release_of_its_own(tmp_path: Path) -> None:
    press(tmp_path / "build", FILES)
    dist(tmp_path / "build", tmp_path / "a.tar", "--no-data")
    there = unpacked(tmp_path / "a.tar", tmp_path / "there")
    assert held(there).keys() == {*FILES, "release.json", "SHA256SUMS"} - {"bazi/1990-5-20/reading.json"}  # fmt: skip
    assert verify(there) == []


@pytest.mark.parametrize("options", [(), ("--compress", "--jobs", "1")])
def test_a_damaged_file_stops_it_and_what_was_packed_before_stays(
    tmp_path: Path, options: tuple[str, ...]
) -> None:
    live = press(tmp_path / "build", FILES)
    assert dist(tmp_path / "build", tmp_path / "a.tar").exit_code == 0
    before = {name: (tmp_path / name).read_bytes() for name in ("a.tar", "a.tar.sha256")}
    page = live / "style.css"
    page.write_bytes(page.read_bytes().replace(b"0", b"1"))
    done = dist(tmp_path / "build", tmp_path / "a.tar", *options)
    assert done.exit_code == 1
    assert done.output.splitlines()[-1] == (
        f"Error: style.css: {live} is damaged — run: wanrishu build --force"
    )
    assert {p.name: p.read_bytes() for p in tmp_path.iterdir() if p.is_file()} == before


@pytest.mark.parametrize("end", [signal.SIGINT, signal.SIGKILL])
def test_ended_in_the_middle_it_leaves_what_was_packed_before(
    tmp_path: Path, end: signal.Signals
) -> None:
    press(tmp_path / "build", {f"{n}.html": b"%d" % n * 9000 for n in range(3000)})
    (tmp_path / "a.tar").write_bytes(b"before")
    with subprocess.Popen(
        [sys.executable, "-m", "generator.cli", "dist", "--output", str(tmp_path / "build"), "-o", str(tmp_path / "a.tar"), "--compress", "--jobs", "1"],
        cwd=ROOT, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    ) as process:  # fmt: skip
        aside = tmp_path / ".a.tar.part"
        while not (aside.exists() and aside.stat().st_size):
            assert process.poll() is None
            time.sleep(0.005)
        process.send_signal(end)
    assert process.returncode != 0
    assert (tmp_path / "a.tar").read_bytes() == b"before"
    assert aside.exists() == (end == signal.SIGKILL)
    assert dist(tmp_path / "build", tmp_path / "a.tar").exit_code == 0
    digest = sha256((tmp_path / "a.tar").read_bytes()).hexdigest()
    assert (tmp_path / "a.tar.sha256").read_text() == f"{digest}  a.tar\n"
    assert not aside.exists()


def test_what_is_missing_is_named_with_its_cure(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    live = press(tmp_path / "build", FILES)
    monkeypatch.setitem(sys.modules, "brotli", None)
    for folder, file, options, said in (
        (tmp_path / "none", "a.tar", (), "there is no release at "),
        (tmp_path / "build", "no/a.tar", (), f"{tmp_path}/no/.a.tar.part: No such file or directory — "),
        (tmp_path / "build", "a.tar", ("--compress", "--jobs", "1"), "--compress needs the package brotli — "),
    ):  # fmt: skip
        done = dist(folder, tmp_path / file, *options)
        assert done.exit_code == 1
        assert done.output.splitlines()[-1].startswith(f"Error: {said}")
    (live / "SHA256SUMS").unlink()
    assert f"{live} is damaged" in dist(tmp_path / "build", tmp_path / "a.tar").output
    assert [path.name for path in tmp_path.iterdir()] == ["build"]

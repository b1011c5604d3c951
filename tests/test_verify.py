"""What is damaged is found and named, and the next build puts it right."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from api.published import open_release
from generator.build import build, releases
from generator.build.verify import seems_whole, verify
from generator.content.inputs import Source
from generator.reading.dataset import SCHEMA
from tests.broken_content import replace
from tests.commands import refused, run
from tests.releases import READING, put, tree

RANGE = ("--from", "1990-5-20", "--to", "1990-5-20", "--jobs", "1")
DAY = date(1990, 5, 20)


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory, source: Source) -> Path:
    folder = tmp_path_factory.mktemp("built")
    build.build(source, folder, DAY, DAY, jobs=1)
    return folder


@pytest.fixture
def output(built: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(built, tmp_path / "out", symlinks=True))


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-7])


def flip(path: Path) -> None:
    path.write_bytes(bytes(len(path.read_bytes())))


def told(was: str, other: str) -> Callable[[Path], object]:
    return lambda path: replace(path, was, other)


SUSPECT: list[tuple[str, Callable[[Path], object]]] = [
    ("release.json", Path.unlink),
    ("release.json", cut),
    ("release.json", told('"dates": 1', '"dates": "x"')),
    ("release.json", told('"first": "1990-05-20"', '"first": "1990-05-19"')),
    ("release.json", told('"files": 2', '"files": 3')),
    ("release.json", told('"bytes": 13', '"bytes": 14')),
    ("release.json", told(f'"schema": {SCHEMA}', '"schema": 1')),
    ("release.json", told(f'"schema": {SCHEMA},', "")),
    ("release.json", told('"id": "', '"id": "0')),
    ("release.json", lambda path: path.write_bytes(b'{"sums": ""}')),
    ("SHA256SUMS", Path.unlink),
    ("SHA256SUMS", lambda path: path.write_bytes(b"\xff\xfe" + path.read_bytes()[:999])),
    ("SHA256SUMS", flip),
    (READING, Path.unlink),
    (READING, lambda path: path.write_bytes(b"")),
    (READING, lambda path: (path.parent / "stray").write_bytes(b"x")),
    ("bazi", shutil.rmtree),
]


@pytest.mark.parametrize(("path", "damage"), SUSPECT)
def test_what_can_be_seen_without_reading_every_file_is_seen(
    tmp_path: Path, path: str, damage: Callable[[Path], object]
) -> None:
    """And so is it by `verify`; publishing the same again mends it."""
    name = put(tmp_path, "1")
    folder = tmp_path / "releases" / name
    whole = tree(folder)
    assert (seems_whole(folder), verify(folder)) == (True, [])
    damage(folder / path)
    assert not seems_whole(folder)
    assert verify(folder)
    put(tmp_path, "1")
    assert tree(tmp_path / "current") == whole


def test_plain_build_and_force_mend_a_live_release(built: Path, output: Path) -> None:
    """The real command: what is seen at once, then wrong bytes of the right size, again and again."""
    assert run("build", *RANGE, "--output", output).output.startswith("沒有改動：")
    cut(output / "current" / "SHA256SUMS")
    assert run("build", *RANGE, "--output", output).exit_code == 0
    assert tree(output / "current") == tree(built / "current")
    for _ in range(2):
        flip(output / "current" / READING)
        said = run("build", *RANGE, "--output", output).output
        assert said.startswith("沒有改動：")
        assert verify(output / "current") == [f"damaged: {READING}"]
        assert run("build", *RANGE, "--output", output, "--force").exit_code == 0
        assert tree(output / "current") == tree(built / "current")
    assert open_release(os.path.realpath(output / "current")).first == DAY
    assert len(list((output / "releases").iterdir())) == 1


def test_an_older_build_s_folder_is_built_over(built: Path, output: Path) -> None:
    """With the schema of another version in its index, the same command replaces it."""
    told(f'"schema": {SCHEMA}', '"schema": 1')(output / "current" / "release.json")
    assert run("build", *RANGE, "--output", output).exit_code == 0
    assert tree(output / "current") == tree(built / "current")


def test_what_is_published_lies_on_the_disk_before_the_link_and_the_link_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the file system held at each sync."""
    seen: list[tuple[str, set[str]]] = []

    def sync() -> None:
        link = tmp_path / "current"
        name = link.readlink().name if link.is_symlink() else ""
        found = [p for p in (tmp_path / "releases").rglob("*") if p.is_file()]
        seen.append((name, {p.relative_to(tmp_path / "releases").as_posix() for p in found}))

    monkeypatch.setattr(releases.os, "sync", sync)
    name = put(tmp_path, "1")
    whole = {f"{name}/{path}" for path in ("a", READING, "SHA256SUMS", "release.json")}
    assert seen == [("", whole), (name, whole)]


def test_verify_names_every_file_that_is_not_as_it_was_built(output: Path) -> None:
    good = run("verify", "--output", output)
    assert good.exit_code == 0
    assert good.output.splitlines()[-1].endswith(" files, each as it was built")
    live = output / "current"
    (live / "index.html").unlink()
    flip(live / "style.css")
    (live / "stray").write_bytes(b"")
    (live / "robots.txt").unlink()
    (live / "robots.txt").symlink_to("/etc/hostname")
    (live / "llms.txt").unlink()
    os.mkfifo(live / "llms.txt")
    held = os.open(live / "llms.txt", os.O_RDWR)
    bad = run("verify", "--output", output)
    os.close(held)
    assert bad.exit_code == 1
    assert bad.output.splitlines()[1:] == [
        "missing: index.html",
        "unexpected: stray",
        "damaged: llms.txt",
        "damaged: robots.txt",
        "damaged: style.css",
        f"Error: 5 problem(s) with {live} — run: wanrishu build --force",
    ]


def test_verify_holds_list_and_index_against_each_other(output: Path) -> None:
    live = output / "current"
    sums, index = live / "SHA256SUMS", live / "release.json"
    described = index.read_bytes()
    told('"dates": 1', '"dates": 364')(index)
    told('"last": "1990-05-20"', '"last": "1991-05-18"')(index)
    assert verify(live) == [
        "damaged: release.json (dates, range: not as SHA256SUMS has it)",
    ]
    index.write_bytes(described)
    lines = sums.read_bytes().splitlines(keepends=True)
    sums.write_bytes(b"".join(lines[:-30]))
    shown = run("verify", "--output", output).output.splitlines()[1:]
    assert shown[0] == "damaged: SHA256SUMS (it is not the list that release.json names)"
    assert [line.split(":")[0] for line in shown[1:20]] == ["unexpected"] * 19
    assert shown[20] == f"Error: 11 more; 31 problem(s) with {live} — run: wanrishu build --force"
    sums.unlink()
    index.write_bytes(b"{")
    assert verify(live) == ["unreadable: release.json", "unreadable: SHA256SUMS"]


def test_verify_says_where_there_is_no_release(tmp_path: Path) -> None:
    (tmp_path / "current").symlink_to("releases/gone")
    said = refused("verify", "--output", tmp_path)
    assert said.startswith("there is no release at ")
    assert "--output" in said

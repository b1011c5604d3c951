"""What a build remembers is never believed over the bytes, nor across a change of the press."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from generator import inputs
from generator.build import build, live_release, untouched
from generator.dataset import SCHEMA
from generator.inputs import prepare
from generator.record import read_plan, read_record
from generator.rollback import roll_back
from generator.stage import SPARE
from tests.desk import DATES, FIRST, LAST, ROOT, Desk
from tests.test_again import EDITS, quick

__all__ = ["quick"]


@pytest.fixture(scope="module")
def pressed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A desk whose release was made, edited and made again."""
    desk = Desk(tmp_path_factory.mktemp("desk"))
    desk.press()
    EDITS["fragment of many"](desk, 3)
    assert 0 < desk.press().pressed < DATES
    return desk.folder


@pytest.fixture
def desk(pressed: Path, tmp_path: Path) -> Desk:
    """A copy of it, file for file with its links, to be edited again."""
    subprocess.run(["cp", "-a", f"{pressed}/.", tmp_path], check=True)
    desk = Desk.__new__(Desk)
    desk.folder = tmp_path
    desk.edit("data/terms.yaml", "。", "喔。")
    return desk


def test_with_nothing_but_a_term_edited_no_date_is_pressed(desk: Desk) -> None:
    """The copy's inodes and times are others: the digests alone say that its files are sound."""
    assert desk.pressed_as_from_nothing() == 0
    live = desk.folder / "out" / "current"
    shared = {p for p in live.rglob("*.html") if p.stat().st_nlink > 1}
    assert len(shared) > DATES


def in_place(path: Path) -> None:
    """As a program does that writes over a file; its time is put back."""
    seen, text = path.stat(), path.read_bytes()
    with path.open("r+b") as file:
        file.write(text.replace("日".encode(), "月".encode(), 1))
    os.utime(path, ns=(seen.st_atime_ns, seen.st_mtime_ns))


def by_name(path: Path) -> None:
    """As an editing program does that puts a new file in the place of the old one."""
    aside = path.with_name("aside")
    aside.write_bytes(path.read_bytes() + b" ")
    aside.replace(path)


def by_link(path: Path) -> None:
    elsewhere = path.parents[4] / "elsewhere"
    shutil.copy(path, elsewhere)
    path.unlink()
    path.symlink_to(elsewhere)


@pytest.mark.parametrize("touch", [in_place, by_name, by_link, Path.unlink])
def test_a_file_that_somebody_touched_is_pressed_again(
    desk: Desk, touch: Callable[[Path], None]
) -> None:
    touch(desk.folder / "out" / "current" / "bazi" / "1990-6-6" / "index.html")
    touch(desk.folder / "out" / "current" / "og" / "site.png")
    assert desk.pressed_as_from_nothing() == 1


@pytest.mark.parametrize("jobs", [1, 3])
def test_what_somebody_put_into_a_release_does_not_come_along(desk: Desk, jobs: int) -> None:
    desk.jobs = jobs
    EDITS["fragment"](desk, 5)
    desk.press()
    spare = desk.folder / "out" / "releases" / SPARE
    for folder in (spare, desk.folder / "out" / "current"):
        (folder / "bazi" / "1990-6-6" / "mine.html").touch()
        (folder / "mine").mkdir()
        (folder / "mine" / "deep.txt").touch()
    EDITS["fragment"](desk, 6)
    desk.pressed_as_from_nothing()
    assert not list((desk.folder / "out" / "current").rglob("*mine*"))


@pytest.mark.parametrize("name", ["plan", "almanac", "release"])
@pytest.mark.parametrize(
    "harm",
    [
        Path.unlink,
        lambda path: os.truncate(path, 300),
        lambda path: path.write_bytes(path.read_bytes().replace(b"1990", b"1991", 1)),
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(b"\xff\n\n"),
    ],
)
def test_a_record_that_is_missing_or_damaged_costs_time_and_nothing_else(
    desk: Desk, name: str, harm: Callable[[Path], object]
) -> None:
    if name == "release":
        name = os.readlink(desk.folder / "out" / "current").rpartition("/")[2]
    harm(desk.folder / "out" / "record" / name)
    desk.pressed_as_from_nothing()


def test_records_are_of_one_press_and_range(desk: Desk) -> None:
    output, live = desk.folder / "out", os.readlink(desk.folder / "out" / "current")[-16:]
    key = f"{desk.source.press} {FIRST} {LAST}"
    sums = (output / "current" / "SHA256SUMS").read_text().splitlines()
    assert read_record(output, live, key, sums)
    assert read_plan(output, key)
    for other in (key.replace("06-08", "06-07"), f"x{key}"):
        assert read_record(output, live, other, sums) is None
        assert read_plan(output, other) is None
    assert read_record(output, live, key, sums[1:]) is None


def test_after_a_rollback_the_release_gone_back_to_is_what_pages_are_taken_from(desk: Desk) -> None:
    EDITS["fragment"](desk, 2)
    desk.press()
    roll_back(desk.folder / "out", None, SCHEMA, lambda done, of: None)
    EDITS["fragment of many"](desk, 1)
    assert 0 < desk.pressed_as_from_nothing() < DATES


def test_records_of_releases_that_are_gone_go_too(desk: Desk) -> None:
    for nth in range(3):
        EDITS["fragment"](desk, nth)
        desk.press()
    output = desk.folder / "out"
    kept = {path.name for path in (output / "record").iterdir()}
    assert kept == {
        "plan",
        "almanac",
        *(p.name for p in (output / "releases").iterdir() if p.name != SPARE),
    }


def test_a_change_of_the_press_presses_everything(tmp_path: Path) -> None:
    """With a copy of the press, run as its users run it."""
    for name in ("generator", "data", "templates"):
        shutil.copytree(ROOT / name, tmp_path / name)

    def press(output: str, *options: str) -> None:
        command = [
            sys.executable,
            "-m",
            "generator.cli",
            "build",
            "--output",
            output,
            "--jobs",
            "1",
        ]
        span = ["--from", "1990-05-19", "--to", "1990-05-21"]
        run = subprocess.run(
            [*command, *span, *options], cwd=tmp_path, capture_output=True, text=True
        )
        assert run.returncode == 0, run.stderr

    press("out")
    labels = tmp_path / "generator" / "labels.py"
    labels.write_text(labels.read_text().replace('"一二三四五六日"', '"一二三四五六天"'))
    press("out")
    page = (tmp_path / "out" / "current" / "bazi" / "1990-5-20" / "index.html").read_text()
    assert "星期天" in page
    press("anew", "--force")
    digests = [(tmp_path / name / "current" / "SHA256SUMS").read_text() for name in ("out", "anew")]
    assert digests[0] == digests[1]


def test_with_no_file_touched_nothing_is_loaded(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    folders = (desk.folder / "data", desk.folder / "templates", desk.folder / "out")
    assert untouched(*folders, FIRST, LAST) is None  # the term
    source = prepare(*folders[:2])
    live = build(source, folders[2], FIRST, LAST, jobs=1).release
    monkeypatch.setattr(inputs, "load", None)
    assert untouched(*folders, FIRST, LAST) == live
    assert untouched(*folders, FIRST, date(1990, 6, 7)) is None
    (folders[0] / "README.md").write_text("又一段。")
    assert untouched(*folders, FIRST, LAST) is None
    monkeypatch.undo()
    assert live_release(prepare(*folders[:2]), folders[2], FIRST, LAST) == live


def test_pages_that_stand_once_stay_unless_they_read_what_was_edited(desk: Desk) -> None:
    page = desk.folder / "out" / "current" / "terms" / "index.html"
    desk.press()
    was = page.stat().st_ino
    for name in ("fragment of many", "claim", "gist", "plain", "golden of another date"):
        if name == "gist":
            continue
        EDITS[name](desk, 3)
        desk.press()
        assert page.stat().st_ino == was, name
    for name in ("term", "setting", "golden removed"):
        EDITS[name](desk, 3)
        desk.press()
        assert page.stat().st_ino != was, name
        was = page.stat().st_ino


def test_what_is_edited_while_it_is_loaded_is_not_taken_for_what_was_pressed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, templates = desk.folder / "data", desk.folder / "templates"
    load = inputs.load

    def edited(folder: Path) -> object:
        loaded = load(folder)
        EDITS["term"](desk, 3)
        return loaded

    monkeypatch.setattr(inputs, "load", edited)
    source = prepare(data, templates)
    monkeypatch.undo()
    assert source.raw == ""
    build(source, desk.folder / "out", FIRST, LAST, jobs=1)
    assert untouched(data, templates, desk.folder / "out", FIRST, LAST) is None

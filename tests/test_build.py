"""The build: whatever was built before and edited since, it makes the release of a build from nothing."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Callable
from datetime import date, timedelta
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.build import build
from generator.build.releases import roll_back
from generator.content.inputs import Source
from generator.pages import edition
from generator.pages.images import SITE
from generator.reading.dataset import SCHEMA
from tests.conftest import ROOT
from tests.desk import DATES, EDITS, FIRST, LAST, Desk, built, desk
from tests.releases import put, tree

__all__ = ["built", "desk"]


def test_each_kind_of_edit_is_published_as_from_nothing(tmp_path: Path) -> None:
    """One after the other upon the same release."""
    desk = Desk(tmp_path)
    assert desk.build().rendered == DATES
    rendered = {}
    for name, edit in EDITS.items():
        edit(desk, 1)
        rendered[name] = desk.built_as_from_nothing()
    everywhere = {
        "plain",
        "setting",
        "setting of the pages alone",
        "this year",
        "template of a piece",
    }
    assert {name for name, dates in rendered.items() if dates == DATES} == everywhere
    assert rendered["golden added"] == rendered["golden removed"] == 1
    assert [name for name, dates in rendered.items() if not dates] == ["golden of another date"]


def test_other_dates_are_published_as_from_nothing(desk: Desk) -> None:
    """What a page tells of all dates of the release is of these."""
    source, fewer = desk.source, LAST - timedelta(days=1)
    desk.build(source=source)
    one, two = (
        build.build(source, desk.folder / name, FIRST, fewer, jobs=1) for name in ("out", "anew")
    )
    assert (one.release, one.rendered) == (two.release, DATES - 1)


@settings(max_examples=5, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.tuples(st.sampled_from(sorted(EDITS)), st.integers(0, 40)), min_size=1, max_size=4)
)
def test_any_edits_together_are_published_as_from_nothing(
    tmp_path_factory: pytest.TempPathFactory, edits: list[tuple[str, int]]
) -> None:
    desk = Desk(tmp_path_factory.mktemp("desk"))
    desk.build()
    for name, nth in edits:
        try:
            EDITS[name](desk, nth)
        except AssertionError:  # what it replaces is gone already
            continue
    desk.built_as_from_nothing()


def test_files_that_did_not_change_are_those_of_the_release_before(desk: Desk) -> None:
    desk.built_as_from_nothing()
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
def test_a_file_that_somebody_touched_is_not_taken_over(
    desk: Desk, touch: Callable[[Path], None]
) -> None:
    """Nor what somebody put into the release."""
    live = desk.folder / "out" / "current"
    for path in ("bazi/1990-6-6/index.html", "bazi/1990-6-6/reading.json", "og/site.png"):
        touch(live / path)
    (live / "bazi" / "1990-6-6" / "mine.html").touch()
    (live / "mine").mkdir()
    (live / "mine" / "deep.txt").touch()
    desk.built_as_from_nothing()
    assert not list((desk.folder / "out" / "current").rglob("*mine*"))


@pytest.mark.parametrize(
    "harm",
    [
        Path.unlink,
        lambda path: os.truncate(path, 300),
        lambda path: path.write_bytes(path.read_bytes().replace(b"1990", b"1991", 1)),
        lambda path: path.write_bytes(b""),
        lambda path: path.write_bytes(b"[]"),
        lambda path: path.write_bytes(b'{"release": "x"}'),
    ],
)
def test_fingerprints_that_are_missing_or_damaged_cost_time_and_nothing_else(
    desk: Desk, harm: Callable[[Path], object]
) -> None:
    harm(desk.folder / "out" / build.FINGERPRINTS)
    assert desk.built_as_from_nothing() > 0


def test_pictures_are_drawn_again_only_where_what_they_show_has_changed(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    drawn = desk.folder / "drawn"

    def images(font: bytes, tagline: str, titles: object) -> list[tuple[str, bytes]]:
        drawn.touch()
        return [(SITE, tagline.encode())]

    monkeypatch.setattr(edition, "images", images)
    EDITS["fragment"](desk, 1)
    desk.build()
    assert not drawn.exists()
    desk.edit("data/site.yaml", "tagline: ", "tagline: 今")
    desk.build()
    assert drawn.exists()
    assert (desk.folder / "out" / "current" / SITE).read_text().startswith("今")


def test_after_a_rollback_everything_is_rendered_once(desk: Desk) -> None:
    desk.build()
    roll_back(desk.folder / "out", None, SCHEMA)
    EDITS["fragment of many"](desk, 1)
    assert desk.built_as_from_nothing() == DATES
    EDITS["fragment of many"](desk, 2)
    assert desk.built_as_from_nothing() < DATES


def test_a_failing_build_leaves_the_live_release_and_no_litter(
    tmp_path: Path, source: Source, monkeypatch: pytest.MonkeyPatch
) -> None:
    put(tmp_path, "1")
    before = tree(tmp_path)
    monkeypatch.setattr(
        edition, "site_files", lambda *args: (_ for _ in ()).throw(OSError("disk full"))
    )
    with pytest.raises(OSError, match="disk full"):
        build.build(source, tmp_path, FIRST, LAST, jobs=1)
    assert tree(tmp_path) == before


def test_the_same_input_gives_the_same_bytes_whatever_the_number_of_processes(
    tmp_path: Path, source: Source
) -> None:
    first, last = date(1990, 12, 30), date(1991, 1, 3)
    one = build.build(source, tmp_path / "one", first, last, jobs=1)
    two = build.build(source, tmp_path / "two", first, last, jobs=2)
    assert one.release == two.release
    assert tree(tmp_path / "one" / "current") == tree(tmp_path / "two" / "current")
    assert one.dates == 5


def test_pages_and_data_carry_no_clock_host_or_path(desk: Desk) -> None:
    desk.build()
    for path, content in tree(desk.folder / "out" / "current").items():
        if path.endswith((".png", ".woff2")):
            continue
        text = content.decode().replace("2026-07-28", "")  # a revision of MCP
        assert str(ROOT) not in text, path
        assert "/home/" not in text, path
        text = re.sub('datetime="[^"]*"|data-(?:until|moments)="[^"]*"', "", text)
        if "flow-year" not in path:  # which tell of years to come
            assert not re.search(r"20(26|27|28)-[01]\d-[0-3]\d", text), path

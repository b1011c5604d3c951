"""The build: whatever was built before and edited since, it makes the release of a build from nothing."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator.build import build
from generator.build.history import ReleaseError
from generator.build.releases import roll_back
from generator.content import inputs
from generator.content.inputs import Source
from generator.pages import edition
from generator.pages.almanac import almanac
from generator.reading.dataset import SCHEMA
from tests.conftest import ROOT
from tests.desk import DATES, FIRST, LAST, Desk
from tests.releases import put, tree


@pytest.fixture(scope="module", autouse=True)
def quick() -> Iterator[None]:
    """Pictures that take no time, and tables that all workers inherit."""
    almanac()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(edition, "images", lambda font, tagline: [("og/site.png", tagline.encode())])
        yield


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A desk whose release was made, edited and made again."""
    desk = Desk(tmp_path_factory.mktemp("desk"))
    desk.build()
    EDITS["fragment of many"](desk, 3)
    assert 0 < desk.build().rendered < DATES
    return desk.folder


@pytest.fixture
def desk(built: Path, tmp_path: Path) -> Desk:
    """A copy of it, file for file with its links, to be edited again."""
    subprocess.run(["cp", "-a", f"{built}/.", tmp_path], check=True)
    desk = Desk.__new__(Desk)
    desk.folder = tmp_path
    EDITS["fragment"](desk, 5)
    return desk


def golden_added(desk: Desk, nth: int) -> None:
    text = (ROOT / "data" / "golden" / "1990-05-20.md").read_text()
    on = f"1990-06-{nth % 5 + 1:02}"
    (desk.folder / "data" / "golden" / f"{on}.md").write_text(text.replace("1990-05-20", on))


def golden_removed(desk: Desk, nth: int) -> None:
    (desk.folder / "data" / "golden" / "1990-05-20.md").unlink(missing_ok=True)


def variant_added(desk: Desk, nth: int) -> None:
    with (desk.folder / "data" / "corpus" / "day-stem.md").open("a") as file:
        file.write(f"\n## {'甲乙丙丁'[nth % 4]}（第{nth}）\n\n{{日主}}在這裡，你多一種寫法。\n")


def of(path: str, old: str, new: str) -> Callable[[Desk, int], None]:
    return lambda desk, nth: desk.edit(path, old, new, nth)


EDITS: dict[str, Callable[[Desk, int], None]] = {
    "fragment": of("data/corpus/day-pillar.md", "。", "吧。"),
    "fragment of many": of("data/corpus/day-stem.md", "。", "呢。"),
    "claim": of("data/corpus/season.md", "\n> 你", "\n> 如今你"),
    "slot": of("data/corpus/phase.md", "。", "，{日柱}。"),
    "other side": of("data/corpus/month-pillar.md", "。", "了。"),
    "gist": of("data/gists.yaml", ": ", ": 很"),
    "variant added": variant_added,
    "golden added": golden_added,
    "golden removed": golden_removed,
    "golden of another date": of("data/golden/1950-01-01.md", "。", "啦。"),
    "lead": of("data/lead.yaml", "[一", "[又一"),
    "rule of a facet": of("data/corpus/wealth.md", "rule: ", "rule: 十神 # "),
    "plain": of("data/plain.yaml", ": ", ": 也"),
    "setting": of("data/site.yaml", "disclaimer: ", "disclaimer: 先說，"),
    "template of a piece": of("templates/date/arcs.html", "</g>", " </g>"),
}


def test_each_kind_of_edit_is_published_as_from_nothing(tmp_path: Path) -> None:
    """One after the other upon the same release."""
    desk = Desk(tmp_path)
    assert desk.build().rendered == DATES
    rendered = {}
    for name, edit in EDITS.items():
        edit(desk, 1)
        rendered[name] = desk.built_as_from_nothing()
    everywhere = {"plain", "setting", "template of a piece"}
    assert {name for name, dates in rendered.items() if dates == DATES} == everywhere
    assert rendered["golden added"] == rendered["golden removed"] == 1
    assert rendered["golden of another date"] == 0


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
    shutil.rmtree(desk.folder)


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


def test_after_a_rollback_everything_is_rendered_once(desk: Desk) -> None:
    desk.build()
    roll_back(desk.folder / "out", None, SCHEMA)
    EDITS["fragment of many"](desk, 1)
    assert desk.built_as_from_nothing() == DATES
    EDITS["fragment of many"](desk, 2)
    assert desk.built_as_from_nothing() < DATES


def test_a_change_of_the_press_renders_everything(tmp_path: Path) -> None:
    """With a copy of the press, run as its users run it."""
    for name in ("generator", "data", "templates"):
        shutil.copytree(ROOT / name, tmp_path / name)

    def run(output: str, *options: str) -> str:
        span = ("--from", "1990-05-19", "--to", "1990-05-21", "--jobs", "1", *options)
        command = [sys.executable, "-m", "generator.cli", "build", "--output", output, *span]
        done = subprocess.run(command, cwd=tmp_path, capture_output=True, text=True)
        assert done.returncode == 0, done.stderr
        return (tmp_path / output / "current" / "SHA256SUMS").read_text()

    run("out")
    labels = tmp_path / "generator" / "labels.py"
    labels.write_text(labels.read_text().replace('"一二三四五六日"', '"一二三四五六天"'))
    sums = run("out")
    page = (tmp_path / "out" / "current" / "bazi" / "1990-5-20" / "index.html").read_text()
    assert "星期天" in page
    assert sums == run("anew", "--force")


def test_nothing_changed_is_known_without_loading_anything(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, templates, output = (desk.folder / name for name in ("data", "templates", "out"))
    live = desk.build().release
    monkeypatch.setattr(inputs, "load", None)

    def known(last: date = LAST) -> str | None:
        return build.live_release(inputs.inputs_digest(data, templates), output, FIRST, last)

    assert known() == live
    assert known(date(1990, 6, 7)) is None
    (data / ".site.yaml.swp").write_text("an editing program's")
    assert known() == live
    (data / "README.md").write_text("又一段。")
    assert known() is None


def test_what_is_edited_while_it_is_loaded_is_loaded_again(
    desk: Desk, monkeypatch: pytest.MonkeyPatch
) -> None:
    data, templates = desk.folder / "data", desk.folder / "templates"
    load, times = inputs.load, 0

    def edited(folder: Path) -> object:
        nonlocal times
        loaded, times = load(folder), times + 1
        if times == 1:
            EDITS["golden of another date"](desk, 3)
        return loaded

    before = inputs.inputs_digest(data, templates)
    monkeypatch.setattr(inputs, "load", edited)
    source = inputs.prepare(data, templates)
    assert times == 2
    assert source.digest == inputs.inputs_digest(data, templates) != before
    assert "啦。" in repr(source.content.corpus.golden[date(1950, 1, 1)])


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


def test_a_killed_build_leaves_the_live_release_and_the_next_one_sweeps_up(tmp_path: Path) -> None:
    put(tmp_path, "1")
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
            put(tmp_path, "2")
            break
        except ReleaseError:
            assert time.monotonic() < deadline
            time.sleep(0.05)
    assert not list((tmp_path / "releases").glob(".staging-*"))


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
        if not path.startswith("flow-year/"):  # which tell of years to come
            assert not re.search(r"20(26|27|28)-[01]\d-[0-3]\d", text), path

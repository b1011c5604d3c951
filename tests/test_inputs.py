"""What is digested is what is used, whatever is edited meanwhile."""

from __future__ import annotations

import shutil
import subprocess
import sys
from datetime import date
from pathlib import Path

import pytest

from generator.build import build
from generator.build.build import live_release
from generator.content import inputs
from tests.conftest import ROOT
from tests.desk import EDITS, FIRST, LAST, Desk, built, desk
from tests.test_house import ROOMS

__all__ = ["built", "desk"]

DAY = date(1990, 5, 20)


@pytest.fixture
def folders(data: Path, tmp_path: Path) -> tuple[Path, Path]:
    """A copy of content and templates that a test may edit."""
    return data, Path(shutil.copytree(ROOT / "templates", tmp_path / "templates"))


def digest(folders: tuple[Path, Path]) -> str:
    return inputs.inputs_digest(*folders)


def test_what_is_edited_while_a_build_runs_and_put_back_is_not_published(
    folders: tuple[Path, Path], tmp_path: Path
) -> None:
    """The build reads no input after they are prepared: it goes on without them."""
    source = inputs.prepare(*folders)
    plain = build.build(source, tmp_path / "plain", DAY, DAY, jobs=1)
    shutil.rmtree(folders[0])
    shutil.rmtree(folders[1])
    assert build.build(source, tmp_path / "out", DAY, DAY, jobs=1).release == plain.release


def test_every_edit_of_a_template_or_of_content_counts(folders: tuple[Path, Path]) -> None:
    data, templates = folders
    seen = [digest(folders)]
    for path, old, new in (
        (templates / "style.css", "}", " }"),
        (templates / "essay.html", "{% endblock %}", " {% endblock %}"),
        (data / "pages" / "about.md", "{站名}", "這本{站名}"),
        (data / "terms.yaml", "三柱: ", "三柱: 你"),
        (data / "site.yaml", "name: ", "name: 百"),
        (data / "tables" / "levels.yaml", ": ", ": 很"),
        (data / "golden" / "1990-05-20.md", "。", "吧。"),
    ):
        before = path.read_bytes()
        path.write_text(path.read_text().replace(old, new, 1))
        seen.append(digest(folders))
        path.write_bytes(before)
        assert digest(folders) == seen[0]
    (templates / "new.txt").touch()
    seen.append(digest(folders))
    assert len(set(seen)) == len(seen) == 9


def test_what_no_build_reads_does_not_count(
    folders: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = digest(folders)
    for folder in (folders[0], folders[0] / "golden", folders[0] / "corpus", folders[1]):
        (folder / ".DS_Store").write_bytes(b"\0\1")
    assert digest(folders) == before
    read = Path.read_bytes
    monkeypatch.setattr(inputs, "press_digest", inputs.press_digest.__wrapped__)  # each time anew
    for name, counts in (("cli.py", False), ("options.py", False), ("compose.py", True)):

        def edited(path: Path, name: str = name) -> bytes:
            return read(path) + b"\n" * (path.name == name)

        monkeypatch.setattr(Path, "read_bytes", edited)
        assert (digest(folders) != before) is counts, name


def test_the_digest_is_the_same_in_every_process() -> None:
    script = (
        "from pathlib import Path; from generator.content import inputs; "
        "print(inputs.prepare(Path('data'), Path('templates')).digest)"
    )
    command = [sys.executable, "-c", script]
    for seed in ("0", "1"):
        done = subprocess.check_output(command, cwd=ROOT, env={"PYTHONHASHSEED": seed}, text=True)
        assert done == f"{digest((ROOT / 'data', ROOT / 'templates'))}\n"


def test_what_a_killed_build_left_is_swept_when_nothing_has_changed(
    folders: tuple[Path, Path], tmp_path: Path
) -> None:
    source = inputs.prepare(*folders)
    built = build.build(source, tmp_path / "out", DAY, DAY, jobs=1)
    releases = tmp_path / "out" / "releases"
    (releases / ".staging-1" / "bazi").mkdir(parents=True)
    (releases / f".staging-{built.release}").mkdir()
    assert live_release(source.digest, tmp_path / "out", DAY, DAY) == built.release
    assert [entry.name for entry in releases.iterdir()] == [built.release]


def test_the_rooms_that_count_are_those_before_the_others() -> None:
    assert ROOMS[: ROOMS.index("build") + 1] == inputs._ROOMS


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
    labels = tmp_path / "generator" / "chart" / "labels.py"
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

"""What is damaged is found and named, and the next build puts it right."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path

import orjson
import pytest
from click.testing import CliRunner, Result

from api.published import open_release
from generator import build, release
from generator.cli import main
from generator.inputs import Source
from generator.stage import staging
from generator.verify import seems_whole, verify

ROOT = Path(__file__).resolve().parent.parent
RANGE = ("--from", "1990-5-20", "--to", "1990-5-20", "--jobs", "1")
DAY = date(1990, 5, 20)
READING = "bazi/1990-5-20/reading.json"


def wanrishu(*arguments: str) -> Result:
    return CliRunner().invoke(main, ("--data", str(ROOT / "data"), "--templates", str(ROOT / "templates"), *arguments))  # fmt: skip


@pytest.fixture(scope="module")
def pressed(tmp_path_factory: pytest.TempPathFactory, source: Source) -> Path:
    folder = tmp_path_factory.mktemp("pressed")
    build.build(source, folder, DAY, DAY, jobs=1)
    return folder


@pytest.fixture
def output(pressed: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(pressed, tmp_path / "out", symlinks=True))


def small(output: Path, source: Source) -> str:
    """Publish a few files by the index that a real build of the day has."""
    with staging(output) as stage:
        files = [stage.write(path, b"12345678") for path in (READING, "style.css")]
        return release.publish(output, stage, files, build._index(source, DAY, DAY))[0]


def tree(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def cut(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:-7])


def flip(path: Path) -> None:
    path.write_bytes(bytes(len(path.read_bytes())))


def unlist(path: Path) -> None:
    path.write_bytes(b"\xff\xfe" + path.read_bytes()[:999])


def other_schema(path: Path) -> None:
    path.write_bytes(path.read_bytes().replace(b'"schema": 4', b'"schema": 1'))


def grow(path: Path) -> None:
    (path.parent / "stray").write_bytes(b"x")


SUSPECT: list[tuple[str, Callable[[Path], None]]] = [
    ("release.json", Path.unlink),
    ("release.json", cut),
    ("release.json", other_schema),
    ("SHA256SUMS", Path.unlink),
    ("SHA256SUMS", unlist),
    ("SHA256SUMS", flip),
    (READING, Path.unlink),
    (READING, cut),
    (READING, grow),
    ("bazi", shutil.rmtree),
]


@pytest.mark.parametrize(("path", "damage"), SUSPECT)
def test_a_build_of_the_same_mends_what_can_be_seen_without_reading_every_file(
    source: Source, tmp_path: Path, path: str, damage: Callable[[Path], None]
) -> None:
    name = small(tmp_path, source)
    whole = tree(tmp_path / "current")
    assert build.live_release(source, tmp_path, DAY, DAY) == name
    damage(tmp_path / "current" / path)
    assert build.live_release(source, tmp_path, DAY, DAY) is None
    assert small(tmp_path, source) == name
    assert tree(tmp_path / "current") == whole
    assert len(list((tmp_path / "releases").iterdir())) == 1
    assert build.live_release(source, tmp_path, DAY, DAY) == name


@pytest.mark.parametrize(
    ("was", "other"),
    [
        ('"schema": 4', '"schema": 1'),
        ('"first": "1990-05-20"', '"first": "1990-05-19"'),
        ('"dates": 1', '"dates": "x"'),
        ('"id": "', '"id": "0'),
    ],
)
def test_an_index_that_tells_of_another_release_is_written_again(
    pressed: Path, output: Path, was: str, other: str
) -> None:
    """The real command, which with nothing edited loads no content."""
    index = output / "current" / "release.json"
    assert was in index.read_text()
    assert wanrishu("build", *RANGE, "--output", str(output)).output.startswith("nothing changed")
    index.write_text(index.read_text().replace(was, other))
    assert wanrishu("build", *RANGE, "--output", str(output)).exit_code == 0
    assert tree(output / "current") == tree(pressed / "current")
    assert open_release(os.path.realpath(output / "current")).first == DAY


def test_plain_build_and_force_mend_a_live_release(pressed: Path, output: Path) -> None:
    """The real command: what is seen at once, then wrong bytes of the right size."""
    cut(output / "current" / "SHA256SUMS")
    assert wanrishu("build", *RANGE, "--output", str(output)).exit_code == 0
    assert tree(output / "current") == tree(pressed / "current")
    flip(output / "current" / READING)
    assert wanrishu("build", *RANGE, "--output", str(output)).output.startswith("nothing changed")
    assert verify(output / "current") == [f"damaged: {READING}"]
    assert wanrishu("build", *RANGE, "--output", str(output), "--force").exit_code == 0
    assert tree(output / "current") == tree(pressed / "current")
    assert open_release(os.path.realpath(output / "current")).first == DAY
    assert len(list((output / "releases").iterdir())) == 1


def test_wrong_bytes_of_the_right_size_are_mended_again_and_again(
    source: Source, tmp_path: Path
) -> None:
    name = small(tmp_path, source)
    for _ in range(3):
        flip(tmp_path / "current" / READING)
        assert seems_whole(tmp_path / "current")
        assert verify(tmp_path / "current") == [f"damaged: {READING}"]
        assert small(tmp_path, source) == name
        assert verify(tmp_path / "current") == []
        assert len(list((tmp_path / "releases").iterdir())) == 1


def test_force_keeps_a_live_release_that_is_whole(output: Path) -> None:
    inode = (output / "current" / READING).stat().st_ino
    assert wanrishu("build", *RANGE, "--output", str(output), "--force").exit_code == 0
    assert (output / "current" / READING).stat().st_ino == inode


def test_the_same_content_from_other_inputs_is_not_pressed_twice(tmp_path: Path) -> None:
    for inputs_digest in ("one", "two"):
        with staging(tmp_path) as stage:
            files = [stage.write("a", b"1")]
            release.publish(tmp_path, stage, files, {"inputs": inputs_digest})
        index = orjson.loads((tmp_path / "current" / "release.json").read_bytes())
        assert index["inputs"] == inputs_digest


def test_what_is_published_lies_on_the_disk_before_the_link_and_the_link_after(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """What the file system held at each sync, which goes through to the real one."""
    seen: list[tuple[str, dict[str, bytes]]] = []
    real = release.sync

    def sync(folder: Path) -> None:
        link = tmp_path / "current"
        name = link.readlink().name if link.is_symlink() else ""
        found = [p for p in (tmp_path / "releases").rglob("*") if p.is_file()]
        seen.append(
            (name, {str(p.relative_to(tmp_path / "releases")): p.read_bytes() for p in found})
        )
        real(folder)

    monkeypatch.setattr(release, "sync", sync)
    with staging(tmp_path) as stage:
        files = [stage.write("deep/a", b"1")]
        name, _ = release.publish(tmp_path, stage, files, {})
    whole = {f"{name}/{path}" for path in ("deep/a", "SHA256SUMS", "release.json")}
    assert [(link, files.keys()) for link, files in seen] == [("", whole), (name, whole)]


def test_verify_names_every_file_that_is_not_as_it_was_built(output: Path) -> None:
    good = wanrishu("verify", "--output", str(output))
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
    bad = wanrishu("verify", "--output", str(output))
    assert bad.exit_code == 1
    assert bad.output.splitlines()[1:] == [
        "missing: index.html",
        "unexpected: stray",
        "damaged: llms.txt",
        "damaged: robots.txt",
        "damaged: style.css",
        f"Error: 5 problem(s) with {live} — run: wanrishu build --force",
    ]


def test_verify_holds_the_list_against_the_index(output: Path) -> None:
    live = output / "current"
    sums = live / "SHA256SUMS"
    lines = sums.read_bytes().splitlines(keepends=True)
    sums.write_bytes(b"".join(lines[:-30]))
    bad = wanrishu("verify", "--output", str(output))
    assert bad.exit_code == 1
    shown = bad.output.splitlines()[1:]
    assert shown[0] == "damaged: SHA256SUMS (it is not the list that release.json names)"
    assert [line.split(":")[0] for line in shown[1:20]] == ["unexpected"] * 19
    assert shown[20] == f"Error: 11 more; 31 problem(s) with {live} — run: wanrishu build --force"
    sums.unlink()
    (live / "release.json").write_bytes(b"{")
    assert verify(live) == ["unreadable: release.json", "unreadable: SHA256SUMS"]


def test_verify_says_where_there_is_no_release(tmp_path: Path) -> None:
    (tmp_path / "current").symlink_to("releases/gone")
    result = wanrishu("verify", "--output", str(tmp_path))
    assert result.exit_code == 1
    assert result.output.startswith("Error: there is no release at ")
    assert "--output" in result.output

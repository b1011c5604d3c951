"""Releases: staged, switched by one rename, kept, gone back to, never published again by accident."""

from __future__ import annotations

import os
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import orjson
import pytest
from click.testing import CliRunner, Result

from generator.build.history import FILE, ReleaseError, WithdrawnError, kept_releases, read_history
from generator.build.releases import hold, publish, publish_again, roll_back, staging
from generator.build.stage import File, Stage
from generator.build.verify import verify
from generator.cli import main
from generator.reading.dataset import SCHEMA
from tests.conftest import ROOT
from tests.releases import INDEX, READING, kept, live, put, tree

DAY = ("--from", "1990-05-20", "--to", "1990-05-20")


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)])


def test_a_release_is_named_by_its_content_and_lists_every_digest(tmp_path: Path) -> None:
    name = put(tmp_path, "1")
    folder = tmp_path / "current"
    assert str(folder.readlink()) == f"releases/{name}"
    files = {"a": b"1", READING: b"{}"}
    sums = "".join(f"{sha256(files[p]).hexdigest()}  {p}\n" for p in sorted(files)).encode()
    assert (folder / "SHA256SUMS").read_bytes() == sums
    digest = sha256(sums).hexdigest()
    assert name == digest[:16]
    counted = {"id": name, "files": 2, "bytes": 3, "sums": digest, "inputs": ""}
    assert orjson.loads((folder / "release.json").read_bytes()) == INDEX | counted
    done = subprocess.run(["sha256sum", "--check", "--quiet", "SHA256SUMS"], cwd=folder)
    assert done.returncode == 0


def test_a_file_is_linked_to_the_live_release_only_if_its_bytes_are_the_same(
    tmp_path: Path,
) -> None:
    (tmp_path / "live").mkdir()
    for name in ("same", "other", "long"):
        (tmp_path / "live" / name).write_bytes(b"old")
    (tmp_path / "live" / "link").symlink_to(tmp_path / "live" / "same")
    stage = Stage(tmp_path / "stage", tmp_path / "live")
    digests = {name: sha256(c).hexdigest() for name, c in {"old": b"old", "new": b"new"}.items()}
    assert stage.put("same", b"old") == File("same", digests["old"], 3)
    assert stage.put("other", b"new") == File("other", digests["new"], 3)
    stage.put("long", b"old and more")
    stage.put("link", b"old")
    stage.put("x/y/new", b"old")
    assert stage.keep("absent", digests["old"]) is None
    assert stage.keep("other", digests["new"]) is None
    with pytest.raises(FileExistsError):
        stage.keep("same", digests["old"])
    linked = {
        name for name in ("same", "other", "long", "link", "x/y/new")
        if (tmp_path / "stage" / name).stat().st_nlink == 2
    }  # fmt: skip
    assert linked == {"same"}
    assert (tmp_path / "stage" / "link").is_symlink() is False
    assert tree(tmp_path / "stage")["other"] == b"new"


def test_what_changed_is_counted_against_the_live_release(tmp_path: Path) -> None:
    changes = []
    for files in ({"a": b"1", "b": b"1", "c": b"1"}, {"a": b"1", "b": b"2", "d": b"1"}):
        with staging(tmp_path) as stage:
            written = [stage.put(path, content) for path, content in files.items()]
            changes.append(publish(tmp_path, stage, written, {})[1])
    found = [(each.added, each.changed, each.removed) for each in changes]
    assert found == [(3, 0, 0), (1, 1, 1)]


def test_a_stage_that_lost_a_file_is_refused_and_the_live_release_stays(tmp_path: Path) -> None:
    put(tmp_path, "1")
    before = tree(tmp_path)
    with staging(tmp_path) as stage:
        files = [stage.put("a", b"22")]
        (stage.folder / "a").write_bytes(b"2")
        with pytest.raises(ReleaseError, match="a is not on disk as it was written"):
            publish(tmp_path, stage, files, {})
    assert tree(tmp_path) == before


def test_two_builds_into_one_folder_do_not_mix(tmp_path: Path) -> None:
    with (
        staging(tmp_path),
        pytest.raises(ReleaseError, match="another build is writing"),
        staging(tmp_path),
    ):
        pass


def test_as_many_releases_stay_as_are_asked_for(tmp_path: Path) -> None:
    for content in "12345":
        put(tmp_path, content, keep=4)
    assert kept(tmp_path) == ["5", "4", "3", "2"]
    put(tmp_path, "6", keep=3)
    assert kept(tmp_path) == ["6", "5", "4"]
    put(tmp_path, "7")
    assert kept(tmp_path) == ["7", "6"]


def test_releases_are_kept_by_when_they_were_live_whatever_clocks_say(tmp_path: Path) -> None:
    for nth, content in enumerate("1234"):
        name = put(tmp_path, content)
        os.utime(tmp_path / "releases" / name, (10**9 - nth, 10**9 - nth))
    assert kept(tmp_path) == ["4", "3"]
    put(tmp_path, "3")
    assert kept(tmp_path) == ["3", "4"]
    put(tmp_path, "5")
    assert kept(tmp_path) == ["5", "3"]


@pytest.mark.parametrize("spelling", ["relative", "dotted", "linked", "absolute"])
def test_the_spelling_of_the_output_folder_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, spelling: str
) -> None:
    output = tmp_path / "site"
    (tmp_path / "door").symlink_to(output)
    monkeypatch.chdir(tmp_path)
    spelled = {
        "relative": Path("site"), "dotted": Path("site/../site"), "linked": tmp_path / "door",
        "absolute": output,
    }[spelling]  # fmt: skip
    put(output, "1")
    put(spelled, "2")
    assert kept(output) == ["2", "1"]


@pytest.mark.parametrize("written", ["releases/{}", "./releases/{}/", "{absolute}/releases/{}"])
def test_a_link_that_an_operator_made_is_followed(tmp_path: Path, written: str) -> None:
    one = put(tmp_path, "1")
    put(tmp_path, "2")
    (tmp_path / "current").unlink()
    (tmp_path / "current").symlink_to(written.format(one, absolute=tmp_path))
    assert kept(tmp_path) == ["1", "2"]
    put(tmp_path, "3", keep=3)
    assert kept(tmp_path) == ["3", "2", "1"]


def test_what_is_no_release_is_left_alone(tmp_path: Path) -> None:
    one = put(tmp_path / "site", "1")
    put(tmp_path / "other", "0")
    releases = tmp_path / "site" / "releases"
    (releases / "notes.txt").write_text("mine")
    (releases / "0123456789abcdef").write_text("a file by a release's name")
    (releases / ".staging-note").write_text("a file by a stage's name")
    (releases / "stable").symlink_to(one)
    shutil.copytree(releases / one, releases / f"{one}.backup")
    (tmp_path / "site" / "current").unlink()
    (tmp_path / "site" / "current").symlink_to(tmp_path / "other" / "current")
    for content in "234":
        put(tmp_path / "site", content)
    assert live(tmp_path / "other") == "0"
    left = {p.name for p in releases.iterdir()} - {e.id for e in kept_releases(tmp_path / "site")}
    strangers = {"notes.txt", "0123456789abcdef", ".staging-note", "stable", f"{one}.backup"}
    assert left == strangers


def test_a_folder_in_the_link_s_place_is_refused_before_any_work(tmp_path: Path) -> None:
    (tmp_path / "current").mkdir()
    refused = pytest.raises(
        ReleaseError, match=r"current is not a link to a release.* move it away"
    )
    with refused, staging(tmp_path):
        pass
    assert [entry.name for entry in tmp_path.iterdir()] == ["current"]


@pytest.mark.parametrize("damaged", ["1", "2"])
def test_a_release_that_is_there_already_is_mended_where_it_is_damaged(
    tmp_path: Path, damaged: str
) -> None:
    """The live one, or one that goes live again: bytes, a folder in a file's place, strays."""
    names = {content: put(tmp_path, content) for content in "12"}
    folder = tmp_path / "releases" / names[damaged]
    whole, inode = tree(folder), (folder / READING).stat().st_ino
    (folder / "a").unlink()
    (folder / "a").mkdir()
    (folder / "a" / "stray").touch()
    (folder / "SHA256SUMS").write_text("")
    (folder / "release.json").unlink()
    assert put(tmp_path, damaged) == names[damaged]
    assert tree(tmp_path / "current") == whole
    assert (folder / READING).stat().st_ino == inode
    assert len(kept(tmp_path)) == 2


def test_the_same_content_from_other_inputs_is_the_same_release(tmp_path: Path) -> None:
    for inputs in ("one", "two"):
        put(tmp_path, "1", inputs=inputs)
        assert (
            orjson.loads((tmp_path / "current" / "release.json").read_bytes())["inputs"] == inputs
        )
    assert kept(tmp_path) == ["1"]


def test_the_release_before_is_live_again_and_what_was_live_is_kept(tmp_path: Path) -> None:
    one = put(tmp_path, "1")
    put(tmp_path, "2")
    assert roll_back(tmp_path, None, SCHEMA).id == one
    assert kept(tmp_path) == ["1", "2"]


def test_going_back_twice_never_goes_to_what_was_rolled_back(tmp_path: Path) -> None:
    names = [put(tmp_path, content, keep=3) for content in "123"]
    for content in "21":
        roll_back(tmp_path, None, SCHEMA)
        assert live(tmp_path) == content
    with pytest.raises(ReleaseError, match="no release is kept to go back to"):
        roll_back(tmp_path, None, SCHEMA)
    for name in names[1:]:  # by its name, any of them
        roll_back(tmp_path, name, SCHEMA)
    assert live(tmp_path) == "3"


def test_what_was_rolled_back_is_published_again_only_on_demand(tmp_path: Path) -> None:
    put(tmp_path, "1")
    two = put(tmp_path, "2")
    roll_back(tmp_path, None, SCHEMA)
    with pytest.raises(WithdrawnError, match=f"would be release {two} again.* --again"):
        put(tmp_path, "2")
    assert live(tmp_path) == "1"
    publish_again(tmp_path)
    assert put(tmp_path, "2") == two
    roll_back(tmp_path, None, SCHEMA)
    put(tmp_path, "3")  # something else ends it, too
    put(tmp_path, "2")
    assert live(tmp_path) == "2"


def test_any_sequence_of_builds_and_going_back_succeeds(tmp_path: Path) -> None:
    """One that once ended in a folder that was not empty, after the switch."""
    for content in ("1", "2", None, "3", "4", "1", "2", None, "1", "4"):
        if content is None:
            roll_back(tmp_path, None, SCHEMA)
        else:
            put(tmp_path, content, keep=3)
            assert live(tmp_path) == content
        assert verify((tmp_path / "current").resolve()) == []
        assert len(kept(tmp_path)) <= 3
    put(tmp_path, "5", keep=2)
    assert kept(tmp_path) == ["5", "4"]


def test_releases_are_listed_with_what_they_are(tmp_path: Path) -> None:
    one, two, three = (put(tmp_path, content, keep=3) for content in "123")

    def listed() -> list[list[str]]:
        lines = run("releases", "--output", tmp_path).output.splitlines()
        return [[(cells := line.split("  "))[0], *cells[2:]] for line in lines]

    told = ["1 dates, 1990-05-20 to 1990-05-20", "0.0 MB"]
    assert listed() == [[three, *told, "live"], [two, *told, "previous"], [one, *told, "kept"]]
    done = run("rollback", one, "--output", tmp_path).output.splitlines()[-1]
    assert done == f"release {one} is live again: {told[0]}"
    index = tmp_path / "releases" / two / "release.json"
    index.write_bytes(index.read_bytes().replace(b'"dates": 1', b'"dates": "y"'))
    assert listed() == [
        [one, *told, "live"],
        [three, *told, "rolled back"],
        [two, "release.json can't be read", "previous"],
    ]


def test_without_their_history_releases_are_listed_and_gone_back_to(tmp_path: Path) -> None:
    one, two = put(tmp_path, "1"), put(tmp_path, "2")
    (tmp_path / FILE).unlink()
    assert [each.id for each in kept_releases(tmp_path)] == [two, one]
    assert roll_back(tmp_path, None, SCHEMA).id == one


def refused(output: Path, *arguments: str) -> str:
    before = (output / "current").resolve()
    result = run("rollback", *arguments, "--output", output)
    assert result.exit_code == 1
    assert (output / "current").resolve() == before
    line = result.output.strip().splitlines()[-1]
    assert line.startswith("Error: ")
    return line.removeprefix("Error: ")


def test_what_can_t_go_live_is_refused_in_one_sentence(tmp_path: Path) -> None:
    assert "run `wanrishu build`" in refused(tmp_path)
    one = put(tmp_path, "1")
    assert "no release is kept to go back to — `wanrishu releases` lists" in refused(tmp_path)
    assert f"{one} is live already — name another" in refused(tmp_path, one)
    assert "no release abc is kept — `wanrishu releases` lists" in refused(tmp_path, "abc")
    put(tmp_path, "2")
    folder = tmp_path / "releases" / one
    (folder / "a").write_text("x")
    assert f"release {one} is not whole (1 problem(s), the first: damaged: a)" in refused(tmp_path)
    index = (folder / "release.json").read_bytes()
    (folder / "release.json").unlink()
    assert "the first: unreadable: release.json) — name another" in refused(tmp_path)
    (folder / "release.json").write_bytes(orjson.dumps(orjson.loads(index) | {"schema": 0}))
    assert f"release {one} has schema 0, this program serves {SCHEMA}" in refused(tmp_path)
    with hold(tmp_path):
        assert "another build is writing" in refused(tmp_path)
    (tmp_path / FILE).write_text("{")
    assert f"{FILE} can't be understood — put it back" in refused(tmp_path)


@pytest.mark.parametrize(
    "held",
    [
        "[]", "{}", "\x00", '{"order":[],"withdrawn":[]}', '{"order":{"a":1},"withdrawn":[]}',
        '{"order":{"a":"yesterday"},"withdrawn":[]}', '{"order":{"a":"2026-01-01"},"withdrawn":[]}',
        '{"order":{},"withdrawn":1}',
    ],
)  # fmt: skip
def test_a_history_that_can_t_be_understood_is_none(tmp_path: Path, held: str) -> None:
    (tmp_path / FILE).write_text(held)
    with pytest.raises(ReleaseError, match=rf"{FILE} can't be understood"):
        read_history(tmp_path)


def test_build_leaves_the_release_gone_back_to_until_something_changes(tmp_path: Path) -> None:
    data = Path(shutil.copytree(ROOT / "data", tmp_path / "data"))
    output = tmp_path / "out"
    build = ("--data", data, "build", *DAY, "--output", output)
    site = data / "site.yaml"

    def edited(name: str) -> None:
        site.write_text(site.read_text().replace("attribution: ", f"attribution: {name}"))

    def published(*options: str) -> str:
        result = run(*build, *options)
        assert result.exit_code == 0, result.output
        return (output / "current").resolve().name

    one = published()
    edited("甲")
    two = published()
    assert run("rollback", "--output", output).exit_code == 0
    for force in ((), ("--force",)):
        said = run(*build, *force).output
        assert f"not published: this would be release {two} again" in said
        assert published(*force) == one
    assert published("--again") == two
    assert run("rollback", "--output", output).exit_code == 0
    edited("乙")
    assert published() not in (one, two)
    assert (output / "releases" / one).is_dir()

"""Releases: staged, switched by one rename, kept, gone back to, never published again by accident."""

from __future__ import annotations

import os
import shutil
import subprocess
from hashlib import sha256
from pathlib import Path

import orjson
import pytest

from generator.build.history import FILE, ReleaseError, WithdrawnError, kept_releases
from generator.build.releases import go_live, publish_again, roll_back, staging
from generator.build.stage import Stage, StagedFile
from generator.reading.dataset import SCHEMA
from tests.commands import printed, refused
from tests.releases import INDEX, READING, kept, live, put, tree


def test_a_release_is_named_by_its_content_and_lists_every_digest(tmp_path: Path) -> None:
    name = put(tmp_path, "1")
    folder = tmp_path / "current"
    assert str(folder.readlink()) == f"releases/{name}"
    files = {"a": b"1", READING: orjson.dumps({"schema": SCHEMA})}
    sums = "".join(f"{sha256(files[p]).hexdigest()}  {p}\n" for p in sorted(files)).encode()
    assert (folder / "SHA256SUMS").read_bytes() == sums
    digest = sha256(sums).hexdigest()
    assert name == digest[:16]
    counted = {"id": name, "files": 2, "bytes": 13, "sums": digest, "inputs": ""}
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
    contents = {"same": b"old", "other": b"new", "long": b"old and more", "link": b"old", "x/y": b"old"}  # fmt: skip
    digests = {name: sha256(content).hexdigest() for name, content in contents.items()}
    for name, content in contents.items():
        assert stage.put(name, content) == StagedFile(name, digests[name], len(content))
    assert stage.keep("absent", digests["same"]) is None
    assert stage.keep("other", digests["other"]) is None
    with pytest.raises(FileExistsError):
        stage.keep("same", digests["same"])
    linked = [name for name in contents if (tmp_path / "stage" / name).stat().st_nlink == 2]
    assert linked == ["same"]
    assert (tmp_path / "stage" / "link").is_symlink() is False
    assert tree(tmp_path / "stage") == contents


def test_what_changed_is_counted_against_the_live_release(tmp_path: Path) -> None:
    changes = []
    for files in ({"a": b"1", "b": b"1", "c": b"1"}, {"a": b"1", "b": b"2", "d": b"1"}):
        with staging(tmp_path) as stage:
            written = [stage.put(path, content) for path, content in files.items()]
            changes.append(go_live(tmp_path, stage, written, {})[1])
    found = [(each.added, each.changed, each.removed) for each in changes]
    assert found == [(3, 0, 0), (1, 1, 1)]


def test_a_stage_that_lost_a_file_is_refused_and_the_live_release_stays(tmp_path: Path) -> None:
    put(tmp_path, "1")
    before = tree(tmp_path)
    with staging(tmp_path) as stage:
        files = [stage.put("a", b"22")]
        (stage.folder / "a").write_bytes(b"2")
        with pytest.raises(ReleaseError, match="a 沒有好好寫進硬碟"):
            go_live(tmp_path, stage, files, {})
    assert tree(tmp_path) == before


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
    refused = pytest.raises(ReleaseError, match="current 不是出版時做的那個連結 — 把它移到別處")
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
    (folder / "aside").mkdir()
    (folder / "aside" / "stray").touch()
    (folder / "SHA256SUMS").write_text("")
    (folder / "release.json").unlink()
    assert put(tmp_path, damaged) == names[damaged]
    assert tree(tmp_path / "current") == whole
    assert not (folder / "aside").exists()
    assert (folder / READING).stat().st_ino == inode
    assert len(kept(tmp_path)) == 2


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
    with pytest.raises(WithdrawnError, match=f"收回過的那一版（{two}）.* --again"):
        put(tmp_path, "2")
    assert live(tmp_path) == "1"
    publish_again(tmp_path)
    assert put(tmp_path, "2") == two
    roll_back(tmp_path, None, SCHEMA)
    put(tmp_path, "3")  # something else ends it, too
    put(tmp_path, "2")
    assert live(tmp_path) == "2"


def test_releases_are_kept_by_when_they_were_live_whatever_clocks_say(tmp_path: Path) -> None:
    for nth, content in enumerate("1234"):
        name = put(tmp_path, content, keep=3)
        os.utime(tmp_path / "releases" / name, (10**9 - nth, 10**9 - nth))
    assert kept(tmp_path) == ["4", "3", "2"]
    put(tmp_path, "3")
    assert kept(tmp_path) == ["3", "4"]
    put(tmp_path, "5")
    assert kept(tmp_path) == ["5", "3"]


def test_the_spelling_of_the_output_folder_does_not_matter(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    output = tmp_path / "site"
    (tmp_path / "door").symlink_to(output)
    monkeypatch.chdir(tmp_path)
    for nth, spelled in enumerate((output, Path("site"), Path("site/../site"), tmp_path / "door")):
        put(spelled, str(nth), keep=4)
    assert kept(output) == ["3", "2", "1", "0"]


def test_a_link_that_an_operator_made_is_followed(tmp_path: Path) -> None:
    one = put(tmp_path, "1")
    put(tmp_path, "2")
    for written in (f"./releases/{one}/", tmp_path / "releases" / one):
        (tmp_path / "current").unlink()
        (tmp_path / "current").symlink_to(written)
        assert kept(tmp_path) == ["1", "2"]
    put(tmp_path, "3", keep=3)
    assert kept(tmp_path) == ["3", "2", "1"]


def test_the_same_content_from_other_inputs_is_the_same_release(tmp_path: Path) -> None:
    for inputs in ("one", "two"):
        put(tmp_path, "1", inputs=inputs)
        index = orjson.loads((tmp_path / "current" / "release.json").read_bytes())
        assert index["inputs"] == inputs
    assert kept(tmp_path) == ["1"]


def test_releases_are_listed_with_what_they_are(tmp_path: Path) -> None:
    one, two, three = (put(tmp_path, content, keep=3) for content in "123")

    def listed() -> list[list[str]]:
        lines = printed("releases", "--output", tmp_path)
        return [[(cells := line.split("  "))[0], *cells[2:]] for line in lines]

    told = ["1 dates, 1990-05-20 to 1990-05-20", "0.0 MB"]
    assert listed() == [[three, *told, "live"], [two, *told, "previous"], [one, *told, "kept"]]
    done = printed("rollback", one, "--output", tmp_path)[-1]
    assert done == f"release {one} is live again: {told[0]}"
    index = tmp_path / "releases" / two / "release.json"
    index.write_bytes(index.read_bytes().replace(b'"dates": 1', b'"dates": "y"'))
    unreadable = [two, "release.json can't be read", "previous"]
    assert listed() == [[one, *told, "live"], [three, *told, "rolled back"], unreadable]
    (tmp_path / FILE).unlink()
    assert {each.id for each in kept_releases(tmp_path)} == {one, two, three}


def test_what_can_t_go_live_is_refused_in_one_sentence(tmp_path: Path) -> None:
    def said(*name: str) -> str:
        before = (tmp_path / "current").resolve()
        sentence = refused("rollback", *name, "--output", tmp_path)
        assert (tmp_path / "current").resolve() == before
        return sentence

    assert "run `wanrishu build`" in said()
    one = put(tmp_path, "1")
    assert "no release is kept to go back to — `wanrishu releases` lists" in said()
    assert f"{one} is live already — name another" in said(one)
    assert "no release abc is kept — `wanrishu releases` lists" in said("abc")
    put(tmp_path, "2")
    folder = tmp_path / "releases" / one
    (folder / "a").write_text("x")
    assert f"release {one} is not whole (1 problem(s), the first: damaged: a)" in said()
    index = (folder / "release.json").read_bytes()
    (folder / "release.json").unlink()
    assert "the first: unreadable: release.json) — name another" in said()
    (folder / "release.json").write_bytes(orjson.dumps(orjson.loads(index) | {"schema": 0}))
    assert f"release {one} has schema 0, this program serves {SCHEMA}" in said()
    with staging(tmp_path):
        assert "正有別人在出版" in said()
    for history in ("{", "[]", '{"order":{"a":1},"withdrawn":[]}', '{"order":{},"withdrawn":1}',
                    '{"order":{"a":"2026-01-01"},"withdrawn":[]}'):  # fmt: skip
        (tmp_path / FILE).write_text(history)
        assert f"{FILE} 讀不懂 — 還原它" in said()

"""Going back to a release: what is listed, what is refused, and what no build undoes."""

from __future__ import annotations

import shutil
from pathlib import Path

import orjson
import pytest
from click.testing import CliRunner, Result

from generator import journal
from generator.cli import main
from generator.dataset import SCHEMA
from generator.journal import WithdrawnError
from generator.release import ReleaseError
from generator.rollback import kept_releases, publish_again, roll_back
from generator.stage import hold
from tests.releases import kept, live, put

ROOT = Path(__file__).resolve().parent.parent
DAY = ("--from", "1990-05-20", "--to", "1990-05-20")


def run(*arguments: object) -> Result:
    return CliRunner().invoke(main, [*map(str, arguments)])


def test_the_release_before_is_live_again_and_what_was_live_is_kept(tmp_path: Path) -> None:
    one, two = put(tmp_path, "1"), put(tmp_path, "2")
    assert roll_back(tmp_path, None, SCHEMA).id == one
    assert live(tmp_path) == "1"
    assert (tmp_path / "previous").resolve().name == two
    assert kept(tmp_path) == {"1", "2"}


def test_going_back_twice_never_goes_to_what_was_rolled_back(tmp_path: Path) -> None:
    names = [put(tmp_path, content, keep=3) for content in "123"]
    roll_back(tmp_path, None, SCHEMA)
    assert live(tmp_path) == "2"
    roll_back(tmp_path, None, SCHEMA)
    assert live(tmp_path) == "1"
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
    assert live(tmp_path) == "2"


def test_what_was_gone_back_to_outlives_all_later_builds(tmp_path: Path) -> None:
    for content in "12":
        put(tmp_path, content)
    roll_back(tmp_path, None, SCHEMA)
    for content in "3456":
        put(tmp_path, content)
        assert "1" in kept(tmp_path)
    assert kept(tmp_path) == {"1", "5", "6"}
    roll_back(tmp_path, None, SCHEMA)
    for content in "78":
        put(tmp_path, content)
    assert kept(tmp_path) == {"5", "7", "8"}


def test_as_many_releases_stay_as_are_asked_for(tmp_path: Path) -> None:
    for content in "12345":
        put(tmp_path, content, keep=4)
    assert kept(tmp_path) == {"2", "3", "4", "5"}
    put(tmp_path, "6", keep=3)
    assert kept(tmp_path) == {"4", "5", "6"}
    put(tmp_path, "7")
    assert kept(tmp_path) == {"6", "7"}


def test_a_kept_release_of_the_same_content_goes_live_as_it_is(tmp_path: Path) -> None:
    one = put(tmp_path, "1")
    put(tmp_path, "2")
    inode = (tmp_path / "releases" / one / "a").stat().st_ino
    put(tmp_path, "1")
    assert (tmp_path / "current" / "a").stat().st_ino == inode
    (tmp_path / "previous" / "a").write_text("damaged")
    put(tmp_path, "2")
    assert live(tmp_path) == "2"


def test_releases_are_listed_with_what_they_are(tmp_path: Path) -> None:
    one, two, three = (put(tmp_path, content, keep=3) for content in "123")
    lines = run("releases", "--output", tmp_path).output.splitlines()
    assert [line.split()[0] for line in lines] == [three, two, one]
    assert [line.rsplit("  ", 1)[1] for line in lines] == ["live", "previous", "kept"]
    assert "     1 dates  1990-05-20 to 1990-05-20      0.0 MB" in lines[0]
    assert run("rollback", one, "--output", tmp_path).exit_code == 0
    lines = run("releases", "--output", tmp_path).output.splitlines()
    assert [line.rsplit("  ", 1)[1] for line in lines] == [
        "live, rolled back to",
        "previous, rolled back from",
        "kept",
    ]


def test_releases_of_before_the_journal_are_listed_and_gone_back_to(tmp_path: Path) -> None:
    one, two = put(tmp_path, "1"), put(tmp_path, "2")
    (tmp_path / "history.json").unlink()
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
    assert "no release is kept to go back to" in refused(tmp_path)
    assert f"{one} is live already — name another" in refused(tmp_path, one)
    assert "no release abc is kept — `wanrishu releases` lists" in refused(tmp_path, "abc")
    put(tmp_path, "2")
    folder = tmp_path / "releases" / one
    (folder / "a").write_text("x")
    assert f"release {one} is not whole (1 problem(s), the first: damaged: a)" in refused(tmp_path)
    (folder / "release.json").rename(tmp_path / "aside")
    assert "the first: unreadable: release.json) — name another" in refused(tmp_path)
    (tmp_path / "aside").rename(folder / "release.json")
    index = orjson.loads((folder / "release.json").read_bytes())
    (folder / "release.json").write_bytes(orjson.dumps(index | {"schema": 0}))
    assert f"release {one} has schema 0, this program serves {SCHEMA}" in refused(tmp_path)
    with hold(tmp_path):
        assert "another build is writing" in refused(tmp_path)
    (tmp_path / "history.json").write_text("{")
    assert "history.json can't be understood — put it back" in refused(tmp_path)


@pytest.mark.parametrize(
    "held", ["[]", "{}", '{"went_live":[],"good":1,"withdrawn":{}}', '{"withdrawn":[{}]}', "\x00"]
)
def test_a_journal_that_can_t_be_understood_is_no_journal(tmp_path: Path, held: str) -> None:
    (tmp_path / "history.json").write_text(held)
    with pytest.raises(ReleaseError, match=r"history\.json can't be understood"):
        journal.read(tmp_path)


def test_build_leaves_the_release_gone_back_to_until_something_changes(tmp_path: Path) -> None:
    data = Path(shutil.copytree(ROOT / "data", tmp_path / "data"))
    output = tmp_path / "out"
    build = ("--data", data, "build", *DAY, "--output", output)
    site = data / "site.yaml"

    def edited(name: str) -> None:
        site.write_text(site.read_text().replace("attribution: ", f"attribution: {name}"))

    assert run(*build).exit_code == 0
    edited("甲")
    assert run(*build).exit_code == 0
    one, two = (output / "previous").resolve().name, (output / "current").resolve().name
    assert run("rollback", "--output", output).output.endswith(
        f"release {one} is live again: 1 dates, 1990-05-20 to 1990-05-20\n"
    )
    for force in ((), ("--force",)):
        again = run(*build, *force)
        assert again.exit_code == 0
        assert again.output.startswith(f"not published: this would be release {two} again")
        assert (output / "current").resolve().name == one
    assert f"release {two}:" in run(*build, "--again").output
    assert (output / "current").resolve().name == two
    assert run("rollback", "--output", output).exit_code == 0
    edited("乙")
    assert "release " in run(*build).output
    assert (output / "current").resolve().name not in (one, two)
    assert (output / "releases" / one).is_dir()

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
from tests.test_house import imports

ROOT = Path(__file__).resolve().parent.parent
DAY = date(1990, 5, 20)


@pytest.fixture
def folders(tmp_path: Path) -> tuple[Path, Path]:
    """A copy of content and templates that a test may edit."""
    data = shutil.copytree(ROOT / "data", tmp_path / "data")
    return Path(data), Path(shutil.copytree(ROOT / "templates", tmp_path / "templates"))


def digest(folders: tuple[Path, Path]) -> str:
    return inputs.prepare(*folders).digest


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
    (data / "terms.yaml").write_text((data / "terms.yaml").read_text() + "\n# 註解\n")
    assert digest(folders) == seen[0]
    (templates / "new.txt").touch()
    seen.append(digest(folders))
    assert len(set(seen)) == len(seen) == 9


def test_what_no_build_reads_does_not_count(
    folders: tuple[Path, Path], monkeypatch: pytest.MonkeyPatch
) -> None:
    before = digest(folders)
    with (folders[0] / "README.md").open("a") as guide:
        guide.write("又一段。\n")
    for folder in (folders[0], folders[0] / "golden", folders[0] / "corpus", folders[1]):
        (folder / ".DS_Store").write_bytes(b"\0\1")
    assert digest(folders) == before
    read = Path.read_bytes
    monkeypatch.setattr(inputs, "press_digest", inputs.press_digest.__wrapped__)  # each time anew
    for name, counts in (("cli.py", False), ("options.py", False), ("reading.py", True)):

        def edited(path: Path, name: str = name) -> bytes:
            return read(path) + b"\n" * (path.name == name)

        monkeypatch.setattr(Path, "read_bytes", edited)
        assert (digest(folders) != before) is counts, name


def test_the_modules_that_do_not_count_are_those_that_no_build_imports() -> None:
    sources = {
        ".".join(path.relative_to(ROOT).with_suffix("").parts).removesuffix(".__init__"): path
        for path in (ROOT / "generator").rglob("*.py")
    }
    reached: set[str] = set()
    ahead = {"generator", "generator.build.build"}
    while ahead:
        name = ahead.pop()
        reached.add(name)
        told = [full.split(".") for full in imports(sources[name])]
        within = {".".join(parts[:i]) for parts in told for i in range(1, len(parts) + 1)}
        ahead |= (within & sources.keys()) - reached
    assert {name.rpartition(".")[2] for name in sources.keys() - reached} == set(inputs.ASIDE)


def test_the_digest_is_the_same_in_every_process() -> None:
    script = (
        "from pathlib import Path; from generator.content import inputs; "
        "print(inputs.prepare(Path('data'), Path('templates')).digest)"
    )
    found = {
        subprocess.run(
            [sys.executable, "-c", script], cwd=ROOT, env={"PYTHONHASHSEED": seed},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("0", "1", "2")
    }  # fmt: skip
    assert found == {f"{digest((ROOT / 'data', ROOT / 'templates'))}\n"}


def test_what_a_killed_build_left_is_swept_when_nothing_has_changed(
    folders: tuple[Path, Path], tmp_path: Path
) -> None:
    source = inputs.prepare(*folders)
    built = build.build(source, tmp_path / "out", DAY, DAY, jobs=1)
    releases = tmp_path / "out" / "releases"
    (releases / ".staging-1" / "bazi").mkdir(parents=True)
    (releases / f".staging-{built.release}").mkdir()
    assert live_release(source, tmp_path / "out", DAY, DAY) == built.release
    assert [entry.name for entry in releases.iterdir()] == [built.release]

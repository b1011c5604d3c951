"""An editor's desk for tests: content and templates to edit, and the releases made of them."""

from __future__ import annotations

import shutil
import subprocess
from collections.abc import Callable
from datetime import date
from pathlib import Path

import pytest

from generator.build import build
from generator.build.build import Built
from generator.build.verify import verify
from generator.content import inputs
from generator.content.inputs import Source
from generator.content.templates import read_templates

ROOT = Path(__file__).resolve().parent.parent
FIRST, LAST = date(1990, 5, 16), date(1990, 6, 8)
DATES = 24
"""With a golden reading and two 節 among them."""


class Desk:
    """Content and templates that a test edits, and the release that is made of them."""

    jobs = 1

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        for name in ("data", "templates"):
            shutil.copytree(ROOT / name, folder / name)

    @property
    def source(self) -> Source:
        """What lies there now, whatever `check` thinks of its wording."""
        data, folder = self.folder / "data", self.folder / "templates"
        templates = read_templates(folder)
        content, _ = inputs.check(data, templates)
        digest = inputs.inputs_digest(data, folder)
        return Source(templates, content, inputs.press_digest(), digest)

    def build(self, name: str = "out", anew: bool = False, source: Source | None = None) -> Built:
        """Build what lies there now, or has been loaded already."""
        source = source or self.source
        return build.build(source, self.folder / name, FIRST, LAST, jobs=self.jobs, anew=anew)

    def edit(self, path: str, old: str, new: str, nth: int = 0) -> None:
        file = self.folder / path
        text = file.read_text()
        places = [i for i in range(len(text)) if text.startswith(old, i)]
        assert places, (path, old)
        at = places[nth % len(places)]
        file.write_text(text[:at] + new + text[at + len(old) :])

    def built_as_from_nothing(self) -> int:
        """Build, see that each byte is as a build from nothing has it; how many dates it rendered."""
        shutil.rmtree(self.folder / "anew", ignore_errors=True)
        source = self.source
        again, anew = self.build(source=source), self.build("anew", anew=True, source=source)
        assert again.release == anew.release
        assert (again.tiers, again.files, again.bytes) == (anew.tiers, anew.files, anew.bytes)
        for name in ("out", "anew"):
            assert verify(self.folder / name / "current") == []
        assert anew.rendered == DATES
        return again.rendered


def golden_added(desk: Desk, nth: int) -> None:
    text = (ROOT / "data" / "golden" / "1990-05-20.md").read_text()
    on = f"1990-06-{nth % 5 + 1:02}"
    (desk.folder / "data" / "golden" / f"{on}.md").write_text(text.replace("1990-05-20", on))


def golden_removed(desk: Desk, nth: int) -> None:
    (desk.folder / "data" / "golden" / "1990-05-20.md").unlink(missing_ok=True)


def variant_added(desk: Desk, nth: int) -> None:
    with (desk.folder / "data" / "corpus" / "image.md").open("a") as file:
        file.write(
            f"\n## {'甲乙丙丁'[nth % 4]}・身弱（第{nth}）\n\n{{日主}}在這裡，你多一種寫法。\n"
        )


def of(path: str, old: str, new: str) -> Callable[[Desk, int], None]:
    return lambda desk, nth: desk.edit(path, old, new, nth)


EDITS: dict[str, Callable[[Desk, int], None]] = {
    "fragment": of("data/corpus/day-pillar.md", "。", "吧。"),
    "fragment of many": of("data/corpus/image.md", "。", "呢。"),
    "claim": of("data/corpus/season.md", "\n> 你", "\n> 如今你"),
    "slot": of("data/corpus/elements.md", "。", "，{日柱}。"),
    "other side": of("data/corpus/year-pillar.md", "。", "了。"),
    "variant added": variant_added,
    "golden added": golden_added,
    "golden removed": golden_removed,
    "golden of another date": of("data/golden/1984-02-04.md", "。", "啦。"),
    "lead": of("data/lead.yaml", "的", "那樣的"),
    "rule of a facet": of("data/corpus/wealth.md", "rule: ", "rule: 十神 # "),
    "plain": of("data/plain.yaml", ": ", ": 也"),
    "setting": of("data/site.yaml", "disclaimer: ", "disclaimer: 先說，"),
    "template of a piece": of("templates/date/arcs.html", "</g>", " </g>"),
}


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
    desk.edit("data/golden/1990-05-20.md", "。", "啊。", 5)
    return desk

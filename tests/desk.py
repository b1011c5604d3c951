"""An editor's desk for tests: content and templates to edit, and the releases made of them."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections.abc import Callable
from datetime import date
from pathlib import Path
from tempfile import mkdtemp

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
        """Build what lies there now, or has been loaded already.

        No release is deleted: where many files just were, ext4 takes long to make others.
        """
        out, source, jobs = self.folder / name, source or self.source, self.jobs
        return build.build(source, out, FIRST, LAST, jobs=jobs, keep=99, anew=anew)

    def edit(self, path: str, old: str, new: str, nth: int = 0) -> None:
        file = self.folder / path
        text = file.read_text()
        places = [i for i in range(len(text)) if text.startswith(old, i)]
        assert places, (path, old)
        at = places[nth % len(places)]
        file.write_text(text[:at] + new + text[at + len(old) :])

    def edit_under(self, path: str, key: str, old: str, new: str) -> None:
        """Edit the last such place under a heading, in every variant of its key."""
        file = self.folder / path
        blocks = re.split("^(?=## )", file.read_text(), flags=re.MULTILINE)
        edited = [new.join(b.rsplit(old, 1)) if b.startswith(f"## {key}") else b for b in blocks]
        assert edited != blocks, (path, key, old)
        file.write_text("".join(edited))

    def built_as_from_nothing(self) -> int:
        """Build, see that each byte is as a build from nothing has it; how many dates it rendered."""
        source, aside = self.source, mkdtemp(dir=self.folder)
        again, anew = self.build(source=source), self.build(aside, anew=True, source=source)
        assert again.release == anew.release
        assert (again.tiers, again.files, again.bytes) == (anew.tiers, anew.files, anew.bytes)
        for name in ("out", aside):
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
    """Three at once: one of them is drawn on some of the dates."""
    with (desk.folder / "data" / "corpus" / "image.md").open("a") as file:
        for which in "甲乙丙":
            key = f"{'甲庚壬辛'[nth % 4]}・{('身弱', '身強', '中和', '身強')[nth % 4]}"
            file.write(f"\n## {key}（第{nth}{which}）\n\n{{日主}}在這裡，你多一種寫法。\n")


def of(path: str, old: str, new: str) -> Callable[[Desk, int], None]:
    return lambda desk, nth: desk.edit(path, old, new, nth)


def under(path: str, old: str, new: str, *keys: str) -> Callable[[Desk, int], None]:
    """Keys that some of the dates have."""
    return lambda desk, nth: desk.edit_under(path, keys[nth % len(keys)], old, new)


EDITS: dict[str, Callable[[Desk, int], None]] = {
    "fragment": under("data/corpus/day-pillar.md", "。", "吧。", "甲午", "庚寅", "丁酉"),
    "fragment of many": under("data/corpus/image.md", "。", "？", "甲・身弱", "庚・身強"),
    "claim": under("data/corpus/season.md", "\n> ", "\n> 如今", "辛日巳月", "癸日巳月"),
    "slot": under("data/corpus/elements.md", "。", "，{日柱}。", "金旺水弱", "金旺木弱"),
    "other side": under("data/corpus/season.md", "。", "了。", "壬日巳月"),
    "variant added": variant_added,
    "golden added": golden_added,
    "golden removed": golden_removed,
    "golden of another date": of("data/golden/1984-02-04.md", "。", "啦。"),
    "lead": of("data/lead.yaml", "\n  小滿: [", "\n  小滿: [才"),
    "rule of a facet": of("data/corpus/wealth.md", "rule: ", "rule: 十神 # "),
    "plain": of("data/plain.yaml", ": ", ": 也"),
    "setting": of("data/site.yaml", "disclaimer: ", "disclaimer: 先說，"),
    "setting of the pages alone": of("data/site.yaml", "attribution: ", "attribution: 今"),
    "this year": under("data/tables/this-year.md", "。", "啊。", "甲・丙", "乙・丙"),
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

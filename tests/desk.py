"""An editor's desk for tests: content and templates to edit, and the releases made of them."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path

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

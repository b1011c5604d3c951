"""The short phrases that a closing is filled with: an edited one is published."""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path

from generator.build import build
from generator.content import inputs
from tests.conftest import ROOT

ON = date(1990, 5, 25)


def test_an_edited_gist_reaches_the_page_and_its_data(data: Path, tmp_path: Path) -> None:
    live = tmp_path / "out" / "current" / "bazi" / "1990-5-25"
    for gist in ("鐘走得急就有勁", "沒有人催就散開"):
        edited, times = re.subn("(?m)(?<=^  庚日巳月: ).*", gist, (data / "gists.yaml").read_text())
        assert times == 1
        (data / "gists.yaml").write_text(edited)
        build.build(inputs.prepare(data, ROOT / "templates"), tmp_path / "out", ON, ON, jobs=1)
        for file in ("index.html", "reading.json"):
            assert gist in (live / file).read_text(), (gist, file)

"""The real content with settings of a test's own."""

from __future__ import annotations

import shutil
from pathlib import Path

from tests.conftest import ROOT

CONTACT, EXPIRES = "mailto:security@example.tw", "2027-06-30T23:59:59+08:00"


def content(folder: Path, **values: object) -> Path:
    """A copy of the real content with these settings instead of, or beside, its own."""
    data = Path(shutil.copytree(ROOT / "data", folder / "data"))
    lines = (data / "site.yaml").read_text().splitlines()
    kept = [line for line in lines if line.partition(":")[0] not in values]
    kept += [f"{name}: {value}" for name, value in values.items()]
    (data / "site.yaml").write_text("\n".join(kept) + "\n")
    return data

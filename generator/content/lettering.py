"""Whether what editors name can be lettered: the font of headings and pictures is a small one.

In: `site.yaml` and `services.yaml` of `data/`, the list of the font's characters. Out: the problems
found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.content.mapping import read_mapping
from generator.content.problem import Problem

if TYPE_CHECKING:
    from pathlib import Path

FONT = "wanrishu-serif.woff2"
CHARACTERS = "characters.txt"
"""The list of those that the font has: a test holds the two together."""

_LONGEST = 7
"""Characters that a column of the picture holds."""


def check_lettering(data: Path, characters: str) -> list[Problem]:
    """What keeps the tagline and the names from being lettered: a shape, or a character."""
    name = f"{data.name}/site.yaml"
    site, _ = read_mapping(data / "site.yaml", name)
    services, _ = read_mapping(data / "services.yaml", name)
    tagline = site.get("tagline")
    lettered = [(name, site.get("name")), (name, tagline)]
    for service in services.entries.values():
        lettered.append((f"{data.name}/services.yaml", service.get("name")))
    problems = []
    columns = tagline.text.split("，")
    if tagline.text and (len(columns) != 2 or not all(0 < len(c) <= _LONGEST for c in columns)):
        what = f"tagline「{tagline.text}」排不進分享圖的兩行"
        cure = f"中間一個逗號，前後各寫一到 {_LONGEST} 個字"
        problems.append(Problem(name, tagline.line, "S21", what, cure))
        lettered.remove((name, tagline))
    for file, value in lettered:
        if missing := "".join(c for c in dict.fromkeys(value.text) if c not in characters):
            what = f"標題與分享圖的字型沒有「{missing}」"
            cure = "換一個說法，或照 templates/fonts/README.md 補進字型"
            problems.append(Problem(file, value.line, "S22", what, cure))
    return problems

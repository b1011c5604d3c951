"""Whether the picture of the site can be lettered: the font of the pictures is a small one.

In: `data/site.yaml` and the font. Out: the problems found.
"""

from __future__ import annotations

from io import BytesIO
from typing import TYPE_CHECKING

from PIL import ImageFont

from generator.content.mapping import read_mapping
from generator.content.problem import Problem

if TYPE_CHECKING:
    from pathlib import Path

FONT = "wanrishu-serif.otf"

_LONGEST = 7
"""Characters that a column of the picture holds."""


def check_lettering(data: Path, font: bytes) -> list[Problem]:
    """What keeps the tagline of `site.yaml` from being drawn: its shape, or a character."""
    name = f"{data.name}/site.yaml"
    mapping, _ = read_mapping(data / "site.yaml", name)
    tagline, line = mapping.get("tagline").text, mapping.get("tagline").line
    columns = tagline.split("，")
    if tagline and (len(columns) != 2 or not all(0 < len(c) <= _LONGEST for c in columns)):
        what = f"tagline「{tagline}」排不進分享圖的兩行"
        cure = f"中間一個逗號，前後各寫一到 {_LONGEST} 個字"
        return [Problem(name, line, "S21", what, cure)]
    missing = _missing(font, "".join(columns))
    if missing:
        what = f"分享圖的字型沒有「{missing}」"
        cure = "換一個說法，或照 templates/fonts/README.md 補進字型"
        return [Problem(name, line, "S22", what, cure)]
    return []


def _missing(font: bytes, text: str) -> str:
    drawn = ImageFont.truetype(BytesIO(font), 64, layout_engine=ImageFont.Layout.BASIC)
    blank = bytes(drawn.getmask("\N{SNOWMAN}"))
    return "".join(c for c in dict.fromkeys(text) if bytes(drawn.getmask(c)) == blank)

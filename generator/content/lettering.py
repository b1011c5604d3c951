"""Whether what editors name can be lettered: the font of headings and pictures is a small one.

In: the texts of the site's settings, the list of the font's characters. Out: the problems found.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.content.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator

    from generator.reading.corpus import Text

FONT = "wanrishu-serif.woff2"
CHARACTERS = "characters.txt"
"""The list of those that the font has: a test holds the two together."""

_LONGEST = 7
"""Characters that a column of the picture holds."""


def check_lettering(texts: tuple[Text, ...], characters: str) -> Iterator[Problem]:
    """What keeps the tagline and the names from being lettered: a shape, or a character."""
    for text in texts:
        columns = text.text.split("，")
        missing = "".join(c for c in dict.fromkeys(text.text) if c not in characters)
        fits = len(columns) == 2 and all(0 < len(column) <= _LONGEST for column in columns)
        if text.key == "tagline" and not fits:
            what = f"tagline「{text.text}」排不進分享圖的兩行"
            cure = f"中間一個逗號，前後各寫一到 {_LONGEST} 個字"
            yield Problem(text.path, text.line, "S21", what, cure)
        elif missing and text.key in ("name", "tagline") and "products" not in text.path:
            what = f"標題與分享圖的字型沒有「{missing}」"
            cure = "換一個說法，或照 templates/fonts/README.md 補進字型"
            yield Problem(text.path, text.line, "S22", what, cure)

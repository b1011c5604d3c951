"""Which characters a text may hold: those that people see.

In: text. Out: the characters in it that show nothing, reorder or only change others. Never
does I/O.
"""

from __future__ import annotations

import re
import unicodedata
from functools import cache

EVERYDAY = re.compile(r"[\n -~\u3000-\u3029一-\u9fff！-～]+")
"""Runs of what nearly all texts are made of, none of it hidden: a set of them would take long."""

_SPACES = "\n \u3000"
_BLANK = "\u115f\u1160\u2800\u3164\uffa0\ufffd"
"""Letters and symbols by their category, yet blank; and the trace of a failed decoding."""


def hidden(text: str) -> set[str]:
    """Controls, format and bidi marks, zero widths, odd spaces, combining marks, unassigned."""
    return {c for c in set(EVERYDAY.sub("", text)) if c not in _SPACES and _is_hidden(c)}


def without_hidden(text: str) -> str:
    """The text without them; a tab leaves a space."""
    found = hidden(text)
    return text.translate({ord(c): " " if c == "\t" else None for c in found}) if found else text


def code_points(characters: set[str]) -> str:
    """U+200B、U+202E."""
    return "、".join(f"U+{ord(c):04X}" for c in sorted(characters))


def on_one_line(text: str) -> str:
    """The text for a message: hidden characters and line breaks by their code points."""
    return text.translate({ord(c): code_points({c}) for c in (*hidden(text), "\n")})


@cache
def _is_hidden(character: str) -> bool:
    return character in _BLANK or unicodedata.category(character)[0] in "CMZ"

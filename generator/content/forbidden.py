"""The patterns editors list for forbidden wording: a small part of regular expressions.

In: a pattern as written in `data/wording.yaml`. Out: the same, compiled, or None when it is
none of ours. Never does I/O.

A pattern is words, with gaps between them: characters, ``(甲|乙)`` for either, ``?`` after one
of these for what may be missing, ``.`` for any character, ``.{0,8}`` for up to eight of them.
Nothing in it repeats what can repeat, and the ways it can match are counted, so no text takes
long to search.
"""

from __future__ import annotations

import re

_MAX_LENGTH = 60
_MAX_WAYS = 100

_CHARACTER = r"[^\\^$.|?*+()\[\]{}\s]"
_EITHER = rf"\((?:\?:)?{_CHARACTER}+(?:\|{_CHARACTER}+)*\)"
_WORD = rf"(?:(?:{_CHARACTER}|{_EITHER})\??)+"
_GAP = r"\.(?:\{0,(?:1?[0-9]|20)\})?"
_PATTERN = re.compile(rf"{_WORD}(?:{_GAP}{_WORD})*")
_CHOICE = re.compile(r"\((?:\?:)?(?P<words>[^)]*)\)|\{0,(?P<most>[0-9]+)\}|\?")


def compile_forbidden(pattern: str) -> re.Pattern[str] | None:
    """The pattern, or None when it is not of the kind above or would match nothing at all."""
    if len(pattern) > _MAX_LENGTH or not _PATTERN.fullmatch(pattern) or _ways(pattern) > _MAX_WAYS:
        return None
    compiled = re.compile(pattern)
    return None if compiled.match("") else compiled


def _ways(pattern: str) -> int:
    """In how many ways it can be tried at one place of a text."""
    ways = 1
    for choice in _CHOICE.finditer(pattern):
        if choice["words"]:
            ways *= choice["words"].count("|") + 1
        else:
            ways *= int(choice["most"] or 1) + 1
    return ways

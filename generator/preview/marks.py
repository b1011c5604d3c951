"""Marks: what goes with a text of `data/` through the press, so that a page can say where it is from.

In: a text and its place, "file:line". Out: the text between two marks, and at the end of the line the HTML
with an element in the place of each pair. Imports nothing of the project.

A mark is made of spaces that no file of `data/` may hold (`content.text_file`) and that the press
takes for white space wherever it counts characters. So the press need not know of marks: what
it writes of marked texts is, without the marks, what it writes of the texts.
"""

import re
from html import escape

_OPEN, _CLOSE, _STOP = "\u2000", "\u2001", "\u200a"
_DIGITS = "\u2002\u2003\u2004\u2005\u2006\u2007\u2008\u2009"
"""A number in base eight stands between `_OPEN` and `_STOP`."""

_MARK = re.compile(f"{_OPEN}([{_DIGITS}]+){_STOP}|{_CLOSE}")
_NOT_TEXT = re.compile(
    r"<(script|style|title|textarea|select|svg)\b.*?</\1>|<!--.*?-->"
    r"""|<(?:[^<>"']|"[^"]*"|'[^']*')*>""",
    re.DOTALL,
)
"""Tags, and elements that hold no element of HTML; of pages as our templates write them."""


class Marks:
    """The places that were marked; each keeps its number for as long as the preview runs.

    So that what did not move is marked the same after the next save.
    """

    def __init__(self) -> None:
        self._numbers: dict[str, str] = {}
        self._places: list[str] = []

    def mark(self, text: str, place: str) -> str:
        """The text between the marks of its place."""
        before, after = self.around(place)
        return before + text + after

    def around(self, place: str) -> tuple[str, str]:
        """The mark before a text of this place, and the one after it."""
        if place not in self._numbers:
            self._numbers[place] = f"{len(self._places):o}".translate(_CODED)
            self._places.append(place)
        return f"{_OPEN}{self._numbers[place]}{_STOP}", _CLOSE

    def resolve(self, html: str) -> str:
        """A page with `<span data-place="file:line">` around each marked text.

        Where no element may stand (attributes, the title, scripts, pictures) the marks go.
        """
        parts = []
        at = 0
        for found in _NOT_TEXT.finditer(html):
            parts += [self._placed(html[at : found.start()]), bare(found[0])]
            at = found.end()
        return "".join([*parts, self._placed(html[at:])])

    def _placed(self, text: str) -> str:
        if text.count(_OPEN) != text.count(_CLOSE):  # cut by a template: half a mark says nothing
            return bare(text)
        return _MARK.sub(self._tag, text)

    def _tag(self, mark: re.Match[str]) -> str:
        if not mark[1]:
            return "</span>"
        place = self._places[int(mark[1].translate(_DECODED), 8)]
        return f'<span data-place="{escape(place)}">'


_CODED = str.maketrans("01234567", _DIGITS)
_DECODED = str.maketrans(_DIGITS, "01234567")


def bare(text: str) -> str:
    """The text without marks."""
    return _MARK.sub("", text)

"""A text that visitors read, with what the rules of wording need to know of it.

In: nothing. Out: `Text`. Imports no reader.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Text:
    """A text by its key, with its range of characters, its path and line.

    `whole`: it is a sentence or more, not a phrase that is set by itself or joined into a
    sentence. `figures`: it may hold amounts in Arabic figures. `books`: it may name books, in 《》.
    """

    text: str
    key: str
    length: tuple[int, int]
    path: str
    line: int
    whole: bool = True
    figures: bool = False
    books: bool = False

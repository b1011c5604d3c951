"""A problem in the content: where, what, and what to do about it.

In: nothing. Out: `Problem`. Content problems are collected and reported together; they are
never raised one by one. Imports no reader.
"""

from dataclasses import dataclass

_LONGEST = 200  # characters of the two halves of a message


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One finding. `path` is relative to the project, `line` counts from 1.

    As text it is one line of visible characters, whatever the file at fault holds.
    """

    path: str
    line: int
    code: str
    what: str
    cure: str

    def __str__(self) -> str:
        what, cure = (
            text if len(text) <= _LONGEST else f"{text[:_LONGEST]}……"
            for text in (self.what, self.cure)
        )
        return visible(f"{self.path}:{self.line}: {self.code} {what} — {cure}")


def visible(text: str) -> str:
    """The text with the code point, such as U+200B, in place of each character that shows nothing."""
    return "".join(c if c.isprintable() else f"U+{ord(c):04X}" for c in text)


class ContentError(Exception):
    """Content that can't be built; carries every problem found."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems)
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))

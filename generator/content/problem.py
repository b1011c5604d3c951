"""A problem in the content: where, what, and what to do about it.

In: nothing. Out: `Problem`. Content problems are collected and reported together; they are
never raised one by one. Imports no reader.
"""

from __future__ import annotations

from dataclasses import dataclass

from generator.content.characters import on_one_line

_MAX_SHOWN = 200


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
        what, cure = _shortened(self.what), _shortened(self.cure)
        return on_one_line(f"{self.path}:{self.line}: {self.code} {what} — {cure}")


def _shortened(text: str) -> str:
    return text if len(text) <= _MAX_SHOWN else f"{text[:_MAX_SHOWN]}……"


class ContentError(Exception):
    """Content that can't be built; carries every problem found."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems)
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))

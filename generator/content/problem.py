"""A problem in the content: where, what, and what to do about it.

In: nothing. Out: `Problem`. Content problems are collected and reported together;
they are never raised one by one.
"""

from __future__ import annotations

from dataclasses import dataclass


@dataclass(frozen=True, slots=True, order=True)
class Problem:
    """One finding. `path` is relative to the project, `line` counts from 1."""

    path: str
    line: int
    code: str
    what: str
    cure: str

    def __str__(self) -> str:
        return f"{self.path}:{self.line}: {self.code} {self.what} — {self.cure}"


class ContentError(Exception):
    """Content that can't be built; carries every problem found."""

    def __init__(self, problems: tuple[Problem, ...]) -> None:
        super().__init__(problems)
        self.problems = problems

    def __str__(self) -> str:
        return "\n".join(map(str, self.problems))

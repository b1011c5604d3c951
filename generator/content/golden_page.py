"""Golden readings as whole pages: long enough in each perspective, and nobody's copy.

In: a loaded corpus. Out: the problems found. What a page says paragraph by paragraph is judged
in `lint`.
"""

from __future__ import annotations

from collections import Counter
from typing import TYPE_CHECKING

from generator.content.golden import VIEWS
from generator.content.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from generator.reading.corpus import Corpus, Golden

LENGTH = (2200, 3200)
"""Characters of a page as one perspective reads it, white space left out."""

MOST_ALIKE = 10
"""Percent of a page that may stand elsewhere; the most today is below one."""

_RUN = 8
"""Characters: two that write for themselves seldom have so many in a row in common."""


def judge_pages(corpus: Corpus) -> list[Problem]:
    """Tell each golden reading that is too short or long, or that another text has already."""
    problems: list[Problem] = []
    written = {on: set(_runs(_texts(golden))) for on, golden in sorted(corpus.golden.items())}
    every = set[str]().union(*written.values())
    of_corpus = every.intersection(_runs(f.text for f in corpus.listed))
    owners: dict[str, str] = {}
    for on, runs in written.items():
        golden = corpus.golden[on]
        path = golden.lead.path
        if wrong := [f"{name} {n} 字" for name, n in _lengths(golden).items() if not _fits(n)]:
            cure = f"每個視角寫 {LENGTH[0]} 到 {LENGTH[1]} 字"
            problems.append(Problem(path, 1, "G11", f"全文{'、'.join(wrong)}", cure))
        found = ["語料"] * len(runs & of_corpus) + [owners[r] for r in runs if r in owners]
        for owner, times in Counter(found).most_common(1):
            percent = 100 * times // len(runs)
            if percent >= MOST_ALIKE:
                what = f"有百分之 {percent} 與{owner}相同"
                problems.append(Problem(path, 1, "G12", what, "照這一天的命盤重寫，不抄別頁"))
        for run in runs - of_corpus:
            owners.setdefault(run, f" {path} ")
    return problems


def _lengths(golden: Golden) -> dict[str, int]:
    """Characters by the name of a perspective."""
    return {
        name: sum(
            len("".join(p.text.split()))
            for (_, of), paragraphs in golden.sections.items()
            if of in (None, view)
            for p in paragraphs
        )
        for name, view in VIEWS.items()
    }


def _fits(length: int) -> bool:
    return LENGTH[0] <= length <= LENGTH[1]


def _texts(golden: Golden) -> Iterator[str]:
    return (p.text for ps in golden.sections.values() for p in ps)


def _runs(texts: Iterable[str]) -> Iterator[str]:
    """Every `_RUN` characters in a row."""
    return (text[i : i + _RUN] for text in texts for i in range(len(text) - _RUN + 1))

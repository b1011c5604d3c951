"""Search: which of the texts that editors write holds some words of a page.

In: the content, words as they stand on a page. Out: `Found`s. What fills a slot on the page is
not known here: a slot stands for any words, and those beside it must be as written.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import accumulate
from typing import TYPE_CHECKING

from generator.content.essays import SLOT, without_links
from generator.content.lint import sentences

if TYPE_CHECKING:
    from collections.abc import Iterator

    from generator.inputs import Content

LONGEST = 40
"""Characters that a slot may stand for."""

_LEAST = 2
"""Characters that must be as written where the rest comes from slots."""

_NOT_AT_ALL = (-10_000, 0)


@dataclass(frozen=True, slots=True)
class Found:
    """A text that holds the words: what it is, where, the sentences they are in, as written.

    `sure`: how many of the words' characters are as written; the others come from slots.
    """

    what: str
    path: str
    line: int
    sentence: str
    sure: int


@dataclass(frozen=True, slots=True)
class _Text:
    """`parts` alternates text and slot names, text first."""

    what: str
    path: str
    line: int
    parts: tuple[str, ...]


def search(words: str, content: Content) -> list[Found]:
    """Every text that holds the words as written; if none does, those with slots among them.

    Of the latter only those with as much as written as any: a slot could stand for anything.
    """
    wanted = _packed(words)
    found = [
        Found(text.what, text.path, text.line, sentence, sure)
        for text in _texts(content)
        for sure, sentence in _match(wanted, text.parts)
    ]
    most = max((each.sure for each in found), default=0)
    return [each for each in found if each.sure == most]


def _texts(content: Content) -> Iterator[_Text]:
    corpus = content.corpus
    for fragment in (*corpus.listed, *{c.id: c for c in corpus.claims.values()}.values()):
        yield _Text(fragment.id, fragment.path, fragment.line, fragment.parts)
    for on, golden in corpus.golden.items():
        yield _Text(f"golden/{on}", golden.lead.path, golden.lead.line, (golden.lead.text,))
        for paragraph in (p for held in golden.sections.values() for p in held):
            yield _Text(f"golden/{on}", paragraph.path, paragraph.line, (paragraph.text,))
    for text in (*content.phrases.texts, *content.tables.texts):
        joined = text.path.endswith("/lead.yaml")
        yield _Text(text.key, text.path, text.line, _within(text.text) if joined else (text.text,))
    for essay in content.essays.values():
        for part in essay.written:
            for cell in map(without_links, part.cells):
                yield _Text(f"pages/{essay.name}", essay.path, part.line, tuple(SLOT.split(cell)))
    for text in corpus.other_texts:
        yield _Text(text.key, text.path, text.line, _within(text.text))


def _within(text: str) -> tuple[str, ...]:
    """Of a text that a page joins with others: what is beside it comes from those."""
    return ("", "", text, "", "")


def _match(words: str, parts: tuple[str, ...]) -> Iterator[tuple[int, str]]:
    """At most once: how many characters are as written, and the sentences they are in."""
    written = [f"{{{part}}}" if n % 2 and part else part for n, part in enumerate(parts)]
    text = "".join(written)
    # The words have no spaces; starts and ends count none.
    parts = tuple(map(_packed, parts))
    starts = [0, *accumulate(len(_packed(each)) for each in written)]
    best = (0, 0, 0)
    for n in range(0, len(parts), 2):
        if (at := parts[n].find(words)) >= 0:
            yield len(words), _sentences(text, starts[n] + at, starts[n] + at + len(words))
            return
        for begun in range(len(words)) if n + 2 < len(parts) else ():
            if parts[n].endswith(words[:begun]):
                sure, end = _from_slot(words[begun:], parts, starts, n + 2)
                best = max(best, (begun + sure, starts[n + 1] - begun, end))
    sure, start, end = best
    if sure >= max(_LEAST, len(words) // 8):
        yield sure, _sentences(text, start, end)


def _from_slot(words: str, parts: tuple[str, ...], starts: list[int], n: int) -> tuple[int, int]:
    """Of words that begin in the slot before part `n`: (as written, where in the text they end)."""
    best = (0, starts[n]) if len(words) <= LONGEST else _NOT_AT_ALL
    for filled in range(1, min(len(words), LONGEST + 1)):
        rest, part = words[filled:], parts[n]
        if part.startswith(rest):
            best = max(best, (len(rest), starts[n] + len(rest)))
        elif len(rest) > len(part) and rest.startswith(part) and n + 2 < len(parts):
            sure, end = _from_slot(rest[len(part) :], parts, starts, n + 2)
            best = max(best, (len(part) + sure, end))
    return best


def _sentences(text: str, start: int, end: int) -> str:
    """The sentences of a text that have something of a stretch of it."""
    found, at = "", 0
    for sentence in sentences(text):
        length = len(_packed(sentence))
        if at < end and start < at + length:
            found += sentence
        at += length
    return found


def _packed(text: str) -> str:
    """Without its spaces."""
    return "".join(text.split())

"""Places: every text that editors write, with where it stands.

In: the content; then a name, a file and line, or words copied from a page. Out: the `Place`s that
are meant. The preview, `show --trace`, `where` and `search` all find a text here. Reads no file of
its own accord: of a file that an editor names, `find` looks which line is a heading.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import accumulate, pairwise
from pathlib import Path

from generator.content.inline import SLOT, shown
from generator.content.inputs import Content
from generator.content.lint import sentences
from generator.reading.corpus import CLAIM, Fragment, GoldenParagraph, Text, packed
from generator.reading.facets import FACETS

LONGEST = 40
"""Characters that a slot may stand for."""

_MEETING = frozenset(
    each.name for pair in pairwise(FACETS) if pair[0].kind == "joined" for each in pair
)
"""Facets of which two make one printed paragraph."""

_LEAST = 2
"""Characters that must be as written where the rest comes from slots."""

_IN_FILE = re.compile(r"(?P<file>.+\.\w+):(?P<line>\d{1,9})(?::.*)?", re.DOTALL)
_VARIANT = re.compile(r"（[^（）]+）\Z")


@dataclass(frozen=True, slots=True)
class Place:
    """A text: what it is called, where it is written, and what the content has it as.

    `name`: facet/key（variant）, golden/date, or the file's name and the key in it. `parts`
    alternates text and slot names, text first.
    """

    name: str
    path: str
    line: int
    parts: tuple[str, ...]
    of: Fragment | GoldenParagraph | Text

    @property
    def at(self) -> str:
        """File and line, as problems name them."""
        return f"{self.path}:{self.line}"

    @property
    def text(self) -> str:
        """The text as it is written, slots in braces."""
        return "".join(_written(self.parts))

    @property
    def is_claim(self) -> bool:
        return isinstance(self.of, Fragment) and self.of.variant.endswith(CLAIM)

    @property
    def of_key(self) -> str:
        """The name without its variant; a claim keeps its own."""
        return self.name if self.is_claim else _VARIANT.sub("", self.name)


@dataclass(frozen=True, slots=True)
class Found:
    """A text that holds some words, and the sentences that they are in, as written.

    `sure`: how many of the words' characters are as written; the others come from slots.
    """

    place: Place
    sentence: str
    sure: int


class UnknownPlaceError(LookupError):
    """Nothing goes by the name that was given; the message says what to write instead."""


def places(content: Content) -> Iterator[Place]:
    """Every text that editors write."""
    corpus = content.corpus
    for fragment in (*corpus.listed, *corpus.listed_claims):
        yield Place(fragment.id, fragment.path, fragment.line, fragment.parts, fragment)
    for on, golden in corpus.golden.items():
        for text in (golden.title, golden.lead):
            yield Place(f"golden/{on}", text.path, text.line, (text.text,), text)
        for each in golden.paragraphs:
            yield Place(f"golden/{on}", each.path, each.line, (each.text,), each)
    for text in content.texts:
        yield Place(f"{_stem(text)}/{text.key}", text.path, text.line, (text.text,), text)
    for text in content.prose:
        name = f"pages/{_stem(text)}" if "/pages/" in text.path else f"{_stem(text)}/{text.key}"
        yield Place(name, text.path, text.line, tuple(SLOT.split(shown(text.text))), text)


def _stem(text: Text) -> str:
    return text.path.rpartition("/")[2].partition(".")[0]


def find(name: str, content: Content, data: Path) -> list[Place]:
    """The texts that a name is of, or that stand at `FILE:LINE`.

    A key without a variant means all its variants; any line from a heading to the next is of the
    paragraph between, but a claim's own.

    :raises UnknownPlaceError: if there is none.
    """
    every = list(places(content))
    if match := _IN_FILE.fullmatch(name):
        return _in_file(match["file"], int(match["line"]), every, data)
    whole, _, key = name.partition("/")
    if found := [place for place in every if name in (place.name, place.of_key)]:
        return found[:1] if whole == "golden" else found
    if whole == "golden":
        raise _no_golden(key)
    known = next((place.name for place in every if place.name.startswith(f"{whole}/")), None)
    if known is None or not key:
        raise UnknownPlaceError(
            f"不認得「{name}」— 寫成「image/甲・身弱」，或 show --trace 印出的檔名與行號，"
            "如 data/corpus/image.md:8"
        )
    raise UnknownPlaceError(f"{whole} 沒有「{key}」這一段 — 鍵照檔案裡的標題寫，如「{known}」")


def _in_file(file: str, line: int, every: list[Place], data: Path) -> list[Place]:
    held = [place for place in every if Path(place.path).name == Path(file).name]
    if not held:
        raise _nothing_in(Path(file), data)
    written = (data / held[0].path.partition("/")[2]).read_text("utf-8").splitlines()
    above = "\n".join(written[:line]).rstrip().split("\n")
    if above[-1].startswith("## "):
        at = min((p.line for p in held if p.line > len(above) and not p.is_claim), default=0)
    else:
        at = max((p.line for p in held if p.line <= len(above)), default=0)
    if not at:
        raise UnknownPlaceError(f"{file}:{line} 還沒到第一段 — 寫段落或它標題的行號")
    return [place for place in held if place.line == at]


def _nothing_in(file: Path, data: Path) -> UnknownPlaceError:
    if re.fullmatch(r"\d+-\d+-\d+", file.stem):
        return _no_golden(file.stem)
    return UnknownPlaceError(
        f"{file} 裡沒有頁面的文字 — 寫 {data.name} 裡的檔，如 {data.name}/corpus/image.md:8"
    )


def _no_golden(on: str) -> UnknownPlaceError:
    return UnknownPlaceError(f"沒有 {on} 的親筆 — 日期寫成 1990-05-20，草稿不算")


def search(words: str, content: Content) -> list[Found]:
    """Every text that holds the words as written; if none does, those with slots among them.

    What fills a slot on a page is not known here: a slot stands for any words. So of the latter
    only those with as much as written as any.
    """
    words = packed(words)
    every = [(place, _on_a_page(place)) for place in places(content)]
    plain = [each for each in every if any(words in packed(part) for part in each[1][::2])]
    found = []
    for place, parts in plain or (each for each in every if len(each[1]) > 1):
        sure, sentence = _match(words, parts)
        if sure:
            found.append(Found(place, sentence, sure))
    most = max((each.sure for each in found), default=0)
    return [each for each in found if each.sure == most]


def _on_a_page(place: Place) -> tuple[str, ...]:
    """The parts of a text; any words may stand around one that a page joins with others."""
    joined = place.path.endswith("/lead.yaml") or getattr(place.of, "facet", "") in _MEETING
    return ("", "", *place.parts, "", "") if joined else place.parts


def _match(words: str, parts: tuple[str, ...]) -> tuple[int, str]:
    """How many of the words' characters are as written, and the sentences they are in."""
    written = _written(parts)
    starts = [0, *accumulate(len(packed(each)) for each in written)]
    texts = [packed(part) for part in parts]
    best = (0, 0, 0)
    for n in range(0, len(parts), 2):
        if (at := texts[n].find(words)) >= 0:
            begin = starts[n] + at
            return len(words), _sentences("".join(written), begin, begin + len(words))
        # The words begin in part n and end in part m, or in the slots beside these.
        head = next(i for i in range(len(words), -1, -1) if texts[n].endswith(words[:i]))
        for m in range(n + 2, len(parts), 2):
            inner = texts[n + 2 : m : 2]
            if not all(text in words for text in inner):
                break
            between = f".{{1,{LONGEST}}}".join(["", *map(re.escape, inner), ""])
            tail = next(i for i in range(head, len(words) + 1) if texts[m].startswith(words[i:]))
            if re.fullmatch(between, words[head:tail]):
                sure = head + len("".join(inner)) + len(words) - tail
                best = max(best, (sure, starts[n + 1] - head, starts[m] + len(words) - tail))
    sure, begin, end = best
    if sure < max(_LEAST, len(words) // 8):
        return 0, ""
    return sure, _sentences("".join(written), begin, end)


def _written(parts: tuple[str, ...]) -> list[str]:
    return [f"{{{part}}}" if n % 2 and part else part for n, part in enumerate(parts)]


def _sentences(text: str, begin: int, end: int) -> str:
    """The sentences of a text that have something of a stretch of it; white space counts none."""
    found, at = "", 0
    for sentence in sentences(text):
        start, at = at, at + len(packed(sentence))
        found += sentence if start < end and begin < at else ""
    return found

"""Places: what an editor names of a reading, found in the content.

In: a name as `show --trace` prints it, a file and line, or facet/key. Out: the fragments and
claims that are meant. Imports the corpus and the reader of its files.
"""

from __future__ import annotations

import re
from datetime import date
from pathlib import Path
from typing import TYPE_CHECKING

from generator.content.corpus import CLAIM
from generator.content.source import read_document, split_heading
from generator.facets import FACETS

if TYPE_CHECKING:
    from generator.content.corpus import Corpus, Fragment
    from generator.content.golden import Golden

_IN_FILE = re.compile(r"(?P<file>.+\.\w+):(?P<line>\d+)(?::.*)?", re.DOTALL)


class UnknownPlaceError(LookupError):
    """Nothing goes by the name that was given; the message says what to write instead."""


def find(name: str, data: Path, corpus: Corpus) -> Golden | tuple[Fragment, ...]:
    """The golden reading that a name is of, or the fragments, all of one facet.

    A key without a variant means all its variants.

    :raises UnknownPlaceError: if there is neither.
    """
    if match := _IN_FILE.fullmatch(name):
        return _in_file(match["file"], int(match["line"]), data, corpus)
    facet, _, heading = name.partition("/")
    if facet == "golden":
        return _golden(heading, corpus)
    if facet not in corpus.fragments or not heading:
        raise UnknownPlaceError(
            f"不認得「{name}」— 寫成「day-stem/甲」，或 show --trace 印出的檔名與行號，"
            "如 data/corpus/day-stem.md:8"
        )
    return _of_heading(facet, heading, corpus)


def _golden(on: str, corpus: Corpus) -> Golden:
    for written, golden in corpus.golden.items():
        if on == written.isoformat():
            return golden
    raise UnknownPlaceError(f"沒有 {on} 的親筆 — 日期寫成 1990-05-20，草稿不算")


def _of_heading(facet: str, heading: str, corpus: Corpus) -> tuple[Fragment, ...]:
    key, variant = split_heading(heading)
    variants = corpus.fragments[facet].get(key, ())
    if variant.endswith(CLAIM):
        claims = {
            corpus.claims[f.id].id: corpus.claims[f.id] for f in variants if f.id in corpus.claims
        }
        found = [claim for claim in claims.values() if claim.variant == variant]
    else:
        found = [f for f in variants if variant in ("", f.variant)]
    if not found:
        example = next(iter(corpus.fragments[facet]))
        raise UnknownPlaceError(
            f"{facet} 沒有「{heading}」這一段 — 鍵照檔案裡的標題寫，如「{facet}/{example}」"
        )
    return tuple(found)


def _in_file(file: str, line: int, data: Path, corpus: Corpus) -> Golden | tuple[Fragment, ...]:
    parts = Path(file).parts[-2:]
    folder, stem = (parts[0] if len(parts) > 1 else "corpus"), Path(file).stem
    if folder == "golden" or _is_date(stem):
        return _golden(stem, corpus)
    if folder != "corpus" or stem not in {facet.name for facet in FACETS}:
        raise UnknownPlaceError(
            f"{file} 裡的字不是日期頁的段落 — 這裡只查 {data.name}/corpus 與 {data.name}/golden 的檔"
        )
    document, _ = read_document(data / "corpus" / f"{stem}.md", file, claims=True)
    above = [block for block in document.blocks if block.line <= line]
    if not above:
        raise UnknownPlaceError(f"{file}:{line} 還沒到第一段 — 寫段落或它標題的行號")
    key, variant = split_heading(above[-1].heading)
    written = [f for f in corpus.fragments[stem].get(key, ()) if f.variant == variant]
    claim = above[-1].claim
    if claim is not None and claim.line == line:
        return tuple(corpus.claims[fragment.id] for fragment in written)
    return tuple(written)


def _is_date(text: str) -> bool:
    try:
        return bool(date.fromisoformat(text))
    except ValueError:
        return False

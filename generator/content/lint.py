"""The numbered rules of wording, applied to every paragraph that visitors read.

In: a loaded corpus, all other texts and the wording lists. Out: `Problem`s, all of them, in file order.
Never changes a text: every converter known damages this vocabulary (丑 becomes 醜), so
OpenCC only detects.
"""

from __future__ import annotations

import re
from collections import Counter
from functools import cache
from typing import TYPE_CHECKING

from opencc import OpenCC

from generator.content.corpus import CLAIM
from generator.content.problem import Problem
from generator.content.tables import TableText
from generator.facets import CLAIM_LENGTH, FACETS
from generator.symbols import CONTROLS, ELEMENTS, GENERATES

if TYPE_CHECKING:
    from collections.abc import Iterator

    from generator.content.corpus import Corpus
    from generator.content.settings import Wording

MAX_SENTENCE = 60
"""Characters; the rubric asks for a mean of 18-28."""

_SLOT = re.compile(r"\{[^{}]*\}")
_BRACES = re.compile(r"[{}｛｝][^{}｛｝]{0,6}[}｝]?")
_HALF_WIDTH = re.compile(r"[\x21-\x7a\x7c\x7e！]+")
_SENTENCE = re.compile(r"[^。？]+[。？]?[」』]?")
_GENERATION = re.compile(rf"([{''.join(ELEMENTS)}])生([{''.join(ELEMENTS)}])(?![月日年於在])")
_CONTROL = re.compile(rf"([{''.join(ELEMENTS)}])剋([{''.join(ELEMENTS)}])")
_NEARBY_LENGTH = 12


def lint(corpus: Corpus, others: tuple[TableText, ...], wording: Wording) -> list[Problem]:
    """Judge the wording of every fragment, every other text and golden paragraph."""
    lengths = {facet.name: facet.length for facet in FACETS}
    # A slot reads as two characters; only fragments have them.
    texts = [
        TableText(_SLOT.sub("甲乙", f.text), f.key, lengths[f.facet], f.path, f.line)
        for f in corpus.listed
    ]
    # Fragments of one key may share a claim.
    claims = [
        TableText(c.text, f"{c.key}・{CLAIM}", CLAIM_LENGTH, c.path, c.line)
        for c in {c.id: c for c in corpus.claims.values()}.values()
    ]
    problems: list[Problem] = []
    seen: Counter[str] = Counter()
    leads = [golden.lead for golden in corpus.golden.values() if golden.lead.text]
    for text in (*texts, *claims, *leads, *corpus.gist_texts, *others):
        low, high = text.length
        length = len(text.text)
        for code, what, cure in _wording(text.text, wording):
            problems.append(Problem(text.path, text.line, code, what, cure))
        if not low <= length <= high:
            what = f"「{text.key}」{length} 字"
            cure = f"這裡寫 {low} 到 {high} 字"
            problems.append(Problem(text.path, text.line, "T07", what, cure))
        for sentence in sentences(text.text):
            seen[sentence] += 1
            if seen[sentence] > 1 and len(sentence) >= _NEARBY_LENGTH:
                what = f"這句別處用過：{sentence}"
                problems.append(Problem(text.path, text.line, "T08", what, "換一種說法"))
    low, high = CLAIM_LENGTH
    for golden in corpus.golden.values():
        for paragraph in (p for ps in golden.sections.values() for p in ps):
            length = len(paragraph.text)
            if paragraph.kind == "claim" and not low <= length <= high:
                what, cure = f"直說 {length} 字", f"這裡寫 {low} 到 {high} 字"
                problems.append(Problem(paragraph.path, paragraph.line, "T07", what, cure))
            for code, what, cure in _wording(paragraph.text, wording):
                problems.append(Problem(paragraph.path, paragraph.line, code, what, cure))
    return sorted(problems)


def _wording(text: str, wording: Wording) -> Iterator[tuple[str, str, str]]:
    """(code, what, cure) of everything wrong with one text."""
    for character in dict.fromkeys(text):
        if character not in wording.plain_characters and _is_simplified(character):
            yield "T01", f"「{character}」是簡體字", "改成繁體；若此字繁體也用，加進 wording.yaml"
    for term, better in wording.terms.items():
        if term in text:
            yield "T02", f"「{term}」不是台灣說法", f"改成{better}"
    for match in _BRACES.finditer(text):
        cure = "空格用半形花括號，前後成對，如 {日主}；只有語料能用，名稱列在 data/README.md"
        yield "T09", f"花括號不對「{match[0]}」", cure
    for match in _HALF_WIDTH.finditer(text):
        yield "T03", f"半形或禁用的符號 {match[0]!r}", "用全形標點；數字寫成國字；不用驚嘆號"
    for kind, pattern in wording.forbidden.items():
        for match in pattern.finditer(text):
            yield "T04", f"禁語（{kind}）「{match[0]}」", "改寫成傾向或生活場景"
    for table, verb, pattern in ((GENERATES, "生", _GENERATION), (CONTROLS, "剋", _CONTROL)):
        for source, target in pattern.findall(text):
            if table[source] != target:
                yield (
                    "T05",
                    f"生剋寫反：{source}{verb}{target}",
                    f"{source}{verb}的是{table[source]}",
                )
    for sentence in sentences(text):
        if len(sentence) > MAX_SENTENCE:
            yield (
                "T06",
                f"一句 {len(sentence)} 字：{sentence[:12]}……",
                f"拆成 {MAX_SENTENCE} 字以內",
            )


def sentences(text: str) -> list[str]:
    """The sentences of a text; one ends at 。 or ？, with the closing quote after it."""
    return _SENTENCE.findall(text)


@cache
def _is_simplified(character: str) -> bool:
    to_traditional, to_simplified = _converters()
    return bool(
        to_traditional.convert(character) != character
        and to_simplified.convert(character) == character
    )


@cache
def _converters() -> tuple[OpenCC, OpenCC]:
    return OpenCC("s2tw"), OpenCC("t2s")

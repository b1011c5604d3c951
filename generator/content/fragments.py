"""The corpus: `data/` in, fragments and golden readings out, each with its file and line.

Imports the readers of its parts, the facets and the slots. Collects every problem of form and
completeness; the wording itself is judged in `lint`.
"""

from __future__ import annotations

from dataclasses import replace
from typing import TYPE_CHECKING

from generator.content.golden import load_golden
from generator.content.inline import SLOT
from generator.content.phrases import load_gists
from generator.content.rules import load_rules, rule_of
from generator.content.source import Block, Document, read_document, split_heading
from generator.reading.corpus import CLAIM, GENERIC_KEY, Corpus, Fragment
from generator.reading.facets import CLAIM_LENGTH, FACETS, GISTS, Facet
from generator.reading.promises import promised
from generator.reading.slots import SLOTS

if TYPE_CHECKING:
    from collections.abc import Collection

    from generator.content.text_file import Data, File


def load(data: Data) -> Corpus:
    """Read every rule, facet file and golden reading under a data folder."""
    rules, texts = load_rules(data)
    fragments: dict[str, dict[str, tuple[Fragment, ...]]] = {}
    claims: dict[str, Fragment] = {}
    for facet in FACETS:
        document = read_document(data.file(f"corpus/{facet.name}.md"), claims=facet.claim)
        fragments[facet.name] = _fragments(facet, document, rule_of(document, rules))
        if facet.claim:
            claims |= _claims(document, fragments[facet.name])
    golden, gists = load_golden(data, rules), load_gists(data, texts)
    return Corpus(rules, fragments, claims, golden, gists, tuple(texts))


def _fragments(facet: Facet, document: Document, rule: str) -> dict[str, tuple[Fragment, ...]]:
    file = document.file
    found: dict[str, dict[str, Fragment]] = {}
    for block in document.blocks:
        key, variant = split_heading(block.heading)
        _check_block(block, file, promised(facet, key))
        if key not in facet.keys and key != GENERIC_KEY:
            cure = f"這個檔的鍵長這樣：{'、'.join(facet.keys[:3])}……"
            file.tell(block.line, "C03", f"不認得的鍵「{block.heading}」", cure)
        elif variant in found.get(key, ()):
            cure = "同一個鍵要寫第二段，標題後加（二）"
            file.tell(block.line, "C04", f"「{block.heading}」寫了兩次", cure)
        elif block.passages:
            text, line = block.passages[0].text, block.passages[0].line
            found.setdefault(key, {})[variant] = Fragment(
                facet.name, key, variant, rule, file.path, line, text, tuple(SLOT.split(text))
            )
    for key, variants in found.items():
        cohorts = {fragment.cohort for fragment in variants.values()}
        if without := [c for c in facet.cohorts(key) if cohorts.isdisjoint(("", c))]:
            what = f"「{key}」沒有給「{'、'.join(without)}」讀的寫法"
            cure = f"補一段「## {key}（{without[0]}）」，或留一段不分年紀的"
            file.tell(min(fragment.line for fragment in variants.values()), "C12", what, cure)
    if document.blocks and GENERIC_KEY not in found:
        cure = f"補上這些鍵，或先寫一段「## {GENERIC_KEY}」（會標成 fallback）"
        file.tell_missing(1, (key for key in facet.keys if key not in found), cure=cure)
    return {key: tuple(variants.values()) for key, variants in found.items()}


def _claims(document: Document, fragments: dict[str, tuple[Fragment, ...]]) -> dict[str, Fragment]:
    """The claim of each fragment by its id: its own, or the one under the bare key."""
    written = {split_heading(block.heading): block.claim for block in document.blocks}
    claims: dict[str, Fragment] = {}
    low, high = CLAIM_LENGTH
    for key, variants in fragments.items():
        first = written.get((key, ""))
        for fragment in variants:
            own = written[key, fragment.variant]
            if claim := own or first:
                variant = f"{fragment.variant}・{CLAIM}" if own and fragment.variant else CLAIM
                claims[fragment.id] = replace(
                    fragment, variant=variant, line=claim.line, text=claim.text, parts=(claim.text,)
                )
        if first is None and key != GENERIC_KEY:
            cure = f"「## {key}」下空一行，寫「> 」和一句 {low} 到 {high} 字的話，再空一行"
            document.file.tell(variants[0].line, "C11", f"「{key}」沒有直說", cure)
    return claims


def _check_block(block: Block, file: File, may: Collection[str]) -> None:
    """Tell of too many paragraphs, and of slots that are none or may be empty on some date."""
    if len(block.passages) != 1:
        what = f"「{block.heading}」下面有 {len(block.passages)} 段"
        file.tell(block.line, "C08", what, "一個標題寫一段；另一種寫法用（二）")
    for passage in block.passages:
        for slot in dict.fromkeys(SLOT.findall(passage.text)):
            if slot not in SLOTS and slot not in GISTS:
                cure = "可用的空格列在 data/README.md"
                file.tell(passage.line, "C09", f"不認得的空格「{{{slot}}}」", cure)
            elif slot not in may:
                what = f"空格「{{{slot}}}」在「{block.heading}」的每一天不一定有得填"
                cure = "換一個空格，或把這句話寫實；哪些鍵可以用，見 data/README.md"
                file.tell(passage.line, "C13", what, cure)

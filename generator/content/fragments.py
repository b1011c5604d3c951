"""The corpus: `data/` in, fragments and golden readings out, each with its file and line.

Imports the readers of its parts, the facets and the slots. Collects every problem of form and
completeness; the wording itself is judged in `lint`.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING

from generator.content.golden import load_golden
from generator.content.phrases import load_gists
from generator.content.problem import Problem
from generator.content.rules import load_rules, rule_of
from generator.content.source import Block, Document, read_document, split_heading
from generator.reading.corpus import CLAIM, GENERIC_KEY, Corpus, Fragment
from generator.reading.facets import CLAIM_LENGTH, FACETS, GISTS, Facet
from generator.reading.promises import promised
from generator.reading.slots import SLOTS

if TYPE_CHECKING:
    from pathlib import Path


_SLOT = re.compile(r"\{([^{}]*)\}")


def load(data: Path) -> tuple[Corpus, list[Problem]]:
    """Read every rule, facet file and golden reading under a data folder."""
    rules, of_rules, problems = load_rules(data)
    fragments: dict[str, dict[str, tuple[Fragment, ...]]] = {}
    claims: dict[str, Fragment] = {}
    for facet in FACETS:
        file = f"corpus/{facet.name}.md"
        document, found = read_document(data / file, f"{data.name}/{file}", claims=facet.claim)
        problems += found
        rule, found = rule_of(document, rules)
        problems += found
        fragments[facet.name], found = _facet_fragments(facet, document, rule)
        problems += found
        if facet.claim:
            of_facet, found = _facet_claims(document, fragments[facet.name])
            claims |= of_facet
            problems += found
    golden, found = load_golden(data, rules)
    problems += found
    gists, of_gists, found = load_gists(data, {slot: facet.keys for slot, facet in GISTS.items()})
    texts = (*of_rules, *of_gists)
    return Corpus(rules, fragments, claims, golden, gists, texts), problems + found


def _facet_fragments(
    facet: Facet, document: Document, rule: str
) -> tuple[dict[str, tuple[Fragment, ...]], list[Problem]]:
    path = document.path
    problems: list[Problem] = []
    found: dict[str, dict[str, Fragment]] = {}
    allowed = frozenset(facet.keys)
    for block in document.blocks:
        key, variant = split_heading(block.heading)
        problems += _block_problems(block, path, facet)
        if key not in allowed and key != GENERIC_KEY:
            cure = f"這個檔的鍵長這樣：{'、'.join(facet.keys[:3])}……"
            problems.append(
                Problem(path, block.line, "C03", f"不認得的鍵「{block.heading}」", cure)
            )
            continue
        if variant in found.get(key, ()):
            cure = "同一個鍵要寫第二段，標題後加（二）"
            problems.append(Problem(path, block.line, "C04", f"「{block.heading}」寫了兩次", cure))
            continue
        if block.passages:
            passage = block.passages[0]
            parts = tuple(_SLOT.split(passage.text))
            found.setdefault(key, {})[variant] = Fragment(
                facet.name, key, variant, rule, path, passage.line, passage.text, parts
            )
    for key, variants in found.items():
        told = {fragment.cohort for fragment in variants.values()}
        if without := [c for c in facet.cohorts(key) if told.isdisjoint(("", c))]:
            what = f"「{key}」沒有給「{'、'.join(without)}」讀的寫法"
            cure = f"補一段「## {key}（{without[0]}）」，或留一段不分年紀的"
            line = min(fragment.line for fragment in variants.values())
            problems.append(Problem(path, line, "C12", what, cure))
    missing = [key for key in facet.keys if key not in found]
    if missing and document.blocks and GENERIC_KEY not in found:
        cure = f"補上這些鍵，或先寫一段「## {GENERIC_KEY}」（會標成 fallback）"
        what = f"缺 {len(missing)} 個鍵：{'、'.join(missing[:5])}"
        problems.append(Problem(path, 1, "C05", what, cure))
    return {key: tuple(variants.values()) for key, variants in found.items()}, problems


def _facet_claims(
    document: Document, fragments: dict[str, tuple[Fragment, ...]]
) -> tuple[dict[str, Fragment], list[Problem]]:
    """The claim of each fragment by its id: its own, or the one under the bare key."""
    written = {split_heading(block.heading): block.claim for block in document.blocks}
    claims: dict[str, Fragment] = {}
    problems = []
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
            line = variants[0].line
            problems.append(Problem(document.path, line, "C11", f"「{key}」沒有直說", cure))
    return claims, problems


def _block_problems(block: Block, path: str, facet: Facet) -> list[Problem]:
    problems = []
    if len(block.passages) != 1:
        what = f"「{block.heading}」下面有 {len(block.passages)} 段"
        cure = "一個標題寫一段；另一種寫法用（二）"
        problems.append(Problem(path, block.line, "C08", what, cure))
    may = promised(facet, split_heading(block.heading)[0])
    for passage in block.passages:
        for slot in dict.fromkeys(_SLOT.findall(passage.text)):
            if slot not in SLOTS and slot not in GISTS:
                what, cure = f"不認得的空格「{{{slot}}}」", "可用的空格列在 data/README.md"
                problems.append(Problem(path, passage.line, "C09", what, cure))
            elif slot not in may:
                what = f"空格「{{{slot}}}」在「{block.heading}」的每一天不一定有得填"
                cure = "換一個空格，或把這句話寫實；哪些鍵可以用，見 data/README.md"
                problems.append(Problem(path, passage.line, "C13", what, cure))
    return problems

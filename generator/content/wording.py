"""The lists of wording: what the prose must not say, and what it may though it looks wrong.

In: `data/wording.yaml`. Out: `Wording` and the problems found.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.content.mapping import Value, read_mapping, unknown
from generator.content.problem import Problem

if TYPE_CHECKING:
    from pathlib import Path

_FIELDS = {
    "forbidden": ("entries", "底下一行一類，每一類列出樣式"),
    "terms": ("entries", "底下一行一項，左邊不用，右邊是台灣的說法"),
    "traditional_too": ("text", "寫成一串字"),
    "only_in": ("entries", "底下一行一個字，後面列出用得對的詞：[里民, 公里]"),
    "latin_too": ("items", "列出可以寫成英文的名稱：[API, JSON]"),
}
"""Field → what it holds, and how to write it."""


@dataclass(frozen=True, slots=True)
class Wording:
    """`forbidden`: kind → pattern; `terms`: word → better.

    `plain_characters` are Traditional, though they look Simplified or Big5 lacks them; those of
    `only_in` are only in the words its pattern finds. `latin` may stand in half width.
    """

    forbidden: dict[str, re.Pattern[str]]
    terms: dict[str, str]
    plain_characters: frozenset[str]
    only_in: dict[str, re.Pattern[str]]
    latin: frozenset[str]


def load_wording(data: Path) -> tuple[Wording, list[Problem]]:
    """Read `wording.yaml`."""
    name = f"{data.name}/wording.yaml"
    mapping, problems = read_mapping(data / "wording.yaml", name)
    problems += unknown(mapping, tuple(_FIELDS), name)
    for key, (kind, cure) in _FIELDS.items() if mapping.entries else ():
        value = mapping.get(key)
        if not getattr(value, kind):
            problems.append(Problem(name, value.line, "S10", f"缺「{key}」", cure))
    forbidden, found = _forbidden(mapping.get("forbidden"), name)
    problems += found
    terms = {}
    for term, better in mapping.get("terms").entries.items():
        terms[term] = better.text
        if not better.text:
            cure = f"寫成「{term}: 台灣的說法」"
            problems.append(Problem(name, better.line, "S15", f"「{term}」沒有台灣的說法", cure))
    only_in = {}
    for character, words in mapping.get("only_in").entries.items():
        right = [word.text for word in words.items if character in word.text]
        only_in[character] = re.compile("|".join(map(re.escape, right)) or r"(?!)")
        if len(character) != 1 or not right or len(right) != len(words.items):
            what = f"「{character}」要是一個字，後面列出有這個字的詞"
            problems.append(Problem(name, words.line, "S15", what, _FIELDS["only_in"][1]))
    latin = mapping.get("latin_too").items
    problems += [
        Problem(name, word.line, "S15", "latin_too 裡有一項不是文字", _FIELDS["latin_too"][1])
        for word in latin
        if not word.text
    ]
    plain = frozenset(mapping.get("traditional_too").text)
    names = frozenset(word.text for word in latin if word.text)
    return Wording(forbidden, terms, plain, only_in, names), problems


def _forbidden(kinds: Value, name: str) -> tuple[dict[str, re.Pattern[str]], list[Problem]]:
    """The regular expressions of each kind as one; one that finds nothing or everything is a problem."""
    forbidden = {}
    problems = []
    for kind, words in kinds.entries.items():
        right = []
        for word in words.items or (words,):
            try:
                wrong = not word.text or re.search(f"(?:{word.text})", "") is not None
            except re.error:
                wrong = True
            if wrong:
                what = f"「{kind}」的樣式 {word.text!r} 寫錯"
                cure = "寫成 Python 的正規表示式，例如 否則.{0,8}災；見 data/README.md"
                problems.append(Problem(name, word.line, "S15", what, cure))
            else:
                right.append(f"(?:{word.text})")
        if right:
            forbidden[kind] = re.compile("|".join(right))
    return forbidden, problems

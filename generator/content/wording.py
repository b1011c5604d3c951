"""The lists of wording: what the prose must not say, and what it may though it looks wrong.

In: `data/wording.yaml`. Out: `Wording` and the problems found.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from generator.content.forbidden import compile_forbidden
from generator.content.mapping import Value, parse_mapping, unknown
from generator.content.problem import Problem
from generator.content.text_file import read_text

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

_FORBIDDEN_CURE = "只用字、(甲|乙)、表示可有可無的 ?、字與字之間的 . 與 .{0,8}；見 data/README.md"


@dataclass(frozen=True, slots=True, eq=False)
class Wording:
    """`forbidden`: kind → pattern; `terms`: word → better.

    `plain_characters` are no Simplified ones, though they look so; those of `only_in` are
    only in the words its pattern finds. `latin` may stand in half width. The same text of the
    file gives the same object, which is what it is compared by.
    """

    forbidden: dict[str, re.Pattern[str]]
    terms: dict[str, str]
    plain_characters: frozenset[str]
    only_in: dict[str, re.Pattern[str]]
    latin: frozenset[str]


def load_wording(data: Path) -> tuple[Wording, list[Problem]]:
    """Read `wording.yaml`."""
    name = f"{data.name}/wording.yaml"
    text, problems = read_text(data / "wording.yaml", name)
    wording, found = _read(text, name, empty=bool(problems) and not text)
    return wording, [*problems, *found]


@lru_cache(maxsize=2)
def _read(text: str, name: str, *, empty: bool) -> tuple[Wording, tuple[Problem, ...]]:
    mapping, problems = (Value(1, {}), []) if empty else parse_mapping(text, name, 0)
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
    latin = frozenset(word.text for word in mapping.get("latin_too").items)
    if "" in latin:
        value = next(word for word in mapping.get("latin_too").items if not word.text)
        what, cure = "latin_too 裡有一項不是文字", _FIELDS["latin_too"][1]
        problems.append(Problem(name, value.line, "S15", what, cure))
    plain = frozenset(mapping.get("traditional_too").text)
    return Wording(forbidden, terms, plain, only_in, latin), tuple(problems)


def _forbidden(kinds: Value, name: str) -> tuple[dict[str, re.Pattern[str]], list[Problem]]:
    forbidden = {}
    problems = []
    for kind, words in kinds.entries.items():
        patterns = [compile_forbidden(word.text) for word in words.items]
        if right := [pattern.pattern for pattern in patterns if pattern]:
            forbidden[kind] = re.compile("|".join(right))
        wrong = [word for word, found in zip(words.items, patterns, strict=True) if not found]
        for word in wrong if words.items else [words]:
            what = f"「{kind}」的樣式 {word.text!r} 寫錯"
            problems.append(Problem(name, word.line, "S15", what, _FORBIDDEN_CURE))
    return forbidden, problems

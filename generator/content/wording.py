"""The lists of wording: what the prose must not say, and what it may though it looks wrong.

In: `data/wording.yaml`. Out: `Wording`. Characters in, out those that are written so in Simplified
Chinese alone. Never changes a text: every converter known damages this vocabulary (丑 becomes 醜), so
OpenCC only detects.
"""

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from opencc import OpenCC

from generator.content.mapping import Value, read_mapping, unknown
from generator.content.text_file import Data, File

_FIELDS = {
    "forbidden": ("entries", "底下一行一類，每一類列出樣式"),
    "forbidden_in_readings": ("entries", "底下一行一類，每一類列出樣式"),
    "terms": ("entries", "底下一行一項，左邊不用，右邊是台灣的說法"),
    "traditional_too": ("text", "寫成一串字"),
    "only_in": ("entries", "底下一行一個字，後面列出用得對的詞：[里民, 公里]"),
    "latin_too": ("items", "列出可以寫成英文的名稱：[API, JSON]"),
}
"""Field → what it holds, and how to write it."""

Patterns = tuple[tuple[str, re.Pattern[str]], ...]


@dataclass(frozen=True, slots=True)
class Wording:
    """`forbidden`: kind → pattern, `forbidden_in_readings` also; `terms`: word → better.

    `plain_characters` are Traditional, though they look Simplified or Big5 lacks them; those of
    `only_in` are only in the words its pattern finds. `latin`: what may stand in half width, with
    the spaces around it. Hashable, for what is judged once.
    """

    forbidden: Patterns
    forbidden_in_readings: Patterns
    terms: tuple[tuple[str, str], ...]
    plain_characters: frozenset[str]
    only_in: Patterns
    latin: re.Pattern[str]


def load_wording(data: Data) -> Wording:
    file = data.file("wording.yaml")
    mapping = read_mapping(file)
    unknown(file, mapping, _FIELDS)
    for key, (kind, cure) in _FIELDS.items() if mapping.entries else ():
        value = mapping.get(key)
        if not getattr(value, kind):
            file.tell(value.line, "S10", f"缺「{key}」", cure)
    return Wording(
        _forbidden(mapping.get("forbidden"), file),
        _forbidden(mapping.get("forbidden_in_readings"), file),
        _terms(mapping.get("terms"), file),
        frozenset(mapping.get("traditional_too").text),
        _only_in(mapping.get("only_in"), file),
        _latin(mapping.get("latin_too"), file),
    )


def _terms(terms: Value, file: File) -> tuple[tuple[str, str], ...]:
    for term, better in terms.entries.items():
        if not better.text:
            cure = f"寫成「{term}: 台灣的說法」"
            file.tell(better.line, "S15", f"「{term}」沒有台灣的說法", cure)
    return tuple((term, better.text) for term, better in terms.entries.items())


def _only_in(characters: Value, file: File) -> Patterns:
    only_in = {}
    for character, words in characters.entries.items():
        right = [word.text for word in words.items if character in word.text]
        only_in[character] = re.compile("|".join(map(re.escape, right)) or r"(?!)")
        if len(character) != 1 or not right or len(right) != len(words.items):
            what = f"「{character}」要是一個字，後面列出有這個字的詞"
            file.tell(words.line, "S15", what, _FIELDS["only_in"][1])
    return tuple(only_in.items())


def _latin(names: Value, file: File) -> re.Pattern[str]:
    for name in names.items:
        if not name.text:
            file.tell(name.line, "S15", "latin_too 裡有一項不是文字", _FIELDS["latin_too"][1])
    written = (re.escape(name.text) or "(?!)" for name in names.items)
    longest_first = "|".join(sorted(written, key=len, reverse=True)) or "(?!)"
    return re.compile(rf" ?(?<![A-Za-z])(?:{longest_first})(?![A-Za-z]) ?")


def _forbidden(kinds: Value, file: File) -> Patterns:
    """The regular expressions of each kind as one; one that finds nothing or everything is a problem."""
    forbidden = []
    for kind, words in kinds.entries.items():
        right = []
        for word in words.items or (words,):
            try:
                wrong = not word.text or re.search(f"(?:{word.text})", "") is not None
            except re.error:
                wrong = True
            if wrong:
                cure = "寫成 Python 的正規表示式，例如 否則.{0,8}災；見 data/README.md"
                file.tell(word.line, "S15", f"「{kind}」的樣式 {word.text!r} 寫錯", cure)
            else:
                right.append(f"(?:{word.text})")
        if right:
            forbidden.append((kind, re.compile("|".join(right))))
    return tuple(forbidden)


def simplified(characters: Iterable[str]) -> frozenset[str]:
    """Those that are written so in Simplified Chinese alone, as OpenCC tells it."""
    return frozenset(one for one in characters if one > "\u3400" and _of_mainland(one))


@cache
def _of_mainland(one: str) -> bool:
    return bool(_converter("s2tw").convert(one) != one == _converter("t2s").convert(one))


@cache
def _converter(name: str) -> OpenCC:
    return OpenCC(name)

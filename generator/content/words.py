"""The sentences of the pages that are neither corpus nor prose: introductions, hints, titles.

In: `data/words.yaml`, and the templates, which say what they ask for. Out: a `Text` for each
sentence, its key as templates write it (`home.intro`), and the problems found.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from generator.content.inline import JOINTS, faults
from generator.content.mapping import read_mapping
from generator.content.problem import Problem
from generator.reading.corpus import Text

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator
    from pathlib import Path

FILE = "words.yaml"

_LENGTH = (2, 120)
_ASKED = re.compile(r"\bwords\.(\w+\.\w+)(?:\(((?:(?!\bwords\.|[%}]\}).)*))?")
"""`words.zodiac.intro(起分=…)` in a template: the key, and what is within the parentheses."""

_NAMED = re.compile(r"(\w+)=(?!=)")


def load_words(data: Path) -> tuple[tuple[Text, ...], list[Problem]]:
    """Read the sentences, as written, with slots and links."""
    path = f"{data.name}/{FILE}"
    mapping, problems = read_mapping(data / FILE, path)
    texts = []
    for page, held in mapping.entries.items():
        if not held.entries:
            cure = "每一句一行，縮排兩格，寫成「  名稱: 一句話」"
            problems.append(Problem(path, held.line, "C10", f"「{page}」底下沒有句子", cure))
        for key, value in held.entries.items():
            if value.text:
                whole = "。" in value.text or value.text.endswith(JOINTS)
                name = f"{page}.{key}"
                texts.append(Text(value.text, name, _LENGTH, path, value.line, whole, figures=True))
            else:
                what = f"「{page}.{key}」沒有寫成一句話"
                problems.append(Problem(path, value.line, "C10", what, "冒號後面寫一句"))
    return tuple(texts), problems


def check_words(data: Path, words: Iterable[Text], markup: Iterable[str]) -> Iterator[Problem]:
    """Whether the sentences are those that the templates ask for, with no other slots."""
    path = f"{data.name}/{FILE}"
    asked: dict[str, dict[str, None]] = {}
    for key, values in (found for text in markup for found in _ASKED.findall(text)):
        asked.setdefault(key, {}).update(dict.fromkeys(_NAMED.findall(values)))
    held = {text.key: text for text in words}
    for key in asked.keys() - held.keys():
        yield Problem(path, 1, "C05", f"缺「{key}」", "補上這一句，或從版本紀錄還原")
    for key, text in held.items():
        if key not in asked:
            cure = "鍵要照原來的寫，不能增減"
            yield Problem(path, text.line, "C03", f"不認得的鍵「{key}」", cure)
        else:
            for fault in faults(text.text, asked[key]):
                yield Problem(path, text.line, *fault)

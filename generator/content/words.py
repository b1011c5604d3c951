"""The sentences of the pages that are neither corpus nor prose: introductions, hints, titles.

In: `data/words.yaml`, and the templates, which say what they ask for. Out: a `Text` for each
sentence, its key as templates write it (`home.intro`).
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from generator.content.inline import JOINTS, faults
from generator.content.mapping import read_mapping
from generator.reading.corpus import Text

if TYPE_CHECKING:
    from collections.abc import Iterable

    from generator.content.text_file import Data

FILE = "words.yaml"

_LENGTH = (2, 120)
_ASKED = re.compile(r"\bwords\.(\w+\.\w+)(?:\(((?:(?!\bwords\.|[%}]\}).)*))?")
"""`words.zodiac.intro(起分=…)` in a template: the key, and what is within the parentheses."""

_NAMED = re.compile(r"(\w+)=(?!=)")


def load_words(data: Data) -> tuple[Text, ...]:
    """Read the sentences, as written, with slots and links."""
    file = data.file(FILE)
    texts = []
    for page, held in read_mapping(file).entries.items():
        if not held.entries:
            cure = "每一句一行，縮排兩格，寫成「  名稱: 一句話」"
            file.tell(held.line, "C10", f"「{page}」底下沒有句子", cure)
        for key, value in held.entries.items():
            name, text = f"{page}.{key}", value.text
            whole = "。" in text or text.endswith(JOINTS)
            if text:
                texts.append(Text(text, name, _LENGTH, file.path, value.line, whole, figures=True))
            else:
                file.tell(value.line, "C10", f"「{name}」沒有寫成一句話", "冒號後面寫一句")
    return tuple(texts)


def check_words(data: Data, words: Iterable[Text], markup: Iterable[str]) -> None:
    """Whether the sentences are those that the templates ask for, with no other slots."""
    file = data.file(FILE)
    asked: dict[str, dict[str, None]] = {}
    for key, values in (found for text in markup for found in _ASKED.findall(text)):
        asked.setdefault(key, {}).update(dict.fromkeys(_NAMED.findall(values)))
    held = {text.key: text for text in words}
    for key in asked.keys() - held.keys():
        file.tell(1, "C05", f"缺「{key}」", "補上這一句，或從版本紀錄還原")
    for key, text in held.items():
        if key not in asked:
            file.tell(text.line, "C03", f"不認得的鍵「{key}」", "鍵要照原來的寫，不能增減")
        else:
            for fault in faults(text.text, asked[key]):
                file.tell(text.line, *fault)

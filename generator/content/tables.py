"""The texts of the tools' tables: `data/tables/` in, key → text out.

Each file is written like a corpus file: front matter, then `## key` with one paragraph.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from generator.chart.symbols import BRANCHES, TEN_GODS, ZODIAC
from generator.content.mapping import read_mapping
from generator.content.rules import rule_of
from generator.content.source import read_document
from generator.reading.corpus import Text

if TYPE_CHECKING:
    from generator.content.text_file import Data, File
    from generator.reading.corpus import Rule

_PALACE_KINDS = ("六合", "半合", "拱合", "三會", "六沖", "相刑", "自刑", "六害", "六破", "靜")
_QUIET_KINDS = ("伏吟", "靜而同類", "靜而生我", "靜而我生", "靜而剋我", "靜而我剋")
"""What the pages of the day pillars say in place of 日支・靜."""

COMPATIBILITY_KEYS = tuple(
    f"{ZODIAC[one]}・{ZODIAC[other]}" for i, one in enumerate(BRANCHES) for other in BRANCHES[i:]
)
FLOW_YEAR_KEYS = (
    *(f"步驟{n}" for n in "一二三四五六七"),
    *(f"{kind}・{god}" for kind in ("主題", "環境") for god in TEN_GODS),
    *(f"太歲・{name}" for name in ("值", "刑", "沖", "害", "破", "六合", "三合", "平")),
    *(f"{place}・{kind}" for place in ("月支", "日支") for kind in _PALACE_KINDS),
    *(f"日支・{kind}" for kind in _QUIET_KINDS),
    "空亡・填實",
    *(f"天干・{name}" for name in ("五合", "沖", "犯歲君", "天剋地沖", "伏吟", "平")),
    *(f"喜忌・{name}" for name in ("助力", "平", "耗力")),
)
_LABEL = (1, 8)
"""Characters of the label of a level."""

_SCORE = re.compile(r"0|[1-9][0-9]?|100")
_FILES = (
    ("compatibility", COMPATIBILITY_KEYS, (75, 110)),
    ("flow-year", FLOW_YEAR_KEYS, (60, 100)),
)


@dataclass(frozen=True, slots=True)
class Tables:
    """Texts by key; `levels` are (least score, label), the highest first.

    `rules`: by the file's name, the rule that its texts rest on.
    """

    compatibility: dict[str, str]
    flow_year: dict[str, str]
    levels: tuple[tuple[int, str], ...]
    rules: dict[str, str]
    texts: tuple[Text, ...] = field(repr=False)


def load_tables(data: Data, rules: dict[str, Rule]) -> Tables:
    """Read every table of a data folder."""
    found: dict[str, dict[str, str]] = {}
    rests_on: dict[str, str] = {}
    texts: list[Text] = []
    for name, keys, length in _FILES:
        file = data.file(f"tables/{name}.md")
        document = read_document(file)
        rests_on[name] = rule_of(document, rules)
        table = found[name] = {}
        for block in document.blocks:
            if block.heading in keys and block.heading not in table and len(block.passages) == 1:
                text, line = block.passages[0].text, block.passages[0].line
                table[block.heading] = text
                texts.append(Text(text, block.heading, length, file.path, line))
            else:
                cure = "鍵要照原來的寫，一個鍵一段，不重複"
                file.tell(block.line, "C03", f"「{block.heading}」不對", cure)
        if document.blocks:
            file.tell_missing(1, (key for key in keys if key not in table))
    levels = _levels(data.file("tables/levels.yaml"), texts)
    return Tables(found["compatibility"], found["flow-year"], levels, rests_on, tuple(texts))


def _levels(file: File, texts: list[Text]) -> tuple[tuple[int, str], ...]:
    """The levels, the highest first; adds their labels to the texts."""
    entries = read_mapping(file).entries
    levels = []
    for key, label in entries.items():
        if _SCORE.fullmatch(key) and label.text:
            levels.append((int(key), label.text))
            texts.append(Text(label.text, key, _LABEL, file.path, label.line, whole=False))
        else:
            cure = "每行寫「分數: 說法」，分數是零到一百的整數"
            file.tell(label.line, "S16", f"「{key}」這一級不對", cure)
    if entries and "0" not in entries:
        file.tell(1, "S16", "等級表沒有 0", "最後一行寫「0: 說法」，再低的分數也有得說")
    return tuple(sorted(levels, reverse=True))

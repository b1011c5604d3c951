"""The texts of the tools' tables: `data/tables/` in, key → text out.

Each file is written like a corpus file: front matter, then `## key` with one paragraph.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from generator.chart.symbols import BRANCHES, TEN_GODS, ZODIAC
from generator.content.mapping import read_mapping
from generator.content.problem import Problem
from generator.content.rules import rule_of
from generator.content.source import read_document
from generator.reading.corpus import Text

if TYPE_CHECKING:
    from pathlib import Path

    from generator.reading.corpus import Rule

_PALACE_KINDS = ("六合", "半合", "拱合", "三會", "六沖", "相刑", "自刑", "六害", "六破", "靜")
_QUIET_KINDS = ("伏吟", "靜而同類", "靜而生我", "靜而我生", "靜而剋我", "靜而我剋")
"""What the pages of the day pillars tell instead of 日支・靜."""

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


def load_tables(data: Path, rules: dict[str, Rule]) -> tuple[Tables, list[Problem]]:
    """Read every table of a data folder."""
    found: dict[str, dict[str, str]] = {}
    of_files: dict[str, str] = {}
    texts: list[Text] = []
    problems: list[Problem] = []
    for name, keys, length in _FILES:
        path = f"{data.name}/tables/{name}.md"
        document, more = read_document(data / "tables" / f"{name}.md", path)
        problems += more
        of_files[name], more = rule_of(document, rules)
        problems += more
        table: dict[str, str] = {}
        for block in document.blocks:
            if block.heading not in keys or block.heading in table or len(block.passages) != 1:
                cure = "鍵要照原來的寫，一個鍵一段，不重複"
                problems.append(Problem(path, block.line, "C03", f"「{block.heading}」不對", cure))
                continue
            passage = block.passages[0]
            table[block.heading] = passage.text
            texts.append(Text(passage.text, block.heading, length, path, passage.line))
        missing = [key for key in keys if key not in table]
        if missing and document.blocks:
            what = f"缺 {len(missing)} 個鍵：{'、'.join(missing[:5])}"
            problems.append(Problem(path, 1, "C05", what, "補上這些鍵"))
        found[name] = table
    levels, labels, more = _levels(data)
    told = (*texts, *labels)
    tables = Tables(found["compatibility"], found["flow-year"], levels, of_files, told)
    return tables, problems + more


def _levels(data: Path) -> tuple[tuple[tuple[int, str], ...], list[Text], list[Problem]]:
    name = f"{data.name}/tables/levels.yaml"
    mapping, problems = read_mapping(data / "tables" / "levels.yaml", name)
    levels: list[tuple[int, str]] = []
    texts: list[Text] = []
    for key, label in mapping.entries.items():
        if _SCORE.fullmatch(key) and label.text:
            levels.append((int(key), label.text))
            texts.append(Text(label.text, key, _LABEL, name, label.line, whole=False))
        else:
            cure = "每行寫「分數: 說法」，分數是零到一百的整數"
            problems.append(Problem(name, label.line, "S16", f"「{key}」這一級不對", cure))
    levels.sort(reverse=True)
    if mapping.entries and "0" not in mapping.entries:
        cure = "最後一行寫「0: 說法」，再低的分數也有得說"
        problems.append(Problem(name, 1, "S16", "等級表沒有 0", cure))
    return tuple(levels), texts, problems

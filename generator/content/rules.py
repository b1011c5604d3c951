"""The named rules: `data/rules.yaml` in, `Rule`s out.

Every paragraph of the site rests on one of these; a file of paragraphs names it in its
front matter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.content.mapping import read_mapping, unknown
from generator.reading.corpus import Rule, Text

if TYPE_CHECKING:
    from generator.content.source import Document
    from generator.content.text_file import Data

_LENGTH = (2, 120)
"""Characters of a name, a statement, a source."""


def load_rules(data: Data) -> tuple[dict[str, Rule], list[Text]]:
    """Read every rule of a data folder."""
    file = data.file("rules.yaml")
    rules = {}
    texts = []
    for key, value in read_mapping(file).entries.items():
        fields = {field: held.text for field, held in value.entries.items()}
        if fields.keys() == {"statement", "source"} and all(fields.values()):
            rules[key] = Rule(key, **fields)
            texts.append(Text(key, key, _LENGTH, file.path, value.line, whole=False))
            texts += [
                Text(
                    held.text, key, _LENGTH, file.path, held.line, field == "statement", books=True
                )
                for field, held in value.entries.items()
            ]
        else:
            cure = "底下只寫 statement（規則一句話）與 source（出處）兩行"
            file.tell(value.line, "C02", f"規則「{key}」不完整", cure)
    return rules, texts


def rule_of(document: Document, rules: dict[str, Rule]) -> str:
    """The name of the rule that a corpus or table file rests on; its front matter checked."""
    file, front = document.file, document.front
    unknown(file, front, ("title", "rule"), "C06", "檔頭不認得", "檔頭只寫 title 與 rule")
    title, rule = front.get("title"), front.get("rule")
    if not title.text and front.entries:
        file.tell(title.line, "C10", "檔頭沒有 title", "加一行 title: 這個檔的名字")
    # Without a single rule, the problem of their own file would stand behind one for each file.
    if rules and rule.text not in rules and front.entries:
        cure = "用 data/rules.yaml 裡有的規則名，或先去那裡加一條"
        file.tell(rule.line, "C07", f"沒有「{rule.text}」這條規則", cure)
    return rule.text

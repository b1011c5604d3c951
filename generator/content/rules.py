"""The named rules: `data/rules.yaml` in, `Rule`s out.

Every paragraph of the site rests on one of these; a file of paragraphs names it in its
front matter.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.content.mapping import read_mapping
from generator.content.problem import Problem
from generator.reading.corpus import Rule, Text

if TYPE_CHECKING:
    from pathlib import Path

    from generator.content.source import Document


_LENGTH = (2, 120)
"""Characters of a name, a statement, a source."""


def load_rules(data: Path) -> tuple[dict[str, Rule], list[Text], list[Problem]]:
    """Read every rule of a data folder."""
    name = f"{data.name}/rules.yaml"
    mapping, problems = read_mapping(data / "rules.yaml", name)
    rules = {}
    told = []
    for key, value in mapping.entries.items():
        texts = {field: held.text for field, held in value.entries.items()}
        if set(texts) == {"statement", "source"} and all(texts.values()):
            rules[key] = Rule(key, **texts)
            told.append(Text(key, key, _LENGTH, name, value.line, whole=False))
            told += [
                Text(held.text, key, _LENGTH, name, held.line, field == "statement", books=True)
                for field, held in value.entries.items()
            ]
        else:
            cure = "底下只寫 statement（規則一句話）與 source（出處）兩行"
            problems.append(Problem(name, value.line, "C02", f"規則「{key}」不完整", cure))
    return rules, told, problems


def rule_of(document: Document, rules: dict[str, Rule]) -> tuple[str, list[Problem]]:
    """The name of the rule that a corpus or table file rests on; its front matter checked."""
    path, front = document.path, document.front
    problems = [
        Problem(path, value.line, "C06", f"檔頭不認得「{key}」", "檔頭只寫 title 與 rule")
        for key, value in front.entries.items()
        if key not in ("title", "rule")
    ]
    title, rule = front.get("title"), front.get("rule")
    if not title.text and front.entries:
        cure = "加一行 title: 這個檔的名字"
        problems.append(Problem(path, title.line, "C10", "檔頭沒有 title", cure))
    # Without a single rule, the problem of their own file would stand behind one for each file.
    if rules and rule.text not in rules and front.entries:
        cure = "用 data/rules.yaml 裡有的規則名，或先去那裡加一條"
        problems.append(Problem(path, rule.line, "C07", f"沒有「{rule.text}」這條規則", cure))
    return rule.text, problems

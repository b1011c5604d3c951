"""The named rules: `data/rules.yaml` in, `Rule`s out.

Every paragraph of the site rests on one of these.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.content.problem import Problem
from generator.content.source import read_mapping

if TYPE_CHECKING:
    from pathlib import Path


@dataclass(frozen=True, slots=True)
class Rule:
    """A named rule: what it says and where it comes from."""

    name: str
    statement: str
    source: str


def load_rules(data: Path) -> tuple[dict[str, Rule], list[Problem]]:
    """Read every rule of a data folder."""
    name = f"{data.name}/rules.yaml"
    mapping, problems = read_mapping(data / "rules.yaml", name)
    rules = {}
    for key, value in mapping.values.items():
        if isinstance(value, dict) and set(value) == {"statement", "source"}:
            rules[key] = Rule(key, str(value["statement"]), str(value["source"]))
        else:
            cure = "底下只寫 statement（規則一句話）與 source（出處）兩行"
            problems.append(Problem(name, mapping.lines[key], "C02", f"規則「{key}」不完整", cure))
    return rules, problems

"""YAML as editors write it: a mapping of names to texts, numbers, dates, lists or mappings.

In: a path, or the text of front matter. Out: a tree of `Value`s, each with its line, and the
`Problem`s of form. Knows nothing of bazi; never raises for what an editor wrote, and takes
nothing that YAML would turn into something other than what is written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import lru_cache
from typing import TYPE_CHECKING, Any

import yaml
from yaml.composer import Composer

from generator.content.characters import hidden, without_hidden
from generator.content.problem import Problem
from generator.content.text_file import hidden_problem, read_text

if TYPE_CHECKING:
    from pathlib import Path

_MAX_DEPTH = 8
"""Of mappings and lists within each other; the settings have three."""

FLAGS = frozenset({"draft"})
"""Names under which `true` and `false` are words like any other."""

_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT[\d:.+-]+", re.ASCII)


@dataclass(frozen=True, slots=True)
class Value:
    """What stands under a name or in a list, with its line (that of the name, if it has one).

    Each property is empty when something of another kind is held.
    """

    line: int
    held: str | int | date | tuple[Value, ...] | dict[str, Value] | None

    @property
    def text(self) -> str:
        return self.held.strip() if isinstance(self.held, str) else ""

    @property
    def items(self) -> tuple[Value, ...]:
        return self.held if isinstance(self.held, tuple) else ()

    @property
    def entries(self) -> dict[str, Value]:
        return self.held if isinstance(self.held, dict) else {}

    def get(self, name: str) -> Value:
        """The entry of a name; one that holds nothing, at this line, if there is none."""
        return self.entries.get(name, Value(self.line, None))


def read_mapping(path: Path, name: str) -> tuple[Value, list[Problem]]:
    """A YAML file whose top is a mapping; empty when it can't be read."""
    text, problems = read_text(path, name)
    if not text and problems:
        return Value(1, {}), problems
    value, found = parse_mapping(text, name, 0)
    return value, problems + found


def parse_mapping(text: str, name: str, before: int) -> tuple[Value, list[Problem]]:
    """A mapping in YAML, its text as `read_text` gives it; `before` lines of its file stand above."""
    value, problems = _parsed(text, name, before)
    return value, list(problems)


@lru_cache(maxsize=128)
def _parsed(text: str, name: str, before: int) -> tuple[Value, tuple[Problem, ...]]:
    """The same. Kept: whoever reads all files after each save changed one."""
    loader = _Loader(text)
    try:
        node = loader.get_single_node()
    except _RefusedError as error:
        problem = Problem(name, error.line + 1 + before, "S06", error.what, error.cure)
        return Value(1 + before, {}), (problem,)
    except (yaml.YAMLError, ValueError, OverflowError) as error:
        mark = getattr(error, "problem_mark", None)
        line = mark.line + 1 + before if mark else 1 + before
        cure = "檢查縮排、冒號後的空格，含冒號或井號的文字用引號包起來"
        problem = Problem(name, line, "S06", "YAML 讀不懂", cure)
        return Value(1 + before, {}), (problem,)
    if not isinstance(node, yaml.MappingNode) or not node.value:
        cure = "每行寫成「名稱: 內容」"
        problem = Problem(name, 1 + before, "S06", "不是「名稱: 內容」的清單", cure)
        return Value(1 + before, {}), (problem,)
    tree = _Tree(name, before)
    value = tree.value(node, 1 + before)
    return value, tuple(tree.problems)


def unknown(mapping: Value, fields: tuple[str, ...], name: str) -> list[Problem]:
    """The entries of a mapping that are none of these fields."""
    return [
        Problem(name, value.line, "S11", f"不認得「{key}」", "刪掉，或檢查有沒有打錯字")
        for key, value in mapping.entries.items()
        if key not in fields
    ]


class _RefusedError(Exception):
    """YAML that is right and yet not taken."""

    def __init__(self, line: int, what: str, cure: str) -> None:
        super().__init__(line, what, cure)
        self.line, self.what, self.cure = line, what, cure


class _Loader(Composer, yaml.CSafeLoader):
    """Composes nodes; refuses what can grow beyond the file: aliases, and nesting for ever.

    From the events of libyaml, which PyYAML's wheels have: six times as fast as its own parser.
    """

    _depth = 0

    def __init__(self, text: str) -> None:
        yaml.CSafeLoader.__init__(self, text)
        Composer.__init__(self)  # asked first: the nodes are composed here

    def compose_node(self, parent: yaml.Node | None, index: int) -> yaml.Node | None:
        event: Any = self.peek_event()
        line = event.start_mark.line
        if isinstance(event, yaml.AliasEvent) or event.anchor or getattr(event, "tag", None):
            cure = "寫出全文；文字以 & * ! 開頭時用引號包起來"
            raise _RefusedError(line, "不用 &、*、! 這些記號", cure)
        self._depth += 1
        if self._depth > _MAX_DEPTH:
            raise _RefusedError(line, f"一層包一層，超過 {_MAX_DEPTH} 層", "檢查縮排與括號")
        node = super().compose_node(parent, index)
        self._depth -= 1
        return node


class _Tree:
    """Turns nodes into values, collecting problems."""

    def __init__(self, name: str, before: int) -> None:
        self._name = name
        self._before = before
        self.problems: list[Problem] = []

    def value(self, node: yaml.Node, line: int) -> Value:
        if isinstance(node, yaml.MappingNode):
            return Value(line, self._entries(node))
        if isinstance(node, yaml.SequenceNode):
            return Value(line, tuple(self.value(item, self._line(item)) for item in node.value))
        return Value(line, self._scalar(node))

    def _entries(self, node: yaml.MappingNode) -> dict[str, Value]:
        found: dict[str, Value] = {}
        for key, value in node.value:
            line = self._line(key)
            held = self._scalar(key) if isinstance(key, yaml.ScalarNode) else None
            name = str(held) if isinstance(held, int | str) else ""
            if not name.strip():
                self._tell(line, "S18", "名稱要是文字", "名稱用引號包起來，不能空著")
            elif name in found:
                self._tell(line, "S07", f"「{name}」寫了兩次", "刪掉其中一行")
            else:
                flag = name in FLAGS and getattr(value, "value", None) in ("true", "false")
                found[name] = Value(line, value.value) if flag else self.value(value, line)
        return found

    def _scalar(self, node: yaml.Node) -> str | int | date | None:
        """What is written; a number or a date only when its usual spelling gives it back."""
        line = self._line(node)
        kind = node.tag.rpartition(":")[2]
        # A quoted escape can name what the file itself may not hold.
        if characters := hidden(node.value):
            self.problems.append(hidden_problem(characters, self._name, line))
        text = without_hidden(node.value)
        if kind == "null":
            return None
        if kind == "int" and _NUMBER.fullmatch(text):
            return int(text)
        if kind == "timestamp" and (on := _date(text)):
            return on
        if kind == "timestamp" and _MOMENT.fullmatch(text):
            return text
        if kind != "str":
            what = f"YAML 會把「{text}」讀成別的東西"
            self._tell(line, "S18", what, "是文字就用引號包起來；數字、日期檢查寫法")
        return text

    def _line(self, node: yaml.Node) -> int:
        return node.start_mark.line + 1 + self._before

    def _tell(self, line: int, code: str, what: str, cure: str) -> None:
        self.problems.append(Problem(self._name, line, code, what, cure))


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None

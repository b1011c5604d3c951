"""YAML as editors write it: a mapping of names to texts, numbers, dates, lists or mappings.

In: a path, or the text of front matter. Out: a tree of `Value`s, each with its line, and the
`Problem`s of form. Knows nothing of bazi, raises nothing for what an editor wrote, and accepts
nothing that YAML would turn into something other than what is written.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING

import yaml

from generator.content.problem import Problem
from generator.content.text_file import read_text

if TYPE_CHECKING:
    from pathlib import Path

FLAGS = frozenset({"draft"})
"""Names under which `true` and `false` are words like any other."""

_NUMBER = re.compile(r"0|[1-9][0-9]{0,8}")
_MOMENT = re.compile(r"\d{4}-\d\d-\d\dT[\d:.+-]+", re.ASCII)
_MARK = re.compile(r"^ *(?:- +)*(?:[^\s#'\"][^\n:]*: +)?(?:- +)*[&*!]", re.MULTILINE)
"""A text that begins with a mark by which YAML names or types things: lost, or not readable."""

_FULL_WIDTH_COLON = re.compile(r" *[^\s:：#'\"]+：(?!.*:(?: |$))")
"""A line that looks like a name with its text, but for its colon."""


@dataclass(frozen=True, slots=True)
class Value:
    """What stands under a name or in a list, with its line (that of the name, if it has one).

    Each property is empty if what is held is of another kind.
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
    nothing = Value(1 + before, {})
    if mark := _MARK.search(text):
        line = text.count("\n", 0, mark.end()) + 1 + before
        cure = "文字以 & * ! 開頭時，整句用引號包起來"
        return nothing, [Problem(name, line, "S06", "不用 &、*、! 這些記號", cure)]
    try:
        node = yaml.compose(text, yaml.CSafeLoader)
    except (yaml.YAMLError, ValueError) as error:
        line, what, cure = _unreadable(error, text)
        return nothing, [Problem(name, line + before, "S06", what, cure)]
    if not isinstance(node, yaml.MappingNode) or not node.value:
        line, what, cure = _unreadable(None, text)
        return nothing, [Problem(name, line + before, "S06", what, cure)]
    tree = _Tree(name, before)
    return tree.value(node, 1 + before), tree.problems


def unknown(mapping: Value, fields: tuple[str, ...], name: str) -> list[Problem]:
    """The entries of a mapping that are none of these fields."""
    return [
        Problem(name, value.line, "S11", f"不認得「{key}」", "刪掉，或檢查有沒有打錯字")
        for key, value in mapping.entries.items()
        if key not in fields
    ]


def _unreadable(error: Exception | None, text: str) -> tuple[int, str, str]:
    """The line of what YAML can't read, or of a text that is no mapping; what it is, and the cure.

    YAML notices a full-width colon only where the next name begins, so the line above counts too.
    """
    mark = getattr(error, "problem_mark", None)
    at = mark.line if mark else 0
    lines = list(enumerate(text.split("\n"), 1))
    written = [line for line in lines[: at + 1] if line[1].strip() and line[1].lstrip()[0] != "#"]
    for number, line in reversed(written[-2:]):
        if _FULL_WIDTH_COLON.match(line):
            what = f"「{line.strip()[:12]}」的冒號是全形的"
            return number, what, "名稱後面的冒號用半形，冒號後空一格"
    if error is None:
        return 1, "不是「名稱: 內容」的清單", "每行寫成「名稱: 內容」"
    return at + 1, "YAML 讀不懂", "檢查縮排、冒號後的空格，含冒號或井號的文字用引號包起來"


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
        kind, text = node.tag.rpartition(":")[2], node.value
        if kind == "null":
            return None
        if kind == "int" and _NUMBER.fullmatch(text):
            return int(text)
        if kind == "timestamp" and (on := _date(text)):
            return on
        if kind != "str" and not (kind == "timestamp" and _MOMENT.fullmatch(text)):
            what = f"YAML 會把「{text}」讀成別的東西"
            self._tell(self._line(node), "S18", what, "是文字就用引號包起來；數字、日期檢查寫法")
        return str(text)

    def _line(self, node: yaml.Node) -> int:
        return int(node.start_mark.line) + 1 + self._before

    def _tell(self, line: int, code: str, what: str, cure: str) -> None:
        self.problems.append(Problem(self._name, line, code, what, cure))


def _date(text: str) -> date | None:
    try:
        return date.fromisoformat(text)
    except ValueError:
        return None

"""YAML as editors write it: a mapping of names to texts, numbers, dates, lists or mappings.

In: a file, or the text of its front matter. Out: a tree of `Value`s, each with its line; problems of
form go to the file. Knows nothing of bazi, raises nothing for what an editor wrote, and accepts
nothing that YAML would turn into something other than what is written.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from contextlib import suppress
from dataclasses import dataclass
from datetime import date

import yaml

from generator.content.text_file import File

FLAGS = frozenset({"draft"})  # names under which `true` and `false` are words like any other
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


def read_mapping(file: File) -> Value:
    """A YAML file whose top is a mapping; empty when it can't be read."""
    text = file.read()
    return Value(1, {}) if text is None else parse_mapping(text, file)


def parse_mapping(text: str, file: File, first: int = 1) -> Value:
    """A mapping in YAML, its text as the file gives it, which begins on line `first` of the file."""
    text = "\n" * (first - 1) + text
    if mark := _MARK.search(text):
        line = text.count("\n", 0, mark.end()) + 1
        cure = "文字以 & * ! 開頭時，整句用引號包起來"
        file.tell(line, "S06", "不用 &、*、! 這些記號", cure)
        return Value(first, {})
    node, error = None, None
    try:
        node = yaml.compose(text, yaml.CSafeLoader)
    except (yaml.YAMLError, ValueError) as fault:
        error = fault
    if isinstance(node, yaml.MappingNode) and node.value:
        return Value(first, _entries(node, file))
    _tell_unreadable(error, text, file, first)
    return Value(first, {})


def unknown(
    file: File,
    mapping: Value,
    known: Collection[str],
    code: str = "S11",
    what: str = "不認得",
    cure: str = "刪掉，或檢查有沒有打錯字",
) -> None:
    """Tell of each entry of a mapping that is none of those known."""
    for key, value in mapping.entries.items():
        if key not in known:
            file.tell(value.line, code, f"{what}「{key}」", cure)


def _tell_unreadable(error: Exception | None, text: str, file: File, first: int) -> None:
    """Tell of what YAML can't read, or of a text that is no mapping.

    YAML notices a full-width colon only where the next name begins, so the line above counts too.
    """
    lines = list(enumerate(text.split("\n"), 1))
    mark = getattr(error, "problem_mark", None)
    at = min(mark.line, len(lines) - 1) if mark else first - 1
    written = [line for line in lines[: at + 1] if line[1].strip() and line[1].lstrip()[0] != "#"]
    for number, line in reversed(written[-2:]):
        if _FULL_WIDTH_COLON.match(line):
            what = f"「{line.strip()[:12]}」的冒號是全形的"
            file.tell(number, "S06", what, "名稱後面的冒號用半形，冒號後空一格")
            return
    if error is None:
        file.tell(first, "S06", "不是「名稱: 內容」的清單", "每行寫成「名稱: 內容」")
    else:
        cure = "檢查縮排、冒號後的空格，含冒號或井號的文字用引號包起來"
        file.tell(at + 1, "S06", "YAML 讀不懂", cure)


def _value(node: yaml.Node, line: int, file: File) -> Value:
    if isinstance(node, yaml.MappingNode):
        return Value(line, _entries(node, file))
    if isinstance(node, yaml.SequenceNode):
        return Value(line, tuple(_value(item, _line(item), file) for item in node.value))
    return Value(line, _scalar(node, file))


def _entries(node: yaml.MappingNode, file: File) -> dict[str, Value]:
    found: dict[str, Value] = {}
    for key, value in node.value:
        line = _line(key)
        held = _scalar(key, file) if isinstance(key, yaml.ScalarNode) else None
        name = str(held) if isinstance(held, int | str) else ""
        if not name.strip():
            file.tell(line, "S18", "名稱要是文字", "名稱用引號包起來，不能空著")
        elif name in found:
            file.tell(line, "S07", f"「{name}」寫了兩次", "刪掉其中一行")
        elif name in FLAGS and value.value in ("true", "false"):
            found[name] = Value(line, value.value)
        else:
            found[name] = _value(value, line, file)
    return found


def _scalar(node: yaml.Node, file: File) -> str | int | date | None:
    """What is written; a number or a date only when its usual spelling gives it back."""
    kind, text = node.tag.rpartition(":")[2], node.value
    if kind == "null":
        return None
    if kind == "int" and _NUMBER.fullmatch(text):
        return int(text)
    if kind == "timestamp":
        with suppress(ValueError):
            return date.fromisoformat(text)
    if kind != "str" and not (kind == "timestamp" and _MOMENT.fullmatch(text)):
        cure = "是文字就用引號包起來；數字、日期檢查寫法"
        file.tell(_line(node), "S18", f"YAML 會把「{text}」讀成別的東西", cure)
    return str(text)


def _line(node: yaml.Node) -> int:
    return int(node.start_mark.line) + 1

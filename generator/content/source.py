"""Content files as editors write them: Markdown with front matter, and YAML.

In: a path. Out: a `Document` (front matter, headings with their paragraphs) or a YAML
mapping, every piece with its line, and the `Problem`s of form met on the way. Knows
nothing of bazi; never raises for what an editor wrote.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import yaml
from markdown_it import MarkdownIt
from mdit_py_plugins.front_matter import front_matter_plugin

from generator.content.problem import Problem

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from markdown_it.token import Token

_HEADING = re.compile(r"(?P<key>.+?)(?:（(?P<note>[^（）]+)）)?\Z")
_MARKDOWN = MarkdownIt("commonmark").use(front_matter_plugin)


class _Loader(yaml.SafeLoader):
    """Leaves a date that no calendar has as text, for whoever wants a date there to refuse."""


def _timestamp(loader: yaml.SafeLoader, node: yaml.ScalarNode) -> object:
    try:
        return loader.construct_yaml_timestamp(node)
    except ValueError:
        return node.value


_Loader.add_constructor("tag:yaml.org,2002:timestamp", _timestamp)


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph; several lines of source are joined without a space."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Block:
    """A `## heading` and the paragraphs under it."""

    heading: str
    line: int
    passages: tuple[Passage, ...]


@dataclass(frozen=True, slots=True)
class Mapping:
    """A YAML mapping with the line of each key; those of a mapping within it as `outer/inner`."""

    values: dict[str, Any]
    lines: dict[str, int]


@dataclass(frozen=True, slots=True)
class Document:
    """A Markdown file; `path` as the problems name it."""

    path: str
    front: Mapping
    blocks: tuple[Block, ...]


def read_text(path: Path, name: str) -> tuple[str, list[Problem]]:
    """The file's text. Empty, with a problem, when it is missing or not UTF-8."""
    try:
        return path.read_text(encoding="utf-8-sig"), []
    except FileNotFoundError:
        return "", [Problem(name, 1, "S01", "找不到檔案", "把檔案放回來，或從版本紀錄還原")]
    except UnicodeDecodeError as error:
        line = path.read_bytes()[: error.start].count(b"\n") + 1
        return "", [Problem(name, line, "S02", "不是 UTF-8 編碼", "用編輯器另存成 UTF-8")]


def read_mapping(path: Path, name: str) -> tuple[Mapping, list[Problem]]:
    """A YAML file whose top is a mapping."""
    text, problems = read_text(path, name)
    if problems:
        return Mapping({}, {}), problems
    return _mapping(text, name, 0)


def read_document(path: Path, name: str) -> tuple[Document, list[Problem]]:
    """A Markdown file of front matter and `## ` headings with paragraphs."""
    text, problems = read_text(path, name)
    tokens = _MARKDOWN.parse(text)
    front = Mapping({}, {})
    if tokens and tokens[0].type == "front_matter":
        front, found = _mapping(tokens[0].content, name, 1)
        problems += found
    elif not problems:
        cure = "第一行寫 ---，接著寫 title、rule，再一行 ---"
        problems.append(Problem(name, 1, "S03", "缺少檔頭", cure))
    blocks: list[Block] = []
    for kind, text, line in _pieces(tokens):
        if kind == "heading":
            blocks.append(Block(text, line, ()))
        elif kind != "paragraph":
            cure = "正文只用「## 標題」與一般段落"
            problems.append(Problem(name, line, "S04", f"不認得的寫法（{kind}）", cure))
        elif not blocks:
            cure = "先寫一行「## 鍵」，段落放在它下面"
            problems.append(Problem(name, line, "S05", "段落前面沒有標題", cure))
        else:
            last = blocks.pop()
            passage = Passage(text, line)
            blocks.append(Block(last.heading, last.line, (*last.passages, passage)))
    return Document(name, front, tuple(blocks)), problems


def split_heading(heading: str) -> tuple[str, str]:
    """A heading's key and what stands in full-width parentheses after it: 甲（二）→ 甲, 二."""
    match = _HEADING.match(heading)
    return (match["key"], match["note"] or "") if match else (heading, "")


def _pieces(tokens: list[Token]) -> Iterator[tuple[str, str, int]]:
    """(kind, text, line) of each top-level block after the front matter."""
    for i, token in enumerate(tokens):
        if token.level or token.nesting < 0 or token.type == "front_matter":
            continue
        line = (token.map[0] if token.map else 0) + 1
        if token.type == "heading_open" and token.tag == "h2":
            yield "heading", tokens[i + 1].content.strip(), line
        elif token.type == "paragraph_open":
            text = "".join(part.strip() for part in tokens[i + 1].content.splitlines())
            yield "paragraph", text, line
        else:
            yield token.type.removesuffix("_open"), "", line


def _keys(node: yaml.MappingNode, outer: str = "") -> Iterator[tuple[str, yaml.Mark]]:
    for key, value in node.value:
        yield f"{outer}{key.value}", key.start_mark
        if isinstance(value, yaml.MappingNode) and not outer:
            yield from _keys(value, f"{key.value}/")


def _mapping(text: str, name: str, before: int) -> tuple[Mapping, list[Problem]]:
    try:
        node = yaml.compose(text, Loader=yaml.SafeLoader)
        values = yaml.load(text, Loader=_Loader)
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        line = (mark.line if mark else 0) + 1 + before
        cure = "檢查縮排、冒號後的空格，含冒號或井號的文字用引號包起來"
        return Mapping({}, {}), [Problem(name, line, "S06", "YAML 讀不懂", cure)]
    if not isinstance(node, yaml.MappingNode) or not isinstance(values, dict):
        cure = "每行寫成「名稱: 內容」"
        return Mapping({}, {}), [Problem(name, 1 + before, "S06", "不是「名稱: 內容」的清單", cure)]
    lines = {name: mark.line + 1 + before for name, mark in _keys(node)}
    problems = [
        Problem(
            name,
            key.start_mark.line + 1 + before,
            "S07",
            f"「{key.value}」寫了兩次",
            "刪掉其中一行",
        )
        for i, (key, _) in enumerate(node.value)
        if key.value in [earlier.value for earlier, _ in node.value[:i]]
    ]
    return Mapping({str(k): v for k, v in values.items()}, lines), problems

"""Markdown as editors write it: front matter, then `## headings` with paragraphs.

In: a path. Out: a `Document`, every piece with its line, and the `Problem`s of form met on the
way. Knows nothing of bazi; never raises for what an editor wrote.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from markdown_it import MarkdownIt
from mdit_py_plugins.front_matter import front_matter_plugin

from generator.content.mapping import Value, parse_mapping
from generator.content.problem import Problem
from generator.content.text_file import read_text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from markdown_it.token import Token

_HEADING = re.compile(r"(?P<key>.+?)(?:（(?P<note>[^（）]+)）)?\Z")
GLUED_HEADING = re.compile(r"[#＃]+\s*(?P<heading>.*)")
# Paragraphs are taken as they are written. A link definition would leave nothing behind, a
# line of dashes would turn the paragraph above it into a heading.
_MARKDOWN = (
    MarkdownIt("commonmark")
    .disable(["inline", "text_join", "reference", "lheading"])
    .use(front_matter_plugin)
)
_ONE_PARAGRAPH = ("paragraph_open", "inline", "paragraph_close", "blockquote_close")


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph; several lines of source are joined without a space."""

    text: str
    line: int


@dataclass(frozen=True, slots=True)
class Block:
    """A `## heading`, its claim (直說, a quotation of one line) and the paragraphs under it."""

    heading: str
    line: int
    passages: tuple[Passage, ...]
    claim: Passage | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A Markdown file; `path` as the problems name it."""

    path: str
    front: Value
    blocks: tuple[Block, ...]


def read_document(path: Path, name: str, *, claims: bool = False) -> tuple[Document, list[Problem]]:
    """A Markdown file of front matter and `## ` headings with paragraphs.

    With `claims`, a heading may be followed by `> ` and one line before its paragraphs.
    """
    text, problems = read_text(path, name)
    if not text and problems:
        return Document(name, Value(1, {}), ()), problems
    written, pieces = _parsed(text)
    front, found = read_front(written, name)
    problems += found
    headings: list[tuple[str, int, list[Passage], list[Passage]]] = []
    for kind, piece, line in pieces:
        if kind == "glued heading":
            cure = f"寫成「## {piece}」"
            problems.append(Problem(name, line, "S04", "標題的 ## 後面少了空格", cure))
        if kind in ("heading", "glued heading"):
            headings.append((piece, line, [], []))
        elif kind == "quotation" and claims and piece and headings and not any(headings[-1][2:]):
            headings[-1][2].append(Passage(piece, line))
        elif kind == "quotation" and claims:
            cure = "直說是標題下的第一段，只寫一行「> 一句話」，上下各空一行"
            problems.append(Problem(name, line, "S04", "直說寫的地方或寫法不對", cure))
        elif kind != "paragraph":
            cure = "正文只用「## 標題」與一般段落"
            problems.append(Problem(name, line, "S04", f"不認得的寫法（{kind}）", cure))
        elif not headings:
            cure = "先寫一行「## 鍵」，段落放在它下面"
            problems.append(Problem(name, line, "S05", "段落前面沒有標題", cure))
        else:
            headings[-1][3].append(Passage(piece, line))
    blocks = tuple(
        Block(heading, line, tuple(passages), next(iter(claimed), None))
        for heading, line, claimed, passages in headings
    )
    return Document(name, front, blocks), problems


def read_front(written: str | None, name: str) -> tuple[Value, list[Problem]]:
    """The front matter of a file; None if it has none."""
    if written is not None:
        return parse_mapping(written, name, 1)
    cure = "第一行寫 ---，接著寫檔頭，再一行 ---；寫法見 data/README.md"
    return Value(1, {}), [Problem(name, 1, "S03", "缺少檔頭", cure)]


def split_heading(heading: str) -> tuple[str, str]:
    """A heading's key and what stands in full-width parentheses after it: 甲（二）→ 甲, 二."""
    match = _HEADING.match(heading)
    return (match["key"], match["note"] or "") if match else (heading, "")


@lru_cache(maxsize=128)
def _parsed(text: str) -> tuple[str | None, tuple[tuple[str, str, int], ...]]:
    """The front matter and the pieces of a file. Kept: whoever reads after each save changed one."""
    tokens = _MARKDOWN.parse(text)
    fronted = bool(tokens) and tokens[0].type == "front_matter"
    return tokens[0].content if fronted else None, tuple(_pieces(tokens))


def _pieces(tokens: list[Token]) -> Iterator[tuple[str, str, int]]:
    """(kind, text, line) of each top-level block after the front matter."""
    for i, token in enumerate(tokens):
        if token.level or token.nesting < 0 or token.type == "front_matter":
            continue
        line = (token.map[0] if token.map else 0) + 1
        if token.type == "heading_open" and token.tag == "h2":
            yield "heading", tokens[i + 1].content.strip(), line
        elif token.type == "heading_open":
            yield token.tag, "", line
        elif token.type == "paragraph_open":
            yield from _paragraph(tokens[i + 1].content, line)
        elif token.type == "blockquote_open":
            one = tuple(inner.type for inner in tokens[i + 1 : i + 5]) == _ONE_PARAGRAPH
            content = tokens[i + 2].content if one else ""
            yield "quotation", "" if "\n" in content else content.strip(), line
        else:
            yield token.type.removesuffix("_open"), "", line


def _paragraph(content: str, first: int) -> Iterator[tuple[str, str, int]]:
    """A paragraph, parted at lines that were meant to be headings."""
    parts: list[str] = []
    for line, written in enumerate(content.split("\n"), first):
        if not (glued := GLUED_HEADING.match(written.strip())):
            parts.append(written.strip())
            continue
        if parts:
            yield "paragraph", "".join(parts), line - len(parts)
        parts = []
        yield "glued heading", glued["heading"], line
    if parts:
        yield "paragraph", "".join(parts), first + content.count("\n") + 1 - len(parts)

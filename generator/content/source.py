"""Markdown as editors write it: front matter, then `## headings` with paragraphs.

In: a path. Out: a `Document`, every piece with its line, and the `Problem`s of form met on the
way. Knows nothing of bazi; never raises for what an editor wrote.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from functools import lru_cache
from itertools import takewhile
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
_GLUED_HEADING = re.compile(r"[#＃]+\s*(?P<heading>.*)")
# Paragraphs are taken as they are written. A link definition would leave nothing behind, a
# line of dashes would turn the paragraph above it into a heading.
_MARKDOWN = (
    MarkdownIt("commonmark")
    .disable(["inline", "text_join", "reference", "lheading"])
    .enable("table")
    .use(front_matter_plugin)
)

_OF_ROWS = frozenset((
    "thead_open", "thead_close", "tbody_open", "tbody_close", "th_open", "th_close", "td_open",
    "td_close", "paragraph_open", "paragraph_close",
))  # fmt: skip
_PAGE_CURE = "頁面只用「## 標題」「### 小標題」、一般段落、「- 名稱：說明」與表格"
_ONE_PARAGRAPH = ("paragraph_open", "inline", "paragraph_close", "blockquote_close")


@dataclass(frozen=True, slots=True)
class Passage:
    """A paragraph; several lines of source are joined without a space.

    On a page, `kind` may also be item (of a list) or row (of a table, `|` between its cells).
    """

    text: str
    line: int
    kind: str = "paragraph"


@dataclass(frozen=True, slots=True)
class Block:
    """A `## heading`, its claim (直說, a quotation of one line) and the paragraphs under it.

    On a page, `level` may also be 3, of a `### heading`.
    """

    heading: str
    line: int
    passages: tuple[Passage, ...]
    claim: Passage | None = None
    level: int = 2


@dataclass(frozen=True, slots=True)
class Document:
    """A Markdown file; `path` as the problems name it."""

    path: str
    front: Value
    blocks: tuple[Block, ...]


def read_document(
    path: Path, name: str, *, claims: bool = False, page: bool = False
) -> tuple[Document, list[Problem]]:
    """A Markdown file of front matter and `## ` headings with paragraphs.

    With `claims`, a heading may be followed by `> ` and one line before its paragraphs; on a
    `page` there may also be `### ` headings, lists and tables.
    """
    text, problems = read_text(path, name)
    if not text and problems:
        return Document(name, Value(1, {}), ()), problems
    written, pieces = _parsed(text, page)
    front = Value(1, {})
    if written is not None:
        front, found = parse_mapping(written, name, 1)
        problems += found
    else:
        cure = "第一行寫 ---，接著寫檔頭，再一行 ---；寫法見 data/README.md"
        problems.append(Problem(name, 1, "S03", "缺少檔頭", cure))
    headings: list[tuple[str, int, list[Passage], list[Passage], int]] = []
    for kind, piece, line in pieces:
        if kind == "glued heading":
            cure = f"寫成「## {piece}」"
            problems.append(Problem(name, line, "S04", "標題的 ## 後面少了空格", cure))
        if kind in ("heading", "glued heading", "subheading"):
            headings.append((piece, line, [], [], 3 if kind == "subheading" else 2))
        elif kind == "quotation" and claims and piece and headings and not any(headings[-1][2:4]):
            headings[-1][2].append(Passage(piece, line))
        elif kind == "quotation" and claims:
            cure = "直說是標題下的第一段，只寫一行「> 一句話」，上下各空一行"
            problems.append(Problem(name, line, "S04", "直說寫的地方或寫法不對", cure))
        elif kind not in ("paragraph", "item", "row"):
            cure = _PAGE_CURE if page else "正文只用「## 標題」與一般段落"
            problems.append(Problem(name, line, "S04", f"不認得的寫法（{kind}）", cure))
        elif not headings:
            cure = "先寫一行「## 鍵」，段落放在它下面"
            problems.append(Problem(name, line, "S05", "段落前面沒有標題", cure))
        else:
            headings[-1][3].append(Passage(piece, line, kind))
    blocks = tuple(
        Block(heading, line, tuple(passages), next(iter(claimed), None), level)
        for heading, line, claimed, passages, level in headings
    )
    return Document(name, front, blocks), problems


def split_heading(heading: str) -> tuple[str, str]:
    """A heading's key and what stands in full-width parentheses after it: 甲（二）→ 甲, 二."""
    match = _HEADING.match(heading)
    return (match["key"], match["note"] or "") if match else (heading, "")


@lru_cache(maxsize=128)
def _parsed(text: str, page: bool) -> tuple[str | None, tuple[tuple[str, str, int], ...]]:
    """The front matter and the pieces of a file. Kept: whoever reads after each save changed one."""
    tokens = _MARKDOWN.parse(text)
    fronted = bool(tokens) and tokens[0].type == "front_matter"
    return tokens[0].content if fronted else None, tuple(_pieces(tokens, page=page))


def _pieces(tokens: list[Token], *, page: bool) -> Iterator[tuple[str, str, int]]:
    """(kind, text, line) of each top-level block after the front matter."""
    for i, token in enumerate(tokens):
        if token.level or token.nesting < 0 or token.type == "front_matter":
            continue
        line = (token.map[0] if token.map else 0) + 1
        if token.type == "heading_open" and token.tag == "h2":
            yield "heading", tokens[i + 1].content.strip(), line
        elif token.type == "heading_open" and not (page and token.tag == "h3"):
            yield token.tag, "", line
        elif token.type == "heading_open":
            yield "subheading", tokens[i + 1].content.strip(), line
        elif token.type == "paragraph_open":
            yield from _paragraph(tokens[i + 1].content, line)
        elif token.type == "blockquote_open":
            one = tuple(inner.type for inner in tokens[i + 1 : i + 5]) == _ONE_PARAGRAPH
            content = tokens[i + 2].content if one else ""
            yield "quotation", "" if "\n" in content else content.strip(), line
        elif page and token.type in ("bullet_list_open", "table_open"):
            yield from _rows(tokens[i + 1 :])
        else:
            yield token.type.removesuffix("_open"), "", line


def _rows(tokens: list[Token]) -> Iterator[tuple[str, str, int]]:
    """The items of a list or the rows of a table that has just begun."""
    cells: list[str] = []
    for token in takewhile(lambda token: token.level, tokens):
        line = (token.map[0] if token.map else 0) + 1
        if token.type in ("list_item_open", "tr_open"):
            cells, first = [], line
        elif token.type == "inline":
            cells.append("".join(map(str.strip, token.content.split("\n"))))
        elif token.type == "list_item_close":
            yield "item", "".join(cells), first
        elif token.type == "tr_close":
            yield "row", "|".join(cells), first
        elif token.type not in _OF_ROWS:
            yield token.type.removesuffix("_open"), "", line


def _paragraph(content: str, first: int) -> Iterator[tuple[str, str, int]]:
    """A paragraph, parted at lines that were meant to be headings."""
    parts: list[str] = []
    for line, written in enumerate(content.split("\n"), first):
        if not (glued := _GLUED_HEADING.match(written.strip())):
            parts.append(written.strip())
            continue
        if parts:
            yield "paragraph", "".join(parts), line - len(parts)
        parts = []
        yield "glued heading", glued["heading"], line
    if parts:
        yield "paragraph", "".join(parts), first + content.count("\n") + 1 - len(parts)

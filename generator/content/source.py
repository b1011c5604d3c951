"""Markdown as editors write it: front matter, then `## headings` with paragraphs.

In: a file. Out: a `Document`, every piece with its line; problems of form go to the file. Knows
nothing of bazi; never raises for what an editor wrote.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import lru_cache
from itertools import groupby

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.front_matter import front_matter_plugin

from generator.content.mapping import Value, parse_mapping
from generator.content.text_file import File

_HEADING = re.compile(r"(.+?)(?:（([^（）]+)）)?\Z")
GLUED_HEADING = re.compile(r"[#＃]+\s*(.*)")
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


@dataclass(slots=True)
class Block:
    """A `## heading`, its claim (直說, a quotation of one line) and the paragraphs under it."""

    heading: str
    line: int
    passages: list[Passage] = field(default_factory=list)
    claim: Passage | None = None


@dataclass(frozen=True, slots=True)
class Document:
    """A Markdown file."""

    file: File
    front: Value
    blocks: list[Block] = field(default_factory=list)


def read_document(file: File, *, claims: bool = False) -> Document:
    """A Markdown file of front matter and `## ` headings with paragraphs.

    With `claims`, a heading may be followed by `> ` and one line before its paragraphs.
    """
    text = file.read()
    if text is None:
        return Document(file, Value(1, {}))
    front, pieces = _parsed(text)
    document = Document(file, read_front(front, file))
    blocks = document.blocks
    for kind, piece, line in pieces:
        if kind == "glued heading":
            file.tell(line, "S04", "標題的 ## 後面少了空格", f"寫成「## {piece}」")
        if kind in ("heading", "glued heading"):
            blocks.append(Block(piece, line))
        elif kind == "quotation" and claims:
            if piece and blocks and not (blocks[-1].claim or blocks[-1].passages):
                blocks[-1].claim = Passage(piece, line)
            else:
                cure = "直說是標題下的第一段，只寫一行「> 一句話」，上下各空一行"
                file.tell(line, "S04", "直說寫的地方或寫法不對", cure)
        elif kind != "paragraph":
            file.tell(line, "S04", f"不認得的寫法（{kind}）", "正文只用「## 標題」與一般段落")
        elif not blocks:
            file.tell(line, "S05", "段落前面沒有標題", "先寫一行「## 鍵」，段落放在它下面")
        else:
            blocks[-1].passages.append(Passage(piece, line))
    return document


def read_front(written: str | None, file: File) -> Value:
    """The front matter of a file; None if it has none."""
    if written is not None:
        return parse_mapping(written, file, 2)
    cure = "第一行寫 ---，接著寫檔頭，再一行 ---；寫法見 data/README.md"
    file.tell(1, "S03", "缺少檔頭", cure)
    return Value(1, {})


def split_heading(heading: str) -> tuple[str, str]:
    """A heading's key and what stands in full-width parentheses after it: 甲（二）→ 甲, 二."""
    match = _HEADING.match(heading)
    return (match[1], match[2] or "") if match else (heading, "")


def line_of(token: Token) -> int:
    return (token.map[0] if token.map else 0) + 1


@lru_cache(maxsize=128)
def _parsed(text: str) -> tuple[str | None, tuple[tuple[str, str, int], ...]]:
    """The front matter and the pieces of a file. Kept: whoever reads after each save changed one."""
    tokens = _MARKDOWN.parse(text)
    return front_of(tokens), tuple(_pieces(tokens))


def front_of(tokens: list[Token]) -> str | None:
    """The front matter of a file, unread; None if it has none."""
    return next((token.content for token in tokens[:1] if token.type == "front_matter"), None)


def _pieces(tokens: list[Token]) -> Iterator[tuple[str, str, int]]:
    """(kind, text, line) of each top-level block after the front matter."""
    for i, token in enumerate(tokens):
        if token.level or token.nesting < 0 or token.type == "front_matter":
            continue
        line = line_of(token)
        if token.type == "heading_open":
            kind = "heading" if token.tag == "h2" else token.tag
            yield kind, tokens[i + 1].content.strip(), line
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
    numbered = enumerate((line.strip() for line in content.split("\n")), first)
    for glued, run in groupby(numbered, lambda each: bool(GLUED_HEADING.match(each[1]))):
        lines = list(run)
        if glued:
            yield from (("glued heading", GLUED_HEADING.sub(r"\1", s), line) for line, s in lines)
        else:
            yield "paragraph", "".join(written for _, written in lines), lines[0][0]

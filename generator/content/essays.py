"""The pages that editors write as a whole: how it is reckoned, about, privacy.

In: `data/pages/`. Out: an `Essay` for each, every piece with its line, and the problems found.
Knows the names of what a page fills in and draws, not what they become. Imports no templates.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.addresses import NO_PAGE, leads_somewhere
from generator.content.mapping import unknown
from generator.content.problem import Problem
from generator.content.source import Document, read_document, split_heading
from generator.content.text import Text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

FIGURES: dict[str, tuple[str, ...]] = {
    "method": ("藏干分數", "五行一例", "格局日數", "強弱日數", "規則一覽"),
    "about": (),
    "privacy": (),
}
"""Page → the figures it must have, each a block of its template."""

ANCHORS: dict[str, tuple[str, ...]] = {"method": ("規則",), "about": (), "privacy": ()}
"""Page → the places in it that other pages link to, each in parentheses after a heading."""

SLOTS = (
    "站名", "引用格式", "免責聲明", "例頁網址", "起日", "迄日", "起年", "迄年", "總天數", "出版天數",
    "兩種生肖", "換月天數", "換年天數", "午後交節", "少一行", "全無一行", "三柱種數", "同柱對數",
    "親筆頁數", "組成頁數", "通稿頁數",
)  # fmt: skip
"""What any of the pages may fill in."""

SLOT = re.compile(r"\{([^{}]*)\}")
LINK = re.compile(r"\[([^\[\]]*)\]\(([^()]*)\)")
"""Words that link, and the address."""

_ADDRESS = re.compile(r"/(?:[a-z0-9][a-z0-9.-]*/)*(?:[a-z0-9-]+\.[a-z]+)?(?:#\w+)?")
"""A page or a file of the site itself."""

_FRONT = {"title": (2, 20), "short": (2, 8), "description": (20, 90), "lead": (20, 120)}
_PHRASES = ("title", "short", "heading", "subheading", "row")
_LENGTHS = {"paragraph": (8, 400), "item": (2, 90), "row": (0, 40)}
_HEADING = (2, 20)


@dataclass(frozen=True, slots=True)
class Part:
    """A piece of a page, in cells: one but for an item (term and text) and a row of a table.

    `kind`: a field of the front matter, heading, subheading, paragraph, figure, item or row. The
    cells are as written, with slots and links; `anchor` is a heading's.
    """

    kind: str
    cells: tuple[str, ...]
    line: int
    anchor: str = ""


@dataclass(frozen=True, slots=True)
class Essay:
    """A page of prose; `front` by field, `parts` in the order of the page."""

    name: str
    path: str
    front: dict[str, Part]
    parts: tuple[Part, ...]

    @property
    def written(self) -> Iterator[Part]:
        """All that is text: everything but the figures."""
        yield from self.front.values()
        yield from (part for part in self.parts if part.kind != "figure")

    @property
    def texts(self) -> Iterator[Text]:
        """What visitors read, for the rules of wording; a slot reads as two characters."""
        for part in self.written:
            length = _FRONT.get(part.kind) or _LENGTHS.get(part.kind, _HEADING)
            # What stands for a slot by itself is judged where it is written.
            for cell in (cell for cell in part.cells if not SLOT.fullmatch(cell)):
                text = SLOT.sub("甲乙", without_links(cell))
                whole = part.kind not in _PHRASES and (part.kind != "item" or "。" in text)
                yield Text(text, text[:8], length, self.path, part.line, whole=whole, figures=True)


def without_links(text: str) -> str:
    """The words as a page shows them, the addresses left out."""
    return LINK.sub(r"\1", text)


def load_essays(data: Path) -> tuple[dict[str, Essay], list[Problem]]:
    """Read every page of a data folder."""
    essays = {}
    problems = []
    for name in FIGURES:
        path = f"{data.name}/pages/{name}.md"
        document, found = read_document(data / "pages" / f"{name}.md", path, page=True)
        problems += found
        if not (document.blocks or document.front.entries):
            if not found:
                what, cure = "檔案是空的", "從版本紀錄還原"
                problems.append(Problem(path, 1, "S01", what, cure))
            essays[name] = Essay(name, path, {}, ())
            continue
        essays[name] = _essay(name, document)
        problems += unknown(document.front, tuple(_FRONT), path)
        problems += _problems(essays[name], document)
    return essays, problems


def _essay(name: str, document: Document) -> Essay:
    front = {
        field: Part(field, (value.text,), value.line)
        for field in _FRONT
        if (value := document.front.get(field)).text
    }
    return Essay(name, document.path, front, tuple(_parts(name, document)))


def _parts(name: str, document: Document) -> Iterator[Part]:
    for block in document.blocks:
        words, note = split_heading(block.heading)
        known = note in ANCHORS[name]
        kind = "heading" if block.level == 2 else "subheading"
        heading = words if known else block.heading
        yield Part(kind, (heading,), block.line, note if known else "")
        for passage in block.passages:
            text = passage.text
            slot = SLOT.fullmatch(text)
            if passage.kind == "paragraph" and slot and slot[1] not in SLOTS:
                yield Part("figure", (slot[1],), passage.line)
            elif passage.kind == "item":
                yield Part("item", tuple(text.split("：", 1)), passage.line)
            elif passage.kind == "row":
                yield Part("row", tuple(text.split("|")), passage.line)
            else:
                yield Part("paragraph", (text,), passage.line)


def _problems(essay: Essay, document: Document) -> Iterator[Problem]:
    path = essay.path
    for field in _FRONT:
        if field not in essay.front:
            cure = f"檔頭寫一行「{field}: 一句話」"
            yield Problem(path, document.front.line, "S10", f"檔頭缺「{field}」", cure)
    levels = (*(block.level for block in document.blocks), 0)
    for block, below in zip(document.blocks, levels[1:], strict=True):
        if not block.passages and below <= block.level:
            cure = "補一段，或刪掉這個標題"
            yield Problem(path, block.line, "C08", f"「{block.heading}」下面沒有段落", cure)
    yield from _of_places(essay)
    for part in essay.written:
        if part.kind == "item" and len(part.cells) != 2:
            yield Problem(path, part.line, "C10", "條列少了「：」", "寫成「- 名稱：說明」")
        for cell in part.cells:
            for slot in dict.fromkeys(SLOT.findall(cell)):
                if slot not in SLOTS:
                    cure = f"可用的空格：{'、'.join(SLOTS)}；圖表的空格自成一段"
                    yield Problem(path, part.line, "C09", f"不認得的空格「{{{slot}}}」", cure)
            for _, address in LINK.findall(cell):
                if not _ADDRESS.fullmatch(address):
                    what = f"連結 {address!r} 不是站內路徑"
                    cure = "寫網站自己的路徑，例如 /method/"
                    yield Problem(path, part.line, "S26", what, cure)
                elif not leads_somewhere(address):
                    what = f"連結 {address!r} 站內沒有這一頁"
                    yield Problem(path, part.line, "S27", what, NO_PAGE)


def _of_places(essay: Essay) -> Iterator[Problem]:
    """Of the figures and anchors: each must be there, once."""
    anchors = [(part.anchor, part.line) for part in essay.parts if part.anchor]
    figures = [(part.cells[0], part.line) for part in essay.parts if part.kind == "figure"]
    for wanted, found, how in (
        (ANCHORS[essay.name], anchors, "## 標題（{}）"),
        (FIGURES[essay.name], figures, "{{{}}}"),
    ):
        seen: set[str] = set()
        for name, line in found:
            written = how.format(name)
            if name not in wanted:
                cure = f"這一頁可以放：{'、'.join(wanted) or '沒有圖表'}"
                yield Problem(essay.path, line, "C09", f"不認得的圖表「{written}」", cure)
            elif name in seen:
                yield Problem(essay.path, line, "C04", f"「{written}」寫了兩次", "刪掉一個")
            seen.add(name)
        for name in wanted:
            if name not in seen:
                written = how.format(name)
                cure = f"補上一行「{written}」，上下各空一行"
                yield Problem(essay.path, 1, "C05", f"缺「{written}」", cure)

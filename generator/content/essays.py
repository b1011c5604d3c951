"""The pages that editors write as a whole: how it is reckoned, about, privacy.

In: `data/pages/`, in Markdown. Out: an `Essay` for each, and the problems found. Knows the names
of what a page fills in and of the figures drawn on it, not what they become. Imports no templates.
"""

from __future__ import annotations

from dataclasses import dataclass
from itertools import pairwise
from typing import TYPE_CHECKING

from generator.content.inline import MARKDOWN, faults
from generator.content.mapping import unknown
from generator.content.problem import Problem
from generator.content.source import GLUED_HEADING, read_front
from generator.content.text_file import read_text
from generator.reading.corpus import Text

if TYPE_CHECKING:
    from collections.abc import Iterator
    from pathlib import Path

    from markdown_it.token import Token

PLACES: dict[str, tuple[str, ...]] = {
    "method": (
        "（規則）", "{藏干分數}", "{五行一例}", "{格局日數}", "{強弱日數}", "{規則一覽}",
    ),
    "about": (),
    "privacy": (),
}  # fmt: skip
"""Page → what must stand in it once.

In parentheses at the end of a heading: the name under which other pages link to it. In braces, as
a paragraph of its own: a figure, which is a block of the page's template.
"""

SLOTS = (
    "站名", "引用格式", "免責聲明", "例頁網址", "起日", "迄日", "起年", "迄年", "總天數", "出版天數",
    "兩種生肖", "換月天數", "換年天數", "午後交節", "少一行", "全無一行", "三柱種數", "同柱對數",
    "親筆頁數", "組成頁數", "通稿頁數",
)  # fmt: skip
"""What any of the pages may fill in."""

BODY = "內文"
"""The key of every text under the front matter."""

_FRONT = ("title", "short", "description", "lead")
_LENGTHS = {
    "title": (2, 20), "short": (2, 8), "description": (20, 90), "lead": (20, 120), "h2": (2, 20),
    "h3": (2, 20), "p": (8, 400), "dt": (2, 20), "dd": (2, 90), "th": (0, 40), "td": (0, 40),
}  # fmt: skip
"""Field of the front matter, or element → its range of characters."""

_TAKEN = {
    "heading", "paragraph", "inline", "dl", "dt", "dd", "table", "thead", "tbody", "tr", "th", "td",
    "list_item",  # of a list, which is told by itself
}  # fmt: skip
_CURE = "頁面只用「## 標題」「### 小標題」、一般段落、表格，與「名稱」下一行「: 說明」"


@dataclass(frozen=True, slots=True)
class Essay:
    """A page of prose; `front` by field, `tokens` the blocks under it as Markdown has them.

    `texts`: all that is written on it, with slots and links.
    """

    name: str
    front: dict[str, str]
    tokens: tuple[Token, ...]
    texts: tuple[Text, ...]


def load_essays(data: Path) -> tuple[dict[str, Essay], list[Problem]]:
    """Read every page of a data folder."""
    essays = {}
    problems: list[Problem] = []
    for name in PLACES:
        path = f"{data.name}/pages/{name}.md"
        text, found = read_text(data / "pages" / f"{name}.md", path)
        problems += found
        essays[name] = Essay(name, {}, (), ())
        if text or not found:
            essays[name], found = _read(name, text, path)
            problems += found
    return essays, problems


def _read(name: str, written: str, path: str) -> tuple[Essay, list[Problem]]:
    tokens: list[Token] = []
    MARKDOWN.block.parse(written, MARKDOWN, {}, tokens)
    fronted = bool(tokens) and tokens[0].type == "front_matter"
    front, problems = read_front(tokens.pop(0).content if fronted else None, path)
    if not fronted:
        return Essay(name, {}, (), ()), problems
    problems += unknown(front, _FRONT, path)
    texts, fields = [], {}
    for field in _FRONT:
        if (value := front.get(field)).text:
            fields[field] = value.text
            whole = field in ("description", "lead")
            texts.append(Text(value.text, field, _LENGTHS[field], path, value.line, whole, True))
        else:
            cure = f"檔頭寫一行「{field}: 一句話」"
            problems.append(Problem(path, front.line, "S10", f"檔頭缺「{field}」", cure))
    body = list(_texts(tokens, path))
    for text in (*texts, *(text for text in body if text.text not in PLACES[name])):
        problems += [Problem(path, text.line, *fault) for fault in faults(text.text, SLOTS)]
    problems += _of_form(tokens, path)
    problems += _of_places(body, PLACES[name], path)
    return Essay(name, fields, tuple(tokens), (*texts, *body)), problems


def _texts(tokens: list[Token], path: str) -> Iterator[Text]:
    for before, token in pairwise(tokens):
        text, kind = token.content, "dd" if before.hidden else before.tag
        if token.type == "inline" and kind in _LENGTHS:
            whole = kind == "p" or "。" in text
            yield Text(text, BODY, _LENGTHS[kind], path, _line(token), whole, figures=True)


def _of_form(tokens: list[Token], path: str) -> Iterator[Problem]:
    """What is no form of these pages, and headings with nothing under them."""
    for at, token in enumerate(tokens):
        kind, following = token.type.removesuffix("_open"), tokens[at + 3 : at + 4]
        if kind not in _TAKEN and token.nesting >= 0:
            yield Problem(path, _line(token), "S04", f"不認得的寫法（{kind}）", _CURE)
        elif kind == "heading" and token.tag not in _LENGTHS:
            yield Problem(path, _line(token), "S04", f"不認得的寫法（{token.tag}）", _CURE)
        elif kind == "heading" and all(
            each.type == token.type and each.tag <= token.tag for each in following
        ):
            what = f"「{tokens[at + 1].content}」下面沒有段落"
            yield Problem(path, _line(token), "C08", what, "補一段，或刪掉這個標題")
        elif kind == "inline" and GLUED_HEADING.match(token.content):
            what = "標題的 ## 後面少了空格"
            yield Problem(path, _line(token), "S04", what, "寫成「## 標題」，上下各空一行")


def _of_places(body: list[Text], places: tuple[str, ...], path: str) -> Iterator[Problem]:
    for place in places:
        lines = [text.line for text in body if text.text.endswith(place)]
        if len(lines) != 1:
            cure = "自成一段，上下各空一行" if place.startswith("{") else "寫在標題的最後"
            what = f"「{place}」寫了 {len(lines)} 次"
            yield Problem(path, lines[-1] if lines else 1, "C05", what, f"{cure}，只寫一次")


def _line(token: Token) -> int:
    return (token.map[0] if token.map else 0) + 1

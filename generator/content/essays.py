"""The pages that editors write as a whole: how it is reckoned, about, privacy.

In: `data/pages/`, in Markdown. Out: an `Essay` for each. Knows the names of what a page fills in
and of the figures drawn on it, not what they become. Imports no templates.
"""

from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import pairwise

from markdown_it.token import Token

from generator.content.inline import MARKDOWN, faults
from generator.content.mapping import unknown
from generator.content.source import GLUED_HEADING, front_of, line_of, read_front
from generator.content.text_file import Data, File
from generator.reading.corpus import Text

PLACES: dict[str, tuple[str, ...]] = {
    "method": ("（規則）", "{藏干分數}", "{五行一例}", "{格局日數}", "{強弱日數}", "{規則一覽}"),
    "about": (),
    "privacy": (),
}
"""Page → what must stand in it once.

In parentheses at the end of a heading: the name under which other pages link to it. In braces, as
a paragraph of its own: a figure, which is a block of the page's template.
"""

ESSAY_SLOTS = (
    "站名", "引用格式", "免責聲明", "例頁網址", "起日", "迄日", "起年", "迄年", "總天數", "出版天數",
    "兩種生肖", "換月天數", "換年天數", "午後交節", "少一行", "全無一行", "三柱種數", "同柱對數",
    "親筆頁數", "組成頁數", "通稿頁數",
)  # fmt: skip
"""What any of the pages may fill in."""

BODY = "內文"  # the key of every text under the front matter
_FRONT = ("title", "short", "description", "lead")
_LENGTHS = {
    "title": (2, 20), "short": (2, 8), "description": (20, 90), "lead": (20, 120), "h2": (2, 20),
    "h3": (2, 20), "p": (8, 400), "dt": (2, 20), "dd": (2, 90), "th": (0, 40), "td": (0, 40),
}  # fmt: skip
"""Field of the front matter, or element → its range of characters."""

_TAKEN = {
    "heading", "paragraph", "inline", "dl", "dt", "dd", "table", "thead", "tbody", "tr", "th", "td",
    "list_item",  # a list itself is a problem, its items need not be others
}  # fmt: skip
_CURE = "頁面只用「## 標題」「### 小標題」、一般段落、表格，與「名稱」下一行「: 說明」"


@dataclass(frozen=True, slots=True)
class Essay:
    """A page of prose; `front` by field, `tokens` the blocks under it as Markdown has them.

    `texts`: all that is written on it, with slots and links.
    """

    name: str
    front: dict[str, str] = field(default_factory=dict)
    tokens: tuple[Token, ...] = ()
    texts: tuple[Text, ...] = ()


def load_essays(data: Data) -> dict[str, Essay]:
    return {name: _read(name, data.file(f"pages/{name}.md")) for name in PLACES}


def _read(name: str, file: File) -> Essay:
    written = file.read()
    if written is None:
        return Essay(name)
    tokens: list[Token] = []
    MARKDOWN.block.parse(written, MARKDOWN, {}, tokens)
    fronted = front_of(tokens)
    front = read_front(fronted, file)
    if fronted is None:
        return Essay(name)
    del tokens[0]
    unknown(file, front, _FRONT)
    texts = []
    for key in _FRONT:
        if (value := front.get(key)).text:
            whole = key in ("description", "lead")
            texts.append(Text(value.text, key, _LENGTHS[key], file.path, value.line, whole, True))
        else:
            file.tell(front.line, "S10", f"檔頭缺「{key}」", f"檔頭寫一行「{key}: 一句話」")
    body = list(_texts(tokens, file.path))
    for text in (*texts, *(text for text in body if text.text not in PLACES[name])):
        for fault in faults(text.text, ESSAY_SLOTS):
            file.tell(text.line, *fault)
    _check_form(tokens, file)
    _check_places(body, PLACES[name], file)
    fields = {text.key: text.text for text in texts}
    return Essay(name, fields, tuple(tokens), (*texts, *body))


def _texts(tokens: list[Token], path: str) -> Iterator[Text]:
    for before, token in pairwise(tokens):
        text, kind = token.content, "dd" if before.hidden else before.tag
        if token.type == "inline" and kind in _LENGTHS:
            whole = kind == "p" or "。" in text
            yield Text(text, BODY, _LENGTHS[kind], path, line_of(token), whole, figures=True)


def _check_form(tokens: list[Token], file: File) -> None:
    """Tell of what is no form of these pages, and of headings with nothing under them."""
    for at, token in enumerate(tokens):
        kind, line = token.type.removesuffix("_open"), line_of(token)
        if kind not in _TAKEN and token.nesting >= 0:
            file.tell(line, "S04", f"不認得的寫法（{kind}）", _CURE)
        elif kind == "heading" and token.tag not in _LENGTHS:
            file.tell(line, "S04", f"不認得的寫法（{token.tag}）", _CURE)
        elif kind == "heading" and _is_empty(token, tokens[at + 3 : at + 4]):
            what = f"「{tokens[at + 1].content}」下面沒有段落"
            file.tell(line, "C08", what, "補一段，或刪掉這個標題")
        elif kind == "inline" and GLUED_HEADING.match(token.content):
            cure = "寫成「## 標題」，上下各空一行"
            file.tell(line, "S04", "標題的 ## 後面少了空格", cure)


def _is_empty(heading: Token, following: list[Token]) -> bool:
    """Whether the page ends after a heading, or goes on with one that is not below it."""
    return all(each.type == heading.type and each.tag <= heading.tag for each in following)


def _check_places(body: list[Text], places: tuple[str, ...], file: File) -> None:
    for place in places:
        lines = [text.line for text in body if text.text.endswith(place)]
        if len(lines) != 1:
            cure = "自成一段，上下各空一行" if place.startswith("{") else "寫在標題的最後"
            what = f"「{place}」寫了 {len(lines)} 次"
            file.tell(lines[-1] if lines else 1, "C05", what, f"{cure}，只寫一次")

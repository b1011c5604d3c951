"""A run of text as editors write it: words, slots `{...}` and links `[words](/path/)`.

In: the text of a paragraph, a heading, a cell. Out: its words, what is wrong with it, its HTML.
Never fills a slot: the HTML still holds them. `data/words.yaml` has such texts alone, the sentences of
the pages that are neither corpus nor prose; their keys are as templates write them (`home.intro`).
"""

import re
from collections.abc import Collection, Iterable, Iterator
from dataclasses import replace

from markdown_it import MarkdownIt
from markdown_it.token import Token
from mdit_py_plugins.deflist import deflist_plugin
from mdit_py_plugins.front_matter import front_matter_plugin

from generator.content.addresses import NO_PAGE, leads_somewhere
from generator.content.mapping import read_mapping
from generator.content.text_file import Data
from generator.reading.corpus import Text

SLOT = re.compile(r"\{([^{}]*)\}")

JOINTS = ("：", "；")  # marks at the end of a text that another text or a table completes
_OF_WORDS = (2, 120)
_ASKED = re.compile(r"\bwords\.(\w+\.\w+)(?:\(((?:(?!\bwords\.|[%}]\}).)*))?")
"""`words.zodiac.intro(起分=…)` in a template: the key, and what is within the parentheses."""

_NAMED = re.compile(r"(\w+)=(?!=)")

_TEXT_ALONE = re.compile(
    r"""{% block (?:title|description) %}.*?{% endblock %}|="[^"]*\"""", re.DOTALL
)
"""Where a template has no room for a link: a page's title and description, an attribute."""

_BREAKS = ("softbreak", "hardbreak")
_TAKEN = ("text", "link_open", "link_close", *_BREAKS)


class _Markdown(MarkdownIt):
    """Markdown whose addresses stay as they are written, with their Chinese and their slots."""

    def normalizeLink(self, url: str) -> str:  # noqa: N802 — its name in the library
        return url


# A link definition would leave nothing behind, a line of dashes would turn the paragraph above it
# into a heading.
MARKDOWN = (
    _Markdown("commonmark", {"html": False})
    .disable(["reference", "lheading"])
    .enable("table")
    .use(front_matter_plugin)
    .use(deflist_plugin)
)
for _each in _BREAKS:  # between Chinese characters stands no space
    MARKDOWN.add_render_rule(_each, lambda *_: "")


def shown(text: str) -> str:
    """The words as a page shows them, the addresses left out."""
    return "".join(token.content for token in _tokens(text))


def plain(text: Text) -> Text:
    """The text for the rules of wording: without addresses, a slot as two characters.

    A mark that joins a text with what follows ends it as a full stop does.
    """
    words = SLOT.sub("甲乙", shown(text.text))
    ended = text.whole and words.endswith(JOINTS)
    return replace(text, text=f"{words[:-1]}。" if ended else words)


def html(text: str, base: str) -> str:
    return below(MARKDOWN.renderInline(text), base)


def below(markup: str, base: str) -> str:
    """Markup whose links lead below the base path; in text a quotation mark is escaped."""
    return markup.replace('href="/', f'href="{base}/')


def faults(text: str, slots: Collection[str]) -> Iterator[tuple[str, str, str]]:
    """(code, what, cure) of everything wrong with the form of a text that may have these slots."""
    for slot in dict.fromkeys(SLOT.findall(text)):
        if slot not in slots:
            cure = f"可用的空格：{'、'.join(slots) or '沒有'}"
            yield "C09", f"不認得的空格「{{{slot}}}」", cure
    for token in _tokens(text):
        address = str(token.attrs.get("href", ""))
        if token.nesting >= 0 and token.type not in _TAKEN:
            what = f"不認得的寫法（{token.type.removesuffix('_open')}）"
            yield "S04", what, "這裡只寫文字與連結「[看得到的字](/站內路徑/)」"
        elif token.type != "link_open" or SLOT.fullmatch(address):
            continue
        elif not re.match("/(?!/)", address):
            yield "S26", f"連結 {address!r} 不是站內路徑", "寫網站自己的路徑，例如 /method/"
        elif not leads_somewhere(address):
            yield "S27", f"連結 {address!r} 站內沒有這一頁", NO_PAGE


def _tokens(text: str) -> list[Token]:
    return MARKDOWN.parseInline(text)[0].children or []


def load_words(data: Data) -> tuple[Text, ...]:
    """Read the sentences, as written, with slots and links."""
    file = data.file("words.yaml")
    texts = []
    for page, held in read_mapping(file).entries.items():
        if not held.entries:
            cure = "每一句一行，縮排兩格，寫成「  名稱: 一句話」"
            file.tell(held.line, "C10", f"「{page}」底下沒有句子", cure)
        for key, value in held.entries.items():
            name, text = f"{page}.{key}", value.text
            whole = "。" in text or text.endswith(JOINTS)
            if text:
                texts.append(
                    Text(text, name, _OF_WORDS, file.path, value.line, whole, figures=True)
                )
            else:
                file.tell(value.line, "C10", f"「{name}」沒有寫成一句話", "冒號後面寫一句")
    return tuple(texts)


def check_words(data: Data, words: Iterable[Text], markup: Iterable[str]) -> None:
    """Whether the sentences are those that the templates ask for, with no other slots."""
    file = data.file("words.yaml")
    asked: dict[str, dict[str, None]] = {}
    alone: set[str] = set()
    for template in markup:
        for key, values in _ASKED.findall(template):
            asked.setdefault(key, {}).update(dict.fromkeys(_NAMED.findall(values)))
        alone.update(
            key for bare in _TEXT_ALONE.findall(template) for key, _ in _ASKED.findall(bare)
        )
    held = {text.key: text for text in words}
    for key in asked.keys() - held.keys():
        file.tell(1, "C05", f"缺「{key}」", "補上這一句，或從版本紀錄還原")
    for key, text in held.items():
        if key not in asked:
            file.tell(text.line, "C03", f"不認得的鍵「{key}」", "鍵要照原來的寫，不能增減")
        else:
            for fault in faults(text.text, asked[key]):
                file.tell(text.line, *fault)
            if key in alone and shown(text.text) != text.text:
                what = f"「{key}」會用在網頁的標題、描述或欄位裡，那裡放不下連結"
                file.tell(text.line, "S04", what, "拿掉連結，只留文字")

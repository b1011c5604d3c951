"""Marking: the content as loaded in, the same content with every text marked out.

The content is walked whole. Some texts know their file and line; for all others `_FILES` says in which
file a field of the content is written, and the line is looked up by key. Keys, addresses and dates stay
as they are: pages look things up by them.
"""

import re
from dataclasses import fields, is_dataclass, replace
from typing import Any

from markdown_it.token import Token

from generator.content.essays import BODY, Essay
from generator.content.inline import SLOT
from generator.content.inputs import Content
from generator.editor.places import places
from generator.preview.marks import Marks
from generator.reading.corpus import Fragment, GoldenParagraph, Rule, Text

_FILES = {
    "terms": "terms.yaml", "plain": "plain.yaml", "images": "lead.yaml",
    "seasons": "lead.yaml", "traits": "lead.yaml", "day_masters": "intros.yaml",
    "patterns": "intros.yaml", "compatibility": "tables/compatibility.md",
    "flow_year": "tables/flow-year.md", "this_year": "tables/this-year.md",
    "pair": "tables/pair.md", "levels": "tables/levels.yaml", "values": "site.yaml",
    "services": "services.yaml", "products": "products.yaml",
}  # fmt: skip
"""Field of the content → the file of `data/` that its texts are written in."""

_MARKUP = re.compile(r"(\[|\]\([^()]*\)|\{[^{}]*\})")
"""Where a link begins or ends, and slots: no mark may stand half within an element."""


def marked(content: Content, marks: Marks) -> Content:
    """The content with a mark around each text that a page can show."""
    mark = _Marker(content, marks)
    result: Content = mark.all(content)
    return result


class _Marker:
    def __init__(self, content: Content, marks: Marks) -> None:
        self.marks = marks
        self._places: dict[tuple[str, object], dict[str, str]] = {}
        for place in places(content):
            if isinstance(place.of, Text):
                of_key = (place.path.partition("/")[2], place.of.key)
                self._places.setdefault(of_key, {}).setdefault(place.of.text, place.at)

    def all(self, held: Any, file: str = "", key: object = "") -> Any:
        """The same with each text in it marked; `file` and `key` are those it is written under."""
        match held:
            case str():
                return self._by_key(held, file, key)
            case dict():
                return {name: self.all(each, file, name) for name, each in held.items()}
            case (int() as least, str() as label):
                return least, self._by_key(label, file, str(least))
            case tuple():
                return tuple(self.all(each, file, key) for each in held)
            case _ if is_dataclass(held) and not isinstance(held, type):
                return replace(held, **self._fields(held, file, key))
        return held

    def _fields(self, held: Any, file: str, key: object) -> dict[str, Any]:
        """The fields of a part of the content that hold texts, marked."""
        match held:
            case Text():
                return {"text": self._marked(held.text, f"{held.path}:{held.line}")}
            case GoldenParagraph():
                text = self._marked(held.text, f"{held.path}:{held.line}")
                return {"text": text, "rules": tuple(map(self._rule, held.rules))}
            case Fragment():
                return self._fragment(held)
            case Rule(name=name):
                texts = {"name": name, "statement": held.statement, "source": held.source}
                return {each: self._by_key(texts[each], "rules.yaml", name) for each in texts}
            case Essay():
                page = f"pages/{held.name}.md"
                tokens = self.all(held.tokens, page, BODY)
                return {"front": self.all(held.front, page), "tokens": tokens}
            case Token():
                return {"content": self._by_key(held.content, file, key)}
        names = [each.name for each in fields(held)]
        return {n: self.all(getattr(held, n), _FILES.get(n, file), n) for n in names}

    def _by_key(self, text: str, file: str, key: object) -> str:
        """A text of which the file and the key are known; one in no file stays as it is."""
        written = self._places.get((file, key), {})
        # The texts of the settings are listed with their slots filled.
        place = written.get(text) or written.get(SLOT.sub("甲乙", text))
        return self._marked(text, place) if place else text

    def _rule(self, name: str) -> str:
        return self._by_key(name, "rules.yaml", name)

    def _marked(self, text: str, place: str) -> str:
        runs = _MARKUP.split(text)
        runs[::2] = [self.marks.mark(run, place) if run else "" for run in runs[::2]]
        return "".join(runs)

    def _fragment(self, fragment: Fragment) -> dict[str, Any]:
        """A paragraph is marked as a whole: what fills its slots may hold a mark of its own."""
        before, after = self.marks.around(f"{fragment.path}:{fragment.line}")
        parts = [before + fragment.parts[0], *fragment.parts[1:]]
        parts[-1] += after
        text = before + fragment.text + after
        return {"rule": self._rule(fragment.rule), "text": text, "parts": tuple(parts)}

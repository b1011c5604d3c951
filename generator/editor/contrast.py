"""Contrast: two versions of a page as its readers see them, with every changed character marked.

In: HTML before and after. Out: the paragraphs that differ, by heading. Knows nothing of readings;
imports nothing of the project.
"""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from difflib import SequenceMatcher
from itertools import takewhile, zip_longest

from markupsafe import Markup

_HEADING = re.compile(r"<(h1|h2|summary)\b[^>]*>(.*?)</\1>", re.DOTALL)
_UNSEEN = re.compile(r"<(script|style|svg|template)\b.*?</\1>|<!--.*?-->", re.DOTALL)
_BLOCK = re.compile(
    r"</?(?:p|h\d|ul|ol|li|d[dlt]|div|table|t[dhr]|caption|summary|details|section|article|nav|"
    r"header|footer|main|label|option|button|br)\b[^>]*>"
)


@dataclass(frozen=True, slots=True)
class Difference:
    """What stands under a heading and differs: paragraphs before and after, changes marked."""

    heading: str
    pairs: tuple[tuple[Markup, Markup], ...]


def differences(before: str, after: str) -> tuple[Difference, ...]:
    """What readers see differ, in the order of the page."""
    old, new = _seen(before), _seen(after)
    found = []
    for heading in dict.fromkeys((*new, *old)):
        if pairs := tuple(_pairs(old.get(heading, ()), new.get(heading, ()))):
            found.append(Difference(heading, pairs))
    return tuple(found)


def first_changed(before: str, after: str) -> str:
    """The heading that the first difference of two pages stands under; "" above the first."""
    lines = zip(_body(before).split("\n"), _body(after).split("\n"), strict=False)
    alike = "\n".join(old for old, new in takewhile(lambda line: line[0] == line[1], lines))
    above = _HEADING.findall(alike)
    return _name(*above[-1]) if above else ""


def _body(html: str) -> str:
    return html.partition("<body")[2]


def _name(tag: str, heading: str) -> str:
    """A heading up to its colon; that of the whole page names what begins the page."""
    return "開頭" if tag == "h1" else str(Markup(heading).striptags()).partition("：")[0]


def _seen(html: str) -> dict[str, list[str]]:
    """The paragraphs under each heading, without markup."""
    found: dict[str, list[str]] = {}
    body, at, heading = _UNSEEN.sub("", _body(html)), 0, ""
    ends = [(each.start(), _name(*each.groups())) for each in _HEADING.finditer(body)]
    for end, following in [*ends, (len(body), "")]:
        lines = (Markup(line).striptags() for line in _BLOCK.split(body[at:end]))
        found.setdefault(heading, []).extend(filter(None, lines))
        at, heading = end, following
    return found


def _pairs(before: Sequence[str], after: Sequence[str]) -> Iterator[tuple[Markup, Markup]]:
    """The paragraphs that differ, each beside the one in whose place it stands."""
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind != "equal":
            for old, new in zip_longest(before[a:b], after[c:d], fillvalue=""):
                yield contrasted(old, new)


def contrasted(before: str, after: str) -> tuple[Markup, Markup]:
    """Two paragraphs, in which `<del>` and `<ins>` hold the characters that differ."""
    old, new = Markup(), Markup()
    matcher = SequenceMatcher(None, before, after, autojunk=False)
    for kind, a, b, c, d in matcher.get_opcodes():
        if kind == "equal":
            old, new = old + before[a:b], new + after[c:d]
            continue
        old += Markup("<del>{}</del>").format(before[a:b]) if b > a else ""
        new += Markup("<ins>{}</ins>").format(after[c:d]) if d > c else ""
    return old, new

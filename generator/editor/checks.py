"""The checks of readings: what can only be told of a whole page, with its slots filled.

In: a reading. Out: the paragraphs at fault. The report counts them over all dates; 0 is wanted of
each. A new check is one line in `CHECKS`. Never touches files.
"""

import re
from collections import Counter
from collections.abc import Callable, Iterator

from generator.content.lint import sentences
from generator.reading.compose import Paragraph, Reading

MAX_FILLED = 75
"""Characters of a sentence with its slots filled; as written it has `lint.MAX_SENTENCE`."""

_BRACE = re.compile(r"[{}｛｝]")


def printed(reading: Reading) -> list[Paragraph]:
    """Each paragraph of a reading once, whatever perspectives print it."""
    neutral, *others = reading.views.values()
    sections = [*neutral, *(s for view in others for s in view if s not in neutral)]
    return list(dict.fromkeys(p for section in sections for p in section.paragraphs))


def _braces(reading: Reading) -> Iterator[tuple[Paragraph, str]]:
    for paragraph in printed(reading):
        if found := _BRACE.search(paragraph.text):
            yield paragraph, paragraph.text[max(0, found.start() - 6) : found.end() + 6]


def _repeated(reading: Reading) -> Iterator[tuple[Paragraph, str]]:
    """The same text twice in what one perspective reads."""
    twice: dict[str, Paragraph] = {}
    for view in reading.views.values():
        paragraphs = [p for section in view for p in section.paragraphs]
        times = Counter(p.text for p in paragraphs)
        twice |= {p.text: p for p in paragraphs if times[p.text] > 1}
    return ((paragraph, text) for text, paragraph in twice.items())


def _long(reading: Reading) -> Iterator[tuple[Paragraph, str]]:
    for paragraph in printed(reading):
        found = sentences(paragraph.text)
        yield from ((paragraph, each) for each in found if len(each) > MAX_FILLED)


CHECKS: dict[str, Callable[[Reading], Iterator[tuple[Paragraph, str]]]] = {
    "沒有填上的空格（花括號留在正文裡）": _braces,
    "同一段在同一頁出現兩次": _repeated,
    f"空格填好後一句超過 {MAX_FILLED} 字": _long,
}
"""What is wrong → each paragraph at fault, and its words."""

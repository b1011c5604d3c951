"""The corpus: all that editors wrote for readings, as it was read from `data/`.

In: nothing. Out: the classes that the readers of `content` fill and that a reading is composed of, each
text with its file and line. Imports cohorts; never opens a file.
"""

from collections.abc import Iterable
from dataclasses import dataclass, field
from datetime import date

from generator.reading.cohorts import COHORTS

GENERIC_KEY = "其他"
"""A fragment under this key serves any key its file lacks; such a reading is `fallback`."""

CLAIM = "直說"
"""What stands in the place of a variant in the id of a claim."""


def packed(text: str) -> str:
    """A text without white space, which no length counts, and of which the preview makes its marks."""
    return "".join(text.split())


@dataclass(frozen=True, slots=True)
class Text:
    """A text by its key, with its range of characters, its path and line.

    `whole`: it is a sentence or more, not a phrase that is set by itself or joined into a
    sentence. `figures`: it may hold amounts in Arabic figures. `books`: it may name books, in 《》.
    `reading`: it is a paragraph of a reading.
    """

    text: str
    key: str
    length: tuple[int, int]
    path: str
    line: int
    whole: bool = True
    figures: bool = False
    books: bool = False
    reading: bool = False


@dataclass(frozen=True, slots=True)
class Rule:
    """A named rule: what it says and where it comes from."""

    name: str
    statement: str
    source: str


@dataclass(frozen=True, slots=True)
class Fragment:
    """A paragraph for one key. `parts` alternates text and slot names, text first.

    `id`: facet, key and variant, stable while the text is edited. `cohort`: the mark of the
    readers it is for, the first character of its variant; "" is all.
    """

    facet: str
    key: str
    variant: str
    rule: str
    path: str
    line: int
    text: str
    parts: tuple[str, ...]
    id: str = field(init=False, repr=False)
    cohort: str = field(init=False, repr=False)

    def __post_init__(self) -> None:
        variant, mark = self.variant, self.variant[:1]
        # Worked out here, not asked for each of the dates that a fragment stands for.
        name = f"{self.facet}/{self.key}" + (f"（{variant}）" if variant else "")
        object.__setattr__(self, "id", name)
        object.__setattr__(self, "cohort", mark if mark in COHORTS else "")


@dataclass(frozen=True, slots=True)
class GoldenParagraph:
    """A paragraph an editor wrote for one date, with the rules it names; kinds as a reading's."""

    text: str
    kind: str
    rules: tuple[str, ...]
    path: str
    line: int


@dataclass(frozen=True, slots=True)
class Golden:
    """An editor's reading of one date: (section, perspective or None for all) → paragraphs.

    `title` and `lead` are what stands above them, without a kind; `facts` what was true of the chart when
    it was written, parted by spaces.
    """

    date: date
    title: Text
    lead: Text
    sections: dict[tuple[str, str | None], tuple[GoldenParagraph, ...]]
    facts: Text | None = None

    @property
    def paragraphs(self) -> list[GoldenParagraph]:
        """All that stand in it, in its order."""
        return [paragraph for of_section in self.sections.values() for paragraph in of_section]


@dataclass(frozen=True, slots=True)
class Corpus:
    """All content of readings. `fragments` by facet, then key: its variants.

    `claims` by the id of the fragment they belong to: what heads its section, in one sentence.
    `other_texts`, of rules, are for the lint.
    """

    rules: dict[str, Rule]
    fragments: dict[str, dict[str, tuple[Fragment, ...]]]
    claims: dict[str, Fragment]
    golden: dict[date, Golden]
    other_texts: tuple[Text, ...] = field(repr=False)

    @property
    def characters(self) -> int:
        """Written characters of all fragments, the slots left out."""
        return sum(len("".join(f.parts[::2])) for f in self.listed)

    @property
    def listed(self) -> list[Fragment]:
        """Every fragment, in the order of the files."""
        return [f for keys in self.fragments.values() for v in keys.values() for f in v]

    @property
    def listed_claims(self) -> Iterable[Fragment]:
        """Every claim once: fragments of one key may share one."""
        return {claim.id: claim for claim in self.claims.values()}.values()

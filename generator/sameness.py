"""How much two pages say in the same words.

In: pages, each a date and its paragraphs. Out: shares of identical text, 0 to 1: characters in
paragraphs that both have, over the characters of the shorter page. Pairs are drawn with
`random.Random.random` alone, the one method whose draws Python promises to keep.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from dataclasses import dataclass
from itertools import combinations
from math import comb
from random import Random
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Hashable, Iterable, Iterator
    from datetime import date

    Pair = tuple["Page", "Page"]


@dataclass(frozen=True, slots=True)
class Page:
    """A date's paragraphs as numbers of `Texts`, in order; `length` in characters."""

    date: date
    pillar: str
    texts: tuple[int, ...]
    length: int


@dataclass(frozen=True, slots=True)
class Share:
    """How much of two pages is identical."""

    share: float
    one: date
    other: date


class Texts:
    """Paragraphs by number: equal texts have one. The second of a page counts apart."""

    def __init__(self) -> None:
        self._numbers: dict[tuple[str, int], int] = {}
        self.lengths: list[int] = []

    def page(self, on: date, pillar: str, texts: Iterable[str]) -> Page:
        """A date's page."""
        seen: Counter[str] = Counter()
        numbers = []
        for text in texts:
            number = self._numbers.setdefault((text, seen[text]), len(self.lengths))
            if number == len(self.lengths):
                self.lengths.append(size(text))
            seen[text] += 1
            numbers.append(number)
        return Page(on, pillar, tuple(numbers), sum(self.lengths[n] for n in numbers))

    def share(self, one: Page, other: Page) -> Share:
        """The share of two pages."""
        shared = sum(self.lengths[n] for n in set(one.texts).intersection(other.texts))
        return _share(shared, one, other)


def size(text: str) -> int:
    """Characters, white space left out, as `Reading.word_count` has them."""
    return len("".join(text.split()))


def drawn(
    pages: list[Page], alike: Callable[[Page], Hashable], count: int, seed: str
) -> Iterator[Pair]:
    """Pairs of pages that are alike in something: any page, then another of its like.

    All pairs, if there are no more than `count`.
    """
    groups: dict[Hashable, list[Page]] = defaultdict(list)
    for page in pages:
        groups[alike(page)].append(page)
    if sum(comb(len(group), 2) for group in groups.values()) <= count:
        for group in groups.values():
            yield from combinations(group, 2)
        return
    random = Random(seed).random
    places = [(group, n) for group in groups.values() if len(group) > 1 for n in range(len(group))]
    for _ in range(count):
        group, n = places[int(random() * len(places))]
        other = int(random() * (len(group) - 1))
        yield group[n], group[other + (other >= n)]


def sample(count: int, of: int, seed: str) -> list[int]:
    """Places of `count` among `of`, each at most once, in order."""
    random = Random(seed).random
    return sorted(sorted(range(of), key=lambda _: random())[:count])


class Neighbours:
    """Finds the page most like another among all."""

    def __init__(self, pages: list[Page], texts: Texts) -> None:
        self._pages, self._lengths = pages, texts.lengths
        self._holders: dict[int, list[int]] = defaultdict(list)
        for place, page in enumerate(pages):
            for number in page.texts:
                self._holders[number].append(place)

    def nearest(self, place: int) -> Share:
        """The page that shares most with one; of equals the earliest."""
        page = self._pages[place]
        shared: Counter[int] = Counter()
        for number in page.texts:
            length = self._lengths[number]
            for holder in self._holders[number]:
                shared[holder] += length
        del shared[place]
        found = [_share(n, page, self._pages[other]) for other, n in shared.items()]
        alone = Share(0, page.date, page.date)
        return max(found, key=lambda s: (s.share, -s.other.toordinal()), default=alone)


def _share(characters: int, one: Page, other: Page) -> Share:
    return Share(characters / (min(one.length, other.length) or 1), one.date, other.date)

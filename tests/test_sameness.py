"""Pairs of pages: how they are drawn, and which page is nearest to another."""

from __future__ import annotations

from datetime import date

from generator.sameness import Neighbours, Page, Share, Texts, drawn, sample
from tests.measures import DAYS


def pages(count: int) -> list[Page]:
    return [Page(date(1990, 1 + n // 28, 1 + n % 28), "甲子", (n,), 1) for n in range(count)]


def test_drawn_pairs_are_alike_never_of_one_page_and_always_the_same() -> None:
    found = list(drawn(pages(100), lambda page: page.date.month, 300, "seed"))
    assert len(found) == 300
    assert all(a is not b and a.date.month == b.date.month for a, b in found)
    assert {page.date for pair in found for page in pair} == {page.date for page in pages(100)}
    again = list(drawn(pages(100), lambda page: page.date.month, 300, "seed"))
    assert again == found
    assert list(drawn(pages(100), lambda page: page.date.month, 300, "other")) != found
    assert sample(3, 1000, "nearest") == [26, 69, 427]  # for good, whatever version of Python draws
    assert sample(9, 3, "nearest") == [0, 1, 2]


def test_the_nearest_page_is_the_one_that_shares_most_of_the_shorter() -> None:
    texts = Texts()
    held = [
        texts.page(DAYS[0], "甲子", ["茶" * 10, "水" * 10]),
        texts.page(DAYS[1], "乙丑", ["茶" * 10, "飯" * 90]),
        texts.page(DAYS[2], "丙寅", ["水" * 10, "菜" * 2]),
        texts.page(DAYS[3], "丁卯", ["獨" * 5, "獨" * 5]),
    ]
    near = Neighbours(held, texts)
    assert near.nearest(0) == Share(10 / 12, DAYS[0], DAYS[2])
    assert near.nearest(1) == Share(0.5, DAYS[1], DAYS[0])
    assert near.nearest(3) == Share(0, DAYS[3], DAYS[3])
    assert texts.share(held[3], held[3]) == Share(1.0, DAYS[3], DAYS[3])

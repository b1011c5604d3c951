"""Marks in a text: they say where it is from, and leave it as it was."""

from __future__ import annotations

import re

from hypothesis import given
from hypothesis import strategies as st
from markupsafe import escape

from generator.preview.marks import Marks, bare


@given(st.lists(st.text(), min_size=1, max_size=4), st.integers(1, 10**6))
def test_a_marked_text_is_the_text_between_marks(texts: list[str], line: int) -> None:
    texts = [re.sub("[\u2000-\u200a]", "", text) for text in texts]
    marks = Marks()
    places = [f"data/某.md:{line + n}" for n in range(len(texts))]
    held = ""
    for text, place in zip(texts, places, strict=True):
        held = marks.mark(text + held, place)
    plain = "".join(reversed(texts))
    assert bare(held) == plain
    assert len("".join(held.split())) == len("".join(plain.split()))
    opened = "".join(
        f'<span data-place="{p}">{escape(t)}'
        for t, p in zip(texts[::-1], places[::-1], strict=True)
    )
    assert marks.resolve(f"<p>{escape(held)}</p>") == f"<p>{opened}{'</span>' * len(texts)}</p>"
    kept = f'<p title="{escape(plain)}"><svg><text>{escape(plain)}</text></svg>'
    in_markup = f'<p title="{escape(held)}"><svg><text>{escape(held)}</text></svg>'
    assert marks.resolve(in_markup) == kept


def test_half_a_mark_says_nothing(marks: Marks) -> None:
    held = marks.mark("一段", "data/某.md:1")
    assert marks.resolve(f"<p>{held[:-1]}</p>") == "<p>一段</p>"

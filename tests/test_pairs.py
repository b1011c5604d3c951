"""Two people: every two of the sixty pillars have a page, with the text of their stems and branches."""

from __future__ import annotations

import re
from html import unescape
from itertools import combinations_with_replacement
from pathlib import Path

from generator.chart.labels import met_path
from generator.chart.symbols import BRANCHES, PILLARS, STEMS
from generator.content.inputs import Content
from tests.conftest import read_page as read


def test_every_two_pillars_have_their_page(live: Path, content: Content) -> None:
    pairs = list(combinations_with_replacement(PILLARS, 2))
    assert len(pairs) == 1_830
    text = content.tables.pair
    told = set()
    for one, other in pairs:
        html = read(live, met_path(one, other))
        stems = "・".join(sorted((one[0], other[0]), key=STEMS.index))
        branches = "・".join(sorted((one[1], other[1]), key=BRANCHES.index))
        wanted = [f"直說・{stems}", f"天干・{stems}", f"地支・{branches}"]
        wanted += [f"給・{a}・{b}" for a, b in ((one[0], other[0]), (other[0], one[0]))]
        for key in wanted:
            assert html.count(text[key]) == (2 if key.startswith("直說") else 1), (one, other, key)
        told |= set(wanted)
    assert told == set(text)


def test_whichever_pillar_one_begins_with_one_comes_to_the_same_page(live: Path) -> None:
    met = {}
    for one in PILLARS:
        html = read(live, met_path(one))
        links = re.findall(r'<li><a href="(/pair/[^"]+)"><b>(..)</b>', html)
        assert [other for _, other in links] == list(PILLARS)
        for path, other in links:
            assert met.setdefault(frozenset((one, other)), path) == path
    assert len(met) == 1_830


def test_no_page_of_two_judges_them(content: Content) -> None:
    said = unescape("".join(content.tables.pair.values()))
    assert re.findall(r"分數|滿分|絕配|不合適|分手|離婚|結婚|老公|老婆|先生|太太", said) == []

"""The picture of a chart: arcs between the pillars, and the shares of the five elements."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from itertools import combinations

from generator.chart import Chart
from generator.pages.picture import COLUMNS, arcs, shares


def test_arcs_join_the_signs_that_meet_and_never_meet_each_other(
    charts: dict[date, Chart],
) -> None:
    for chart in list(charts.values())[::7]:
        for relations, above in ((chart.stem_relations, True), (chart.branch_relations, False)):
            drawn = arcs(relations, above=above)
            assert len(drawn.arcs) == len(relations)
            told = Counter((r.kind, bool(r.kind[-1] in "沖刑害破")) for r in relations)
            assert Counter((arc.name[: 1 + (arc.name[0] != "沖")], arc.tense) for arc in drawn.arcs) == Counter(
                {(kind[:2], tense): times for (kind, tense), times in told.items()}
            )  # fmt: skip
            boxes = []
            for arc in drawn.arcs:
                start, base, line, end, back = _bracket(arc.path)
                assert base == back == (drawn.height if above else 0)
                assert 0 < line < drawn.height
                boxes.append((min(start, end), max(start, end), line))
            for one, other in combinations(boxes, 2):
                apart = one[1] < other[0] or other[1] < one[0]
                assert apart or abs(one[2] - other[2]) >= 18, chart.text
            legs = Counter(x for left, right, _ in boxes for x in (left, right))
            assert set(legs.values()) <= {1}


def test_an_arc_stands_on_the_columns_of_its_pillars(charts: dict[date, Chart]) -> None:
    chart = charts[date(2010, 8, 23)]  # five relations of the branches at once
    assert len(chart.branch_relations) == 5
    drawn = arcs(chart.branch_relations, above=False)
    for relation in chart.branch_relations:
        arc = next(arc for arc in drawn.arcs if arc.name.startswith(relation.kind))
        start, _, _, end, _ = _bracket(arc.path)
        places = sorted(COLUMNS[place] for place in (relation.places[0], relation.places[-1]))
        assert abs(start - places[0]) <= 20
        assert abs(end - places[1]) <= 20
        assert ("M150" in arc.path) == (len(relation.places) == 3)


def test_the_five_elements_keep_their_places_and_a_missing_one_stays_visible(
    charts: dict[date, Chart],
) -> None:
    drawn = shares(charts[date(1990, 5, 20)])
    assert [(s.element, s.x, s.words, s.missing) for s in drawn] == [
        ("木", 30, "一成四", False),
        ("火", 90, "兩成七", False),
        ("土", 150, "不到一成", False),
        ("金", 210, "五成一", False),
        ("水", 270, "無", True),
    ]
    for chart in list(charts.values())[::7]:
        held = [s.height for s in shares(chart) if not s.missing]
        assert abs(sum(held) - 70) <= 3
        assert all(s.height > 0 for s in shares(chart))


def _bracket(path: str) -> tuple[int, int, int, int, int]:
    """Start, its base, the line's height, end and its base, of an arc's path."""
    found = re.match(r"M(\d+) (\d+)V\d+Q\d+ (\d+) \d+ \d+H\d+Q\d+ \d+ (\d+) \d+V(\d+)", path)
    assert found, path
    start, base, line, end, back = map(int, found.groups())
    return start, base, line, end, back

"""The picture of a chart: arcs between the pillars, and the shares of the five elements."""

from __future__ import annotations

import re
from collections import Counter
from datetime import date
from itertools import combinations
from pathlib import Path

from generator.chart import Chart
from generator.chart.symbols import ELEMENTS, STEM_ELEMENT
from generator.pages.picture import COLUMNS, arcs, shares
from tests.conftest import read_page


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
        assert abs(start - places[0]) <= 10
        assert abs(end - places[1]) <= 10
        assert ("M150" in arc.path) == (len(relation.places) == 3)


def test_the_bar_of_the_elements_is_as_long_as_they_weigh(charts: dict[date, Chart]) -> None:
    def others(chart: Chart) -> dict[str, int]:
        scores, mine = chart.strength.scores, STEM_ELEMENT[chart.day.stem]
        return {**scores, mine: scores[mine] - 10}

    def drawn(chart: Chart) -> list[tuple[str, float, float, str]]:
        return list(shares(tuple(others(chart)[element] for element in ELEMENTS)))

    assert drawn(charts[date(1990, 5, 20)]) == [
        ("木", 0.0, 0.0, "0%"),
        ("火", 0.0, 95.0, "32%"),
        ("土", 95.0, 25.0, "8%"),
        ("金", 120.0, 180.0, "60%"),
        ("水", 300.0, 0.0, "0%"),
    ]
    for chart in list(charts.values())[::7]:
        bar = drawn(chart)
        assert abs(sum(width for _, _, width, _ in bar) - 300) < 0.3
        assert all((width > 0) == (others(chart)[name] > 0) for name, _, width, _ in bar)


def test_the_plate_tells_the_useful_element_itself(live: Path, charts: dict[date, Chart]) -> None:
    for day in range(18, 32):
        useful = charts[date(1990, 5, day)].useful
        assert f"<dt>喜用</dt><dd><b>{useful}</b>" in read_page(live, f"bazi/1990-5-{day}"), day


def _bracket(path: str) -> tuple[int, int, int, int, int]:
    """Start, its base, the line's height, end and its base, of an arc's path."""
    found = re.match(r"M(\d+) (\d+)V\d+Q\d+ (\d+) \d+ \d+H\d+Q\d+ \d+ (\d+) \d+V(\d+)", path)
    assert found, path
    start, base, line, end, back = map(int, found.groups())
    return start, base, line, end, back

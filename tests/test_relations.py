"""What pillars make together: relations and stars, every one against the tables."""

from __future__ import annotations

from datetime import date
from itertools import product

from generator.chart.calendar import Day
from generator.chart.relations import branch_relations, stem_relations
from generator.chart.stars import STARS, stars
from generator.chart.symbols import BRANCHES, STEMS
from tests.chosen import carried
from tests.truths import DOMAIN


def test_branch_relations_of_every_triple_match_the_tables() -> None:
    tables = DOMAIN["branch_relations"]
    pairs = {
        "六合": {frozenset(row["pair"]) for row in tables["liuhe"]},
        "半合": {frozenset(row["pair"]) for row in tables["banhe"]},
        "拱合": {frozenset(row["pair"]) for row in tables["gonghe"]},
        "六沖": {frozenset(pair) for pair in tables["chong"]},
        "六害": {frozenset(pair) for pair in tables["hai"]},
        "六破": {frozenset(pair) for pair in tables["po"]},
        "相刑": {frozenset(pair) for pair in tables["xing"]["directed"]},
    }
    trios = {
        "三會": [frozenset(row["branches"]) for row in tables["sanhui"]],
        "三合": [frozenset(row["branches"]) for row in tables["sanhe"]],
        "三刑": [frozenset(tables["xing"]["wu_en"]), frozenset(tables["xing"]["chi_shi"])],
    }
    for three in product(BRANCHES, repeat=3):
        told = {(r.kind, r.places) for r in branch_relations(three)}
        whole = {kind for kind, sets in trios.items() if frozenset(three) in sets}
        wanted = {(kind, ("年", "月", "日")) for kind in whole}
        for a, b in ((0, 1), (1, 2), (0, 2)):
            places = ("年月日"[a], "年月日"[b])
            pair = frozenset((three[a], three[b]))
            wanted |= {(kind, places) for kind, table in pairs.items() if pair in table}
            if three[a] == three[b] and three[a] in tables["xing"]["zi_xing"]:
                wanted.add(("自刑", places))
        if "三合" in whole:
            wanted = {(k, p) for k, p in wanted if k not in ("半合", "拱合")}
        if "三刑" in whole:
            wanted = {(k, p) for k, p in wanted if k != "相刑"}
        assert told == wanted, three


def test_stem_relations_of_every_triple_match_the_tables() -> None:
    tables = DOMAIN["stem_relations"]
    joined = {frozenset(row["pair"]): row["element"] for row in tables["combine"]}
    clashes = {frozenset(pair) for pair in tables["clash"]}
    for three in product(STEMS, repeat=3):
        wanted = set()
        for a, b in ((0, 1), (1, 2), (0, 2)):
            pair = frozenset((three[a], three[b]))
            if pair in joined:
                wanted.add(("五合", ("年月日"[a], "年月日"[b]), joined[pair]))
            if pair in clashes:
                wanted.add(("沖", ("年月日"[a], "年月日"[b]), None))
        assert {(r.kind, r.places, r.element) for r in stem_relations(three)} == wanted


def test_every_star_of_every_chart_matches_the_tables(days: dict[date, Day]) -> None:
    """The tables as published, read by one plain rule each, over a fifth of all dates."""
    for day in list(days.values())[::5]:
        pillars = (day.year, day.month, day.day)
        assert {star.name: star.places for star in stars(pillars)} == carried(pillars)


def test_eight_misleading_stars_are_left_out() -> None:
    assert len(STARS) == 28
    assert not {"詞館", "劫煞", "亡神", "災煞", "紅艷", "孤鸞", "四廢", "金神"} & dict(STARS).keys()

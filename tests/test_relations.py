"""What pillars make together: relations, stars, pairs and years, each against the tables."""

from __future__ import annotations

import json
from datetime import date
from itertools import product

from generator.chart.calendar import Day
from generator.chart.relations import branch_relations, stem_relations, told_of_day
from generator.chart.stars import STARS, stars
from generator.chart.symbols import BRANCHES, PILLARS, STEMS
from generator.content.inputs import Content
from generator.pages.features import compatibility
from generator.pages.flow_year import flow_year
from tests.chosen import carried
from tests.conftest import ROOT
from tests.truths import BRANCH_PAIRS, DOMAIN

RESEARCHED = json.loads((ROOT / "tests" / "data" / "tables.json").read_text())


def test_of_the_day_branch_the_month_is_told_before_the_year_and_a_clash_beside_it() -> None:
    def told(*branches: str) -> list[tuple[str, str]]:
        year, month, day = branches
        found = told_of_day(branch_relations((year, month, day)))
        return [(relation.kind, "".join(relation.places)) for relation in found]

    assert told("丑", "子", "酉") == [("六破", "月日")]  # 酉丑 make 半合, but are not neighbours
    assert told("寅", "卯", "亥") == [("半合", "月日")]
    assert told("午", "丑", "子") == [("六合", "月日"), ("六沖", "年日")]
    assert told("丑", "午", "子") == [("六沖", "月日")]
    assert told("申", "子", "辰") == [("三合", "年月日")]


def test_branch_relations_of_every_triple_match_the_tables() -> None:
    tables = DOMAIN["branch_relations"]
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
            wanted |= {(kind, places) for kind, table in BRANCH_PAIRS.items() if pair in table}
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


def test_every_pair_of_signs_has_the_researched_relations_and_points(content: Content) -> None:
    pairs = compatibility(content.tables)["pairs"]
    assert len(pairs) == len({pair["advice"] for pair in pairs.values()}) == 78
    for one, other in product(BRANCHES, BRANCHES):
        pair = pairs.get(one + other) or pairs[other + one]
        found = {"score": pair["score"], "relations": [r["name"] for r in pair["relations"]]}
        assert found == RESEARCHED["zodiac"][one][other]


def test_every_year_branch_meets_every_birth_branch_as_researched(content: Content) -> None:
    table = flow_year(content.tables)
    for year, birth in product(PILLARS, PILLARS):
        found = [table["findings"][n] for n in table["found"]["year"][birth][year]]
        told = [row["name"] for step, row in found if step == 4]
        assert told == (RESEARCHED["taisui"][year[1]][birth[1]] or ["平"])
    assert {y: table["years"][y]["name"] for y in RESEARCHED["years"]} == RESEARCHED["years"]
    assert len(json.dumps(table, ensure_ascii=False).encode()) < 256 * 1024

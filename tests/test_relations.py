"""What pillars make together: relations and stars, every one against the tables."""

from __future__ import annotations

from datetime import date
from itertools import product

from generator.calendar import Day
from generator.chart.relations import branch_relations, stem_relations
from generator.chart.stars import STARS, stars
from generator.symbols import BRANCHES, STEMS
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
        told = {star.name: set(star.places) for star in stars(pillars) if star.name != "空亡"}
        wanted = {name: places for name in DOMAIN["stars"] if (places := _star(name, pillars))}
        assert told == wanted, pillars


def _star(name: str, pillars: tuple[str, str, str]) -> set[str]:
    table = DOMAIN["stars"][name]["table"]
    allowed = DOMAIN["stars"][name]["places"]
    stems, branches = [p[0] for p in pillars], [p[1] for p in pillars]
    by_stem = ("天乙貴人", "文昌貴人", "太極貴人", "金輿")
    by_branch = {"桃花": "年日", "驛馬": "年日", "華蓋": "年日", "將星": "年日"} | dict.fromkeys(
        ("紅鸞", "天喜", "孤辰", "寡宿"), "年"
    )
    found: set[str] = set()
    if isinstance(table, list):
        return {"日"} if pillars[2] in table else set()
    if name == "三奇貴人":
        return set("年月日") if "".join(stems) in table.values() else set()
    if name == "天赦":
        return {"日"} if table[branches[1]] == pillars[2] else set()
    for i, place in enumerate("年月日"):
        if place not in allowed:
            continue
        if name in by_stem:
            hit = branches[i] in table[stems[2]] or branches[i] in table[stems[0]]
        elif name in ("祿神", "學堂"):
            hit = branches[i] == table[stems[2]]
        elif name == "羊刃":
            hit = stems[2] in "甲丙戊庚壬" and branches[i] == table[stems[2]]
        elif name in by_branch:
            origins = ["年月日".index(o) for o in by_branch[name] if o != place]
            hit = any(branches[i] == table[branches[o]] for o in origins)
        elif name == "天醫":
            hit = branches[i] == table[branches[1]]
        else:  # 天德 月德 and what joins them: by the month
            hit = table[branches[1]] in pillars[i]
        if hit:
            found.add(place)
    return found


def test_void_stars_count_from_the_day_and_from_the_year(days: dict[date, Day]) -> None:
    for day in days.values():
        of_day, of_year = DOMAIN["void"][day.day], DOMAIN["void"][day.year]
        hits = {
            "年": day.year[1] in of_day,
            "月": day.month[1] in (*of_day, *of_year),
            "日": day.day[1] in of_year,
        }
        found = stars((day.year, day.month, day.day))
        told = [star.places for star in found if star.name == "空亡"]
        wanted = tuple(place for place, hit in hits.items() if hit)
        assert told == ([wanted] if wanted else []), day.date


def test_eight_misleading_stars_are_left_out() -> None:
    assert len(STARS) == 28
    assert not {"詞館", "劫煞", "亡神", "災煞", "紅艷", "孤鸞", "四廢", "金神"} & dict(STARS).keys()

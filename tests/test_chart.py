"""Every table against the domain research; whole charts by hand."""

from __future__ import annotations

from collections import Counter
from datetime import date, timedelta
from itertools import product

import pytest

from generator.chart import Chart, calendar, chart
from generator.chart.calendar import Day
from generator.chart.climate import CLIMATE
from generator.chart.hidden import HIDDEN_STEMS, commander
from generator.chart.pillars import NAYIN, growth_stage, void_branches
from generator.chart.reasons import reasons
from generator.chart.strength import SEASON, strength
from generator.chart.symbols import (
    BRANCHES,
    CONTROLLED_BY,
    CONTROLS,
    ELEMENTS,
    GENERATED_BY,
    GENERATES,
    GOD_GROUPS,
    PILLARS,
    STEM_ELEMENT,
    STEMS,
    TEN_GOD,
)
from generator.reading.slots import reasons_text, relation_text
from tests.truths import DOMAIN, group_of, scores


def test_every_table_is_that_of_the_domain_research() -> None:
    assert {
        branch: [[h.stem, h.role, h.tenths / 10] for h in hidden]
        for branch, hidden in HIDDEN_STEMS.items()
    } == DOMAIN["hidden_stems"]
    assert {day: dict(row) for day, row in TEN_GOD.items()} == DOMAIN["ten_gods"]
    stages = {stem: {branch: growth_stage(stem, branch) for branch in BRANCHES} for stem in STEMS}
    assert stages == DOMAIN["growth_stages"]
    assert dict(NAYIN) == DOMAIN["nayin"]
    assert {p: list(void_branches(p)) for p in PILLARS} == DOMAIN["void"]
    assert {b: dict(row) for b, row in SEASON.items()} == DOMAIN["season"]
    assert {s + b: "".join(use) for (s, b), use in CLIMATE.items()} == DOMAIN["climate"]


def test_the_commander_changes_on_the_day_the_table_says() -> None:
    for branch, rows in DOMAIN["command_days"].items():
        told = [commander(branch, timedelta(days=day)) for day in range(32)]
        wanted = [stem for stem, length in rows for _ in range(length)]
        assert len(wanted) == 30
        assert told == [*wanted, wanted[-1], wanted[-1]]


def test_scores_always_sum_to_seven_stems(charts: dict[date, Chart]) -> None:
    for of_day in charts.values():
        assert sum(of_day.strength.scores.values()) == 70
        assert sum(of_day.god_weights.values()) == 60


def test_strength_classes_cut_at_exactly_35_and_48_percent() -> None:
    """21 of 60 is 35 % and already 中和; floating point calls it less."""
    supports: dict[str, set[int]] = {"身弱": set(), "中和": set(), "身強": set()}
    for year, month, day in product(PILLARS[::7], PILLARS, PILLARS):
        weighed = strength(year, month, day)
        supports[weighed.name].add(weighed.support)
    assert max(supports["身弱"]) == 20
    assert (min(supports["中和"]), max(supports["中和"])) == (21, 28)
    assert min(supports["身強"]) == 29


def test_the_useful_element_supports_the_weak_and_drains_the_strong(
    days: dict[date, Day], charts: dict[date, Chart]
) -> None:
    """扶抑 on every date, weighed by the tables of the domain research; then 調候."""
    for on, day in days.items():
        weights = dict.fromkeys(GOD_GROUPS, 0)
        for stem, tenths in scores(day).items():
            weights[group_of(day, stem)] += tenths
        mine = STEM_ELEMENT[day.day[0]]
        drained, spent = GENERATES[mine], CONTROLS[mine]
        resource, official = GENERATED_BY[mine], CONTROLLED_BY[mine]
        wanted = STEM_ELEMENT[DOMAIN["climate"][day.day[0] + day.month[1]][0]]
        support = weights["比劫"] + weights["印"]
        if support < 21:
            burdened = weights["食傷"] < weights["財"] >= weights["官殺"]
            wanted = mine if burdened else resource
        elif support >= 29 and weights["印"] > weights["比劫"]:
            wanted = spent
        elif support >= 29:
            wanted = official if weights["官殺"] else drained
        assert charts[on].useful == wanted, on


def test_flags_of_elements() -> None:
    of_day = chart(calendar.day(date(1990, 5, 20))).strength
    assert {e: of_day.flag(e) for e in ELEMENTS} == {
        "木": "平", "火": "平", "土": "偏弱", "金": "過旺", "水": "缺",
    }  # fmt: skip


BY_HAND = """
1950-01-01|己丑 丙子 丙申|傷官比肩|養胎病|0 20 17 7 26|身弱|正官格|癸|木|年支丑與月支子六合土；月支子與日支申半合水|
1950-02-04|己丑 丁丑 庚午|正印正官|墓墓沐浴|0 17 31 13 9|身強|正印格|己|木|月支丑與日支午相害；年支丑與日支午相害|庚寅 戊寅 庚午
1957-02-04|丁酉 壬寅 丁未|比肩正官|長生死冠帶|13 29 8 10 10|身強|正印格|戊|水|年干丁與月干壬相合；月干壬與日干丁相合|丙申 辛丑 丁未
1960-02-05|庚子 戊寅 癸亥|正印正官|臨官沐浴帝旺|15 6 12 10 27|中和|正官格|戊|金|月干戊與日干癸相合；月支寅與日支亥六合木；月支寅與日支亥相破|己亥 丁丑 癸亥
1966-03-06|丙午 辛卯 甲子|食神正官|死帝旺沐浴|30 17 3 10 10|身強|月刃格|甲|金|年干丙與月干辛相合；年支午與日支子相沖；月支卯與日支子相刑；年支午與月支卯相破|丙午 庚寅 甲子
1969-11-07|己酉 甲戌 丙戌|傷官偏印|死墓墓|10 13 28 19 0|身弱|食神格|戊|木|年干己與月干甲相合；年支酉與月支戌相害；年支酉與日支戌相害|己酉 乙亥 丙戌
1972-02-29|壬子 壬寅 庚寅|食神食神|死絕絕|18 9 3 10 30|身弱|偏財格|甲|土||
1976-09-23|丙辰 丁酉 戊寅|偏印正印|冠帶死長生|9 23 17 20 1|身強|傷官格|辛|水|年支辰與月支酉六合金|
1979-12-08|己未 丙子 己酉|比肩正印|冠帶絕長生|1 13 26 10 20|身強|偏財格|壬|木|年支未與月支子相害；月支子與日支酉相破|己未 乙亥 己酉
1984-02-04|癸亥 乙丑 戊辰|正財正官|絕養冠帶|16 0 28 2 24|身弱|正財格|己|土|年干癸與日干戊相合；月支丑與日支辰相破|甲子 丙寅 戊辰
1984-02-05|甲子 丙寅 己巳|正官正印|絕死帝旺|22 22 13 3 10|中和|正官格|戊|火|年干甲與日干己相合；月支寅與日支巳相刑；月支寅與日支巳相害|
1988-06-05|戊辰 丁巳 辛卯|正印七殺|墓死絕|13 22 18 16 1|中和|正印格|丙|水|年支辰與日支卯相害|戊辰 戊午 辛卯
1990-05-20|庚午 辛巳 乙酉|正官七殺|長生沐浴絕|10 19 5 36 0|身弱|正官格|丙|水|月干辛與日干乙相沖；年干庚與日干乙相合；月支巳與日支酉半合金|
1995-08-08|乙亥 甲申 辛未|偏財正財|沐浴帝旺衰|24 3 8 22 13|身弱|月劫格|戊|金|年干乙與日干辛相沖；年支亥與日支未拱合木；年支亥與月支申相害|乙亥 癸未 辛未
1999-12-31|己卯 丙子 丁巳|食神劫財|病絕帝旺|10 26 11 3 20|中和|七殺格|癸|木|年支卯與月支子相刑|
2000-01-01|己卯 丙子 戊午|劫財偏印|沐浴胎帝旺|10 17 23 0 20|身強|正財格|癸|水|月支子與日支午相沖；年支卯與月支子相刑；年支卯與日支午相破|
2008-02-04|丁亥 癸丑 甲戌|傷官正印|長生冠帶養|13 11 18 5 23|中和|正印格|己|金|年干丁與月干癸相沖；月支丑與日支戌相刑|戊子 甲寅 甲戌
2012-05-05|壬辰 乙巳 丙寅|七殺正印|冠帶臨官長生|19 25 9 6 11|身強|建祿格|戊|金|年干壬與日干丙相沖；月支巳與日支寅相刑；月支巳與日支寅相害|壬辰 甲辰 丙寅
2017-02-03|丙申 辛丑 辛酉|正官比肩|帝旺養臨官|0 10 13 38 9|身強|偏印格|己|火|年干丙與月干辛相合；年干丙與日干辛相合；月支丑與日支酉半合金|丁酉 壬寅 辛酉
2020-04-04|庚子 己卯 丁丑|正財食神|絕病墓|20 10 16 11 13|身弱|偏印格|乙|木|年支子與日支丑六合土；年支子與月支卯相刑|庚子 庚辰 丁丑
2025-12-31|乙巳 戊子 甲戌|劫財偏財|病沐浴養|20 7 17 6 20|身強|正印格|癸|土||
"""


@pytest.mark.parametrize("line", BY_HAND.strip().splitlines(), ids=lambda line: line[:10])
def test_whole_charts_worked_out_by_hand(line: str) -> None:
    """Pillars, gods of year and month, stages, scores 木火土金水, strength, pattern, commander,
    useful element, relations, and on term days the other side.
    """
    on, *by_hand = line.split("|")
    day = calendar.day(date.fromisoformat(on))
    c, other = chart(day), calendar.other_side(day)
    assert by_hand == [
        c.text,
        c.year.god + c.month.god,
        "".join(p.stage for p in c.pillars),
        " ".join(str(c.strength.scores[e]) for e in ELEMENTS),
        c.strength.name,
        c.pattern.name,
        c.commander,
        c.useful,
        "；".join(map(relation_text, (*c.stem_relations, *c.branch_relations))),
        chart(other).text if other else "",
    ]


def test_the_reasons_of_strength_are_as_many_as_the_research_counted(
    charts: dict[date, Chart],
) -> None:
    """Of charts with a heavy root, by 得令 and how many stems back them: weak, balanced, strong."""
    counted: Counter[tuple[bool, int, str]] = Counter()
    near: Counter[str | None] = Counter()
    for of_day in charts.values():
        why = of_day.reasons
        near[why.near] += 1
        if "重根" in why.roots.values():
            counted[why.season, len(why.backing), of_day.strength.name] += 1
    wanted = {
        (False, 0): (2787, 284, 0), (False, 1): (1381, 1974, 684), (False, 2): (0, 197, 1127),
        (True, 0): (899, 1578, 943), (True, 1): (0, 798, 3624), (True, 2): (0, 0, 1454),
    }  # fmt: skip
    assert {
        key: tuple(counted[*key, name] for name in ("身弱", "中和", "身強")) for key in wanted
    } == wanted
    assert (near["從"], near["專旺"]) == (296, 38)
    named = {"從": ("1951-03-10", "1951-12-14", "1954-02-15"), "專旺": ("1950-01-23", "1962-02-06", "1963-03-12")}  # fmt: skip
    for name, dates in named.items():
        assert {charts[date.fromisoformat(on)].reasons.near for on in dates} == {name}


@pytest.mark.parametrize(
    ("pillars", "season", "roots", "backing"),
    [
        (("己未", "甲戌", "癸酉"), False, {}, {}),
        (("丙辰", "庚寅", "甲子"), True, {"年": "輕根", "月": "重根"}, {}),
        (("庚午", "辛巳", "乙酉"), False, {"年": "輕根"}, {}),  # 乙 is born in 午: 餘氣, no more
        (("壬戌", "癸丑", "丁丑"), False, {"年": "輕根"}, {}),  # 丑 hides no fire
        (("甲子", "丁丑", "乙亥"), False, {"日": "重根"}, {"年": "劫財"}),
        (("戊辰", "己未", "戊戌"), True, {"年": "重根", "月": "重根", "日": "重根"}, {"年": "比肩", "月": "劫財"}),
    ],
)  # fmt: skip
def test_what_carries_each_reason_is_named(
    pillars: tuple[str, str, str], season: bool, roots: dict[str, str], backing: dict[str, str]
) -> None:
    found = reasons(*pillars)
    assert (found.season, found.roots, found.backing) == (season, roots, backing)


@pytest.mark.parametrize(
    ("on", "told"),
    [
        (date(1950, 1, 1), "子月死，失令；三支無根，失地；月干比肩相扶，得勢"),  # 己丑 丙子 丙申
        (date(1950, 2, 5), "寅月囚，失令；三支無根，失地；年干劫財、月干正印相扶，得勢"),  # 庚寅 戊寅 辛未
        (date(1950, 6, 9), "午月休，失令；根在年支（重）、月支（輕）、日支（重），得地；月干正印相扶，得勢"),  # 庚寅 壬午 乙亥
        (date(1950, 2, 8), "寅月旺，得令；根在年支（重）、月支（重），得地；干上無人相扶，失勢"),  # 庚寅 戊寅 甲戌
        (date(1950, 7, 15), "未月相，得令；三支無根，失地；年干劫財相扶，得勢"),  # 庚寅 癸未 辛亥
    ],
)  # fmt: skip
def test_the_reasons_are_told_with_pillar_and_weight(on: date, told: str) -> None:
    assert reasons_text(chart(calendar.day(on))) == told


@pytest.mark.parametrize(
    ("on", "name", "how"),
    [
        (date(1950, 10, 14), "偏財格", "三支三合火局，丙透出月干，依《子平真詮》從會局"),  # 庚寅 丙戌 壬午
        (date(1952, 8, 10), "偏財格", "三支三合水局，壬透出年干，依《子平真詮》從會局"),  # 壬辰 戊申 戊子
        (date(1952, 1, 7), "正印格", "月支丑所藏的辛透出月干"),  # 辛卯 辛丑 壬子: both show it
    ],
)  # fmt: skip
def test_a_pattern_says_which_stem_shows(on: date, name: str, how: str) -> None:
    pattern = chart(calendar.day(on)).pattern
    assert (pattern.name, pattern.how) == (name, how)

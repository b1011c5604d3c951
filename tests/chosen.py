"""Whether the paragraphs of a reading are those that its chart asks for; checks as those of `truths`.

Read from the researched tables by one plain rule each.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache

from generator.chart.calendar import Day
from generator.chart.symbols import STEM_ELEMENT
from tests.truths import DOMAIN, Told, golden, hidden, pillars

RARE = {"天赦", "三奇貴人", "日德", "日貴", "魁罡"}

Pillars = tuple[str, str, str]


@cache
def carried(three: Pillars) -> dict[str, tuple[str, ...]]:
    """Every star that three three carry, and where, by the tables as published."""
    found = {name: _star_places(name, three) for name in (*DOMAIN["stars"], "空亡")}
    return {name: tuple(p for p in "年月日" if p in at) for name, at in found.items() if at}


def _star_places(name: str, three: Pillars) -> set[str]:
    if name == "空亡":
        of_day, of_year = DOMAIN["void"][three[2]], DOMAIN["void"][three[0]]
        hits = (of_day, (*of_day, *of_year), of_year)
        return {p for p, z, void in zip("年月日", three, hits, strict=True) if z[1] in void}
    table = DOMAIN["stars"][name]["table"]
    allowed = DOMAIN["stars"][name]["places"]
    stems, branches = [p[0] for p in three], [p[1] for p in three]
    by_stem = ("天乙貴人", "文昌貴人", "太極貴人", "金輿")
    by_branch = {"桃花": "年日", "驛馬": "年日", "華蓋": "年日", "將星": "年日"} | dict.fromkeys(
        ("紅鸞", "天喜", "孤辰", "寡宿"), "年"
    )
    found: set[str] = set()
    if isinstance(table, list):
        return {"日"} if three[2] in table else set()
    if name == "三奇貴人":
        return set("年月日") if "".join(stems) in table.values() else set()
    if name == "天赦":
        return {"日"} if table[branches[1]] == three[2] else set()
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
            hit = table[branches[1]] in three[i]
        if hit:
            found.add(place)
    return found


def stars_ill_chosen(day: Day, told: Told) -> Iterator[str]:
    """One star, if the chart has a rare one, and of those."""
    if golden(told):
        return
    rare = RARE & carried((day.year, day.month, day.day)).keys()
    keys = {
        fragment.partition("/")[2].split("（")[0]
        for fragment, _ in told
        if fragment.startswith("stars/")
    }
    if len(keys) != bool(rare) or not keys <= rare:
        yield f"{keys} of {rare}"


def spouse_star_misplaced(day: Day, told: Told) -> Iterator[str]:
    """正財 and 偏財 for men, 正官 and 七殺 for women: in a stem, under the day stem, or hidden."""
    gods = DOMAIN["ten_gods"][day.day[0]]
    shown = {gods[day.year[0]], gods[day.month[0]]}
    seated = {gods[stem] for stem in hidden(day.day[1])}
    below = {gods[stem] for pillar in pillars(day).values() for stem in hidden(pillar[1])}
    for view, proper, partial in (("male", "正財", "偏財"), ("female", "正官", "七殺")):
        levels = {
            "並透": {proper, partial} <= shown, "正透": proper in shown, "偏透": partial in shown,
            "正坐": proper in seated, "偏坐": partial in seated, "藏": {proper, partial} & below,
        }  # fmt: skip
        level = next((level for level, holds in levels.items() if holds), "無")
        for fragment, _ in told:
            name, _, key = fragment.partition("/")
            if name == f"spouse-star-{view}" and not key.startswith(f"{level}・"):
                yield f"{fragment} for {level}"


def clashes_untold(day: Day, told: Told) -> Iterator[str]:
    """A 沖 of the day branch is told, and a near 沖 or 刑 before what the far year makes."""
    tables = DOMAIN["branch_relations"]
    clash = [set(pair) for pair in tables["chong"]]
    punish = [set(pair) for pair in tables["xing"]["directed"]]
    year, month, own = day.year[1], day.month[1], day.day[1]
    keys = [fragment for fragment, _ in told if fragment.startswith("day-relation/")]
    texts = "".join(text for fragment, text in told if fragment.startswith("day-relation/"))
    hits = [
        f"{p}支{z}與日支{own}相沖" for p, z in (("月", month), ("年", year)) if {z, own} in clash
    ]
    if hits and hits[0] not in texts and not golden(told):
        yield hits[0]
    near = {month, own} in clash + punish or (month == own and own in tables["xing"]["zi_xing"])
    if keys and near and keys[0].endswith("年"):
        yield keys[0]


def unions_untold(day: Day, told: Told) -> Iterator[str]:
    """The day stem's 五合 is told with the stem beside it, else with the far one, else not."""
    pair = next(
        set(row["pair"]) for row in DOMAIN["stem_relations"]["combine"] if day.day[0] in row["pair"]
    )
    partner = (pair - {day.day[0]}).pop()
    near = next((p for p, z in (("月", day.month), ("年", day.year)) if z[0] == partner), None)
    bound = {day.year[0], day.month[0]} in [
        set(row["pair"]) for row in DOMAIN["stem_relations"]["combine"]
    ]  # to each other, and so not free for it
    wanted = [f"day-union/{day.day[0]}{partner}合・{near}"] if near and not bound else []
    keys = [fragment for fragment, _ in told if fragment.startswith("day-union/")]
    if keys != wanted and not golden(told):
        yield f"{keys} for {wanted}"
    for fragment, text in told:
        if fragment in wanted and f"{near}干" not in text:
            yield text


def patterns_misnamed(day: Day, told: Told) -> Iterator[str]:
    """The pattern is that of a whole 局 that shows; else 祿, 刃, what shows, 本氣, or 月劫."""
    for fragment, _ in told:
        if fragment.startswith("pattern/") and f"pattern/{_pattern(day)}・" not in fragment:
            yield f"{fragment} for {_pattern(day)}"


def _pattern(day: Day) -> str:
    own, branch, stems = day.day[0], day.month[1], (day.month[0], day.year[0])
    gods, tables = DOMAIN["ten_gods"][own], DOMAIN["branch_relations"]
    for trio in (*tables["sanhui"], *tables["sanhe"]):
        if set(trio["branches"]) == {day.year[1], branch, day.day[1]}:
            for stem in stems:
                if trio["element"] == STEM_ELEMENT[stem] != STEM_ELEMENT[own]:
                    return f"{gods[stem]}格"
    stage = DOMAIN["growth_stages"][own][branch]
    if stage == "臨官" or (stage == "帝旺" and own in "甲丙戊庚壬"):
        return "建祿格" if stage == "臨官" else "月刃格"
    others = [stem for stem in hidden(branch) if gods[stem] not in ("比肩", "劫財")]
    shown = [stem for stem in others if stem in stems]
    if shown or hidden(branch)[0] in others:
        return f"{gods[(shown or hidden(branch))[0]]}格"
    return "月劫格"


CHECKS = (stars_ill_chosen, spouse_star_misplaced, clashes_untold, unions_untold, patterns_misnamed)

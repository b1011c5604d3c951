"""今年: the sixty pages of the day pillars, and the one table that pages and door look up in."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from datetime import date, datetime, timedelta
from pathlib import Path
from random import Random
from typing import Any

import pytest
import sxtwl
from flask.testing import FlaskClient

from generator.chart import calendar, chart
from generator.chart.calendar import FLOW_YEARS
from generator.chart.labels import flow_path, pillar_path
from generator.chart.symbols import (
    BRANCH_ELEMENT,
    CONTROLS,
    GENERATES,
    PILLARS,
    STEM_ELEMENT,
    TEN_GOD,
)
from generator.content import inputs
from generator.pages.flow_year import applied, flow_year, this_years
from tests.conftest import ROOT
from tests.conftest import read_page as read
from tests.mcp_calls import call
from tests.truths import BRANCH_PAIRS, DOMAIN

TABLES = inputs.check(ROOT / "data")[0].tables
TEXT = TABLES.flow_year
SPAN = inputs.check(ROOT / "data")[0].site.flow_years
YEARS = {year: calendar.day(date(year, 7, 1)).year for year in SPAN}
"""Year → its pillar, from the calendar."""

SECTION = re.compile(
    r'<details id="y(\d+)"(?: open)?><summary>(.*?)</summary>(.*?)</details>', re.DOTALL
)
TOLD = re.compile(r"<p><b>(.*?)</b>\u3000(.*?)</p>")
AGAIN = re.compile(r'<a href="#y(\d+)">與\d+年同一段</a>')

Told = list[tuple[str, str]]


@pytest.fixture(scope="module")
def pages(live: Path) -> dict[str, dict[int, Told]]:
    """Day pillar → year → (name, text) of each paragraph that its page tells of that year."""
    found = {}
    for pillar in PILLARS:
        sections = SECTION.findall(read(live, flow_path(pillar)))
        headings = [re.sub(r" <small>.*|<[^>]+>", "", heading) for _, heading, _ in sections]
        assert headings == [f"{y}{s}年" for y, s in YEARS.items()]
        found[pillar] = {
            int(year): [(re.sub(r"<[^>]+>", "", name), text) for name, text in TOLD.findall(body)]
            for year, _, body in sections
        }
    return found


def test_each_of_the_sixty_day_pillars_has_its_page(live: Path) -> None:
    here = sorted(f"/flow-year/{p.name}/" for p in (live / "flow-year").iterdir() if p.is_dir())
    assert here == sorted(map(flow_path, PILLARS))
    assert flow_path("乙酉") == "/flow-year/yi-you/"


def test_every_year_tells_its_ten_god_and_what_its_branch_does(
    pages: dict[str, dict[int, Told]],
) -> None:
    """All sixty by twelve, with the rules applied by the tables of the domain research."""
    texts = set()
    for day, years in pages.items():
        for year, told in years.items():
            god = TEN_GOD[day[0]][YEARS[year][0]]
            wanted = [(f"主題 {god}", TEXT[f"主題・{god}"])]
            wanted += [(f"日支 {name}", TEXT[key]) for name, key in meetings(day, YEARS[year])]
            if YEARS[year][1] in DOMAIN["void"][day]:
                wanted.append(("填實空亡", TEXT["空亡・填實"]))
            names = stems(day, YEARS[year])
            wanted += [(name, TEXT[f"天干・{name.split()[-1]}"]) for name in names]
            # What a year before was told is named, and not told again.
            before = [t for y in years if y < year for _, t in years[y] if not AGAIN.fullmatch(t)]
            assert [text for _, text in told if text in before] == []
            whole = []
            for (name, text), (_, meant) in zip(told, wanted, strict=True):
                again = AGAIN.fullmatch(text)
                whole.append(
                    (
                        name,
                        meant if again and meant in [t for _, t in years[int(again[1])]] else text,
                    )
                )
            assert whole == wanted, (day, year)
            texts |= {text for _, text in wanted}
    # Every meeting and every quiet year occurs.
    kinds = {key for key in TEXT if key.startswith(("主題・", "日支・", "天干・", "空亡・"))}
    assert texts == {TEXT[key] for key in kinds - {"日支・靜", "天干・平"}}


def meetings(day: str, sui: str) -> Iterator[tuple[str, str]]:
    """(name, key of its text) of each relation of the two branches, in the order they are told."""
    mine, its = day[1], sui[1]
    trios = [set(row["branches"]) for row in DOMAIN["branch_relations"]["sanhui"]]
    kinds = {kind: {mine, its} in pairs for kind, pairs in BRANCH_PAIRS.items()}
    kinds["三會"] = mine != its and any({mine, its} <= trio for trio in trios)
    yield from ((kind, f"日支・{kind}") for kind, holds in kinds.items() if holds)
    if any(kinds.values()):
        return
    a, b = BRANCH_ELEMENT[mine], BRANCH_ELEMENT[its]
    moods = {
        "靜而同類": a == b, "靜而生我": GENERATES[b] == a, "靜而我生": GENERATES[a] == b,
        "靜而剋我": CONTROLS[b] == a, "靜而我剋": CONTROLS[a] == b,
    }  # fmt: skip
    if mine == its:
        yield "伏吟", "日支・伏吟"
    else:
        (mood,) = (name for name, holds in moods.items() if holds)
        yield "靜", f"日支・{mood}"


def stems(day: str, sui: str) -> Iterator[str]:
    """Names of what the year's stem, or its whole pillar, does to the day's."""
    tables, pair = DOMAIN["stem_relations"], {day[0], sui[0]}
    mine, its = STEM_ELEMENT[day[0]], STEM_ELEMENT[sui[0]]
    if any(pair == set(row["pair"]) for row in tables["combine"]):
        yield "天干 五合"
    if any(pair == set(row) for row in tables["clash"]):
        yield "天干 沖"
    if CONTROLS[its] == mine and {day[1], sui[1]} in BRANCH_PAIRS["六沖"]:
        yield "天剋地沖"
    if CONTROLS[mine] == its:
        yield "犯歲君"
    if day == sui:
        yield "伏吟"


def test_the_pages_say_when_each_year_begins(live: Path) -> None:
    """The moment of 立春, by a second calendar, to a minute; and when the last year ends."""
    html = read(live, "/flow-year/yi-you/")
    said = re.findall(r'<time datetime="([^"]+)">(\d+年2月[^<]+)</time>', html)
    assert re.findall(r'<summary><time datetime="([^"]+)"', html) == [at for at, _ in said[:-1]]
    assert re.findall(r'data-until="(\d+-[^"]+)"', html) == [said[-1][0]]
    for year, (stamp, label) in zip([*YEARS, SPAN.stop], said, strict=True):
        at = datetime.fromisoformat(stamp)
        assert at.utcoffset() == timedelta(hours=8)
        other = next(t for t in sxtwl.getJieQiByYear(year) if t.jqIndex == 3 and t.jd > 0)
        moment = sxtwl.JD2DD(other.jd)
        clock = timedelta(hours=moment.h, minutes=moment.m, seconds=moment.s)
        told = datetime(year, moment.M, moment.D, tzinfo=at.tzinfo) + clock
        assert abs(at - told) <= timedelta(minutes=1), year
        assert label.startswith(f"{year}年2月{at.day}日 ")
        assert calendar.day(date(year, 2, 6)).year != calendar.day(date(year, 2, 2)).year


def test_the_pages_are_led_to_from_their_index_their_day_pillar_and_every_date(live: Path) -> None:
    index = read(live, "/flow-year/")
    listed = re.findall(r'<li><a href="(/flow-year/[^"]+)">', index)
    assert listed == [flow_path(p) for s in "甲乙丙丁戊己庚辛壬癸" for p in PILLARS if p[0] == s]
    for name in PILLARS:
        html = read(live, flow_path(name))
        assert f'href="{pillar_path(name)}"' in html
        assert f'href="{flow_path(name)}"' in read(live, pillar_path(name))
    for file in live.glob("bazi/*-*/index.html"):
        on = date(*map(int, file.parent.name.split("-")))
        day = calendar.day(on).day
        assert f'href="{flow_path(day)}"' in file.read_text(), on


DATES = [date(1990, 5, 18) + timedelta(days=n) for n in range(22)]


def asked(client: FlaskClient, on: date, year: int) -> dict[str, Any]:
    return call(client, "fortune_flow_framework", {"birthDate": str(on), "year": year})


def test_the_door_applies_the_table_as_the_press_does(client: FlaskClient) -> None:
    table = json.loads(json.dumps(flow_year(TABLES)))
    random = Random(1)
    # 庚午, the year of birth, and the year of the very day pillar, among any others.
    tried = [(on, year) for on in DATES for year in [2050, *random.sample(FLOW_YEARS, 12)]]
    tried += [(on, 1984 + PILLARS.index(calendar.day(on).day)) for on in DATES]
    seen = set()
    for on, year in tried:
        answer = asked(client, on, year)
        told = [step["applied"] for step in answer["steps"]]
        assert applied(table, chart(calendar.day(on)), year) == told, (on, year)
        names = [finding["name"] for finding in told[5]]
        assert len(names) == len(set(names)), (on, year)
        seen |= set(names)
        if year == 2050 or answer["pillar"] == answer["bazi"].split()[2]:
            assert names[-1] == "伏吟"
    assert seen == {"五合", "沖", "天剋地沖", "犯歲君", "伏吟", "平"}


def test_no_page_knows_the_day_it_was_pressed_on(live: Path) -> None:
    for name in PILLARS:
        html = read(live, flow_path(name))
        assert "aria-current" not in html
        assert set(map(int, re.findall(r"20\d\d(?=[年-])", html.split("<main")[1]))) == {
            *YEARS,
            SPAN.stop,
        }


def test_every_date_tells_what_each_year_is_to_its_day_pillar(live: Path) -> None:
    """All sixty pillars by every year that may be asked for have their text, and pages print it."""
    text = TABLES.this_year
    told = {day: this_years(day, FLOW_YEARS, text) for day in PILLARS}
    for day, years in told.items():
        for each in years:
            assert (each.stem, each.branch) == (
                text[f"{day[0]}・{each.pillar[0]}"],
                text[f"{day[1]}・{each.pillar[1]}"],
            )
    for on in (date(1990, 5, 20), date(1990, 6, 6)):
        html = read(live, f"/bazi/{on.year}-{on.month}-{on.day}/")
        section = html.split('id="今年"')[1].split("</section>")[0]
        shown = re.findall(r"<time[^>]*>(.*?)</time></summary>\n<p><b>(.*?)</b>(.*?)</p>", section)
        years = [y for y in told[calendar.day(on).day] if y.year in SPAN]
        assert shown == [(f"{y.year}{y.pillar}年", y.stem, y.branch) for y in years]
        assert html.count(years[0].stem) == 2  # also in the line at the top

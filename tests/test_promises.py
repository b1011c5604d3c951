"""What a key promises holds on every date that asks for it, at noon and on the other side."""

from __future__ import annotations

from datetime import date
from pathlib import Path

import pytest

from generator.chart import Chart, chart
from generator.chart.calendar import Day, other_side
from generator.content import inputs
from generator.reading.facets import FACETS, GISTS
from generator.reading.promises import promised
from generator.reading.slots import SLOTS

FACET = {facet.name: facet for facet in FACETS}


def test_every_key_is_asked_for_and_fills_what_it_promises(
    days: dict[date, Day], charts: dict[date, Chart]
) -> None:
    """By some date at noon; the other side of a term asks for no other key."""
    promises = {f.name: {key: promised(f, key) - set(GISTS) for key in f.keys} for f in FACETS}
    asked: dict[str, set[str]] = {facet.name: set() for facet in FACETS}
    sides = [(day, charts[on]) for on, day in days.items()]
    sides += [(other, chart(other)) for other in filter(None, map(other_side, days.values()))]
    for day, of_day in sides:
        empty = {name for name, (_, fill) in SLOTS.items() if not fill(day, of_day)}
        for facet in FACETS:
            keys = facet.ask(day, of_day)
            assert not any(promises[facet.name][key] & empty for key in keys), (day, facet.name)
            if of_day is charts[day.date]:
                asked[facet.name].update(keys)
    assert asked == {facet.name: set(facet.keys) for facet in FACETS}
    assert all(len(facet.keys) == len(set(facet.keys)) for facet in FACETS)


@pytest.mark.parametrize(
    ("facet", "key", "slot", "may"),
    [
        ("season", "甲日辰月", "財所在", True),  # 辰 hides 戊
        ("season", "甲日子月", "財所在", False),
        ("day-pillar", "甲子", "印所在", True),
        ("wealth", "財藏・食傷無・身弱", "財所在", True),
        ("wealth", "財藏・食傷無・身弱", "食傷所在", False),
        ("wealth", "財無・食傷無・身強", "財所在", False),
        ("wealth", "財無・食傷無・身強", "扶身現況", False),
        ("year-month-gods", "年比肩月劫財", "財所在", False),
        ("pattern", "月劫格・身弱", "比劫所在", True),
        ("commander", "食神・身弱", "食傷所在", False),  # 戊 commands 亥, which does not hide it
        ("first-step", "比劫・身弱・藏", "比劫所在", False),  # the day master alone
        ("day-relation", "靜子", "日支關係", False),
        ("day-relation", "六合月", "日支沖", False),
        ("day-relation", "六沖年", "日支沖", True),
        ("day-stem", "甲", "日主", True),
        ("day-stem", "甲", "最重", False),
        ("day-stem", "甲", "性格一語", False),
        ("closing", "收束", "性格一語", True),
        ("wealth", "其他", "財所在", False),
        ("wealth", "其他", "日主", True),
    ],
)
def test_a_key_promises_what_it_says_itself(facet: str, key: str, slot: str, may: bool) -> None:
    assert (slot in promised(FACET[facet], key)) is may


def test_a_slot_that_its_key_does_not_promise_is_told_at_its_line(data: Path) -> None:
    path = data / "corpus" / "day-stem.md"
    lines = path.read_text().split("\n")
    line = lines.index("## 甲") + 2
    lines[line] = lines[line].replace("。", "，財在{財所在}。", 1)
    path.write_text("\n".join(lines))
    assert [str(p) for p in inputs.check(data)[1] if p.code[0] == "C"] == [
        f"data/corpus/day-stem.md:{line + 1}: C13 空格「{{財所在}}」在「甲」的每一天不一定有得填 — "
        "換一個空格，或把這句話寫實；哪些鍵可以用，見 data/README.md"
    ]

"""What a key promises holds on every date that asks for it, at noon and on the other side."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path

import pytest

from generator import inputs
from generator.calendar import Day, other_side
from generator.chart import Chart, chart
from generator.facets import FACETS, GISTS
from generator.promises import promised
from generator.slots import SLOTS

ROOT = Path(__file__).resolve().parent.parent
FACET = {facet.name: facet for facet in FACETS}


def test_a_promised_slot_is_filled_on_every_date_that_asks_for_its_key(
    days: dict[date, Day], charts: dict[date, Chart]
) -> None:
    sides = [(day, charts[on]) for on, day in days.items()]
    sides += [(other, chart(other)) for other in filter(None, map(other_side, days.values()))]
    promises = {(f.name, key): promised(f, key) - set(GISTS) for f in FACETS for key in f.keys}
    for day, of_day in sides:
        empty = {name for name, (_, fill) in SLOTS.items() if not fill(day, of_day)}
        for facet in FACETS:
            for key in facet.ask(day, of_day):
                assert not promises[facet.name, key] & empty, (day.date, facet.name, key)


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


def test_a_slot_that_its_key_does_not_promise_is_told_at_its_line(tmp_path: Path) -> None:
    data = Path(shutil.copytree(ROOT / "data", tmp_path / "data"))
    path = data / "corpus" / "day-stem.md"
    lines = path.read_text().split("\n")
    line = lines.index("## 甲") + 2
    lines[line] = lines[line].replace("。", "，財在{財所在}。", 1)
    path.write_text("\n".join(lines))
    assert [str(p) for p in inputs.check(data)[1] if p.code[0] == "C"] == [
        f"data/corpus/day-stem.md:{line + 1}: C13 空格「{{財所在}}」在「甲」的每一天不一定有得填 — "
        "換一個空格，或把這句話寫實；哪些鍵可以用，見 data/README.md"
    ]

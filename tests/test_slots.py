"""What the slots of a text say of a chart, and shares in words."""

from __future__ import annotations

from datetime import date

import pytest

from generator.chart import calendar, chart
from generator.reading.slots import SLOTS, share


@pytest.mark.parametrize(
    ("score", "total", "words"),
    [
        (0, 60, "零成"),
        (1, 60, "不到一成"),
        (5, 60, "不到一成"),
        (6, 60, "一成"),
        (19, 60, "三成二"),
        (13, 60, "兩成二"),
        (42, 60, "七成"),
    ],
)
def test_shares_in_words(score: int, total: int, words: str) -> None:
    assert share(score, total) == words


def test_slots_of_a_known_chart() -> None:
    day = calendar.day(date(1990, 5, 20))
    of_day = chart(day)
    filled = {name: fill(day, of_day) for name, (_, fill) in SLOTS.items()}
    assert filled == {
        "日主": "乙木", "日干": "乙", "日支": "酉", "日柱": "乙酉", "月柱": "辛巳", "月干": "辛",
        "月支": "巳", "年柱": "庚午", "年干": "庚", "年支": "午", "月令": "巳月", "節氣": "立夏",
        "生肖": "馬", "年干十神": "正官", "月干十神": "七殺", "年支十神": "食神", "月支十神": "傷官",
        "日支十神": "七殺", "格局": "正官格", "格局說": "月支巳所藏的庚透出年干", "強弱": "身弱",
        "扶身": "零成", "扶身現況": "一點也沒有", "最重": "最重", "司令": "丙火", "司令十神": "傷官", "最強": "金", "最弱": "水",
        "最強現況": "金占五成一", "最弱現況": "水連藏干也沒有", "財所在": "年支所藏的己與月支所藏的戊",
        "食傷所在": "年支所藏的丁與月支所藏的丙", "官殺所在": "年干的庚、月干的辛、月支所藏的庚與日支所藏的辛", "印所在": "",
        "比劫所在": "", "調候首": "癸水", "調候現況": "癸水沒有露面，丙火藏在月支", "喜用": "水",
        "喜用現況": "水連藏干也沒有", "日支關係": "月支巳與日支酉半合金", "日支沖": "", "年月關係": "",
        "納音": "泉中水", "年納音": "路旁土", "月納音": "白蠟金", "空亡": "午未",
    }  # fmt: skip

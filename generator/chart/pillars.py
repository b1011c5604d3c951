"""What a single pillar says: na yin 納音, void branches 空亡, growth stage 十二長生.

In: a pillar, or a stem and a branch. Out: names. Imports symbols only.
"""

from functools import cache
from types import MappingProxyType

from generator.chart.symbols import BRANCHES, PILLAR_INDEX, PILLARS, STEM_YANG, STEMS

_NAYIN_OF_PAIRS = (
    "海中金", "爐中火", "大林木", "路旁土", "劍鋒金", "山頭火", "澗下水", "城頭土", "白蠟金", "楊柳木",
    "泉中水", "屋上土", "霹靂火", "松柏木", "長流水", "沙中金", "山下火", "平地木", "壁上土", "金箔金",
    "覆燈火", "天河水", "大驛土", "釵釧金", "桑柘木", "大溪水", "沙中土", "天上火", "石榴木", "大海水",
)  # fmt: skip

NAYIN = MappingProxyType({p: _NAYIN_OF_PAIRS[i // 2] for i, p in enumerate(PILLARS)})
"""納音 of each pillar (《三命通會》論納音取象); its element is the last character."""

GROWTH_STAGES = (
    "長生", "沐浴", "冠帶", "臨官", "帝旺", "衰", "病", "死", "墓", "絕", "胎", "養",
)  # fmt: skip

_BIRTHPLACE = MappingProxyType(dict(zip(STEMS, "亥午寅酉寅酉巳子申卯", strict=True)))
"""Where each stem is in 長生. Earth goes with fire (火土同宮: 戊 as 丙, 己 as 丁); the
other school puts it with water (申)."""


@cache
def growth_stage(stem: str, branch: str) -> str:
    """The stage of a stem on a branch: yang stems count forward, yin stems backward.

    《子平真詮》論陰陽生死. 任鐵樵 lets both polarities run forward together.
    """
    steps = BRANCHES.index(branch) - BRANCHES.index(_BIRTHPLACE[stem])
    return GROWTH_STAGES[(steps if STEM_YANG[stem] else -steps) % 12]


@cache
def void_branches(pillar: str) -> tuple[str, str]:
    """The two branches left over in the pillar's 旬 of ten (《三命通會》論空亡)."""
    first = PILLAR_INDEX[pillar] // 10 * 10
    return BRANCHES[(first - 2) % 12], BRANCHES[(first - 1) % 12]

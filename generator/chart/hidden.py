"""Hidden stems 藏干 and the commanding stem 司令.

In: a branch, or a branch and the days since its 節. Out: stems. Imports symbols only.

Which stems a branch hides is agreed (lunar_python, tyme4py, lunisolar: 12/12); the
weights are a modern convention (60/30/10, 70/30, 100), no classic gives numbers.
巳 is read 丙庚戊; one published table has 丙戊庚.
"""

from dataclasses import dataclass
from datetime import timedelta
from types import MappingProxyType

ROLES = ("本氣", "中氣", "餘氣")
_TENTHS = {1: (10,), 2: (7, 3), 3: (6, 3, 1)}

_STEMS_OF = {
    "子": "癸", "丑": "己癸辛", "寅": "甲丙戊", "卯": "乙", "辰": "戊乙癸", "巳": "丙庚戊",
    "午": "丁己", "未": "己丁乙", "申": "庚壬戊", "酉": "辛", "戌": "戊辛丁", "亥": "壬甲",
}  # fmt: skip

_COMMAND_DAYS = {
    "寅": (("戊", 7), ("丙", 7), ("甲", 16)), "卯": (("甲", 10), ("乙", 20)),
    "辰": (("乙", 9), ("癸", 3), ("戊", 18)), "巳": (("戊", 5), ("庚", 9), ("丙", 16)),
    "午": (("丙", 10), ("己", 9), ("丁", 11)), "未": (("丁", 9), ("乙", 3), ("己", 18)),
    "申": (("戊", 10), ("壬", 3), ("庚", 17)), "酉": (("庚", 10), ("辛", 20)),
    "戌": (("辛", 9), ("丁", 3), ("戊", 18)), "亥": (("戊", 7), ("甲", 5), ("壬", 18)),
    "子": (("壬", 10), ("癸", 20)), "丑": (("癸", 9), ("辛", 3), ("己", 18)),
}  # fmt: skip
"""Days each stem commands, from the 節 on. The table modern programs share;
《三命通會》論人元司事 gives two that disagree with each other, 《淵海子平》 a third."""


@dataclass(frozen=True, slots=True)
class HiddenStem:
    """A stem inside a branch; `tenths` is its weight out of 10."""

    stem: str
    role: str
    tenths: int


HIDDEN_STEMS = MappingProxyType(
    {
        branch: tuple(
            HiddenStem(stem, role, tenths)
            for stem, role, tenths in zip(stems, ROLES, _TENTHS[len(stems)], strict=False)
        )
        for branch, stems in _STEMS_OF.items()
    }
)
"""Branch → its hidden stems, 本氣 first; weights sum to 10."""


def commander(month_branch: str, since_jie: timedelta) -> str:
    """The stem in command of the day (人元司令) in a month, by whole days since its 節.

    The tables sum to 30 days; in a longer month the last stem stays in command.
    """
    days = since_jie.days
    for stem, length in _COMMAND_DAYS[month_branch]:
        if days < length:
            return stem
        days -= length
    return _COMMAND_DAYS[month_branch][-1][0]

"""Which slots a key promises: those that make sense on every date that asks for it.

In: a facet and one of its keys. Out: names of slots. Imports facets, slots and symbols; never the
corpus. Most slots are a fact that every chart has. The others hold where the key itself says so;
`tests/test_addresses.py` tries each on all dates of the range.
"""

import re

from generator.chart.gods import TEN_GOD
from generator.chart.hidden import HIDDEN_STEMS
from generator.chart.symbols import GOD_GROUP, GOD_GROUPS
from generator.reading.facets import Facet
from generator.reading.slots import SLOTS

_GROUP_OF = (
    GOD_GROUP | dict.fromkeys(("建祿格", "月劫格", "月刃格"), "比劫") | {g: g for g in GOD_GROUPS}
)
_GODS = re.compile("|".join(sorted(_GROUP_OF, key=len, reverse=True)))
_WHEREABOUTS = {group: f"{group}所在" for group in GOD_GROUPS}
_CONDITIONAL = frozenset(
    (*_WHEREABOUTS.values(), "日支關係", "日支沖", "年月關係", "最重", "扶身現況")
)
_ALWAYS = frozenset(SLOTS) - _CONDITIONAL


def promised(facet: Facet, key: str) -> frozenset[str]:
    """The slots that a fragment under this key may hold; a generic key promises nothing."""
    if key not in facet.keys:
        return _ALWAYS
    also = {_WHEREABOUTS[group] for group in _groups(facet.name, key)}
    match facet.name:
        case "day-relation" if not key.startswith("靜"):
            also |= {"日支關係", "日支沖"} if key.startswith("六沖") else {"日支關係"}
        case "year-month-relation":
            also.add("年月關係")
        case "spouse-star-neutral" | "tension":
            also.add("最重")
    if "身弱" in key:
        also.add("扶身現況")
    return _ALWAYS | also


def _groups(facet: str, key: str) -> set[str]:
    """The groups of ten gods that the chart has for certain, by what its key says."""
    first, last = key.split("・")[0], key.split("・")[-1]
    match facet:
        case "day-pillar" | "spouse-palace" | "season":
            seat = HIDDEN_STEMS[key.replace("日", "")[1]]
            return {GOD_GROUP[TEN_GOD[key[0]][hidden.stem]] for hidden in seat}
        case "day-union":
            return {GOD_GROUP[TEN_GOD[key[0]][key[1]]]}
        case "wealth":
            return {group for group in ("財", "食傷") if f"{group}無" not in key}
        case "spouse-star-male":
            return {"財"} if first != "無" else set()
        case "spouse-star-female":
            return {"官殺"} if first != "無" else set()
        case "first-step":
            # What hides of 比劫 may be the day master itself, whose place is not told.
            return {first} if last == "透" or (last == "藏" and first != "比劫") else set()
        case "pattern" | "spouse-star-neutral" | "career-answer":
            return {_GROUP_OF[god] for god in _GODS.findall(first)}
        case "tension":
            return {_GROUP_OF[god] for god in _GODS.findall(key)}
    return set()

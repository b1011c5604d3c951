"""Which slots a key promises: those that make sense on every date that asks for it.

In: a facet and one of its keys. Out: names of slots. Imports facets, slots; never the
corpus. Most slots are a fact that every chart has. The others hold where the key itself says so;
`tests/test_addresses.py` tries each on all dates of the range.
"""

from generator.reading.facets import Facet
from generator.reading.slots import SLOTS

_CONDITIONAL = frozenset(("日支關係", "日支沖", "年月關係", "最重"))
_ALWAYS = frozenset(SLOTS) - _CONDITIONAL


def promised(facet: Facet, key: str) -> frozenset[str]:
    """The slots that a fragment under this key may hold; a generic key promises nothing."""
    if key not in facet.keys:
        return _ALWAYS
    match facet.name:
        case "day-relation":
            return _ALWAYS | {"日支關係"} | ({"日支沖"} if key.startswith("六沖") else set())
        case "year-month-relation":
            return _ALWAYS | {"年月關係"}
        case "spouse-star-neutral" | "tension":
            return _ALWAYS | {"最重"}
    return _ALWAYS

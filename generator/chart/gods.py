"""Ten gods 十神: how a stem stands to the day master.

In: two stems. Out: one of `symbols.TEN_GODS`. Imports symbols only.

Rule (《三命通會》論古人立印食官財名義): by element — same, generated, controlled,
controlling, generating — and by polarity, same or other. 七殺 is also called 偏官,
偏印 also 梟神; one name is used throughout.
"""

from types import MappingProxyType

from generator.chart.symbols import ELEMENTS, STEM_ELEMENT, STEM_YANG, STEMS, TEN_GODS


def _god(day_stem: str, stem: str) -> str:
    mine, other = ELEMENTS.index(STEM_ELEMENT[day_stem]), ELEMENTS.index(STEM_ELEMENT[stem])
    # Each element generates the next of the five and controls the one after.
    pair = 2 * ((other - mine) % 5)
    return TEN_GODS[pair + (STEM_YANG[day_stem] != STEM_YANG[stem])]


TEN_GOD = MappingProxyType(
    {day: MappingProxyType({stem: _god(day, stem) for stem in STEMS}) for day in STEMS}
)
"""Day stem → stem → ten god."""

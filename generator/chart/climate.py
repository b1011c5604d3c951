"""Climate 調候 and the useful element 喜用.

In: day stem, month branch, and the strength and scores of the chart. Out: stems and an
element. Imports symbols and `strength`.

調候 follows the text of 《窮通寶鑑》, month by month; the table that circulates differs
from the text in the first stem of 11 of the 120 cells, and 甲丑 乙未 丁寅 辛子 can be
read either way. Half-month rules are told in the prose, not computed.

喜用 follows 扶抑 (《滴天髓》 on 衰旺): support a weak day master against what weighs on it
most, drain or check a strong one, and let the climate speak for a balanced one. Other
schools put pattern or climate first throughout; the page names the method.
"""

from types import MappingProxyType

from generator.chart.strength import Strength
from generator.chart.symbols import CONTROLLED_BY, CONTROLS, GENERATED_BY, GENERATES, STEM_ELEMENT

_CLIMATE_ROWS = {
    "甲": "寅丙癸庚丁 卯庚戊己 辰庚壬 巳癸丁庚 午癸丁庚 未丁庚 申丁庚 酉丁丙庚 戌丁癸庚 亥庚丁丙戊 子丁庚丙 丑庚丁丙",
    "乙": "寅丙癸 卯丙癸 辰癸丙戊 巳癸丙辛 午癸丙 未丙癸 申丙癸己 酉癸丙 戌癸辛 亥丙戊 子丙戊 丑丙",
    "丙": "寅壬庚 卯壬庚己 辰壬甲 巳壬庚癸 午壬庚 未壬庚 申壬戊 酉壬癸 戌甲壬 亥甲戊庚壬 子壬戊己 丑壬甲",
    "丁": "寅庚甲 卯庚甲 辰甲庚 巳甲庚 午壬庚癸 未甲壬庚 申甲丙庚戊 酉甲丙庚戊 戌甲庚戊 亥甲庚 子甲庚戊 丑甲庚",
    "戊": "寅丙甲癸 卯丙甲癸 辰甲丙癸 巳甲丙癸 午壬甲丙 未癸丙甲 申丙癸甲 酉丙癸 戌甲癸丙 亥甲丙 子丙甲 丑丙甲",
    "己": "寅丙庚癸戊 卯甲癸丙 辰丙癸甲 巳癸丙辛 午癸丙辛 未癸丙辛 申癸丙辛 酉癸丙辛 戌甲癸丙 亥丙甲戊 子丙甲 丑丙甲",
    "庚": "寅丙甲丁 卯丁甲庚丙 辰甲丁 巳壬戊丙丁 午壬癸 未丁甲 申丁甲 酉丁甲丙 戌甲壬 亥丁丙甲 子丁甲丙 丑丙丁甲",
    "辛": "寅己壬庚 卯壬甲 辰壬甲 巳壬癸甲 午壬己癸 未壬庚甲 申壬甲戊 酉壬甲 戌壬甲 亥壬丙 子壬丙戊甲 丑丙壬戊己",
    "壬": "寅庚丙戊 卯戊辛庚 辰甲庚 巳壬辛庚 午癸庚辛 未辛甲癸 申戊丁 酉甲庚 戌甲丙 亥戊丙庚 子戊丙 丑丙丁甲",
    "癸": "寅辛丙庚 卯庚辛 辰丙辛甲 巳辛庚 午庚辛壬 未庚辛 申丁甲 酉辛丙 戌辛甲癸 亥庚辛戊丁 子丙辛 丑丙丁壬",
}

CLIMATE = MappingProxyType(
    {
        (stem, cell[0]): tuple(cell[1:])
        for stem, row in _CLIMATE_ROWS.items()
        for cell in row.split()
    }
)
"""(day stem, month branch) → the stems that suit the climate, the first in use first."""


def useful_element(day_stem: str, month_branch: str, strength: Strength) -> str:
    """The element that helps this chart most (喜用), by 扶抑, then 調候.

    身弱: the resource, unless wealth weighs most (then peers, who share the load).
    身強: wealth if the resource is what makes it strong; else officials if the chart has
    any, hidden or not; else output. 中和: the element of the first 調候 stem.
    """
    mine = STEM_ELEMENT[day_stem]
    output, wealth = GENERATES[mine], CONTROLS[mine]
    official, resource = CONTROLLED_BY[mine], GENERATED_BY[mine]
    scores = strength.scores
    if strength.name == "身弱":
        heaviest = max((output, wealth, official), key=lambda e: scores[e])
        return mine if heaviest == wealth else resource
    if strength.name == "身強":
        if scores[resource] > scores[mine] - 10:
            return wealth
        return official if scores[official] else output
    return STEM_ELEMENT[CLIMATE[day_stem, month_branch][0]]

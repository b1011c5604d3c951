"""Stars 神煞: those of the tradition that three pillars can carry.

In: the three pillars. Out: `Star`s in the order of `STARS`. Imports symbols and `pillars`.

Tables follow what cantian-tymext, lunisolar, taufulou and china-testing share, checked
with 《三命通會》 and 《協紀辨方書》. Choices where they differ: 天乙 of 庚 is 丑未; 羊刃 for
yang stems only (《子平真詮》); 十惡大敗 is 祿入旬空, which gives 己丑 and not 乙丑; 學堂 is
the 長生 of the day stem; 紅鸞 and 天喜 go by the year; a branch never points at its own
pillar. Left out, because tables contradict each other, need the hour or only ever
threaten: 詞館 劫煞 亡神 災煞 紅艷 孤鸞 四廢 金神.
《子平真詮》: stars never outrank the pattern.
"""

from __future__ import annotations

from collections.abc import Callable, Container, Iterable
from dataclasses import dataclass

from generator.chart.pillars import growth_stage, void_branches
from generator.chart.symbols import BRANCHES, POSITIONS, STEM_YANG, STEMS

Pillars = tuple[str, str, str]
Places = Iterable[str]
Finder = Callable[[Pillars], Places]
"""Year, month and day pillar → the places a star stands in, one as often as it is found."""


@dataclass(frozen=True, slots=True)
class Star:
    """A star and the places (of 年 月 日) it stands in."""

    name: str
    places: tuple[str, ...]


def stars(pillars: Pillars) -> tuple[Star, ...]:
    """Every star of `STARS` that the three pillars carry."""
    found = []
    for name, find in STARS:
        hits = find(pillars)
        if hits:
            found.append(Star(name, tuple(place for place in POSITIONS if place in hits)))
    return tuple(found)


def _by_stem(row: str) -> Finder:
    """Branches by the stem of the day (chief) and of the year; a word per stem."""
    targets = dict(zip(STEMS, row.split(), strict=True))

    def find(pillars: Pillars) -> Places:
        return _branches(pillars, targets[pillars[2][0]] + targets[pillars[0][0]])

    return find


def _by_branch(row: str, origins: str = "日年", places: str = "年月日") -> Finder:
    """Branches by the branch of day and year; a character per branch."""
    targets = dict(zip(BRANCHES, row, strict=True))
    seen = [(POSITIONS.index(origin), places.replace(origin, "")) for origin in origins]

    def find(pillars: Pillars) -> Places:
        return [
            place
            for origin, others in seen
            for place in _branches(pillars, targets[pillars[origin][1]], others)
        ]

    return find


def _by_month(row: str) -> Finder:
    """A stem (in four cases a branch) anywhere, by the month branch."""
    targets = dict(zip(BRANCHES, row, strict=True))

    def find(pillars: Pillars) -> Places:
        wanted = targets[pillars[1][1]]
        if wanted not in "".join(pillars):
            return ""
        return [place for place, pillar in zip(POSITIONS, pillars, strict=True) if wanted in pillar]

    return find


def _by_stage(stage: str, yang_only: bool = False) -> Finder:
    """Branches on which the day stem is in a growth stage."""
    targets = {
        stem: "".join(branch for branch in BRANCHES if growth_stage(stem, branch) == stage)
        if STEM_YANG[stem] or not yang_only
        else ""
        for stem in STEMS
    }

    def find(pillars: Pillars) -> Places:
        return _branches(pillars, targets[pillars[2][0]])

    return find


def _by_day(days: str) -> Finder:
    """Certain day pillars."""
    wanted = frozenset(days.split())

    def find(pillars: Pillars) -> Places:
        return "日" if pillars[2] in wanted else ""

    return find


def _pardon(pillars: Pillars) -> Places:
    """天赦: one day pillar a season (春戊寅 夏甲午 秋戊申 冬甲子)."""
    seasons = {"戊寅": "寅卯辰", "甲午": "巳午未", "戊申": "申酉戌", "甲子": "亥子丑"}
    return "日" if pillars[1][1] in seasons.get(pillars[2], "") else ""


def _void(pillars: Pillars) -> Places:
    """空亡: the 旬 of the day (chief) for year and month, of the year for month and day."""
    of_day, of_year = void_branches(pillars[2]), void_branches(pillars[0])
    return _branches(pillars, of_day, "年月") + _branches(pillars, of_year, "月日")


def _wonders(pillars: Pillars) -> Places:
    """三奇: the three stems, in order."""
    stems = "".join([pillar[0] for pillar in pillars])
    return POSITIONS if stems in ("甲戊庚", "乙丙丁", "壬癸辛") else ""


def _branches(
    pillars: Pillars, wanted: Container[str], places: Container[str] = "年月日"
) -> list[str]:
    year, month, day = pillars
    found = []
    # Unrolled, since it is asked thirty times a chart.
    if year[1] in wanted and "年" in places:
        found.append("年")
    if month[1] in wanted and "月" in places:
        found.append("月")
    if day[1] in wanted and "日" in places:
        found.append("日")
    return found


STARS: tuple[tuple[str, Finder], ...] = (
    ("天赦", _pardon),
    ("三奇貴人", _wonders),
    ("日德", _by_day("甲寅 丙辰 戊辰 庚辰 壬戌")),
    ("日貴", _by_day("丁酉 丁亥 癸巳 癸卯")),
    ("魁罡", _by_day("庚辰 庚戌 壬辰 戊戌")),
    ("天德貴人", _by_month("巳庚丁申壬辛亥甲癸寅丙乙")),
    ("月德貴人", _by_month("壬庚丙甲壬庚丙甲壬庚丙甲")),
    ("天德合", _by_month("申乙壬巳丁丙寅己戊亥辛庚")),
    ("月德合", _by_month("丁乙辛己丁乙辛己丁乙辛己")),
    ("天乙貴人", _by_stem("丑未 子申 亥酉 亥酉 丑未 子申 丑未 寅午 卯巳 卯巳")),
    ("文昌貴人", _by_stem("巳 午 申 酉 申 酉 亥 子 寅 卯")),
    ("太極貴人", _by_stem("子午 子午 卯酉 卯酉 辰戌丑未 辰戌丑未 寅亥 寅亥 巳申 巳申")),
    ("學堂", _by_stage("長生")),
    ("祿神", _by_stage("臨官")),
    ("羊刃", _by_stage("帝旺", yang_only=True)),
    ("金輿", _by_stem("辰 巳 未 申 未 申 戌 亥 丑 寅")),
    ("紅鸞", _by_branch("卯寅丑子亥戌酉申未午巳辰", "年", "月日")),
    ("天喜", _by_branch("酉申未午巳辰卯寅丑子亥戌", "年", "月日")),
    ("桃花", _by_branch("酉午卯子酉午卯子酉午卯子")),
    ("驛馬", _by_branch("寅亥申巳寅亥申巳寅亥申巳")),
    ("華蓋", _by_branch("辰丑戌未辰丑戌未辰丑戌未")),
    ("將星", _by_branch("子酉午卯子酉午卯子酉午卯")),
    ("天醫", _by_branch("亥子丑寅卯辰巳午未申酉戌", "月", "年日")),
    ("孤辰", _by_branch("寅寅巳巳巳申申申亥亥亥寅", "年", "月日")),
    ("寡宿", _by_branch("戌戌丑丑丑辰辰辰未未未戌", "年", "月日")),
    ("陰差陽錯", _by_day("丙子 丁丑 戊寅 辛卯 壬辰 癸巳 丙午 丁未 戊申 辛酉 壬戌 癸亥")),
    ("十惡大敗", _by_day("甲辰 乙巳 丙申 丁亥 戊戌 己丑 庚辰 辛巳 壬申 癸亥")),
    ("空亡", _void),
)
"""Star → how it is found, the ones told first first."""

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

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from itertools import product

from generator.chart.pillars import growth_stage, void_branches
from generator.chart.symbols import BRANCHES, PILLARS, POSITIONS, STEM_YANG, STEMS

Pillars = tuple[str, str, str]
Finder = Callable[[Pillars], Iterable[str]]
"""Year, month and day pillar → the places a star stands in, one as often as it is found."""


@dataclass(frozen=True, slots=True)
class Star:
    """A star and the places (of 年 月 日) it stands in."""

    name: str
    places: tuple[str, ...]


def stars(pillars: Pillars) -> tuple[Star, ...]:
    """Every star of `STARS` that the three pillars carry."""
    return tuple(
        Star(name, tuple([place for place in POSITIONS if place in hits]))
        for name, find in STARS
        if (hits := find(pillars))
    )


def _pointing(targets: Mapping[str, str], ways: str) -> Finder:
    """Branches that a pillar points at; each way is that pillar, then those it may point at."""
    read = [
        (POSITIONS.index(way[0]), [(POSITIONS.index(p), p) for p in way[1:]])
        for way in ways.split()
    ]

    def find(pillars: Pillars) -> list[str]:
        found = []
        for origin, places in read:
            wanted = targets[pillars[origin]]
            for at, place in places:
                if pillars[at][1] in wanted:
                    found.append(place)
        return found

    return find


def _by_stem(row: str) -> Finder:
    """Branches by the stem of the day (chief) and of the year; a word per stem."""
    targets = dict(zip(STEMS, row.split(), strict=True))
    return _pointing({pillar: targets[pillar[0]] for pillar in PILLARS}, "日年月日 年年月日")


def _by_branch(row: str, ways: str = "日年月 年月日") -> Finder:
    """Branches by the branch of day and year; a character per branch."""
    targets = dict(zip(BRANCHES, row, strict=True))
    return _pointing({pillar: targets[pillar[1]] for pillar in PILLARS}, ways)


def _by_month(row: str) -> Finder:
    """A stem (in four cases a branch) anywhere, by the month branch."""
    targets = dict(zip(BRANCHES, row, strict=True))

    def find(pillars: Pillars) -> list[str]:
        wanted = targets[pillars[1][1]]
        return [place for place, pillar in zip(POSITIONS, pillars, strict=True) if wanted in pillar]

    return find


def _by_stage(stage: str, yang_only: bool = False) -> Finder:
    """The branch on which the day stem is in a growth stage."""
    targets = dict.fromkeys(PILLARS, "")
    for stem, branch in product(STEMS, BRANCHES):
        if growth_stage(stem, branch) == stage and (STEM_YANG[stem] or not yang_only):
            targets |= {pillar: branch for pillar in PILLARS if pillar[0] == stem}
    return _pointing(targets, "日年月日")


def _by_day(days: str) -> Finder:
    """Certain day pillars."""
    return lambda pillars: "日" if pillars[2] in days.split() else ""


def _pardon(pillars: Pillars) -> str:
    """天赦: one day pillar a season (春戊寅 夏甲午 秋戊申 冬甲子)."""
    seasons = {"戊寅": "寅卯辰", "甲午": "巳午未", "戊申": "申酉戌", "甲子": "亥子丑"}
    return "日" if pillars[1][1] in seasons.get(pillars[2], "") else ""


def _wonders(pillars: Pillars) -> tuple[str, ...]:
    """三奇: the three stems, in order."""
    stems = "".join([pillar[0] for pillar in pillars])
    return POSITIONS if stems in ("甲戊庚", "乙丙丁", "壬癸辛") else ()


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
    ("紅鸞", _by_branch("卯寅丑子亥戌酉申未午巳辰", "年月日")),
    ("天喜", _by_branch("酉申未午巳辰卯寅丑子亥戌", "年月日")),
    ("桃花", _by_branch("酉午卯子酉午卯子酉午卯子")),
    ("驛馬", _by_branch("寅亥申巳寅亥申巳寅亥申巳")),
    ("華蓋", _by_branch("辰丑戌未辰丑戌未辰丑戌未")),
    ("將星", _by_branch("子酉午卯子酉午卯子酉午卯")),
    ("天醫", _by_branch("亥子丑寅卯辰巳午未申酉戌", "月年日")),
    ("孤辰", _by_branch("寅寅巳巳巳申申申亥亥亥寅", "年月日")),
    ("寡宿", _by_branch("戌戌丑丑丑辰辰辰未未未戌", "年月日")),
    ("陰差陽錯", _by_day("丙子 丁丑 戊寅 辛卯 壬辰 癸巳 丙午 丁未 戊申 辛酉 壬戌 癸亥")),
    ("十惡大敗", _by_day("甲辰 乙巳 丙申 丁亥 戊戌 己丑 庚辰 辛巳 壬申 癸亥")),
    ("空亡", _pointing({p: "".join(void_branches(p)) for p in PILLARS}, "日年月 年月日")),
)
"""Star → how it is found, the ones told first first."""

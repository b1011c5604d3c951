"""Dates and addresses as people read them.

In: dates, pillars and patterns. Out: Chinese labels and site paths. Imports nothing of the
project but the calendar's types.
"""

from datetime import date, datetime, timedelta

from generator.chart.calendar import LunarDate

WEEKDAYS = "一二三四五六日"
_MONTHS = (*"正二三四五六七八九十", "十一", "十二")
_TENS = "初十廿三"
_NUMERALS = "〇一二三四五六七八九"
_DIGITS = "十一二三四五六七八九"

PINYIN = {
    "甲": "jia", "乙": "yi", "丙": "bing", "丁": "ding", "戊": "wu", "己": "ji", "庚": "geng",
    "辛": "xin", "壬": "ren", "癸": "gui",
    "子": "zi", "丑": "chou", "寅": "yin", "卯": "mao", "辰": "chen", "巳": "si",
    "午": "wu", "未": "wei", "申": "shen", "酉": "you", "戌": "xu", "亥": "hai",
}  # fmt: skip
_PATTERN_PINYIN = {
    "正官格": "zheng-guan", "七殺格": "qi-sha", "正財格": "zheng-cai", "偏財格": "pian-cai",
    "正印格": "zheng-yin", "偏印格": "pian-yin", "食神格": "shi-shen", "傷官格": "shang-guan",
    "建祿格": "jian-lu", "月劫格": "yue-jie", "月刃格": "yue-ren",
}  # fmt: skip

ENGLISH = {
    "子": "Rat", "丑": "Ox", "寅": "Tiger", "卯": "Rabbit", "辰": "Dragon", "巳": "Snake",
    "午": "Horse", "未": "Goat", "申": "Monkey", "酉": "Rooster", "戌": "Dog", "亥": "Pig",
}  # fmt: skip
"""Branch → its zodiac sign."""

SIGNS_TOO = {
    "子": ("mouse",), "丑": ("cow",), "寅": (), "卯": ("hare",), "辰": ("龙",), "巳": (),
    "午": ("马",), "未": ("sheep", "ram"), "申": (), "酉": ("鸡", "chicken"), "戌": (), "亥": ("猪", "boar"),
}  # fmt: skip
"""Branch → what else callers write for its sign, in lower case."""


def day_path(on: date) -> str:
    """Site path of a date's page: /bazi/1990-5-20/ (no zero padding, by specification)."""
    return f"/bazi/{on.year}-{on.month}-{on.day}/"


def year_path(year: int) -> str:
    return f"/bazi/{year}/"


def pillar_path(pillar: str) -> str:
    """Site path of a day pillar's page: 甲子 → /day-pillar/jia-zi/ (Hanyu Pinyin)."""
    return f"/day-pillar/{_slug(pillar)}/"


def flow_path(pillar: str) -> str:
    """Site path of the years of a day pillar: 甲子 → /flow-year/jia-zi/."""
    return f"/flow-year/{_slug(pillar)}/"


def stem_path(stem: str) -> str:
    """Site path of a day master's page: 甲 → /day-master/jia/."""
    return f"/day-master/{PINYIN[stem]}/"


def pattern_path(pattern: str) -> str:
    """Site path of a pattern's page: 正官格 → /pattern/zheng-guan/."""
    return f"/pattern/{_PATTERN_PINYIN[pattern]}/"


def met_path(*pillars: str) -> str:
    """Site path of the day pillars of two people, in the order of the sixty, or of one.

    甲子, 乙丑 → /pair/jia-zi/yi-chou/.
    """
    return "/".join(("/pair", *map(_slug, pillars), ""))


def pair_path(one: str, other: str) -> str:
    """Site path of a pair of branches, in the order of the twelve: /zodiac/rat-ox/."""
    return f"/zodiac/{ENGLISH[one].lower()}-{ENGLISH[other].lower()}/"


def date_zh(on: date) -> str:
    """1990 年 5 月 20 日, as people write it, without padding or spaces."""
    return f"{on.year}年{on.month}月{on.day}日"


def number_han(number: int) -> str:
    """1 … 99 as it is said: 十, 十二, 二十, 二十一."""
    tens, ones = divmod(number, 10)
    said = f"{_NUMERALS[tens]}十" if tens > 1 else "十" * tens
    return said + (_NUMERALS[ones] if ones else "")


def lunar_day_zh(day: int) -> str:
    """初一 … 三十."""
    if day in (20, 30):
        return "二十" if day == 20 else "三十"
    return _TENS[(day - 1) // 10 if day % 10 == 0 else day // 10] + _DIGITS[day % 10]


def lunar_month_zh(lunar: LunarDate) -> str:
    return f"{'閏' if lunar.leap else ''}{_MONTHS[lunar.month - 1]}月"


def lunar_zh(lunar: LunarDate) -> str:
    """四月廿六, 閏二月初三."""
    return lunar_month_zh(lunar) + lunar_day_zh(lunar.day)


def _slug(pillar: str) -> str:
    return "-".join(PINYIN[sign] for sign in pillar)


def clock_zh(moment: datetime) -> str:
    """The nearest minute of a term, 17:21 for 17:20:46; never past the end of its day."""
    nearest = moment + timedelta(seconds=30)
    return f"{nearest if nearest.date() == moment.date() else moment:%H:%M}"

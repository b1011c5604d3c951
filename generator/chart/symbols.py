"""Closed vocabularies of the field, and the two cycles that join them.

In: nothing. Out: constants and total functions over them. Never imports
anything of the project, never does I/O.

A stem is one of `STEMS`, a branch one of `BRANCHES`, a pillar a two-character
string such as ``甲子``; all are plain `str`, so that they print, compare and
serialise as what they are.
"""

from types import MappingProxyType

STEMS = tuple("甲乙丙丁戊己庚辛壬癸")
BRANCHES = tuple("子丑寅卯辰巳午未申酉戌亥")
ELEMENTS = tuple("木火土金水")

PILLARS = tuple(STEMS[i % 10] + BRANCHES[i % 12] for i in range(60))
"""The sixty pillars in order; 甲子 is 0."""

PILLAR_INDEX = MappingProxyType({pillar: i for i, pillar in enumerate(PILLARS)})

STEM_ELEMENT = MappingProxyType({stem: ELEMENTS[i // 2] for i, stem in enumerate(STEMS)})
STEM_YANG = MappingProxyType({stem: i % 2 == 0 for i, stem in enumerate(STEMS)})

BRANCH_ELEMENT = MappingProxyType(dict(zip(BRANCHES, "水土木木土火火土金金土水", strict=True)))
ZODIAC = MappingProxyType(dict(zip(BRANCHES, "鼠牛虎兔龍蛇馬羊猴雞狗豬", strict=True)))

GENERATES = MappingProxyType(dict(zip("木火土金水", "火土金水木", strict=True)))
"""五行相生: element → the element it generates (木生火 …)."""

CONTROLS = MappingProxyType(dict(zip("木土水火金", "土水火金木", strict=True)))
"""五行相剋: element → the element it controls (木剋土 …)."""

GENERATED_BY = MappingProxyType({child: parent for parent, child in GENERATES.items()})
CONTROLLED_BY = MappingProxyType({weak: strong for strong, weak in CONTROLS.items()})

TEN_GODS = ("比肩", "劫財", "食神", "傷官", "偏財", "正財", "七殺", "正官", "偏印", "正印")
"""十神, in pairs: same element, what I generate, what I control, what controls me,
what generates me; in each pair the same polarity first."""


def _god(day_stem: str, stem: str) -> str:
    mine, other = ELEMENTS.index(STEM_ELEMENT[day_stem]), ELEMENTS.index(STEM_ELEMENT[stem])
    # Each element generates the next of the five and controls the one after.
    pair = 2 * ((other - mine) % 5)
    return TEN_GODS[pair + (STEM_YANG[day_stem] != STEM_YANG[stem])]


TEN_GOD = MappingProxyType(
    {day: MappingProxyType({stem: _god(day, stem) for stem in STEMS}) for day in STEMS}
)
"""Day stem → stem → ten god, by element and polarity (《三命通會》論古人立印食官財名義).

七殺 is also called 偏官, 偏印 also 梟神; one name is used throughout.
"""

GOD_GROUPS = ("比劫", "食傷", "財", "官殺", "印")
"""The five groups of ten gods, in the order of `TEN_GODS`."""

GOD_GROUP = MappingProxyType({god: GOD_GROUPS[i // 2] for i, god in enumerate(TEN_GODS)})

POSITIONS = ("年", "月", "日")
"""The three pillars a date has; the hour pillar is unknown."""

TERMS = (
    "冬至", "小寒", "大寒", "立春", "雨水", "驚蟄", "春分", "清明",
    "穀雨", "立夏", "小滿", "芒種", "夏至", "小暑", "大暑", "立秋",
    "處暑", "白露", "秋分", "寒露", "霜降", "立冬", "小雪", "大雪",
)  # fmt: skip
"""二十四節氣 from 冬至; the odd places are 節 (they open a month), the even ones 氣."""

PENTADS = (
    "蚯蚓結", "麋角解", "水泉動", "雁北鄉", "鵲始巢", "雉始雊",
    "雞始乳", "征鳥厲疾", "水澤腹堅", "東風解凍", "蟄蟲始振", "魚陟負冰",
    "獺祭魚", "候雁北", "草木萌動", "桃始華", "倉庚鳴", "鷹化為鳩",
    "玄鳥至", "雷乃發聲", "始電", "桐始華", "田鼠化為鴽", "虹始見",
    "萍始生", "鳴鳩拂其羽", "戴勝降於桑", "螻蟈鳴", "蚯蚓出", "王瓜生",
    "苦菜秀", "靡草死", "麥秋至", "螳螂生", "鵙始鳴", "反舌無聲",
    "鹿角解", "蜩始鳴", "半夏生", "溫風至", "蟋蟀居壁", "鷹始摯",
    "腐草為螢", "土潤溽暑", "大雨行時", "涼風至", "白露降", "寒蟬鳴",
    "鷹乃祭鳥", "天地始肅", "禾乃登", "鴻雁來", "玄鳥歸", "群鳥養羞",
    "雷始收聲", "蟄蟲坯戶", "水始涸", "鴻雁來賓", "雀入大水為蛤", "菊有黃花",
    "豺乃祭獸", "草木黃落", "蟄蟲咸俯", "水始冰", "地始凍", "雉入大水為蜃",
    "虹藏不見", "天氣上升地氣下降", "閉塞而成冬", "鶡鴠不鳴", "虎始交", "荔挺出",
)  # fmt: skip
"""七十二候 from 冬至: three to a term, in the order of `TERMS`."""

PHASES = ("初段", "中段", "末段")
"""The thirds of a solar month (月內三段)."""


def pillar(index: int) -> str:
    """The pillar at a place in the cycle of sixty; any integer, 甲子 = 0."""
    return PILLARS[index % 60]


def hexagenary_month(year_stem: str, month_branch: str) -> str:
    """The month pillar by 五虎遁 (《三命通會》論遁月時).

    The stem of the year fixes the stem of the 寅 month (甲己 → 丙, 乙庚 → 戊 …);
    the months then follow one by one to 丑.
    """
    months_from_yin = (BRANCHES.index(month_branch) - 2) % 12
    first = (STEMS.index(year_stem) % 5) * 2 + 2
    return STEMS[(first + months_from_yin) % 10] + month_branch

"""How a paragraph opens: on a scene of daily life, or on the chart.

In: a text as written, and the terms that editors explain. Out: whether its first sentence
names the chart. Imports symbols and the lint's sentences.

One character says little: 水 is mostly drunk, 子 mostly a chair's. It counts only in company
that daily life does not keep. `DEFINITION` says just that to editors.
"""

import re
from collections.abc import Iterable

from generator.chart.symbols import BRANCHES, ELEMENTS, GOD_GROUPS, PILLARS, STEMS, TEN_GODS
from generator.content.lint import sentences

WORDS = (
    "命盤", "張盤", "全盤", "你盤", "八字", "月令", "喜用", "當令", "格局", "用神",
    "日主", "日元", "年干", "月干", "日干", "年支", "月支", "日支", "印星", "官星", "財星", "配偶宮",
    "身強", "身弱", "剋",
)  # fmt: skip
"""Words of the chart beside the explained terms and the ten gods."""

PLAIN = "乙丙戊庚壬癸丑寅卯巳酉戌亥"
"""Stems and branches that daily life hardly writes."""

DEFINITION = (
    "段落的第一句（到第一個句號或問號）沒有命盤用語，就算從畫面開場。命盤用語是：名詞解釋"
    "（data/terms.yaml）裡兩個字以上的名詞、十神與比劫、食傷、官殺、六十干支；"
    f"「{'、'.join(WORDS)}」這些詞；{'、'.join(PLAIN)}這幾個字；"
    "其餘的干支要與五行連寫（丁火、午火），前面有坐、見、藏、支、干，或後面接月、支、裡、藏才算"
    "（「子」只認子月、子水與坐、見、藏、支之後）；"
    "五行要說到相生、所屬或多寡（水生木、屬水、火旺、金弱、金占）；花括號空格一律算。"
    "單獨一個「水」「午」「子」多半是日常用字，不算。"
)


def chart_words(terms: Iterable[str]) -> re.Pattern[str]:
    """What finds the first word of the chart in a text; `terms` are those explained."""
    signs, elements = "".join(STEMS + BRANCHES), "".join(ELEMENTS)
    words = {*WORDS, *TEN_GODS, *PILLARS, *GOD_GROUPS, *terms}
    found = (
        *(re.escape(word) for word in sorted(words) if len(word) > 1 or word in WORDS),
        r"\{",
        f"[{PLAIN}]",
        f"[{signs}][{elements}]",
        f"[坐見藏支干][{signs}]",
        f"[{''.join(sign for sign in signs if sign != '子')}][月支裡藏]",
        "子月",
        f"[{elements}]生[{elements}]|屬[{elements}]|[{elements}][旺弱占]",
    )
    return re.compile("|".join(found))


def opens_on_scene(text: str, chart: re.Pattern[str]) -> bool:
    """Whether the first sentence of a text, slots unfilled, is free of the chart."""
    return not chart.search(sentences(text)[0])

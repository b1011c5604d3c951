"""Why: the facts of a chart that decide the key of each facet, named as the slots are.

In: nothing. Out: vocabularies. A new facet is one line here.
"""

from __future__ import annotations

from types import MappingProxyType

FACTS = MappingProxyType({
    "day-stem": ("日主",),
    "day-pillar": ("日柱",),
    "season": ("日主", "月令"),
    "year-month-gods": ("年干十神", "月干十神"),
    "year-pillar": ("年柱",),
    "year-month-relation": ("年月關係",),
    "day-union": ("日干", "月干", "年干"),
    "pattern": ("格局", "格局說", "強弱"),
    "commander": ("司令", "司令十神", "強弱"),
    "career-answer": ("格局", "強弱", "喜用"),
    "wealth": ("財所在", "食傷所在", "強弱"),
    "month-pillar": ("月柱",),
    "spouse-palace": ("日柱",),
    "day-relation": ("日支", "日支關係"),
    "spouse-star-neutral": ("扶身", "強弱"),
    "spouse-star-male": ("財所在", "強弱"),
    "spouse-star-female": ("官殺所在", "強弱"),
    "elements": ("最強現況", "最弱現況"),
    "phase": ("月令", "節氣"),
    "tension": ("格局", "強弱"),
    "remedy": ("調候首", "喜用", "強弱"),
    "first-step": ("喜用現況", "強弱"),
    "closing": ("格局", "強弱"),
    "stars": ("年柱", "月柱", "日柱"),
    "pentad": ("節氣",),
})  # fmt: skip
"""Facet → slots; those that a chart leaves empty are not told."""

FILES = MappingProxyType({
    "terms.yaml": "名詞解釋",
    "lead.yaml": "頁首的兩句話",
    "plain.yaml": "四件事的白話",
    "gists.yaml": "總論收束的短語",
    "intros.yaml": "日主頁與格局頁的開場",
    "rules.yaml": "規則與出處",
    "site.yaml": "網站的文字",
    "services.yaml": "服務目錄",
    "products.yaml": "付費產品",
    "pages/method.md": "方法與出處",
    "pages/about.md": "關於",
    "pages/privacy.md": "隱私與免責",
    "tables/compatibility.md": "生肖相合",
    "tables/flow-year.md": "流年框架",
    "tables/levels.yaml": "相合的等級",
})  # fmt: skip
"""Files of `data/` that are no corpus, as editors call them."""

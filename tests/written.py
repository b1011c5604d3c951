"""Sentences that are the tests' own, put into a copy of the content.

An editor may reword whatever is published; a test that must know a sentence puts it there first.
"""

from __future__ import annotations

import re
import shutil
from pathlib import Path

CLAIM = "時間愈緊，你愈起勁、表現愈好；沒有人催的時候，你也容易收不下來。"
"""That of 庚日巳月, as 1990-05-25 reads it."""

_SENTENCES = (
    ("corpus/season.md", "## 庚日巳月\n\n> ", CLAIM),
    ("corpus/season.md", "## 甲日寅月\n\n> ", "你很容易為一件事熱心起來，只是口氣硬；先把自己暖起來，話就軟。"),
    ("corpus/image.md", "## 甲・身弱\n\n", "你的日主是甲木，日主就是出生那天的天干，傳統說它性直。門口卡住一張沙發，你多半認準一個方向，"
     "從正面再推一把。擋路的大件，常常就這樣進了屋。門框也沒有刮到。"),
    ("golden/1990-05-20.md", "\ntitle: ", "你是一根先伸出鬚去試試牆的藤"),
    ("golden/1990-05-20.md", "\nlead: ", "長在立夏以後愈來愈亮的光裡。你看起來好說話，心裡自有一條路。"),
    ("golden/1990-05-20.md", "## 性格\n\n> [^\n]*\n\n", "絲瓜藤不問牆答不答應，先伸一根鬚過去試試。你的日主是乙木，日主就是出生那天的天干。〔依據：十干體性〕"),
    ("terms.yaml", "\n日主: ", "日柱上面的那個天干，在命盤裡代表「我」。其他的字是幫忙還是出題，都要先拿來和它比。"),
    ("lead.yaml", "\n  乙・身弱: ", "[一叢被風壓過又起身的草, 一條繞著籬笆往上爬的藤]"),
    ("lead.yaml", "\n  丙・中和: ", "[一輪照誰都一樣的太陽, 一片鋪滿整條街的陽光]"),
    ("site.yaml", "\nbase_url: ", "http://127.0.0.1:8000"),
    ("golden/1990-05-20.md", "## 財運\n\n> ", "你的錢跟著你做出來的東西走，做得多就來得多。"),
    ("words.yaml", "\n  more: ", "只記得年份，就從年份找起。"),
)  # fmt: skip
"""File, what stands right before the sentence (a pattern), and what the rest of its line becomes."""


def write(data: Path) -> None:
    """Put the sentences, and whole pages, into a copy of `data/`."""
    shutil.copytree(Path(__file__).parent / "data" / "pages", data / "pages", dirs_exist_ok=True)
    for name, before, sentence in _SENTENCES:
        path = data / name
        found = re.search(before, path.read_text())
        assert found, (name, before)
        begin, _, rest = path.read_text().partition(found[0])
        path.write_text(begin + found[0] + sentence + rest[rest.index("\n") :])

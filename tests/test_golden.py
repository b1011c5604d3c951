"""Golden readings: every rule of their form has a file that breaks just it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.broken_content import found


@pytest.mark.parametrize(
    ("old", "new", "code", "what"),
    [
        ("date: 1990-05-20", "date: 1990-05-21", "G02", "日期不對"),
        ("date: 1990-05-20", "date: 1949-05-20", "G02", "日期不對"),
        ("date: 1990-05-20", "date: 1990-02-30", "G02", "日期不對"),
        ("editor: .*\n", "", "G03", "沒有署名"),
        ("## 健康", "## 身體", "G06", "缺「## 健康」"),
        ("## 感情婚姻（女命）", "## 感情婚姻（貓）", "G06", "缺「## 感情婚姻（女命）」"),
        ("## 財運\n\n> .*\n", "## 財運\n", "G07", "「財運」沒有直說"),
        (
            "## 感情婚姻（女命）\n", "## 感情婚姻（女命）\n\n> 你很在意別人的標準，也常拿來量自己，量得比誰都嚴。\n",
            "G07", "「感情婚姻（女命）」下面不寫直說",
        ),
        ("## 財運\n\n> .*\n", "## 財運\n\n> 你的錢跟著做出來的東西走。\n", "T07", "「直說」13 字"),
        ("〔依據：女命看官〕", "", "G05", "這段沒有可查的依據"),
        ("〔依據：女命看官〕", "〔依據：我說的〕", "G05", "這段沒有可查的依據"),
    ],
)  # fmt: skip
def test_golden_readings_are_checked_too(
    data: Path, old: str, new: str, code: str, what: str
) -> None:
    path = data / "golden" / "1990-05-20.md"
    text, times = re.subn(old, new, path.read_text())
    assert times == 1
    path.write_text(text)
    problems = [p for p in found(data) if p.code == code]
    assert [(p.path, p.what) for p in problems] == [("data/golden/1990-05-20.md", what)]

"""The settings of the site and its lists: what is wrong is told with its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator import inputs
from generator.content.problem import ContentError
from generator.templates import read_templates
from tests.broken_content import found, replace
from tests.conftest import ROOT


@pytest.mark.parametrize(
    ("file", "old", "new", "code", "line"),
    [
        ("site.yaml", "base_url: http", "base_url: ftp", "S12", 5),
        ("site.yaml", "\nname: ", "\nnam: ", "S11", 3),
        ("site.yaml", "young_from: ", "young_from: 民國", "S13", 22),
        ("site.yaml", "openings: [", "openings: [1949-05-20, ", "S17", 19),
        ("site.yaml", "openings: [", "openings: [1990-02-30, ", "S17", 19),
        ("site.yaml", "\nname: ", "\nname: [", "S06", 5),
        ("services.yaml", "  href: /bazi/\n", "", "S14", 4),
        (
            "products.yaml",
            "一頁\n  status: planned\n  href: /services/\n  description: 由",
            "一頁\n  href: /services/\n  description: 由",
            "S14",
            10,
        ),
        (
            "products.yaml",
            "  status: planned\n  href: /services/\n  description: 由",
            "  status: on_sale\n  href: /services/\n  description: 由",
            "S20",
            10,
        ),
        (
            "products.yaml",
            "  status: planned\n  href: /services/\n  description: 由",
            "  status: planned\n  price: NT$ 300\n  href: /services/\n  description: 由",
            "S20",
            10,
        ),
        (
            "products.yaml",
            "  status: planned\n  href: /services/\n  description: 由",
            "  status: soon\n  href: /services/\n  description: 由",
            "S20",
            10,
        ),
        ("rules.yaml", "  source: 《滴天髓》天干論\n", "", "C02", 4),
    ],
)
def test_settings_name_the_line(
    data: Path, file: str, old: str, new: str, code: str, line: int
) -> None:
    replace(data / file, old, new)
    assert (f"data/{file}", line, code) in [(p.path, p.line, p.code) for p in found(data)]


@pytest.mark.parametrize(
    ("tagline", "told"),
    [
        ("一天一頁", "S21 tagline「一天一頁」排不進分享圖的兩行 — 中間一個逗號，前後各寫一到 7 個字"),
        ("一天一頁，", "S21 tagline「一天一頁，」排不進分享圖的兩行 — 中間一個逗號，前後各寫一到 7 個字"),
        ("一天一頁，把八字讀成人人話", "S21 tagline「一天一頁，把八字讀成人人話」排不進分享圖的兩行 — 中間一個逗號，前後各寫一到 7 個字"),
        ("一天兩頁，把八字唸成人話", "S22 標題與分享圖的字型沒有「兩唸」 — 換一個說法，或照 templates/fonts/README.md 補進字型"),
    ],
)  # fmt: skip
def test_a_tagline_that_cannot_be_drawn_is_told(data: Path, tagline: str, told: str) -> None:
    text = re.sub("(?m)^tagline: .*$", f"tagline: {tagline}", (data / "site.yaml").read_text())
    (data / "site.yaml").write_text(text)
    line = text[: text.index("tagline:")].count("\n") + 1
    problems = inputs.check(data, read_templates(ROOT / "templates"))[1]
    assert [str(p) for p in problems if p.code != "T10"] == [f"data/site.yaml:{line}: {told}"]
    with pytest.raises(ContentError, match=told[:3]):
        inputs.prepare(data, ROOT / "templates")

"""The settings of the site and its lists: what is wrong is told with its line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.content import inputs
from generator.content.problem import ContentError
from generator.content.templates import read_templates
from generator.pages.machines import catalogue
from generator.pages.render import environment
from tests.broken_content import found, replace, told
from tests.conftest import ROOT

SERVICES = """\
a:
  name: 一頁
  href: /bazi/
  description: 一句話。
"""
PRODUCTS = """\
a:
  name: 一頁
  status: planned
  href: /services/
  description: 一句話。
"""


@pytest.mark.parametrize(
    ("file", "old", "new", "code"),
    [
        ("site.yaml", "base_url: http", "base_url: ftp", "S12"),
        ("site.yaml", "\nname: ", "\nnam: ", "S11"),
        ("site.yaml", "\nname: ", "\n#name: ", "S10"),
        ("site.yaml", "young_from: ", "young_from: 民國", "S13"),
        ("site.yaml", "openings: [", "openings: [1949-05-20, ", "S17"),
        ("site.yaml", "openings: [", "openings: [1990-02-30, ", "S17"),
        *(
            ("site.yaml", "這一天交{term}", f"這一天交{wrong}", "S19")
            for wrong in ("{term", "｛term｝", "{trem}")
        ),
        ("services.yaml", "  href: /bazi/\n", "", "S14"),
        ("services.yaml", "  href: /bazi/", "  href: /zodaic/", "S27"),
        ("products.yaml", "  status: planned\n", "", "S14"),
        ("products.yaml", "status: planned", "status: on_sale", "S20"),
        ("products.yaml", "status: planned", "status: soon", "S20"),
        ("products.yaml", "status: planned\n", "status: planned\n  price: 一百元\n", "S20"),
        ("products.yaml", "  href: /services/", "  href: /service/", "S27"),
        *(
            (file, f"  href: {here}", f"  href: {address}", "S26")
            for file, here in (("services.yaml", "/bazi/"), ("products.yaml", "/services/"))
            for address in ("//example.com/", "services/", "/services", "/../", "/a b/", "https://")
        ),
        ("services.yaml", "  href: /bazi/", "  href: https://example.com/", "S26"),
        ("products.yaml", "  href: /services/", "  href: http://example.com/", "S26"),
        ("rules.yaml", "  source: 《滴天髓》天干論\n", "", "C02"),
        *(("tables/levels.yaml", "85:", f"{wrong}:", "S16") for wrong in ("²", "一", "101", "8.5")),
    ],
)
def test_settings_name_the_line(data: Path, file: str, old: str, new: str, code: str) -> None:
    (data / "services.yaml").write_text(SERVICES)
    (data / "products.yaml").write_text(PRODUCTS)
    line = replace(data / file, old, new) + new.startswith("\n")
    of_entry = {"S14": 1, "S20": 1, "C02": 4, "S10": 1}
    assert (f"data/{file}", of_entry.get(code, line), code) in told(data)


def test_a_price_without_quotes_is_told_to_have_them(data: Path) -> None:
    (data / "products.yaml").write_text(PRODUCTS.replace("planned", "on_sale\n  price: 480"))
    assert [str(p) for p in found(data)] == [
        "data/products.yaml:4: S14 「a」的 price 沒有寫成文字 — "
        '冒號後面寫一句；數字用引號包起來，例如 price: "480"'
    ]


@pytest.mark.parametrize("address", ["https://shop.example.tw", "https://example.tw:8443/a?b=c#d"])
def test_a_product_may_be_sold_elsewhere(data: Path, address: str) -> None:
    sold = PRODUCTS.replace("planned", "on_sale\n  price: 480 元").replace("/services/", address)
    (data / "products.yaml").write_text(sold)
    templates = read_templates(ROOT / "templates")
    content, problems = inputs.check(data, templates)
    assert problems == []
    assert [product["href"] for product in catalogue(content.site)["products"]] == [address]
    page = environment(templates, content.site).get_template("services.html").render()
    assert f'<h3><a href="{address}">一頁</a>' in page


@pytest.mark.parametrize(
    ("tagline", "said"),
    [
        ("一天一頁", "S21 tagline「一天一頁」排不進分享圖的兩行 — 中間一個逗號，前後各寫一到 7 個字"),
        ("一天一頁，", "S21 tagline「一天一頁，」排不進分享圖的兩行 — 中間一個逗號，前後各寫一到 7 個字"),
        ("一天一頁，把八字讀成人人話", "S21 tagline「一天一頁，把八字讀成人人話」排不進分享圖的兩行 — 中間一個逗號，前後各寫一到 7 個字"),
        ("一天兩頁，把八字唸成人話", "S22 標題與分享圖的字型沒有「兩唸」 — 換一個說法，或照 templates/fonts/README.md 補進字型"),
    ],
)  # fmt: skip
def test_a_tagline_that_cannot_be_drawn_is_told(data: Path, tagline: str, said: str) -> None:
    text = re.sub("(?m)^tagline: .*$", f"tagline: {tagline}", (data / "site.yaml").read_text())
    (data / "site.yaml").write_text(text)
    line = text[: text.index("tagline:")].count("\n") + 1
    with pytest.raises(ContentError, match=re.escape(f"data/site.yaml:{line}: {said}")):
        inputs.prepare(data, ROOT / "templates")

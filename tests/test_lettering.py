"""The font that letters headings and pictures: it has what they say, and editors hear what it lacks."""

from __future__ import annotations

import re
import shutil
from datetime import date
from html import unescape
from io import BytesIO
from pathlib import Path

import pytest
from PIL import ImageFont

from generator.build import build
from generator.chart.pattern import PATTERNS
from generator.chart.strength import CLASSES
from generator.chart.symbols import BRANCHES, ELEMENTS, STEMS, ZODIAC
from generator.content import inputs
from generator.content.templates import TemplateError, read_templates
from generator.pages.images import GLYPHS
from generator.reading.facets import SECTIONS

ROOT = Path(__file__).resolve().parent.parent
FONTS = ROOT / "templates" / "fonts"
FONT = (FONTS / "wanrishu-serif.woff2").read_bytes()
CHARACTERS = (FONTS / "characters.txt").read_text()
STYLE = (ROOT / "templates" / "style.css").read_text()
LETTERED = (
    r"<(?:h[123]|caption)\b[^>]*>(.*?)</(?:h[123]|caption)>",
    r'class="(?:slip|brand|sign)\b[^"]*"[^>]*>((?:<(?:span|b)\b[^>]*>[^<]*</(?:span|b)>|[^<])*)<',
    r'<tr class="big">(.*?)</tr>',
    r'<b class="[木火土金水]">(.*?)</b>',
)


def lettered(html: str) -> set[str]:
    """The characters of a page's headings and slips, code aside."""
    found = "".join(text for pattern in LETTERED for text in re.findall(pattern, html, re.S))
    return set(unescape(re.sub(r"<code\b.*?</code>|<[^>]+>", "", found, flags=re.S))) - {"\n"}


def test_every_character_of_headings_and_slips_is_in_the_list_of_the_font(output: Path) -> None:
    pages = list((output / "current").rglob("*.html"))
    assert len(pages) > 150
    for page in pages:
        lacking = lettered(page.read_text()) - set(CHARACTERS)
        assert not lacking, (
            page.parent.name,
            "".join(sorted(lacking)),
            "templates/fonts/README.md",
        )


def test_what_dates_elsewhere_say_in_headings_is_in_the_list_too() -> None:
    said = {
        *"0123456789年月日命盤另一邊：交節以前以後出生附記",
        *STEMS,
        *BRANCHES,
        *ELEMENTS,
        *ZODIAC.values(),
    }
    said |= set("".join((*SECTIONS, *PATTERNS, *CLASSES, GLYPHS)))
    assert said <= set(CHARACTERS)


def test_the_font_has_exactly_the_characters_of_its_list() -> None:
    assert "".join(sorted(set(CHARACTERS))) == CHARACTERS
    font = ImageFont.truetype(BytesIO(FONT), 64, layout_engine=ImageFont.Layout.BASIC)
    missing = bytes(font.getmask("\N{SNOWMAN}"))
    blank = [c for c in CHARACTERS if c.strip() and bytes(font.getmask(c)) in (missing, b"")]
    assert blank == []
    assert bytes(font.getmask("唸")) == missing


def test_the_style_asks_the_font_for_every_character_it_has() -> None:
    named = re.search(r"unicode-range: ([^;]+);", STYLE)
    assert named
    ranges = [part.strip().removeprefix("U+").split("-") for part in named[1].split(",")]
    spans = [(int(part[0], 16), int(part[-1], 16)) for part in ranges]
    assert [c for c in CHARACTERS if not any(low <= ord(c) <= high for low, high in spans)] == []


def test_the_font_is_light_and_a_file_of_the_release(output: Path) -> None:
    assert len(FONT) < 120_000
    assert (output / "current" / "wanrishu-serif.woff2").read_bytes() == FONT
    assert 'url("wanrishu-serif.woff2")' in STYLE


@pytest.mark.parametrize(("file", "name"), [("site.yaml", "name: "), ("services.yaml", "  name: ")])
def test_a_name_that_the_font_lacks_is_told_at_its_line(data: Path, file: str, name: str) -> None:
    before, _, after = (data / file).read_text().partition(f"\n{name}")
    (data / file).write_text(f"{before}\n{name}囍{after}")
    line = before.count("\n") + 2
    problems = inputs.check(data, read_templates(ROOT / "templates"))[1]
    assert [(p.path, p.line, p.code, p.what) for p in problems] == [
        (f"data/{file}", line, "S22", "標題與分享圖的字型沒有「囍」")
    ]


def test_a_lost_font_is_told_before_anything_is_published(tmp_path: Path) -> None:
    templates = Path(shutil.copytree(ROOT / "templates", tmp_path / "templates"))
    (templates / "fonts" / "wanrishu-serif.woff2").unlink()
    source, day = inputs.prepare(ROOT / "data", templates), date(1990, 5, 20)
    lost = "templates/fonts/wanrishu-serif.woff2: there is no such file — put it back"
    with pytest.raises(TemplateError, match=re.escape(lost)):
        build.build(source, tmp_path / "out", day, day, jobs=1)
    assert not (tmp_path / "out" / "current").exists()

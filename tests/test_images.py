"""The pictures, and the font that letters them and the headings of the pages."""

from __future__ import annotations

import re
from html import unescape
from io import BytesIO
from itertools import product
from pathlib import Path

import pytest
from PIL import Image, ImageColor, ImageFont

from generator.chart.pattern import PATTERNS
from generator.chart.pillars import NAYIN
from generator.chart.strength import CLASSES
from generator.chart.symbols import BRANCHES, ELEMENTS, PILLARS, STEM_ELEMENT, STEMS, ZODIAC
from generator.pages import images as pictures
from generator.pages.images import COUNT, KIND, NAME
from generator.reading.facets import SECTIONS
from tests.conftest import ROOT

FONTS = ROOT / "templates" / "fonts"
FONT = (FONTS / "wanrishu-serif.woff2").read_bytes()
CHARACTERS = (FONTS / "characters.txt").read_text()
STYLE = (ROOT / "templates" / "style.css").read_text()
TAGLINE = "一天一頁，把八字讀成人話"
TITLES = {
    "你是一盞風吹不熄的燈": "丁",
    "你是窗型冷氣滴下來養活一棵草的水": "癸",
    "你是白天踩平、夜裡又起來的草": "乙",
}
ICONS = {"icon-192.png": 192, "icon-512.png": 512, "apple-touch-icon.png": 180}


@pytest.fixture(scope="module")
def drawn() -> list[tuple[str, bytes]]:
    return list(pictures.images(FONT, TAGLINE, TITLES))


def opened(data: bytes) -> Image.Image:
    """The picture, read to its last byte."""
    picture = Image.open(BytesIO(data))
    picture.load()
    return picture


def test_each_is_small_opaque_of_its_size_and_unlike_the_others(
    drawn: list[tuple[str, bytes]],
) -> None:
    names = [path for path, _ in drawn]
    titles = ("og/51b42fd49a44.png", "og/89c9e317e12f.png", "og/6703066d7473.png")
    assert names == [*(f"og/{n}.png" for n in range(1, 61)), *titles, "og/site.png", *ICONS]
    seen = set()
    for path, data in drawn:
        picture = opened(data)
        side = ICONS.get(path)
        assert picture.format == "PNG", path
        assert picture.size == ((side, side) if side else (1200, 630)), path
        assert "transparency" not in picture.info, path
        assert len(data) < 40_000, path
        seen.add(picture.convert("RGB").tobytes())
    assert len(seen) == len(drawn)
    assert list(pictures.images(FONT, TAGLINE, TITLES)) == drawn  # the same each time


def test_the_site_s_picture_is_lettered_with_its_tagline(drawn: list[tuple[str, bytes]]) -> None:
    other = dict(pictures.images(FONT, "一人一頁，把八字讀成天", TITLES))
    assert [path for path, data in drawn if other[path] != data] == ["og/site.png"]


def test_a_pillar_and_a_title_carry_the_color_of_its_stem_and_no_other(
    drawn: list[tuple[str, bytes]],
) -> None:
    for signs, (path, data) in zip((*PILLARS, *TITLES.values()), drawn, strict=False):
        colors = {c for _, c in opened(data).convert("RGB").getcolors(256)}
        own = STEM_ELEMENT[signs[0]]
        for element, color in pictures.ELEMENT_COLOR.items():
            assert (ImageColor.getrgb(color) in colors) == (element == own), path


def test_paper_ink_and_seal_are_those_of_the_pages() -> None:
    light = (FONTS.parent / "style.css").read_text().split("@media")[0]
    colors = (pictures.PAPER, pictures.INK, pictures.SEAL)
    assert [color for color in colors if color not in light] == []


def test_nothing_touches_the_frame_and_what_matters_survives_a_cut_to_the_middle_square(
    drawn: list[tuple[str, bytes]],
) -> None:
    """Between the inner line and 12 pixels further, and beside the square, there is only paper."""
    paper = ImageColor.getrgb(pictures.PAPER)
    frame = ((43, 43, 1157, 55), (43, 575, 1157, 587), (43, 43, 55, 587))
    for path, data in drawn[:64]:
        picture = opened(data).convert("RGB")
        for box in (*frame, (60, 60, 285, 570), (915, 60, 1140, 570)):
            assert [color for _, color in picture.crop(box).getcolors()] == [paper], path


def test_the_mark_stays_inside_the_circle_every_mask_leaves(
    drawn: list[tuple[str, bytes]],
) -> None:
    """A maskable icon keeps what matters in the middle circle, 80 % of its width across."""
    for path, data in drawn[64:66]:
        picture = opened(data).convert("RGB")
        ground = ImageColor.getrgb(pictures.SEAL)
        side = picture.width
        far = max(
            (x + 0.5 - side / 2) ** 2 + (y + 0.5 - side / 2) ** 2
            for x, y in product(range(side), range(side))
            if picture.getpixel((x, y)) != ground
        )
        assert far <= (0.4 * side) ** 2, path


def test_the_font_has_its_licence_beside_it() -> None:
    font = ImageFont.truetype(BytesIO(FONT), 64)
    assert font.getname() == ("Noto Serif CJK TC", "Bold")
    licence = (FONTS / "OFL.txt").read_text()
    assert licence.startswith("Copyright 2017-2022 Adobe")
    assert "SIL OPEN FONT LICENSE Version 1.1" in licence
    assert "5) The Font Software, modified or unmodified" in licence


LETTERED = (
    r"<(?:h[123]|caption)\b[^>]*>(.*?)</(?:h[123]|caption)>",
    r'class="(?:slip|brand|sign|title)\b[^"]*"[^>]*>((?:<(?:span|b)\b[^>]*>[^<]*</(?:span|b)>|[^<])*)<',
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
        *"0123456789年月日命盤交前後，差在哪裡附記今年",
        *STEMS,
        *BRANCHES,
        *ELEMENTS,
        *ZODIAC.values(),
    }
    said |= set("".join((*SECTIONS, *PATTERNS, *CLASSES)))
    said |= set(
        "".join((NAME, COUNT, KIND, "一二三四五六七八九十", *NAYIN.values()))
    )  # of pictures
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
    assert len(FONT) < 165_000
    assert (output / "current" / "wanrishu-serif.woff2").read_bytes() == FONT
    assert 'url("wanrishu-serif.woff2")' in STYLE

"""The pictures a chat or a phone shows: of each title and day pillar, the site's own, the icons.

In: the bytes of the font, the tagline, the titles of dates. Out: (path, PNG bytes), the same bytes each
time. Never imports dates, content or templates, never reads a clock or the net.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import cache, partial
from hashlib import sha256
from io import BytesIO

from PIL import Image, ImageChops, ImageDraw, ImageFont
from PIL.ImageColor import getrgb

from generator.chart.labels import number_han
from generator.chart.pillars import NAYIN
from generator.chart.symbols import ELEMENTS, PILLARS, STEM_ELEMENT

Ink = Callable[[str, int], tuple[Image.Image, int]]
"""Character and the side of its square → it without the font's margins, how far it lies below the top."""

NAME = "萬日書"
COUNT = "六十甲子第"
KIND = "日柱"

SITE = "og/site.png"
SIZE = (1200, 630)  # what Open Graph's readers expect: 1.91 to 1
PAPER, INK, SOFT, LINE, SEAL = "#fbf8f1", "#26211b", "#6a6055", "#b9ab93", "#a3281f"
_COLORS = ("#4d7a4a", "#b5432f", "#a67b2f", "#7d8288", "#33618a")
ELEMENT_COLOR = dict(zip(ELEMENTS, _COLORS, strict=True))
"""Softer than where the pages write in them: here they fill a disc."""

_SHADES = 24
"""Steps from the ground to a color: enough for smooth edges, few enough for the 256 entries
of a palette."""

_PILLAR_X, _RULE_X, _SEAL_X, _INNER_X, _OUTER_X = 420, 594, 674, 778, 872
_TOP, _BOTTOM = 89, 541
"""The rule and the columns stand between these. The x keep all within the middle square, to
which some chats cut a picture."""

_SMALL = (46, 55)
"""Of the small columns: a character's square, and the distance from one to the next."""

Pair = tuple[int, int]
Box = tuple[int, int, int, int]


class _Sheet:
    """Layers of flat color over a ground, kept as how much of each pixel they cover.

    The palette is made of the same layers, so no quantiser has to guess one.
    """

    def __init__(self, ink: Ink, size: Pair, ground: str) -> None:
        self.ink = ink
        self.size = size
        self.ground = ground
        self.layers: dict[str, Image.Image] = {}

    def layer(self, color: str) -> Image.Image:
        return self.layers.setdefault(color, Image.new("L", self.size))

    def box(self, color: str, box: Box, width: int = 0) -> None:
        """A rectangle, right and lower edge excluded; filled without a width."""
        inside = (box[0], box[1], box[2] - 1, box[3] - 1)
        fill = None if width else 255
        ImageDraw.Draw(self.layer(color)).rectangle(inside, fill, outline=255, width=width or 1)

    def rounded(self, color: str, box: Box, radius: int) -> None:
        """A rounded rectangle with smooth edges."""
        times = 8
        width, height = (box[2] - box[0]) * times, (box[3] - box[1]) * times
        large = Image.new("L", (width, height))
        around = (0, 0, width - 1, height - 1)
        ImageDraw.Draw(large).rounded_rectangle(around, radius * times, fill=255)
        self.layer(color).paste(large.reduce(times), box[:2])

    def disc(self, color: str, x: int, y: int, radius: int) -> None:
        self.rounded(color, (x - radius, y - radius, x + radius, y + radius), radius)

    def seal(self, x: int, bottom: int, width: int) -> None:
        """The name cut out of red, one character under the other, standing on a line."""
        size, step = round(width * 0.72), round(width * 0.77)
        height = 2 * step + width
        left, top = x - width // 2, bottom - height
        self.rounded(SEAL, (left, top, left + width, bottom), width // 8)
        self.centred(SEAL, NAME, (x, top + height // 2), (size, step), cut=True)

    def column(self, color: str, text: str, at: Pair, square: Pair, *, cut: bool = False) -> None:
        """Characters under each other from a height on, the ink of each centred on an x.

        `square`: the side of a character's square, and the distance from one to the next. `cut`
        takes them out of the layer.
        """
        (x, y), (size, step) = at, square
        layer = self.layer(color)
        for place, char in enumerate(text):
            ink, below = self.ink(char, size)
            layer.paste(0 if cut else 255, (x - ink.width // 2, y + place * step + below), ink)

    def centred(self, color: str, text: str, at: Pair, square: Pair, *, cut: bool = False) -> None:
        """A column whose ink, from its first stroke to its last, is centred on (x, y)."""
        (x, y), (size, step) = at, square
        _, above = self.ink(text[0], size)
        last, below = self.ink(text[-1], size)
        bottom = (len(text) - 1) * step + below + last.height
        self.column(color, text, (x, y - (above + bottom) // 2), square, cut=cut)

    def png(self) -> bytes:
        picture = Image.new("L", self.size)
        ground = getrgb(self.ground)
        palette = [*ground]
        shades = [round(value / 255 * _SHADES) for value in range(256)]
        for place, (color, covered) in enumerate(self.layers.items()):
            # A later layer has the higher numbers, so it lies on top.
            inked = covered.point([shade and place * _SHADES + shade for shade in shades])
            picture = ImageChops.lighter(picture, inked)
            for shade in range(1, _SHADES + 1):
                mixed = zip(ground, getrgb(color), strict=True)
                palette += [round(g + (c - g) * shade / _SHADES) for g, c in mixed]
        picture.putpalette(palette)
        out = BytesIO()
        # Pillow's `optimize` takes thrice as long to spare a tenth of the bytes.
        picture.save(out, "PNG", compress_level=7)
        return out.getvalue()


def title_path(title: str) -> str:
    """The file of a title's picture: a new title is a new address, so that no chat shows the old one."""
    return f"og/{sha256(title.encode()).hexdigest()[:12]}.png"


def images(font: bytes, tagline: str, titles: Mapping[str, str]) -> Iterator[tuple[str, bytes]]:
    """`titles`: 你是一盞風吹不熄的燈 → 丁, the day master whose image that is."""
    ink = cache(partial(_ink, font))  # characters come again
    for place, pillar in enumerate(PILLARS, 1):
        yield f"og/{place}.png", _pillar(_framed(ink), place, pillar)
    for title, stem in titles.items():
        yield title_path(title), _title(_framed(ink), title, stem)
    yield SITE, _site(_framed(ink), tagline)
    icons = {"icon-192": (192, 0.6), "icon-512": (512, 0.6), "apple-touch-icon": (180, 0.7)}
    for name, (size, share) in icons.items():
        icon = _Sheet(ink, (size, size), SEAL)
        icon.centred(PAPER, NAME[0], (size // 2, size // 2), (round(size * share), 0))
        yield f"{name}.png", icon.png()


@cache  # opening it costs more than drawing with it
def _font(font: bytes, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(BytesIO(font), size, layout_engine=ImageFont.Layout.BASIC)


def _ink(of: bytes, char: str, size: int) -> tuple[Image.Image, int]:
    font = _font(of, size)
    left, top, right, bottom = (int(side) for side in font.getbbox(char, anchor="ls"))
    shape = Image.new("L", (right - left, bottom - top))
    ImageDraw.Draw(shape).text((-left, -top), char, fill=255, font=font, anchor="ls")
    return shape, top + round(size * 0.88)


def _framed(ink: Ink) -> _Sheet:
    """The double line of a printed page, the outer one strong, and the rule."""
    sheet = _Sheet(ink, SIZE, PAPER)
    for inset, width in ((30, 4), (42, 1)):
        sheet.box(LINE, (inset, inset, SIZE[0] - inset, SIZE[1] - inset), width)
    sheet.box(LINE, (_RULE_X - 1, _TOP, _RULE_X + 1, _BOTTOM))
    return sheet


def _pillar(sheet: _Sheet, place: int, pillar: str) -> bytes:
    sheet.column(SOFT, KIND, (_INNER_X, _TOP), _SMALL)
    sheet.seal(_SEAL_X, _BOTTOM, 72)
    sheet.centred(INK, pillar, (_PILLAR_X, SIZE[1] // 2), (236, 248))
    sheet.column(SOFT, COUNT + number_han(place), (_OUTER_X, _TOP), _SMALL)
    sheet.column(INK, NAYIN[pillar], (_INNER_X, _TOP + 5 * _SMALL[1] // 2), _SMALL)
    sheet.disc(ELEMENT_COLOR[STEM_ELEMENT[pillar[0]]], _SEAL_X, _TOP + 25, 21)
    return sheet.png()


def _title(sheet: _Sheet, title: str, stem: str) -> bytes:
    """What it is, large; before it, in two columns from the right, what tells it from others."""
    before, of, thing = title.rpartition("的")
    half = before.find("、") + 1 or (len(before) + 2) // 2
    columns = before[:half].rstrip("、"), before[half:] + of
    size, step = _SMALL
    step = min(step, (_BOTTOM - _TOP) // max(map(len, columns)))
    for x, column in zip((_OUTER_X, _INNER_X), columns, strict=True):
        sheet.column(INK, column, (x, _TOP), (min(size, step), step))
    step = min(248, (_BOTTOM - _TOP) // len(thing))
    sheet.centred(INK, thing, (_PILLAR_X, SIZE[1] // 2), (round(step * 0.95), step))
    color = ELEMENT_COLOR[STEM_ELEMENT[stem]]
    sheet.disc(color, _SEAL_X, _TOP + 34, 34)
    sheet.centred(color, stem, (_SEAL_X, _TOP + 34), (44, 0), cut=True)
    sheet.seal(_SEAL_X, _BOTTOM, 72)
    return sheet.png()


def _site(sheet: _Sheet, tagline: str) -> bytes:
    sheet.seal(_PILLAR_X, _BOTTOM, 178)
    first, second = tagline.split("，")
    sheet.column(INK, first, (_OUTER_X, _TOP), (52, 64))
    sheet.column(INK, second, (_INNER_X, _TOP), (52, 64))
    for place, color in enumerate(reversed(ELEMENT_COLOR.values())):
        sheet.disc(color, _SEAL_X, _BOTTOM - 10 - 38 * place, 10)
    return sheet.png()

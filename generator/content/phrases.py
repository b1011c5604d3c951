"""The short texts beside the corpus: terms explained, the sentence that leads a page, intros.

In: `data/terms.yaml`, `lead.yaml`, `plain.yaml`, `intros.yaml`. Out: `Phrases`.
Every key the site can ask for must be there, so that nothing is missing when a page is drawn.
"""

from dataclasses import dataclass, field
from itertools import chain

from generator.chart import Chart
from generator.chart.calendar import Day
from generator.chart.pattern import PATTERNS
from generator.chart.pillars import GROWTH_STAGES
from generator.chart.relations import KINDS
from generator.chart.stars import STARS
from generator.chart.strength import CLASSES
from generator.chart.symbols import ELEMENTS, GOD_GROUPS, STEMS, TEN_GODS, TERMS
from generator.content.mapping import Value, read_mapping, unknown
from generator.content.text_file import Data, File
from generator.reading.corpus import Text
from generator.reading.keys import IMAGES, helper, image, lot

GROUPS: dict[str, tuple[str, ...]] = {
    "五行": (*ELEMENTS, "旺", "相", "休", "囚", "死"),
    "十神": TEN_GODS,
    "十二長生": GROWTH_STAGES,
    "強弱": CLASSES,
    "格局": PATTERNS,
    "干支關係": ("五合", "沖", *KINDS),
    "神煞": tuple(name for name, _ in STARS),
}
"""The terms that belong together."""

_OTHERS = (
    "日主", "十神", "天干", "地支", "藏干", "長生", "納音", "五行", "強弱", "格局", "司令", "調候",
    "喜用", "空亡", "會合刑沖", "神煞",
)  # fmt: skip
GLOSSARY = tuple(dict.fromkeys((*_OTHERS, *chain(*GROUPS.values()))))
"""Every term a page links to its explanation."""

TRAITS = tuple(f"{pattern}・{strength}" for pattern in PATTERNS for strength in CLASSES)

_LEAD = {
    "images": (IMAGES, (4, 18)),
    "seasons": (TERMS, (4, 18)),
    "traits": (TRAITS, (12, 36)),
}
_INTROS = {"day_masters": (STEMS, (110, 220)), "patterns": (PATTERNS, (110, 220))}
_PLAIN = {"日主": STEMS, "強弱": CLASSES, "格局": PATTERNS, "喜用": GOD_GROUPS}


@dataclass(frozen=True, slots=True)
class Phrases:
    """Texts by key. `images`, `seasons`, `traits`: the parts of a page's lead, with variants.

    Those of an image are numbered as those of `corpus/image.md`, whose thing they name.

    `plain`: half a sentence for each day master, strength, pattern and useful group;
    `day_masters`, `patterns`: what introduces their pages.
    """

    terms: dict[str, str]
    images: dict[str, tuple[str, ...]]
    seasons: dict[str, tuple[str, ...]]
    traits: dict[str, tuple[str, ...]]
    plain: dict[str, dict[str, str]]
    day_masters: dict[str, str]
    patterns: dict[str, str]
    texts: tuple[Text, ...] = field(repr=False)

    def lead(self, day: Day, chart: Chart) -> tuple[str, str]:
        """What the day master is; the term that the day is in, and what sums it up."""
        image, season, trait = self.drawn(day, chart)
        return f"你是{image}", f"{season}。{trait}。"

    def drawn(self, day: Day, chart: Chart) -> tuple[str, ...]:
        """The image, season and trait of a date's lead, one variant of each."""
        keys = _lead_keys(day, chart)
        return tuple([_draw(getattr(self, part)[key], day, key) for part, key in keys])


def _draw(variants: tuple[str, ...], day: Day, key: str) -> str:
    numbered = zip(variants, ("", *"二三四五六七八九"), strict=False)
    return max(numbered, key=lambda each: lot(day, key, each[1]))[0]


def _lead_keys(day: Day, chart: Chart) -> tuple[tuple[str, str], ...]:
    """The parts of a lead, each with its key."""
    (of_image,) = image(day, chart)
    trait = f"{chart.pattern.name}・{chart.strength.name}"
    return ("images", of_image), ("seasons", day.term.name), ("traits", trait)


def plain_keys(chart: Chart) -> tuple[tuple[str, str], ...]:
    """What is explained above a page: (name of the fact, its key in `plain`)."""
    keys = chart.day.stem, chart.strength.name, chart.pattern.name, helper(chart)
    return tuple(zip(_PLAIN, keys, strict=True))


def asked_of_phrases(day: Day, chart: Chart) -> tuple[tuple[str, ...], ...]:
    """The part and key of every phrase that the page of a date reads."""
    return (*_lead_keys(day, chart), *(("plain", *key) for key in plain_keys(chart)))


def load_phrases(data: Data) -> Phrases:
    texts: list[Text] = []
    terms = _read(data.file("terms.yaml"), {"": (GLOSSARY, (12, 75))}, texts, whole=True)
    lead = _read(data.file("lead.yaml"), _LEAD, texts, listed=True)
    plain_parts = {part: (keys, (6, 20)) for part, keys in _PLAIN.items()}
    plain = _read(data.file("plain.yaml"), plain_parts, texts)
    intros = _read(data.file("intros.yaml"), _INTROS, texts, whole=True)
    return Phrases(
        _single(terms[""]),
        lead["images"],
        lead["seasons"],
        lead["traits"],
        {part: _single(held) for part, held in plain.items()},
        _single(intros["day_masters"]),
        _single(intros["patterns"]),
        tuple(texts),
    )


_Parts = dict[str, tuple[tuple[str, ...], tuple[int, int]]]
_Variants = dict[str, tuple[str, ...]]


def _read(
    file: File, parts: _Parts, texts: list[Text], *, listed: bool = False, whole: bool = False
) -> dict[str, _Variants]:
    """By part, then key: its variants, also added to `texts`.

    `parts`: of each its keys, and the range of characters of a text. Part "" is the file itself, and
    may have keys beside its own. `listed`: under each key stands a list, else one text.
    """
    mapping = read_mapping(file)
    strange = "C03", "不認得的鍵", "鍵要照原來的寫，不能增減"
    if "" not in parts:
        unknown(file, mapping, parts, *strange)
    found: dict[str, _Variants] = {}
    for part, (keys, length) in parts.items():
        held = mapping.get(part) if part else mapping
        found[part] = {}
        if mapping.entries:
            file.tell_missing(held.line, keys, held.entries, part)
        if part:
            unknown(file, held, keys, *strange)
        for key, value in held.entries.items():
            if each := _written(key, value, file, listed=listed):
                found[part][key] = tuple(one.text for one in each)
                texts += [Text(one.text, key, length, file.path, one.line, whole) for one in each]
    return found


def _written(key: str, value: Value, file: File, *, listed: bool) -> tuple[Value, ...]:
    """The texts under a key; none, and a problem, if it is not written as it should be."""
    each = value.items if listed else (value,)
    if each and all(one.text for one in each):
        return each
    form = "幾種寫法的清單" if listed else "一段文字"
    cure = "每種寫法一行，前面加「- 」" if listed else "冒號後面寫一段"
    file.tell(value.line, "C10", f"「{key}」沒有寫成{form}", cure)
    return ()


def _single(variants: _Variants) -> dict[str, str]:
    return {key: text for key, (text,) in variants.items()}

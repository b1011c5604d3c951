"""The short texts beside the corpus: terms explained, the sentence that leads a page, intros.

In: `data/terms.yaml`, `lead.yaml`, `plain.yaml`, `intros.yaml`; `gists.yaml`. Out: `Phrases` or gists, and the
problems found. Every key the site can ask for must be there, so that nothing is missing when a
page is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from hashlib import blake2b
from typing import TYPE_CHECKING

from generator.chart.pattern import PATTERNS
from generator.chart.pillars import GROWTH_STAGES
from generator.chart.relations import KINDS
from generator.chart.stars import STARS
from generator.chart.strength import CLASSES
from generator.chart.symbols import ELEMENTS, GOD_GROUPS, STEMS, TEN_GODS
from generator.chart.symbols import TERMS as SOLAR_TERMS
from generator.content.mapping import Value, read_mapping
from generator.content.problem import Problem
from generator.reading.corpus import Text
from generator.reading.keys import helper

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from generator.chart import Chart
    from generator.chart.calendar import Day

_SHOWN = (
    "日主", "十神", "天干", "地支", "藏干", "長生", "納音", "五行", "強弱", "格局", "司令", "調候",
    "喜用", "空亡", "會合刑沖", "神煞", "旺", "相", "休", "囚", *ELEMENTS,
)  # fmt: skip
TERMS = tuple(
    dict.fromkeys(
        (
            *_SHOWN, *TEN_GODS, *GROWTH_STAGES, *CLASSES, *PATTERNS, "五合", "沖", *KINDS,
            *(name for name, _ in STARS),
        )
    )
)  # fmt: skip
"""Every term a page links to its explanation."""

TRAITS = tuple(f"{pattern}・{strength}" for pattern in PATTERNS for strength in CLASSES)

_WHOLE = ("terms.yaml", "intros.yaml")
"""Files of sentences; the phrases of the others are joined into one."""

_PLAIN = {"日主": STEMS, "強弱": CLASSES, "格局": PATTERNS, "喜用": GOD_GROUPS}


@dataclass(frozen=True, slots=True)
class Phrases:
    """Texts by key.

    `terms`: term → explanation; `stems`, `seasons`, `traits`: the parts of a page's lead, each
    key with its variants; `plain`: half a sentence for each day master, strength,
    pattern and useful group; `day_masters`, `patterns`: what introduces their pages.
    """

    terms: dict[str, str]
    stems: dict[str, tuple[str, ...]]
    seasons: dict[str, tuple[str, ...]]
    traits: dict[str, tuple[str, ...]]
    plain: dict[str, dict[str, str]]
    day_masters: dict[str, str]
    patterns: dict[str, str]
    texts: tuple[Text, ...] = field(repr=False)

    def lead(self, day: Day, chart: Chart) -> str:
        """Two sentences: the day master in the term that the day is in, and what sums it up."""
        stem, season, trait = self.drawn(day, chart)
        return f"你是{stem}，{season}。{trait}。"

    def drawn(self, day: Day, chart: Chart) -> tuple[str, ...]:
        """The stem, season and trait of a date's lead, one variant of each."""
        return tuple([draw(variants, day) for variants in self.offered(day, chart)])

    def offered(self, day: Day, chart: Chart) -> tuple[tuple[str, ...], ...]:
        """What they are drawn from."""
        return (
            self.stems[chart.day.stem],
            self.seasons[day.term.name],
            self.traits[_style(chart)],
        )


def _style(chart: Chart) -> str:
    return f"{chart.pattern.name}・{chart.strength.name}"


def plain_keys(chart: Chart) -> tuple[tuple[str, str], ...]:
    """What is explained above a page: (name of the fact, its key in `plain`)."""
    return (
        ("日主", chart.day.stem),
        ("強弱", chart.strength.name),
        ("格局", chart.pattern.name),
        ("喜用", helper(chart)),
    )


def asked_of_phrases(day: Day, chart: Chart) -> tuple[tuple[str, ...], ...]:
    """The part and key of every phrase that the page of a date reads."""
    lead = (("stems", chart.day.stem), ("seasons", day.term.name), ("traits", _style(chart)))
    return (*lead, *(("plain", *key) for key in plain_keys(chart)))


def draw(variants: tuple[str, ...], day: Day) -> str:
    """One for a date by rendezvous hashing: a new variant moves only the dates that it wins."""
    return max(variants, key=lambda v: blake2b(f"{day.date} {v}".encode(), digest_size=8).digest())


def load_phrases(data: Path) -> tuple[Phrases, list[Problem]]:
    """Read the four files of a data folder."""
    reader = _Reader(data)
    terms = reader.read("terms.yaml", {"": (TERMS, (12, 75))})[""]
    lead = reader.variants(
        "lead.yaml",
        {
            "stems": (STEMS, (4, 16)),
            "seasons": (SOLAR_TERMS, (4, 18)),
            "traits": (TRAITS, (12, 36)),
        },
    )
    plain = reader.read("plain.yaml", {part: (keys, (6, 20)) for part, keys in _PLAIN.items()})
    intros = reader.read(
        "intros.yaml", {"day_masters": (STEMS, (110, 220)), "patterns": (PATTERNS, (110, 220))}
    )
    phrases = Phrases(
        terms,
        lead["stems"],
        lead["seasons"],
        lead["traits"],
        plain,
        intros["day_masters"],
        intros["patterns"],
        tuple(reader.texts),
    )
    return phrases, reader.problems


def load_gists(
    data: Path, parts: dict[str, tuple[str, ...]]
) -> tuple[dict[str, dict[str, str]], tuple[Text, ...], list[Problem]]:
    """`data/gists.yaml`: by slot, then key, the few words that stand for a section's claim."""
    reader = _Reader(data)
    gists = reader.read("gists.yaml", {part: (keys, (4, 18)) for part, keys in parts.items()})
    return gists, tuple(reader.texts), reader.problems


_Parts = dict[str, tuple[tuple[str, ...], tuple[int, int]]]
"""Part → its keys, and the range of characters of a text."""


class _Reader:
    """Reads files of short texts, collecting texts and problems."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self.texts: list[Text] = []
        self.problems: list[Problem] = []

    def read(self, file: str, parts: _Parts) -> dict[str, dict[str, str]]:
        """Each part's texts by key; part "" is the file itself."""
        return {
            part: {key: value.text for key, value in held.items()}
            for part, held in self._read(file, parts, listed=False).items()
        }

    def variants(self, file: str, parts: _Parts) -> dict[str, dict[str, tuple[str, ...]]]:
        """Each part's lists of texts by key."""
        return {
            part: {key: tuple(each.text for each in value.items) for key, value in held.items()}
            for part, held in self._read(file, parts, listed=True).items()
        }

    def _read(self, file: str, parts: _Parts, *, listed: bool) -> dict[str, dict[str, Value]]:
        """What stands under each key of a part, if it is a text, or a list of texts."""
        path = f"{self._data.name}/{file}"
        mapping, problems = read_mapping(self._data / file, path)
        self.problems += problems
        if "" not in parts:
            self._unknown(mapping, parts, path)
        found: dict[str, dict[str, Value]] = {}
        for part, (keys, length) in parts.items():
            held = mapping.get(part) if part else mapping
            found[part] = {}
            missing = [key for key in keys if key not in held.entries]
            if missing and mapping.entries:
                what = f"{part}缺 {len(missing)} 個鍵：{'、'.join(missing[:5])}"
                self.problems.append(Problem(path, held.line, "C05", what, "補上這些鍵"))
            if part:
                self._unknown(held, keys, path)
            for key, value in held.entries.items():
                texts = value.items if listed else (value,)
                if texts and all(each.text for each in texts):
                    found[part][key] = value
                    self.texts += [
                        Text(t.text, key, length, path, t.line, whole=file in _WHOLE) for t in texts
                    ]
                    continue
                what = f"「{key}」沒有寫成{'幾種寫法的清單' if listed else '一段文字'}"
                cure = "每種寫法一行，前面加「- 」" if listed else "冒號後面寫一段"
                self.problems.append(Problem(path, value.line, "C10", what, cure))
        return found

    def _unknown(self, held: Value, keys: Collection[str], path: str) -> None:
        self.problems += [
            Problem(path, value.line, "C03", f"不認得的鍵「{key}」", "鍵要照原來的寫，不能增減")
            for key, value in held.entries.items()
            if key not in keys
        ]

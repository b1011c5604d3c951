"""The short texts beside the corpus: terms explained, the sentence that leads a page, intros.

In: `data/terms.yaml`, `lead.yaml`, `intros.yaml`. Out: `Phrases` and the problems found. Every
key the site can ask for must be there, so that nothing is missing when a page is drawn.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.chart.pattern import PATTERNS
from generator.chart.pillars import GROWTH_STAGES
from generator.chart.relations import KINDS
from generator.chart.stars import STARS
from generator.chart.strength import CLASSES
from generator.content.mapping import Value, read_mapping
from generator.content.problem import Problem
from generator.content.tables import TableText
from generator.symbols import ELEMENTS, STEMS, TEN_GODS
from generator.symbols import TERMS as SOLAR_TERMS

if TYPE_CHECKING:
    from collections.abc import Collection
    from pathlib import Path

    from generator.calendar import Day
    from generator.chart import Chart

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

_TRAITS = tuple(f"{pattern}・{strength}" for pattern in PATTERNS for strength in CLASSES)


@dataclass(frozen=True, slots=True)
class Phrases:
    """Texts by key.

    `terms`: term → explanation; `stems`, `seasons`, `traits`: the three parts of
    a leading sentence; `day_masters`, `patterns`: what introduces their pages.
    """

    terms: dict[str, str]
    stems: dict[str, str]
    seasons: dict[str, str]
    traits: dict[str, str]
    day_masters: dict[str, str]
    patterns: dict[str, str]
    texts: tuple[TableText, ...]

    def lead(self, day: Day, chart: Chart) -> str:
        """The one sentence that sums a chart up; it names the term that the day is in."""
        trait = self.traits[f"{chart.pattern.name}・{chart.strength.name}"]
        return f"{self.stems[chart.day.stem]}，{self.seasons[day.term.name]}，{trait}。"


def load_phrases(data: Path) -> tuple[Phrases, list[Problem]]:
    """Read the three files of a data folder."""
    reader = _Reader(data)
    terms = reader.read("terms.yaml", {"": (TERMS, (12, 75))})[""]
    lead = reader.read(
        "lead.yaml",
        {
            "stems": (STEMS, (4, 16)),
            "seasons": (SOLAR_TERMS, (4, 18)),
            "traits": (_TRAITS, (12, 36)),
        },
    )
    intros = reader.read(
        "intros.yaml", {"day_masters": (STEMS, (110, 220)), "patterns": (PATTERNS, (110, 220))}
    )
    phrases = Phrases(terms=terms, **lead, **intros, texts=tuple(reader.texts))
    return phrases, reader.problems


class _Reader:
    """Reads files of short texts, collecting texts and problems."""

    def __init__(self, data: Path) -> None:
        self._data = data
        self.texts: list[TableText] = []
        self.problems: list[Problem] = []

    def read(
        self, file: str, parts: dict[str, tuple[tuple[str, ...], tuple[int, int]]]
    ) -> dict[str, dict[str, str]]:
        """Each part's texts by key; part "" is the file itself."""
        path = f"{self._data.name}/{file}"
        mapping, problems = read_mapping(self._data / file, path)
        self.problems += problems
        if "" not in parts:
            self._unknown(mapping, parts, path)
        found: dict[str, dict[str, str]] = {}
        for part, (keys, length) in parts.items():
            held = mapping.get(part) if part else mapping
            found[part] = {key: value.text for key, value in held.entries.items() if value.text}
            missing = [key for key in keys if key not in held.entries]
            if missing and mapping.entries:
                what = f"{part}缺 {len(missing)} 個鍵：{'、'.join(missing[:5])}"
                self.problems.append(Problem(path, held.line, "C05", what, "補上這些鍵"))
            if part:
                self._unknown(held, keys, path)
            for key, value in held.entries.items():
                if not value.text:
                    what = f"「{key}」沒有寫成一段文字"
                    self.problems.append(Problem(path, value.line, "C10", what, "冒號後面寫一段"))
                    continue
                self.texts.append(TableText(value.text, key, length, path, value.line))
        return found

    def _unknown(self, held: Value, keys: Collection[str], path: str) -> None:
        self.problems += [
            Problem(path, value.line, "C03", f"不認得的鍵「{key}」", "鍵要照原來的寫，不能增減")
            for key, value in held.entries.items()
            if key not in keys
        ]

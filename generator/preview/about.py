"""About a text: its rule, why a date has it, on how many dates it stands.

In: the content as written, the plan, a file and line. Out: `About`, in the words editors use.
Imports the reading; never marks, never HTTP.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator import calendar
from generator.chart import chart
from generator.cohorts import COHORTS
from generator.content.phrases import draw
from generator.facets import FACETS, GISTS
from generator.labels import date_zh, day_path
from generator.preview.why import FACTS, FILES
from generator.reading import choose
from generator.slots import SLOTS

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence
    from datetime import date

    from generator.calendar import Day
    from generator.chart import Chart
    from generator.content.corpus import Fragment
    from generator.content.golden import Golden
    from generator.content.text import Text
    from generator.inputs import Content
    from generator.plan import Plan

_FACETS = {facet.name: facet for facet in FACETS}


@dataclass(frozen=True, slots=True)
class About:
    """`days` is None where dates are not counted; `others`: (label, path) of three dates beside."""

    name: str
    rules: tuple[str, ...]
    why: tuple[str, ...]
    days: int | None
    others: tuple[tuple[str, str], ...]


class Index:
    """The texts of one content by file and line."""

    def __init__(self, content: Content, plan: Plan) -> None:
        self._content, self._plan = content, plan
        corpus = content.corpus
        self._fragments: dict[str, Fragment] = {}
        for fragment in (*corpus.listed, *corpus.claims.values()):
            self._fragments.setdefault(f"{fragment.path}:{fragment.line}", fragment)
        self._golden = {golden.lead.path: golden for golden in corpus.golden.values()}
        texts = (
            *content.phrases.texts, *content.tables.texts, *content.site.texts, *corpus.other_texts,
        )  # fmt: skip
        self._texts: dict[str, Text] = {}
        for text in texts:
            self._texts.setdefault(f"{text.path}:{text.line}", text)

    def about(self, at: str, on: date | None) -> About | None:
        """What is told of the text at a file and line, on the page of a date or on another."""
        if fragment := self._fragments.get(at):
            return self._of_fragment(fragment, on)
        if golden := self._golden.get(at.rpartition(":")[0]):
            return self._of_golden(golden, int(at.rpartition(":")[2]))
        if text := self._texts.get(at):
            return self._of_text(text, on)
        return None

    def _of_fragment(self, fragment: Fragment, on: date | None) -> About:
        facet, key = _FACETS[fragment.facet], fragment.key
        dates = list(self._dates_of(fragment))
        why = [f"鍵是「{key}」"]
        if on is not None:
            why += self._facts(fragment, on)
        variants = self._content.corpus.fragments[facet.name][key]
        if len(variants) > 1:
            mark = COHORTS.get(fragment.cohort)
            whose = f"，這一段給 {mark.start} 到 {mark.stop - 1} 年出生的人" if mark else ""
            why.append(f"這個鍵有 {len(variants)} 種寫法，日期分到其中一種{whose}")
        return About(fragment.id, self._rules((fragment.rule,)), tuple(why), *_spread(dates, on))

    def _facts(self, fragment: Fragment, on: date) -> Iterator[str]:
        """What the chart says that leads to a key, and what fills the slots."""
        day = calendar.day(on)
        for side in filter(None, (day, calendar.other_side(day))):
            of_side = chart(side)
            if fragment.key in _FACETS[fragment.facet].ask(side, of_side):
                if side is not day:
                    yield "只在交節的另一邊"
                yield "、".join(_told(FACTS[fragment.facet], side, of_side))
                slots = tuple(dict.fromkeys(s for s in fragment.parts[1::2] if s in SLOTS))
                if slots:
                    yield "空格填成：" + "、".join(_told(slots, side, of_side))
                return

    def _dates_of(self, fragment: Fragment) -> Iterator[date]:
        corpus = self._content.corpus
        variants = corpus.fragments[fragment.facet][fragment.key]
        claim = fragment not in variants
        for on in self._plan.dates_at_noon(f"{fragment.facet}/{fragment.key}"):
            if on not in corpus.golden:
                chosen = variants[0] if len(variants) == 1 else choose(variants, calendar.day(on))
                if (corpus.claims.get(chosen.id) if claim else chosen) == fragment:
                    yield on

    def _of_golden(self, golden: Golden, line: int) -> About:
        paragraphs = (p for held in golden.sections.values() for p in held)
        rules = next((p.rules for p in paragraphs if p.line == line), ())
        return About(f"golden/{golden.date}", self._rules(rules), ("編輯為這一天親筆寫的",), 1, ())

    def _of_text(self, text: Text, on: date | None) -> About:
        file = text.path.partition("/")[2]
        what = FILES.get(file, file)
        rules: tuple[str, ...] = ()
        why, dates = [f"鍵是「{text.key}」"], None
        if file == "rules.yaml":
            rules, why = (text.key,), []
        elif file.startswith("tables/"):
            rule = self._content.tables.rules.get(file[len("tables/") : -len(".md")])
            rules = (rule,) if rule else ()
        elif file == "lead.yaml":
            dates = list(self._drawn(text))
            if on is not None:
                day = calendar.day(on)
                why += ["、".join(_told(("日主", "節氣", "格局", "強弱"), day, chart(day)))]
            why.append("同一個鍵有幾種寫法，日期分到其中一種")
        elif file == "plain.yaml":
            parts = self._content.phrases.plain
            dates = [
                d for part in parts for d in self._plan.dates_at_noon(f"plain/{part}/{text.key}")
            ]
        elif file == "gists.yaml":
            slots = [s for s, held in self._content.corpus.gists.items() if text.key in held]
            asked = self._plan.dates_at_noon(f"{GISTS[slots[0]].name}/{text.key}")
            dates = [day for day in asked if day not in self._content.corpus.golden]
            why.insert(0, f"填進空格「{{{slots[0]}}}」")
        return About(
            what,
            self._rules(rules),
            tuple(why),
            *((None, ()) if dates is None else _spread(dates, on)),
        )

    def _drawn(self, text: Text) -> Iterator[date]:
        phrases = self._content.phrases
        parts = {"stems": phrases.stems, "seasons": phrases.seasons, "traits": phrases.traits}
        name, held = next(
            (f"{part}/{text.key}", variants)
            for part, texts in parts.items()
            if text.text in (variants := texts.get(text.key, ()))
        )
        for on in self._plan.dates_at_noon(name):
            if on not in self._content.corpus.golden and draw(held, calendar.day(on)) == text.text:
                yield on

    def _rules(self, names: Iterable[str]) -> tuple[str, ...]:
        """Each rule with what it says and where it is from."""
        rules = self._content.corpus.rules
        return tuple(f"{n}：{rules[n].statement}（{rules[n].source}）" for n in names if n in rules)


def _told(slots: Iterable[str], day: Day, of_day: Chart) -> Iterator[str]:
    """日主是乙木, 月令是巳月; what a chart has nothing of is left out."""
    for slot in slots:
        if filled := SLOTS[slot][1](day, of_day):
            yield f"{slot}「{filled}」"


def _spread(dates: Sequence[date], on: date | None) -> tuple[int, tuple[tuple[str, str], ...]]:
    """How many dates, and three of them beside the one that is open, far from each other."""
    others = [other for other in dates if other != on]
    shown = [others[len(others) * n // 6] for n in (1, 3, 5)] if len(others) > 3 else others
    return len(dates), tuple((date_zh(other), day_path(other)) for other in shown)

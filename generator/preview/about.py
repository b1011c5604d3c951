"""About a text: its rule, why a date has it, on how many dates it stands.

In: the content as written, every day with its chart, a file and line. Out: `About`, in the words
editors use. Imports places and usage; never marks, never HTTP.
"""

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from datetime import date

from generator.chart import Chart, calendar, chart
from generator.chart.calendar import Day
from generator.chart.labels import date_zh, day_path
from generator.content.inputs import Content
from generator.editor.places import Place, places
from generator.editor.usage import FACET, Charts, dates_of, spread
from generator.reading.cohorts import COHORTS
from generator.reading.corpus import Fragment, GoldenParagraph
from generator.reading.slots import SLOTS

_LEAD = ("日主", "節氣", "格局", "強弱")
"""The facts that the lead of a page is chosen by."""


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

    def __init__(self, content: Content, charts: Charts) -> None:
        self._content, self._charts = content, charts
        # Of several texts on one line the first is meant.
        self._places = {place.at: place for place in reversed(list(places(content)))}

    def about(self, at: str, on: date | None) -> About | None:
        """What is known of the text at a file and line, on the page of a date or on another."""
        if (place := self._places.get(at)) is None:
            return None
        rules = self._content.corpus.rules
        named = [rules[name] for name in self._rules(place) if name in rules]
        dates = dates_of(place, self._content, self._charts)
        others = spread([other for other in dates or () if other != on], 3)
        return About(
            place.name,
            tuple(f"{rule.name}：{rule.statement}（{rule.source}）" for rule in named),
            tuple(self._why(place, on)),
            None if dates is None else len(dates),
            tuple((date_zh(other), day_path(other)) for other in others),
        )

    def _rules(self, place: Place) -> tuple[str, ...]:
        group, _, key = place.name.partition("/")
        match place.of:
            case Fragment(rule=rule):
                return (rule,)
            case GoldenParagraph(rules=rules):
                return rules
        if group == "rules":
            return (key,)
        of_table = self._content.tables.rules.get(group)
        return (of_table,) if of_table else ()

    def _why(self, place: Place, on: date | None) -> Iterator[str]:
        group = place.name.partition("/")[0]
        if isinstance(place.of, Fragment):
            yield f"鍵是「{place.of.key}」"
            yield from self._facts(place.of, on) if on is not None else ()
            yield from self._variants(place.of)
        elif group == "golden":
            yield "編輯為這一天親筆寫的"
        elif group == "lead":
            if on is not None:
                day = calendar.day(on)
                yield _filled(_LEAD, day, chart(day))
            yield "同一個鍵有幾種寫法，日期分到其中一種"

    def _facts(self, fragment: Fragment, on: date) -> Iterator[str]:
        """What the chart says that leads to a key, and what fills the slots."""
        day = calendar.day(on)
        facet = FACET[fragment.facet]
        for side in filter(None, (day, calendar.other_side(day))):
            of_side = chart(side)
            if fragment.key in facet.ask(side, of_side):
                if side is not day:
                    yield "只在交節的另一邊"
                yield _filled(facet.facts, side, of_side)
                if slots := dict.fromkeys(slot for slot in fragment.parts[1::2] if slot in SLOTS):
                    yield "空格填成：" + _filled(slots, side, of_side)
                return

    def _variants(self, fragment: Fragment) -> Iterator[str]:
        variants = self._content.corpus.fragments[fragment.facet][fragment.key]
        if len(variants) > 1:
            mark = COHORTS.get(fragment.cohort)
            whose = f"，這一段給 {mark.start} 到 {mark.stop - 1} 年出生的人" if mark else ""
            yield f"這個鍵有 {len(variants)} 種寫法，日期分到其中一種{whose}"


def _filled(slots: Iterable[str], day: Day, of_day: Chart) -> str:
    """日主「乙木」、月令「巳月」; what a chart has nothing of is left out."""
    filled = {slot: SLOTS[slot][1](day, of_day) for slot in slots}
    return "、".join(f"{slot}「{text}」" for slot, text in filled.items() if text)

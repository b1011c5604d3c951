"""Marking: the content as loaded in, the same content with every text marked out.

Keys, addresses and dates stay as they are: pages look things up by them.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, replace
from typing import TYPE_CHECKING, Any

from generator.content.essays import BODY
from generator.content.phrases import Phrases, draw
from generator.editor.places import places
from generator.reading.corpus import Text

if TYPE_CHECKING:
    from collections.abc import Mapping

    from generator.chart import Chart
    from generator.chart.calendar import Day
    from generator.content.essays import Essay
    from generator.content.inputs import Content
    from generator.content.settings import Site
    from generator.content.tables import Tables
    from generator.preview.marks import Marks
    from generator.reading.corpus import Corpus, Fragment, Golden

_MARKUP = re.compile(r"(\[|\]\([^()]*\)|\{[^{}]*\})")
"""Where a link begins or ends, and slots: no mark may stand half within an element."""


def marked(content: Content, marks: Marks) -> Content:
    """The content with a mark around each text that a page can show."""
    mark = _Marker(content, marks)
    return replace(
        content,
        corpus=mark.corpus(content.corpus),
        site=mark.site(content.site),
        tables=mark.tables(content.tables),
        phrases=mark.phrases(content.phrases),
        essays={name: mark.essay(essay) for name, essay in content.essays.items()},
    )


@dataclass(frozen=True, slots=True)
class _Phrases(Phrases):
    """Phrases whose leads are drawn as from those that were written: the draw is by the text."""

    written: Phrases

    def drawn(self, day: Day, chart: Chart) -> tuple[str, ...]:
        pairs = zip(self.written.offered(day, chart), self.offered(day, chart), strict=True)
        return tuple(each[written.index(draw(written, day))] for written, each in pairs)


class _Marker:
    """Marks texts of which the content tells the file and the key, or those that know their line."""

    def __init__(self, content: Content, marks: Marks) -> None:
        self._marks = marks
        self._places: dict[tuple[str, str], dict[str, str]] = {}
        for place in places(content):
            if isinstance(place.of, Text):
                of_key = (place.path.partition("/")[2], place.of.key)
                self._places.setdefault(of_key, {}).setdefault(place.of.text, place.at)

    def _of(self, file: str, key: str, text: str) -> str:
        """A text by its file and key; one that is told with its slots filled is the only one there."""
        written = self._places.get((file, key))
        if not text or not written:
            return text
        place = written.get(text) or next(iter(written.values()))
        runs = _MARKUP.split(text)
        runs[::2] = [self._marks.mark(run, place) if run else "" for run in runs[::2]]
        return "".join(runs)

    def _all(self, file: str, texts: Mapping[str, str]) -> dict[str, str]:
        return {key: self._of(file, key, text) for key, text in texts.items()}

    def _lists(self, file: str, lists: Mapping[str, tuple[str, ...]]) -> dict[str, tuple[str, ...]]:
        return {key: tuple(self._of(file, key, t) for t in texts) for key, texts in lists.items()}

    def _rule(self, name: str) -> str:
        return self._of("rules.yaml", name, name)

    def corpus(self, corpus: Corpus) -> Corpus:
        rules = {
            name: replace(
                rule,
                name=self._rule(name),
                statement=self._of("rules.yaml", name, rule.statement),
                source=self._of("rules.yaml", name, rule.source),
            )
            for name, rule in corpus.rules.items()
        }
        fragments = {
            facet: {key: tuple(map(self._fragment, held)) for key, held in keys.items()}
            for facet, keys in corpus.fragments.items()
        }
        claims = {name: self._fragment(claim) for name, claim in corpus.claims.items()}
        golden = {on: self._golden(reading) for on, reading in corpus.golden.items()}
        gists = {slot: self._all("gists.yaml", texts) for slot, texts in corpus.gists.items()}
        return replace(
            corpus, rules=rules, fragments=fragments, claims=claims, golden=golden, gists=gists
        )

    def _fragment(self, fragment: Fragment) -> Fragment:
        before, after = self._marks.around(f"{fragment.path}:{fragment.line}")
        parts = list(fragment.parts)  # with slots between them
        parts[0], parts[-1] = before + parts[0], parts[-1] + after
        return replace(
            fragment,
            rule=self._rule(fragment.rule),
            text=before + fragment.text + after,
            parts=tuple(parts),
        )

    def _golden(self, golden: Golden) -> Golden:
        lead = golden.lead
        sections = {
            section: tuple(
                replace(
                    p,
                    text=self._marks.mark(p.text, f"{p.path}:{p.line}"),
                    rules=tuple(map(self._rule, p.rules)),
                )
                for p in paragraphs
            )
            for section, paragraphs in golden.sections.items()
        }
        marked = self._marks.mark(lead.text, f"{lead.path}:{lead.line}")
        return replace(golden, lead=replace(lead, text=marked), sections=sections)

    def phrases(self, phrases: Phrases) -> Phrases:
        return _Phrases(
            terms=self._all("terms.yaml", phrases.terms),
            stems=self._lists("lead.yaml", phrases.stems),
            seasons=self._lists("lead.yaml", phrases.seasons),
            traits=self._lists("lead.yaml", phrases.traits),
            plain={part: self._all("plain.yaml", held) for part, held in phrases.plain.items()},
            day_masters=self._all("intros.yaml", phrases.day_masters),
            patterns=self._all("intros.yaml", phrases.patterns),
            texts=phrases.texts,
            written=phrases,
        )

    def essay(self, essay: Essay) -> Essay:
        file = f"pages/{essay.name}.md"
        tokens = [replace(t, content=self._of(file, BODY, t.content)) for t in essay.tokens]
        return replace(essay, front=self._all(file, essay.front), tokens=tuple(tokens))

    def tables(self, tables: Tables) -> Tables:
        return replace(
            tables,
            compatibility=self._all("tables/compatibility.md", tables.compatibility),
            flow_year=self._all("tables/flow-year.md", tables.flow_year),
            levels=tuple(
                (least, self._of("tables/levels.yaml", str(least), label))
                for least, label in tables.levels
            ),
        )

    def site(self, site: Site) -> Site:
        values = {
            key: self._of("site.yaml", key, value) if isinstance(value, str) else value
            for key, value in site.values.items()
        }
        words = [replace(t, text=self._of("words.yaml", t.key, t.text)) for t in site.words]
        return replace(
            site,
            values=values,
            words=tuple(words),
            services=tuple(self._entry("services.yaml", each) for each in site.services),
            products=tuple(self._entry("products.yaml", each) for each in site.products),
        )

    def _entry(self, file: str, entry: Any) -> Any:
        told = {
            name: getattr(entry, name)
            for name in ("name", "description", "price")
            if hasattr(entry, name)
        }
        return replace(entry, **{key: self._of(file, key, text) for key, text in told.items()})

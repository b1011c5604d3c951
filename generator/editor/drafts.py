"""Drafts of golden readings: how one begins, and what editors are told without being stopped.

In: a day, its chart, the content. Out: the text of a file for `data/golden/`, and hints, which
are `Problem`s that block nothing. Imports the stages up to the pages; writes nothing.
"""

from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

import yaml

from generator.chart import Chart, calendar, chart
from generator.chart.calendar import Day
from generator.content.golden import load_golden
from generator.content.inputs import Content
from generator.content.lint import lint
from generator.content.problem import Problem
from generator.content.text_file import Data
from generator.content.wording import load_wording
from generator.reading.compose import Paragraph, compose
from generator.reading.corpus import Golden
from generator.reading.facets import PERSPECTIVES
from generator.reading.slots import relation_text


def facts(day: Day, chart: Chart) -> tuple[str, ...]:
    """What a reading may rest on, each fact one word that means something by itself."""
    strength = chart.strength
    return (
        *(pillar.pillar for pillar in chart.pillars),
        chart.pattern.name,
        strength.name,
        day.term.name,
        day.pentad,
        f"{chart.commander}司令",
        f"喜用{chart.useful}",
        f"{strength.strongest}旺{strength.weakest}弱",
        f"扶身{strength.ratio:.0%}",
        f"調候{''.join(chart.climate)}",
        f"空亡{''.join(chart.void)}",
        *map(relation_text, (*chart.stem_relations, *chart.branch_relations)),
        *(f"{star.name}・{''.join(star.places)}" for star in chart.stars),
    )


def new_draft(day: Day, content: Content, editor: str) -> str:
    """A golden reading to start from: the composed one, with its rules, as a draft."""
    of_day = chart(day)
    title, lead = content.phrases.lead(day, of_day)
    front = {
        "date": day.date,
        "editor": editor,
        "title": title,
        "lead": lead,
        "facts": " ".join(facts(day, of_day)),
        "draft": True,
    }
    written = yaml.safe_dump(front, allow_unicode=True, sort_keys=False, width=10_000)
    views = compose(day, of_day, content.corpus).views
    blocks = [f"---\n{written}---"]
    for versions in zip(*views.values(), strict=True):
        shared = [p for p in versions[0].printed if all(p in v.printed for v in versions)]
        blocks += _block(versions[0].name, shared)
        for view, version in zip(PERSPECTIVES, versions, strict=True):
            if own := [p for p in version.printed if p not in shared]:
                blocks += _block(f"{version.name}（{PERSPECTIVES[view]}）", own)
    return "\n\n".join(blocks) + "\n"


def _block(heading: str, paragraphs: list[Paragraph]) -> Iterator[str]:
    yield f"## {heading}"
    for paragraph in paragraphs:
        if paragraph.kind == "claim":
            yield f"> {paragraph.text}"
        else:
            yield f"{paragraph.text}〔依據：{'、'.join(paragraph.rules)}〕"


def hints(data: Path, content: Content) -> list[Problem]:
    """Everything worth telling that keeps nothing from being published: drafts, stale facts."""
    folder = Data(data)
    drafts = load_golden(folder, content.corpus.rules, drafts=True)
    wording = load_wording(Data(data))
    alone = replace(content.corpus, fragments={}, claims={}, other_texts=(), golden=drafts)
    found = [*folder.problems, *lint(alone, (), wording)]
    for golden in (*content.corpus.golden.values(), *drafts.values()):
        found += _stale(golden)
    return sorted(found)


def with_drafts(data: Path, content: Content) -> Content:
    """The content as it would be, were every draft published that lacks no part of a reading."""
    folder = Data(data)
    drafts = load_golden(folder, content.corpus.rules, drafts=True)
    unfinished = {problem.path for problem in folder.problems if problem.code != "G09"}
    whole = {on: golden for on, golden in drafts.items() if golden.lead.path not in unfinished}
    corpus = replace(content.corpus, golden=content.corpus.golden | whole)
    return replace(content, corpus=corpus)


def _stale(golden: Golden) -> Iterator[Problem]:
    """A reading that names a fact which is none any more."""
    if golden.facts is None:
        return
    day = calendar.day(golden.date)
    now, held = facts(day, chart(day)), golden.facts.text.split()
    if gone := [fact for fact in held if fact not in now]:
        new = "、".join(fact for fact in now if fact not in held) or "沒有別的"
        cure = f"現在是{new}；對著改正文，再改 facts 這一行"
        what = f"命盤算出來已不是「{'、'.join(gone)}」"
        yield Problem(golden.lead.path, golden.facts.line, "G10", what, cure)

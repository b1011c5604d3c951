"""Golden readings: a file an editor writes for one date, `data/golden/1990-05-20.md`.

In: `data/golden/`. Out: `Golden`s by date and the problems found, drafts apart: nothing in them
is published, nor keeps anything from it. A golden reading has the
six sections, after 感情婚姻 the paragraphs that each perspective adds to it, and at the end
of each paragraph the rules it rests on. A claim rests on those of the paragraph after it.
"""

from __future__ import annotations

import re
from datetime import date
from types import MappingProxyType
from typing import TYPE_CHECKING

from generator.chart.calendar import FIRST_DAY, LAST_DAY
from generator.content.problem import Problem
from generator.content.source import Block, Document, read_document, split_heading
from generator.content.text_file import markdown_files
from generator.reading.corpus import Golden, GoldenParagraph, Text
from generator.reading.facets import CLAIMED, SECTIONS

if TYPE_CHECKING:
    from pathlib import Path

    from generator.reading.corpus import Rule

LEAD_LENGTH = (40, 80)
"""Characters of the two sentences that lead a golden page."""

FRONT = ("date", "editor", "lead", "facts", "draft")

_BASIS = re.compile(r"(?P<text>.*?)〔依據：(?P<rules>[^〔〕]+)〕\Z", re.DOTALL)
VIEWS = MappingProxyType({"不分": "neutral", "男命": "male", "女命": "female"})


def load_golden(data: Path, rules: dict[str, Rule]) -> tuple[dict[date, Golden], list[Problem]]:
    """The readings that are published."""
    return _load(data, rules, drafts=False)


def load_drafts(data: Path, rules: dict[str, Rule]) -> tuple[dict[date, Golden], list[Problem]]:
    """The readings that say `draft: true`; each is told among the problems."""
    return _load(data, rules, drafts=True)


def _load(
    data: Path, rules: dict[str, Rule], *, drafts: bool
) -> tuple[dict[date, Golden], list[Problem]]:
    readings: dict[date, Golden] = {}
    problems: list[Problem] = []
    for path in markdown_files(data / "golden"):
        document, found = read_document(path, f"{data.name}/golden/{path.name}", claims=True)
        mark = document.front.get("draft")
        if (mark.text == "true") != drafts:
            continue
        if drafts:
            what, cure = "這是草稿，不會出版", "寫好以後，刪掉檔頭的 draft 這一行"
            problems.append(Problem(document.path, mark.line, "G09", what, cure))
        golden, more = _golden(document, path.stem, rules)
        problems += found + more
        if golden:
            readings[golden.date] = golden
    return readings, problems


def _golden(
    document: Document, stem: str, rules: dict[str, Rule]
) -> tuple[Golden | None, list[Problem]]:
    path, front = document.path, document.front
    problems: list[Problem] = []
    if not front.entries:  # that it can't be read is a problem already
        return None, problems

    def tell(line: int, code: str, what: str, cure: str) -> None:
        problems.append(Problem(path, line, code, what, cure))

    for key, value in front.entries.items():
        if key not in FRONT:
            tell(value.line, "G01", f"檔頭不認得「{key}」", f"檔頭只寫 {'、'.join(FRONT)}")
    draft, editor, lead = front.get("draft"), front.get("editor"), front.get("lead")
    if draft.held not in (None, "true", "false"):
        tell(draft.line, "G09", "看不出是不是草稿", "草稿寫 draft: true；不是草稿，就刪掉這一行")
    on = front.get("date").held
    if not isinstance(on, date) or not FIRST_DAY <= on <= LAST_DAY or stem != on.isoformat():
        cure = f"寫成 date: 1990-05-20，在 {FIRST_DAY} 到 {LAST_DAY} 之間，檔名同日期"
        tell(front.get("date").line, "G02", "日期不對", cure)
        return None, problems
    if not editor.text:
        tell(editor.line, "G03", "沒有署名", "檔頭加一行 editor: 你的名字")
    if not lead.text:
        cure = "檔頭加一行 lead: 兩句話，先說日主與節氣，再說一個傾向"
        tell(lead.line, "G08", "沒有頁首的兩句話", cure)
    sections: dict[tuple[str, str | None], tuple[GoldenParagraph, ...]] = {}
    for block in document.blocks:
        section, label = split_heading(block.heading)
        view = VIEWS.get(label)
        if section not in SECTIONS or (label and not view):
            cure = f"用{'、'.join(SECTIONS)}，視角寫（不分）（男命）（女命）"
            tell(block.line, "G04", f"不認得的節「{block.heading}」", cure)
            continue
        if (section, view) in sections:
            tell(block.line, "G04", f"「{block.heading}」寫了兩次", "合成一節")
            continue
        sections[section, view], found = _paragraphs(block, path, rules)
        problems += found
        if (block.claim is not None) if view else (block.claim is None and section in CLAIMED):
            what = f"「{block.heading}」{'下面不寫' if view else '沒有'}直說"
            tell(block.line, "G07", what, "直說「> 一句話」寫在每節標題下，視角的標題下不寫")
    wanted: list[tuple[str, str | None, str]] = [(section, None, "") for section in SECTIONS]
    wanted += [("感情婚姻", view, f"（{label}）") for label, view in VIEWS.items()]
    for section, view, label in wanted:
        if not sections.get((section, view)):
            cure = "六節都要寫，感情婚姻另寫三個視角各自的段落"
            tell(1, "G06", f"缺「## {section}{label}」", cure)
    facts = front.get("facts")
    held = Text(facts.text, "facts", (0, 0), path, facts.line) if facts.text else None
    return Golden(
        on, Text(lead.text, "lead", LEAD_LENGTH, path, lead.line), sections, held
    ), problems


def _paragraphs(
    block: Block, path: str, rules: dict[str, Rule]
) -> tuple[tuple[GoldenParagraph, ...], list[Problem]]:
    """The claim and paragraphs of a section, parted from the rules they name."""
    problems: list[Problem] = []
    paragraphs: list[GoldenParagraph] = []
    for passage in block.passages:
        match = _BASIS.match(passage.text)
        names = tuple(match["rules"].split("、")) if match else ()
        if not names or (rules and any(name not in rules for name in names)):
            cure = "段尾寫〔依據：規則名、規則名〕，名字要在 data/rules.yaml 裡"
            problems.append(Problem(path, passage.line, "G05", "這段沒有可查的依據", cure))
        text = match["text"] if match else passage.text
        paragraphs.append(GoldenParagraph(text, "text", names, path, passage.line))
    if block.claim and paragraphs:
        claim = GoldenParagraph(
            block.claim.text, "claim", paragraphs[0].rules, path, block.claim.line
        )
        paragraphs.insert(0, claim)
    return tuple(paragraphs), problems

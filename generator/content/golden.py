"""Golden readings: a file an editor writes for one date, `data/golden/1990-05-20.md`.

In: `data/golden/`. Out: `Golden`s by date, drafts apart: nothing in them is published, nor keeps
anything from it. A golden reading has the six sections, after 感情婚姻 the paragraphs that each
perspective adds to it, and at the end of each paragraph the rules it rests on. A claim rests on
those of the paragraph after it. As a whole page it is long enough, and nobody's copy.
"""

import re
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import replace
from datetime import date

from generator.chart.calendar import FIRST_DAY, LAST_DAY
from generator.content.mapping import unknown
from generator.content.problem import Problem
from generator.content.source import Block, Document, read_document, split_heading
from generator.content.text_file import Data, File
from generator.reading.corpus import Corpus, Fragment, Golden, GoldenParagraph, Rule, Text, packed
from generator.reading.facets import CLAIMED, PERSPECTIVES, SECTIONS

TITLE_LENGTH, LEAD_LENGTH = (8, 22), (24, 70)  # characters of what leads a golden page
LENGTH = (1900, 3200)  # characters of a page as one perspective reads it, white space left out
MOST_ALIKE = 10  # percent of a page that may stand elsewhere; the most today is 1.4
_CLAUSE = re.compile("[一-鿿]{6,}")  # two that write for themselves seldom have one in common
FRONT = ("date", "editor", "title", "lead", "facts", "draft")
_WANTED = (
    ("editor", "G03", "沒有署名", "檔頭加一行 editor: 你的名字"),
    ("title", "G08", "沒有題目", "檔頭加一行 title: 一句話，說你是什麼，結尾不加標點"),
    ("lead", "G08", "沒有頁首的兩句話", "檔頭加一行 lead: 兩句話，先接著題目說節氣，再說一個傾向"),
)
"""Field of the front matter → the code, what is wrong and what to do without it."""

_BASIS = re.compile(r"(?P<text>.*?)〔依據：(?P<rules>[^〔〕]+)〕\Z", re.DOTALL)
_Sections = dict[tuple[str, str | None], tuple[GoldenParagraph, ...]]
_VIEWS = {label: view for view, label in PERSPECTIVES.items()}


def load_golden(data: Data, rules: dict[str, Rule], *, drafts: bool = False) -> dict[date, Golden]:
    """The readings that are published, or those that say `draft: true`, each told of as a problem.

    The problems of the others are left aside.
    """
    readings: dict[date, Golden] = {}
    for place in sorted((data.folder / "golden").glob("*.md")):
        if place.name.startswith("."):  # editing programs hide theirs
            continue
        file = replace(data.file(f"golden/{place.name}"), problems=[])
        document = read_document(file, claims=True)
        mark = document.front.get("draft")
        if (mark.text == "true") != drafts:
            continue
        if drafts:
            file.tell(mark.line, "G09", "這是草稿，不會出版", "寫好以後，刪掉檔頭的 draft 這一行")
        # A front that can't be read is a problem already.
        if document.front.entries and (golden := _golden(document, rules)):
            readings[golden.date] = golden
        data.problems.extend(file.problems)
    return readings


def _golden(document: Document, rules: dict[str, Rule]) -> Golden | None:
    file, front = document.file, document.front
    unknown(file, front, FRONT, "G01", "檔頭不認得", f"檔頭只寫 {'、'.join(FRONT)}")
    draft, title, lead, facts = map(front.get, ("draft", "title", "lead", "facts"))
    if draft.held not in (None, "true", "false"):
        cure = "草稿寫 draft: true；不是草稿，就刪掉這一行"
        file.tell(draft.line, "G09", "看不出是不是草稿", cure)
    on = front.get("date").held
    stem = file.place.stem
    if not isinstance(on, date) or not FIRST_DAY <= on <= LAST_DAY or stem != on.isoformat():
        cure = f"寫成 date: 1990-05-20，在 {FIRST_DAY} 到 {LAST_DAY} 之間，檔名同日期"
        file.tell(front.get("date").line, "G02", "日期不對", cure)
        return None
    for name, *fault in _WANTED:
        if not front.get(name).text:
            file.tell(front.get(name).line, *fault)
    return Golden(
        on,
        Text(title.text, "title", TITLE_LENGTH, file.path, title.line, whole=False),
        Text(lead.text, "lead", LEAD_LENGTH, file.path, lead.line),
        _sections(document, rules),
        Text(facts.text, "facts", (0, 0), file.path, facts.line) if facts.text else None,
    )


def _sections(document: Document, rules: dict[str, Rule]) -> _Sections:
    file, sections = document.file, _Sections()
    for block in document.blocks:
        section, label = split_heading(block.heading)
        view = _VIEWS.get(label)
        if section not in SECTIONS or (label and not view):
            cure = f"用{'、'.join(SECTIONS)}，視角寫（不分）（男命）（女命）"
            file.tell(block.line, "G04", f"不認得的節「{block.heading}」", cure)
            continue
        if (section, view) in sections:
            file.tell(block.line, "G04", f"「{block.heading}」寫了兩次", "合成一節")
            continue
        sections[section, view] = tuple(_paragraphs(block, file, rules))
        if (not view and section in CLAIMED) != (block.claim is not None):
            what = f"「{block.heading}」{'下面不寫' if block.claim else '沒有'}直說"
            cure = "直說「> 一句話」寫在每節標題下，視角的標題下不寫"
            file.tell(block.line, "G07", what, cure)
    for heading in _lacking(sections):
        cure = "六節都要寫，感情婚姻另寫三個視角各自的段落"
        file.tell(1, "G06", f"缺「## {heading}」", cure)
    return sections


def _lacking(sections: _Sections) -> list[str]:
    """The headings of the parts that a reading must have, and this one has not."""
    wanted: dict[str, tuple[str, str | None]] = {section: (section, None) for section in SECTIONS}
    wanted |= {f"感情婚姻（{label}）": ("感情婚姻", view) for label, view in _VIEWS.items()}
    return [heading for heading, key in wanted.items() if not sections.get(key)]


def _paragraphs(block: Block, file: File, rules: dict[str, Rule]) -> list[GoldenParagraph]:
    """The claim and paragraphs of a section, parted from the rules they name."""
    paragraphs: list[GoldenParagraph] = []
    for passage in block.passages:
        match = _BASIS.match(passage.text)
        names = tuple(match["rules"].split("、")) if match else ()
        if not names or (rules and any(name not in rules for name in names)):
            cure = "段尾寫〔依據：規則名、規則名〕，名字要在 data/rules.yaml 裡"
            file.tell(passage.line, "G05", "這段沒有可查的依據", cure)
        text = match["text"] if match else passage.text
        paragraphs.append(GoldenParagraph(text, "text", names, file.path, passage.line))
    if (claim := block.claim) and paragraphs:
        of_next = paragraphs[0].rules
        paragraphs.insert(0, GoldenParagraph(claim.text, "claim", of_next, file.path, claim.line))
    return paragraphs


def judge_pages(corpus: Corpus) -> Iterator[Problem]:
    """Tell of each golden reading that is too short or long, or that another text has already."""
    written = {on: _clauses(golden.paragraphs) for on, golden in sorted(corpus.golden.items())}
    every = set[str]().union(*written.values())
    of_corpus = every & _clauses(corpus.listed)
    owners: dict[str, str] = {}
    low, high = LENGTH
    for on, clauses in written.items():
        lengths = {name: _length(corpus.golden[on], view) for name, view in _VIEWS.items()}
        path = corpus.golden[on].lead.path
        if wrong := [f"{name} {n} 字" for name, n in lengths.items() if not low <= n <= high]:
            cure = f"每個視角寫 {low} 到 {high} 字"
            yield Problem(path, 1, "G11", f"全文{'、'.join(wrong)}", cure)
        found = ["語料"] * len(clauses & of_corpus) + [owners[c] for c in clauses if c in owners]
        for owner, times in Counter(found).most_common(1):
            percent = 100 * times // len(clauses)
            if percent >= MOST_ALIKE:
                what = f"有百分之 {percent} 與{owner}相同"
                yield Problem(path, 1, "G12", what, "照這一天的命盤重寫，不抄別頁")
        for clause in clauses - of_corpus:
            owners.setdefault(clause, f" {path} ")


def _length(golden: Golden, view: str) -> int:
    """Characters of the page as one perspective reads it."""
    read = [p for (_, of), ps in golden.sections.items() if of in (None, view) for p in ps]
    return sum(len(packed(p.text)) for p in read)


def _clauses(paragraphs: Iterable[GoldenParagraph | Fragment]) -> set[str]:
    """Every stretch of so many characters that no mark parts."""
    return {clause for each in paragraphs for clause in _CLAUSE.findall(each.text)}

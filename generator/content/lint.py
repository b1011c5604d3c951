"""The numbered rules of wording, applied to every paragraph that visitors read.

In: a loaded corpus, all other texts and the wording lists. Out: `Problem`s, all of them, in file order.
Never changes a text.
"""

import re
from collections.abc import Callable, Iterable, Iterator
from functools import lru_cache

from generator.chart.symbols import CONTROLS, ELEMENTS, GENERATES
from generator.content.golden import judge_pages
from generator.content.inline import SLOT
from generator.content.problem import Problem
from generator.content.wording import Patterns, Wording, simplified
from generator.reading.corpus import CLAIM, Corpus, Text
from generator.reading.facets import CLAIM_LENGTH, FACETS

MAX_SENTENCE = 60  # characters; the rubric asks for a mean of 18-28
_BRACES = re.compile(r"[{}｛｝][^{}｛｝]{0,6}[}｝]?")
_SENTENCE = re.compile(r"[^。？]+[。？]?[」』]?")
_ELEMENT = f"([{''.join(ELEMENTS)}])"
_CYCLE = re.compile(rf"{_ELEMENT}(?!生.[月日年於在])(生|剋)(?={_ELEMENT})")
_ENDED = re.compile(r"(?:[。？]|……)[」』）]*\Z")
_MARKED = re.compile(r"[。，、；：]\Z")
_PAIRS = dict(zip("「『（《〈〔【", "」』）》〉〕】", strict=True))
_MARKS = re.compile(f"[{''.join(map(re.escape, (*_PAIRS, *_PAIRS.values())))}]")
_QUOTED = re.compile("「[^「」]*」")
_AMOUNT = re.compile(r"[0-9]+(?:,[0-9]{3})*(?:\.[0-9]+)?")
_ALLOWED = frozenset("，。、；：？「」『』（）〇\n{}｛｝")
"""What every text may hold beside ideographs; braces have a rule of their own."""

_OF_FIGURES = "《》＋－÷ "  # what a text with figures may hold too
_DOUBLE = re.compile("……|──")
_CURES = (
    ("[\"'“”‘’]", "引號用「」『』"),
    ("[0-9０-９]", "數字寫成國字"),
    ("[A-Za-zＡ-Ｚａ-ｚ]", "英文換成中文，或把名稱加進 wording.yaml 的 latin_too"),
    (r"\s", "句子裡不留空格"),
    ("[…—─]", "刪節號寫「……」，破折號寫「──」"),
    ("[一-鿿\uf900-\ufaff]", "換成台灣用的字；沒有錯就加進 wording.yaml 的 traditional_too"),
    ("", "標點只用，。、；：？「」『』（），不用驚嘆號與別的符號"),
)
"""Which characters are not allowed → what to write in their place; the first that fits."""

Fault = tuple[str, str, str]
"""Code, what is wrong, what to do."""

_NEARBY_LENGTH = 12
_GOLDEN_LENGTH = (20, 300)  # characters of a golden reading's paragraph; today's have 49 to 211


def lint(corpus: Corpus, others: tuple[Text, ...], wording: Wording) -> list[Problem]:
    """Judge every text, then each golden reading as a page."""
    problems = list(judge_pages(corpus))
    # A page that is a copy as a whole need not have each of its sentences told too.
    copies = {problem.path for problem in problems if problem.code == "G12"}
    seen: dict[str, str] = {}
    texts = list(_every(corpus, others))
    judge = _judge(wording, *_misspelt(texts, wording))
    for text in texts:
        for fault in judge(text):
            problems.append(Problem(text.path, text.line, *fault))
        for sentence in sentences(text.text) if text.path not in copies else ():
            if sentence in seen and len(sentence) >= _NEARBY_LENGTH:
                what = f"這句別處用過（{seen[sentence]}）：{sentence}"
                problems.append(Problem(text.path, text.line, "T08", what, "兩處有一處換一種說法"))
            seen.setdefault(sentence, f"{text.path}:{text.line}")
    return sorted(problems)


def _every(corpus: Corpus, others: tuple[Text, ...]) -> Iterator[Text]:
    """All texts; those of golden readings last, so that they are the ones that repeat another."""
    lengths = {facet.name: facet.length for facet in FACETS}
    # A slot reads as two characters; only fragments have them.
    for f in corpus.listed:
        yield Text(SLOT.sub("甲乙", f.text), f.key, lengths[f.facet], f.path, f.line, reading=True)
    for c in corpus.listed_claims:
        yield Text(c.text, f"{c.key}・{CLAIM}", CLAIM_LENGTH, c.path, c.line)
    yield from others
    for golden in corpus.golden.values():
        yield from (text for text in (golden.title, golden.lead) if text.text)
        for paragraph in golden.paragraphs:
            claim = paragraph.kind == "claim"
            name, length = (CLAIM, CLAIM_LENGTH) if claim else ("一段", _GOLDEN_LENGTH)
            at = (paragraph.path, paragraph.line)
            yield Text(paragraph.text, name, length, *at, reading=not claim)


def _misspelt(texts: Iterable[Text], wording: Wording) -> tuple[frozenset[str], re.Pattern[str]]:
    """The Simplified characters of the texts, and any run of others that no text may hold."""
    characters = set[str]().union(*(text.text for text in texts))
    of_mainland = simplified(characters - wording.plain_characters)
    # Those of Taiwan's own set, and those that another rule is about.
    known = {c for c in characters if "一" <= c <= "鿿" and c.encode("big5", "ignore")}
    known |= wording.plain_characters | of_mainland | {term for term, _ in wording.terms}
    strange = "".join(map(re.escape, sorted(characters - known - _ALLOWED)))
    return of_mainland, re.compile(f"[{strange}]+" if strange else "(?!)")


@lru_cache(maxsize=2)
def _judge(
    wording: Wording, of_mainland: frozenset[str], strange: re.Pattern[str]
) -> Callable[[Text], tuple[Fault, ...]]:
    """All of `_faults`, for any text. Kept: whoever judges after each save changed one text."""
    return lru_cache(10_000)(lambda text: tuple(_faults(text, wording, of_mainland, strange)))


def _faults(
    judged: Text, wording: Wording, of_mainland: frozenset[str], strange: re.Pattern[str]
) -> Iterator[Fault]:
    """Everything wrong with the wording of one text."""
    yield from _of_characters(judged, wording, of_mainland, strange)
    yield from _of_words(judged, wording)
    yield from _of_form(judged)


def _of_characters(
    judged: Text, wording: Wording, of_mainland: frozenset[str], strange: re.Pattern[str]
) -> Iterator[Fault]:
    text = judged.text
    for character in of_mainland.intersection(text):
        yield "T01", f"「{character}」是簡體字", "改成繁體；若此字繁體也用，加進 wording.yaml"
    for character, right in wording.only_in:
        left = right.sub("○", text) if character in text else ""
        for match in re.finditer(f".?{character}.?", left):
            cure = "改成繁體；若這個詞沒有錯，加進 wording.yaml 的 only_in"
            yield "T01", f"「{match[0]}」的「{character}」是簡體字", cure
    if strange.search(text) and (found := strange.findall(_within(judged, wording))):
        shown = "、".join("空格" if run.isspace() else f"「{run}」" for run in dict.fromkeys(found))
        cures = dict.fromkeys(map(_cure, "".join(found)))
        yield "T03", f"不能用的字元：{shown}", "；".join(cures)


def _of_words(judged: Text, wording: Wording) -> Iterator[Fault]:
    text = judged.text
    for term, better in wording.terms:
        if term in text:
            yield "T02", f"「{term}」不是台灣說法", f"改成{better}"
    for kind, found in _matches(wording.forbidden, text):
        yield "T04", f"禁語（{kind}）「{found}」", "改寫成傾向或生活場景"
    for kind, found in _matches(wording.forbidden_in_readings if judged.reading else (), text):
        cure = "先寫人，再寫盤；清單與成數留給命盤"
        yield "T13", f"{kind}不進解讀「{found}」", cure
    for source, verb, target in _CYCLE.findall(text):
        meant = (GENERATES if verb == "生" else CONTROLS)[source]
        if meant != target:
            yield "T05", f"生剋寫反：{source}{verb}{target}", f"{source}{verb}的是{meant}"
    if "您" in _QUOTED.sub("", text):
        yield "T12", "稱讀者「您」", "改成你；「」裡別人說的話才用您"


def _matches(patterns: Patterns, text: str) -> Iterator[tuple[str, str]]:
    return ((kind, match[0]) for kind, pattern in patterns for match in pattern.finditer(text))


def _of_form(judged: Text) -> Iterator[Fault]:
    text, (low, high) = judged.text, judged.length
    if not low <= len(text) <= high:
        yield "T07", f"「{judged.key}」{len(text)} 字", f"這裡寫 {low} 到 {high} 字"
    for sentence in sentences(text):
        if len(sentence) > MAX_SENTENCE:
            cure = f"拆成 {MAX_SENTENCE} 字以內"
            yield "T06", f"一句 {len(sentence)} 字：{sentence[:12]}……", cure
    for match in _BRACES.finditer(text):
        cure = "空格用半形花括號，前後成對，如 {日主}；只有語料與頁面能用，名稱列在 data/README.md"
        yield "T09", f"花括號不對「{match[0]}」", cure
    if judged.whole and not _ENDED.search(text):
        yield "T10", f"「{text[-6:]}」後面沒有句號", "一段的結尾寫「。」，問句寫「？」"
    elif not judged.whole and _MARKED.search(text):
        yield "T10", f"「{text[-6:]}」的結尾多了標點", "這裡不是整句，結尾不加標點"
    if mark := _unpaired(text):
        yield "T11", f"{mark} 沒有成對", "引號與括號有開有關，裡面一層的先關"


def _within(judged: Text, wording: Wording) -> str:
    """A text without what may stand in this one, though not in every text."""
    text = wording.latin.sub("", _DOUBLE.sub("", judged.text))
    if judged.figures:
        text = _AMOUNT.sub("", text)
    also = _OF_FIGURES if judged.figures else "《》" * judged.books
    return text.translate(dict.fromkeys(map(ord, also)))


def _cure(character: str) -> str:
    return next(cure for those, cure in _CURES if re.match(those, character))


def _unpaired(text: str) -> str:
    """The first mark that has no counterpart, or closes another than the last one open."""
    opened: list[str] = []
    for found in _MARKS.finditer(text):
        mark = found[0]
        if mark in _PAIRS:
            opened.append(mark)
        elif not opened or _PAIRS[opened.pop()] != mark:
            return mark
    return "".join(opened[:1])


def sentences(text: str) -> list[str]:
    """The sentences of a text; one ends at 。 or ？, with the closing quote after it."""
    return _SENTENCE.findall(text)

"""The corpus and the tools' tables: all paragraphs of `data/`, and the named rules they rest on.

In: `data/rules.yaml`, `corpus/`, `golden/`, `tables/`. Out: a `Corpus` and `Tables`, each text with its
file and line. Collects every problem of form and completeness; the wording itself is judged in `lint`.
"""

import re
from collections.abc import Collection
from dataclasses import dataclass, field, replace
from itertools import combinations_with_replacement, product

from generator.chart.symbols import BRANCHES, STEMS, TEN_GODS, ZODIAC
from generator.content.golden import load_golden
from generator.content.inline import SLOT
from generator.content.mapping import read_mapping, unknown
from generator.content.source import Block, Document, read_document, split_heading
from generator.content.text_file import Data, File
from generator.reading.corpus import CLAIM, GENERIC_KEY, Corpus, Fragment, Rule, Text
from generator.reading.facets import CLAIM_LENGTH, FACETS, Facet
from generator.reading.slots import SLOTS, promised

_PALACE_KINDS = ("六合", "半合", "拱合", "三會", "六沖", "相刑", "自刑", "六害", "六破", "靜")
_QUIET_KINDS = ("伏吟", "靜而同類", "靜而生我", "靜而我生", "靜而剋我", "靜而我剋")
"""What the pages of the day pillars say in place of 日支・靜."""

_SIGNS = tuple(ZODIAC[branch] for branch in BRANCHES)
COMPATIBILITY_KEYS = tuple(map("・".join, combinations_with_replacement(_SIGNS, 2)))
FLOW_YEAR_KEYS = (
    *(f"步驟{n}" for n in "一二三四五六七"),
    *(f"{kind}・{god}" for kind in ("主題", "環境") for god in TEN_GODS),
    *(f"太歲・{name}" for name in ("值", "刑", "沖", "害", "破", "六合", "三合", "平")),
    *(f"{place}・{kind}" for place in ("月支", "日支") for kind in _PALACE_KINDS),
    *(f"日支・{kind}" for kind in _QUIET_KINDS),
    "空亡・填實",
    *(f"天干・{name}" for name in ("五合", "沖", "犯歲君", "天剋地沖", "伏吟", "平")),
    *(f"喜忌・{name}" for name in ("助力", "平", "耗力")),
)
_LABEL = (1, 8)  # characters of the label of a level
_OF_RULE = (2, 120)  # characters of a rule's name, statement, source
_SCORE = re.compile(r"0|[1-9][0-9]?|100")
THIS_YEAR_KEYS = (
    *map("・".join, product(STEMS, STEMS)),
    *map("・".join, product(BRANCHES, BRANCHES)),
)
"""The day stem and a year's, the day branch and a year's."""

_TWO_STEMS = tuple(combinations_with_replacement(STEMS, 2))
_PAIRS = {
    "直說": (_TWO_STEMS, CLAIM_LENGTH),
    "天干": (_TWO_STEMS, (90, 155)),
    "給": (tuple(product(STEMS, STEMS)), (18, 48)),
    "地支": (tuple(combinations_with_replacement(BRANCHES, 2)), (75, 135)),
}
"""What is told of two day pillars: of which signs, and in how many characters."""

_FILES = (
    ("compatibility", ((COMPATIBILITY_KEYS, (75, 110)),)),
    ("flow-year", ((FLOW_YEAR_KEYS, (60, 100)),)),
    ("this-year", ((THIS_YEAR_KEYS, (18, 75)),)),
    (
        "pair",
        tuple(
            (tuple(f"{kind}・{one}・{other}" for one, other in signs), length)
            for kind, (signs, length) in _PAIRS.items()
        ),
    ),
)


@dataclass(frozen=True, slots=True)
class Tables:
    """Texts by key; `levels` are (least score, label), the highest first.

    `rules`: by the file's name, the rule that its texts rest on.
    """

    compatibility: dict[str, str]
    flow_year: dict[str, str]
    this_year: dict[str, str]
    pair: dict[str, str]
    levels: tuple[tuple[int, str], ...]
    rules: dict[str, str]
    texts: tuple[Text, ...] = field(repr=False)


def load(data: Data) -> Corpus:
    rules, texts = _load_rules(data)
    fragments: dict[str, dict[str, tuple[Fragment, ...]]] = {}
    claims: dict[str, Fragment] = {}
    for facet in FACETS:
        document = read_document(data.file(f"corpus/{facet.name}.md"), claims=facet.claim)
        fragments[facet.name] = _fragments(facet, document, _rule_of(document, rules))
        if facet.claim:
            claims |= _claims(document, fragments[facet.name])
    return Corpus(rules, fragments, claims, load_golden(data, rules), tuple(texts))


def _fragments(facet: Facet, document: Document, rule: str) -> dict[str, tuple[Fragment, ...]]:
    file = document.file
    found: dict[str, dict[str, Fragment]] = {}
    for block in document.blocks:
        key, variant = split_heading(block.heading)
        _check_block(block, file, promised(facet, key))
        if key not in facet.keys and key != GENERIC_KEY:
            cure = f"這個檔的鍵長這樣：{'、'.join(facet.keys[:3])}……"
            file.tell(block.line, "C03", f"不認得的鍵「{block.heading}」", cure)
        elif variant in found.get(key, ()):
            cure = "同一個鍵要寫第二段，標題後加（二）"
            file.tell(block.line, "C04", f"「{block.heading}」寫了兩次", cure)
        elif block.passages:
            text, line = block.passages[0].text, block.passages[0].line
            found.setdefault(key, {})[variant] = Fragment(
                facet.name, key, variant, rule, file.path, line, text, tuple(SLOT.split(text))
            )
    _check_cohorts(facet, found, file)
    if document.blocks and GENERIC_KEY not in found:
        cure = f"補上這些鍵，或先寫一段「## {GENERIC_KEY}」（會標成 fallback）"
        file.tell_missing(1, facet.keys, found, cure=cure)
    return {key: tuple(variants.values()) for key, variants in found.items()}


def _check_cohorts(facet: Facet, found: dict[str, dict[str, Fragment]], file: File) -> None:
    for key, variants in found.items():
        cohorts = {fragment.cohort for fragment in variants.values()}
        if without := [c for c in facet.cohorts(key) if cohorts.isdisjoint(("", c))]:
            what = f"「{key}」沒有給「{'、'.join(without)}」讀的寫法"
            cure = f"補一段「## {key}（{without[0]}）」，或留一段不分年紀的"
            file.tell(min(fragment.line for fragment in variants.values()), "C12", what, cure)


def _claims(document: Document, fragments: dict[str, tuple[Fragment, ...]]) -> dict[str, Fragment]:
    """The claim of each fragment by its id: its own, or the first that its key has."""
    written = {split_heading(block.heading): block.claim for block in document.blocks}
    claims: dict[str, Fragment] = {}
    low, high = CLAIM_LENGTH
    for key, variants in fragments.items():
        first = next((f.variant for f in variants if written[key, f.variant]), None)
        for fragment in variants:
            variant = fragment.variant if written[key, fragment.variant] else first
            if variant is not None and (claim := written[key, variant]):
                name = f"{variant}・{CLAIM}" if variant else CLAIM
                claims[fragment.id] = replace(
                    fragment, variant=name, line=claim.line, text=claim.text, parts=(claim.text,)
                )
        if first is None and key != GENERIC_KEY:
            cure = f"「## {key}」下空一行，寫「> 」和一句 {low} 到 {high} 字的話，再空一行"
            document.file.tell(variants[0].line, "C11", f"「{key}」沒有直說", cure)
    return claims


def _check_block(block: Block, file: File, may: Collection[str]) -> None:
    """Tell of too many paragraphs, and of slots that are none or may be empty on some date."""
    if len(block.passages) != 1:
        what = f"「{block.heading}」下面有 {len(block.passages)} 段"
        file.tell(block.line, "C08", what, "一個標題寫一段；另一種寫法用（二）")
    for passage in block.passages:
        for slot in dict.fromkeys(SLOT.findall(passage.text)):
            if slot not in SLOTS:
                cure = "可用的空格列在 data/README.md"
                file.tell(passage.line, "C09", f"不認得的空格「{{{slot}}}」", cure)
            elif slot not in may:
                what = f"空格「{{{slot}}}」在「{block.heading}」的每一天不一定有得填"
                cure = "換一個空格，或把這句話寫實；哪些鍵可以用，見 data/README.md"
                file.tell(passage.line, "C13", what, cure)


def _load_rules(data: Data) -> tuple[dict[str, Rule], list[Text]]:
    file = data.file("rules.yaml")
    rules = {}
    texts = []
    for key, value in read_mapping(file).entries.items():
        fields = {name: held.text for name, held in value.entries.items()}
        if fields.keys() == {"statement", "source"} and all(fields.values()):
            rules[key] = Rule(key, **fields)
            texts.append(Text(key, key, _OF_RULE, file.path, value.line, whole=False))
            for name, held in value.entries.items():
                whole, at = name == "statement", (file.path, held.line)
                texts.append(Text(held.text, key, _OF_RULE, *at, whole=whole, books=True))
        else:
            cure = "底下只寫 statement（規則一句話）與 source（出處）兩行"
            file.tell(value.line, "C02", f"規則「{key}」不完整", cure)
    return rules, texts


def _rule_of(document: Document, rules: dict[str, Rule]) -> str:
    """The name of the rule that a corpus or table file rests on; its front matter checked."""
    file, front = document.file, document.front
    unknown(file, front, ("title", "rule"), "C06", "檔頭不認得", "檔頭只寫 title 與 rule")
    title, rule = front.get("title"), front.get("rule")
    if not title.text and front.entries:
        file.tell(title.line, "C10", "檔頭沒有 title", "加一行 title: 這個檔的名字")
    # Without a single rule, the problem of their own file would stand behind one for each file.
    if rules and rule.text not in rules and front.entries:
        cure = "用 data/rules.yaml 裡有的規則名，或先去那裡加一條"
        file.tell(rule.line, "C07", f"沒有「{rule.text}」這條規則", cure)
    return rule.text


def load_tables(data: Data, rules: dict[str, Rule]) -> Tables:
    found: dict[str, dict[str, str]] = {}
    rests_on: dict[str, str] = {}
    texts: list[Text] = []
    for name, kinds in _FILES:
        lengths = {key: length for keys, length in kinds for key in keys}
        document = read_document(data.file(f"tables/{name}.md"))
        rests_on[name] = _rule_of(document, rules)
        found[name.replace("-", "_")] = _table(document, lengths, texts)
    levels = _levels(data.file("tables/levels.yaml"), texts)
    return Tables(**found, levels=levels, rules=rests_on, texts=tuple(texts))


def _table(
    document: Document, lengths: dict[str, tuple[int, int]], texts: list[Text]
) -> dict[str, str]:
    """The texts of a file by key, also added to `texts`."""
    file, table = document.file, dict[str, str]()
    for block in document.blocks:
        if block.heading in lengths and block.heading not in table and len(block.passages) == 1:
            text, line = block.passages[0].text, block.passages[0].line
            table[block.heading] = text
            texts.append(Text(text, block.heading, lengths[block.heading], file.path, line))
        else:
            cure = "鍵要照原來的寫，一個鍵一段，不重複"
            file.tell(block.line, "C03", f"「{block.heading}」不對", cure)
    if document.blocks:
        file.tell_missing(1, lengths, table)
    return table


def _levels(file: File, texts: list[Text]) -> tuple[tuple[int, str], ...]:
    """The levels, the highest first; adds their labels to the texts."""
    entries = read_mapping(file).entries
    levels = []
    for key, label in entries.items():
        if _SCORE.fullmatch(key) and label.text:
            levels.append((int(key), label.text))
            texts.append(Text(label.text, key, _LABEL, file.path, label.line, whole=False))
        else:
            cure = "每行寫「分數: 說法」，分數是零到一百的整數"
            file.tell(label.line, "S16", f"「{key}」這一級不對", cure)
    if entries and "0" not in entries:
        file.tell(1, "S16", "等級表沒有 0", "最後一行寫「0: 說法」，再低的分數也有得說")
    return tuple(sorted(levels, reverse=True))

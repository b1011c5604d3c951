"""The voice of a page, as far as it can be counted: `data/STYLE.md` says what is wanted.

In: the text of a page, a section or a paragraph. Out: numbers. Imports nothing of the project.

What a count finds is not yet what a reader finds: a paragraph may take up the one before without any
of these words, and none of them makes it do so.
"""

import re

_HEDGES = re.compile("多半|往往|容易|常常|傾向|不妨")
_SIMILES = re.compile("好比|好像|就像|像是|像一|彷彿|如同|似的")
_WORK = re.compile(
    "同事|主管|老闆|客戶|公司|辦公|班表|排班|上班|下班|加班|面試|薪水|職|開會|會議|簡報|報告|"
    "考試|考卷|作業|功課|讀書|上課|老師|同學|專案|訂單|出差|值班|工作"
)
_CLAUSE_ENDS = re.compile("[，。：；？]")
_SENTENCE = re.compile("[^。？]+[。？]?[」』]*")
_LINK = re.compile(
    "也|又|卻|偏偏|可是|不過|只是|因此|所以|於是|仍|還是|同樣|照樣|反過來|反倒|"
    "[這那](?!裡|邊|個人|天|一天|年)|關起|關上|回到|到了|說到|輪到|熟了|久了|沒有人看"
)
_ADVICE = re.compile(
    "(?:^|，)(?:不妨|試著|下次|下回|今天|今晚|這個月|這週)(?![^「]*」)|吧。$|就夠。$|就好。$"
)
_USEFUL = re.compile("有用|派得上|幫得上|最划算|靠得住|放心|安心|踏實")
_EXPLAINED = re.compile(
    "(正官|七殺|正財|偏財|正印|偏印|食神|傷官|比肩|劫財|比劫|官殺|食傷|喜用|日主)(?:是|就是|管|，也就是|也就是)"
)


def hedges(text: str) -> int:
    """Softening words to a thousand characters."""
    return round(1000 * len(_HEDGES.findall(text)) / (len("".join(text.split())) or 1))


def similes(text: str) -> int:
    return len(_SIMILES.findall(text))


def of_work(text: str) -> int:
    """Words of working or learning."""
    return len(_WORK.findall(text))


def links(paragraph: str) -> bool:
    """Whether its first clause takes up what stands before."""
    return bool(_LINK.search(_CLAUSE_ENDS.split(paragraph, maxsplit=1)[0]))


def advises(paragraph: str) -> bool:
    """Whether it ends with something to do."""
    return bool(_ADVICE.search(_SENTENCE.findall(paragraph)[-1]))


def praises_use(paragraph: str) -> bool:
    """Whether it ends with what others have of it."""
    return bool(_USEFUL.search(_SENTENCE.findall(paragraph)[-1]))


def explained_twice(paragraphs: list[str]) -> int:
    """Terms that more than one paragraph explains."""
    explained = [term for text in paragraphs for term in set(_EXPLAINED.findall(text))]
    return len({term for term in explained if explained.count(term) > 1})

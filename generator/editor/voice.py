"""The voice of a page, as far as it can be counted: `data/STYLE.md` says what is wanted.

In: the text of a page or a section. Out: numbers. Imports nothing of the project.
"""

import re

_HEDGES = re.compile("多半|往往|容易|常常|傾向|不妨")
_SIMILES = re.compile("好比|好像|就像|像是|像一|彷彿|如同|似的")
_WORK = re.compile(
    "同事|主管|老闆|客戶|公司|辦公|班表|排班|上班|下班|加班|面試|薪水|職|開會|會議|簡報|報告|"
    "考試|考卷|作業|功課|讀書|上課|老師|同學|專案|訂單|出差|值班|工作"
)


def hedges(text: str) -> int:
    """Softening words to a thousand characters."""
    return round(1000 * len(_HEDGES.findall(text)) / (len("".join(text.split())) or 1))


def similes(text: str) -> int:
    return len(_SIMILES.findall(text))


def of_work(text: str) -> int:
    """Words of working or learning."""
    return len(_WORK.findall(text))

"""What pages say of many dates together, and the pages of prose, which tell most of it.

In: the calendar, an `Essay`, `Counts` of the dates of a release. Out: what fills the slots of an essay
and the table of lunar years; an essay as HTML, its slots filled.
Draws no figure: those are blocks of the page's own template.
"""

import re
from collections import Counter
from dataclasses import replace
from datetime import date
from functools import cache
from itertools import pairwise
from typing import Any, NamedTuple

from markupsafe import Markup, escape

from generator.chart import calendar
from generator.chart.calendar import DATES, FIRST_DAY, LAST_DAY
from generator.chart.census import Census
from generator.chart.hidden import HIDDEN_STEMS
from generator.chart.labels import date_zh, day_path
from generator.chart.symbols import BRANCH_ELEMENT, ELEMENTS, STEM_ELEMENT
from generator.content.essays import Essay
from generator.content.inline import MARKDOWN, SLOT, below, html
from generator.content.settings import Site

_FIGURE = re.compile(r"<p>\{(.+?)\}</p>\n")
_DRESSED = (
    (r"<table>", '<div class="wide"><table>'),
    (r"</table>", "</table></div>"),
    (r"<th>", '<th scope="col">'),
    (r"<tr>\n<td>(.*)</td>", r'<tr>\n<th scope="row">\1</th>'),
    (r"<dl>", '<dl class="facts">'),
    (r"<h2>(.*)（規則）(.*)</h2>", r'<h2 id="規則">\1\2</h2>'),
)
"""What the style sheet and links to a heading ask for; in text a `<` is escaped."""

EXAMPLE = FIRST_DAY.replace(1990, 5, 20)


class Counts(NamedTuple):
    """`census` and `tiers` (dates by tier) are counted of the dates of the release."""

    census: Census
    tiers: Counter[str]


@cache
def figures() -> dict[str, str]:
    """What the slots tell of every date there is, whatever part is built; half a second's work."""
    days = [calendar.day(on) for on in DATES]
    turns = [day.turn for day in days if day.turn]
    charts = Counter((day.year, day.month, day.day) for day in days)
    return {
        "起日": date_zh(FIRST_DAY),
        "迄日": date_zh(LAST_DAY),
        "起年": str(FIRST_DAY.year),
        "迄年": str(LAST_DAY.year),
        "總天數": f"{len(DATES):,}",
        "兩種生肖": str(sum(day.zodiac != day.zodiac_lunar for day in days)),
        "換月天數": str(len(turns)),
        "換年天數": str(sum(turn.term.name == "立春" for turn in turns)),
        "午後交節": str(sum(not turn.noon_after for turn in turns)),
        "少一行": _share_lacking_one(charts, hidden=False),
        "全無一行": _share_lacking_one(charts, hidden=True),
        "三柱種數": f"{len(charts):,}",
        "同柱對數": f"{sum(n > 1 for n in charts.values()):,}",
    }


def _share_lacking_one(charts: Counter[tuple[str, str, str]], *, hidden: bool) -> str:
    """Of dates: where some element is in none of the characters, nor (`hidden`) in a hidden stem."""
    lacking = sum(n for pillars, n in charts.items() if _lacks_one(pillars, hidden=hidden))
    return f"{100 * lacking / charts.total():.1f}%"


def _lacks_one(pillars: tuple[str, ...], *, hidden: bool) -> bool:
    """Whether some element is in none of the characters, nor (`hidden`) in their hidden stems."""
    found = {STEM_ELEMENT[p[0]] for p in pillars} | {BRANCH_ELEMENT[p[1]] for p in pillars}
    if hidden:
        found |= {STEM_ELEMENT[h.stem] for p in pillars for h in HIDDEN_STEMS[p[1]]}
    return len(found) < len(ELEMENTS)


@cache
def lunar_table() -> str:
    """The lunar years that touch the range, "1949 …": the first year, then a word for each.

    A word is a number of 22 bits:

    - bits 0 to 12: the months in the order they come, 正月 in bit 0, a leap month in its
      place; 1 is a month of 30 days, 0 one of 29. Bit 12 is 0 in a year of twelve months;
    - bits 13 to 16: the month (1 to 12) that the leap month follows, 0 if there is none;
    - bits 17 to 21: the days from January 21 to 正月初一, so 6 is January 27.
    """
    years = range(FIRST_DAY.year - 1, LAST_DAY.year + 2)
    firsts = [(d.date, d.lunar) for y in years for d in calendar.days(y) if d.lunar.day == 1]
    words: dict[int, int] = {}
    months = 0
    for (on, lunar), (following, _) in pairwise(firsts):
        if lunar.month == 1 and not lunar.leap:
            words[lunar.year] = (on - date(on.year, 1, 21)).days << 17
            months = 0
        if lunar.year in words:
            words[lunar.year] |= ((following - on).days == 30) << months
            words[lunar.year] |= lunar.leap * lunar.month << 13
            months += 1
    first, last = calendar.day(FIRST_DAY).lunar.year, calendar.day(LAST_DAY).lunar.year
    return " ".join([str(first), *(str(words[year]) for year in range(first, last + 1))])


def filling(site: Site, counts: Counts) -> dict[str, str]:
    """What each of the slots becomes."""
    return figures() | {
        "站名": site["name"],
        "引用格式": site["attribution"],
        "免責聲明": site["disclaimer"],
        "例頁網址": site["base_url"] + day_path(EXAMPLE),
        "出版天數": f"{counts.census.total:,}",
        "親筆頁數": f"{counts.tiers['golden']:,}",
        "組成頁數": f"{counts.tiers['generated']:,}",
        "通稿頁數": f"{counts.tiers['fallback']:,}",
    }


def essay(written: Essay, values: dict[str, str], base: str) -> dict[str, Any]:
    """The page for its template: the front matter by field, and the body in `parts`.

    Every second part is the name of a figure, which stands between those beside it.
    """
    front = {field: _filled(html(text, base), values) for field, text in written.front.items()}
    tokens = [
        replace(token, children=MARKDOWN.parseInline(token.content)[0].children)
        if token.type == "inline"
        else token
        for token in written.tokens
    ]
    body = below(MARKDOWN.renderer.render(tokens, MARKDOWN.options, {}), base)
    for plain, dressed in _DRESSED:
        body = re.sub(plain, dressed, body)
    parts = [Markup(part) for part in _FIGURE.split(_filled(body, values))]
    return {"essay": front | {"path": f"/{written.name}/", "parts": parts}}


def _filled(markup: str, values: dict[str, str]) -> Markup:
    """Markup with its slots filled; a figure is none of them."""
    return Markup(SLOT.sub(lambda slot: escape(values.get(slot[1], slot[0])), markup))

"""The pages of prose: what editors wrote as HTML, its slots filled.

In: an `Essay`, the settings, what was counted. Out: what the template takes. Draws no figure:
those are blocks of the page's own template.
"""

from __future__ import annotations

import re
from dataclasses import replace
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from generator.chart.calendar import DATES, FIRST_DAY, LAST_DAY
from generator.chart.labels import date_han, day_path, year_han
from generator.content.inline import MARKDOWN, SLOT, below, html

if TYPE_CHECKING:
    from collections.abc import Mapping

    from generator.content.essays import Essay
    from generator.content.settings import Site
    from generator.pages.almanac import Figures

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

_EXAMPLE = FIRST_DAY.replace(1990, 5, 20)


def filling(
    site: Site, pressed: int, tiers: Mapping[str, int], of_range: Figures
) -> dict[str, str]:
    """What each of the slots becomes.

    `pressed` counts the dates of this release, `tiers` those of each tier;
    `of_range` is counted of every date there is.
    """
    return {
        "站名": site["name"],
        "引用格式": site["attribution"],
        "免責聲明": site["disclaimer"],
        "例頁網址": site["base_url"] + day_path(_EXAMPLE),
        "起日": date_han(FIRST_DAY),
        "迄日": date_han(LAST_DAY),
        "起年": year_han(FIRST_DAY),
        "迄年": year_han(LAST_DAY),
        "總天數": f"{len(DATES):,}",
        "出版天數": f"{pressed:,}",
        "兩種生肖": str(of_range.zodiacs),
        "換月天數": str(of_range.turns),
        "換年天數": str(of_range.springs),
        "午後交節": str(of_range.afternoons),
        "少一行": f"{100 * of_range.unseen / len(DATES):.1f}%",
        "全無一行": f"{100 * of_range.absent / len(DATES):.1f}%",
        "三柱種數": f"{of_range.charts:,}",
        "同柱對數": f"{of_range.shared:,}",
        "親筆頁數": f"{tiers['golden']:,}",
        "組成頁數": f"{tiers['generated']:,}",
        "通稿頁數": f"{tiers['fallback']:,}",
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

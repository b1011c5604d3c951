"""The pages of prose: what editors wrote, its slots filled, its words linked.

In: an `Essay`, the settings, what was counted. Out: what the template takes. Draws no figure:
those are blocks of the page's own template.
"""

from __future__ import annotations

from itertools import groupby
from typing import TYPE_CHECKING, Any

from markupsafe import Markup, escape

from generator.calendar import DATES, FIRST_DAY, LAST_DAY
from generator.content.essays import LINK, SLOT
from generator.labels import date_han, day_path, year_han

if TYPE_CHECKING:
    from collections.abc import Mapping

    from generator.content.essays import Essay
    from generator.content.settings import Site
    from generator.pages.method import Figures

_EXAMPLE = FIRST_DAY.replace(1990, 5, 20)


def filling(
    site: Site, pressed: int, tiers: Mapping[str, int], of_range: Figures
) -> dict[str, str]:
    """What each of the slots becomes; empty where there is nothing of its kind.

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
        "通稿頁數": f"{tiers['fallback']:,}" if tiers["fallback"] else "",
    }


def essay(written: Essay, values: dict[str, str], site: Site) -> dict[str, Any]:
    """The page for its template: the front matter by field, and the parts of a kind together.

    An item of a list whose slot has nothing is left out.
    """
    front = {field: _filled(part.cells[0], values, site) for field, part in written.front.items()}
    parts = [
        ([_filled(cell, values, site) for cell in part.cells], part)
        for part in written.parts
        if part.kind != "item" or all(values[slot] for slot in SLOT.findall("".join(part.cells)))
    ]
    grouped = groupby(parts, key=lambda each: each[1].kind)
    groups = [
        (kind, [{"cells": cells, "anchor": part.anchor} for cells, part in group])
        for kind, group in grouped
    ]
    return {"essay": front | {"path": f"/{written.name}/", "groups": groups}}


def _filled(text: str, values: dict[str, str], site: Site) -> Markup:
    """Text, then words and address of a link, then text again."""
    pieces = LINK.split(text)
    filled = [_with_values(piece, values) for piece in pieces]
    for n in range(1, len(pieces), 3):
        link = Markup('<a href="{}">{}</a>').format(site.base_path + pieces[n + 1], filled[n])
        filled[n : n + 2] = [link, Markup()]
    return Markup().join(filled)


def _with_values(text: str, values: dict[str, str]) -> Markup:
    parts = SLOT.split(text)
    return escape("".join(values[part] if n % 2 else part for n, part in enumerate(parts)))

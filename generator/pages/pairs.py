"""The pages of two people: each two of the sixty day pillars, and how to come there.

In: the texts of `data/tables/pair.md`. Out: (path, template, context). What the other pillars add, a
script tells of two dates. Imports nothing that knows a date.
"""

from collections.abc import Iterator
from itertools import combinations_with_replacement

from generator.chart import labels
from generator.chart.relations import pair_kinds
from generator.chart.symbols import BRANCHES, PILLARS, STEMS
from generator.content.fragments import Tables
from generator.pages.features import ROWS, Page


def meeting_pages(tables: Tables) -> Iterator[Page]:
    slugs = {pillar: labels.met_path(pillar).split("/")[2] for pillar in PILLARS}
    yield "/pair/", "meeting.html", {"rows": ROWS, "slugs": slugs}
    for pillar in PILLARS:
        others = [(other, labels.met_path(*_in_order(pillar, other))) for other in PILLARS]
        yield labels.met_path(pillar), "meeting-of.html", {"name": pillar, "others": others}
    text = tables.pair
    for one, other in combinations_with_replacement(PILLARS, 2):
        stems = "・".join(sorted((one[0], other[0]), key=STEMS.index))
        branches = "・".join(sorted((one[1], other[1]), key=BRANCHES.index))
        context = {
            "one": one,
            "other": other,
            "claim": text[f"直說・{stems}"],
            "stems": text[f"天干・{stems}"],
            "branches": text[f"地支・{branches}"],
            "kinds": tuple(pair_kinds(one[1], other[1])),
            "advice": tuple(
                dict.fromkeys(
                    (giver, text[f"給・{giver}・{taker}"])
                    for giver, taker in ((one[0], other[0]), (other[0], one[0]))
                )
            ),
        }
        yield labels.met_path(one, other), "meeting-two.html", context


def _in_order(*pillars: str) -> list[str]:
    return sorted(pillars, key=PILLARS.index)

"""The addresses of the site: every page and file that a text may lead to.

In: an address as an editor writes it. Out: whether it is one of them. The rules alone decide that;
imports labels, symbols, the calendar and the names of patterns; never a text or a template.
"""

import re
from datetime import date
from functools import cache
from itertools import combinations_with_replacement, starmap

from generator.chart import labels
from generator.chart.calendar import FIRST_DAY, LAST_DAY
from generator.chart.pattern import PATTERNS
from generator.chart.symbols import BRANCHES, PILLARS, STEMS

SINGLE = (
    "/", "/about/", "/bazi/", "/day-master/", "/day-pillar/", "/docs/api/", "/flow-year/", "/method/",
    "/pair/", "/pattern/", "/privacy/", "/services/", "/terms/", "/zodiac/",
)  # fmt: skip
SITE_FILES = (
    "/llms.txt", "/openapi.yaml", "/release.json", "/robots.txt", "/server.json", "/sitemap.xml",
    "/tables/catalogue.json", "/tables/compatibility.json", "/tables/flow-year.json",
    "/tables/tools.json", "/terms.ics", "/terms.json",
)  # fmt: skip

NO_PAGE = "到那一頁複製網址；日期不補零，例如 /bazi/1990-5-20/"
"""What an editor does about an address that leads nowhere."""

_DATE = re.compile(r"/bazi/(\d{4})-(\d\d?)-(\d\d?)/", re.A)


def leads_somewhere(address: str) -> bool:
    """Whether there is such a page or file; a place within it (after #) is not looked for."""
    path, _, _ = address.partition("#")
    return path in pages() or path in SITE_FILES or date_at(path) is not None


def date_at(path: str) -> date | None:
    """The date whose page has this address, if it is one of the range."""
    found = _DATE.fullmatch(path)
    try:
        on = date(*map(int, found.groups())) if found else date.min
    except ValueError:
        return None
    return on if FIRST_DAY <= on <= LAST_DAY and labels.day_path(on) == path else None


@cache
def pages() -> frozenset[str]:
    """The addresses of all pages but those of dates."""
    return frozenset((
        *SINGLE,
        *map(labels.year_path, range(FIRST_DAY.year, LAST_DAY.year + 1)),
        *map(labels.pillar_path, PILLARS),
        *map(labels.flow_path, PILLARS),
        *map(labels.met_path, PILLARS),
        *starmap(labels.met_path, combinations_with_replacement(PILLARS, 2)),
        *map(labels.stem_path, STEMS),
        *map(labels.pattern_path, PATTERNS),
        *(labels.pair_path(a, b) for n, a in enumerate(BRANCHES) for b in BRANCHES[n:]),
    ))  # fmt: skip

"""Every page that does not belong to one date, and the files beside them.

In: everything a build has and what it counted. Out: (path, what makes the file); the calendar page
of a year. A new page that stands once is a template and one line in `_single`.
"""

from collections.abc import Callable, Iterator, Mapping
from functools import partial
from itertools import groupby
from typing import Any, NamedTuple

import orjson
from jinja2 import Environment

from generator.chart import calendar, chart
from generator.chart.calendar import DATES, FIRST_DAY, LAST_DAY, Day, Term
from generator.chart.labels import PINYIN, day_path, pattern_path, stem_path, year_path
from generator.chart.pattern import PATTERNS
from generator.chart.strength import CLASSES
from generator.chart.symbols import (
    BRANCHES,
    ELEMENTS,
    PILLAR_INDEX,
    STEM_ELEMENT,
    STEMS,
    ZODIAC,
    pillar,
)
from generator.content.inputs import FONT, Content, Source
from generator.content.phrases import GROUPS
from generator.pages import features
from generator.pages.almanac import EXAMPLE, Counts, essay, filling, lunar_table
from generator.pages.features import Page
from generator.pages.flow_year import applied, flow_year
from generator.pages.machines import catalogue, discovery, manifest, robots, sitemaps, term_calendar
from generator.pages.pairs import meeting_pages
from generator.pages.reference import openapi, reference_page, tools

YEARS = range(FIRST_DAY.year, LAST_DAY.year + 1)
ASSETS = (
    "style.css", "site.js", "keep.js", "leaf.js", "lunar.js", "almanac.js", "flow.js", "pair.js", "terms.js",
    "reference.js", "icon.svg",
)  # fmt: skip

Link = tuple[str, str]  # what it is called, site path
GlossaryEntry = tuple[str, str, list[Link]]

_REST = "命盤"
_RULES = {
    "五行": "月令旺衰與調候", "十神": "年月干十神", "十二長生": "日柱坐支", "強弱": "扶抑喜用",
    "干支關係": "年月地支關係", "神煞": "神煞佐證",
    "月柱": "月柱門戶", "藏干": "人元司令", "本氣": "人元司令", "司令": "人元司令", "納音": "年柱納音",
    "調候": "月令旺衰與調候", "喜用": "扶抑喜用", "扶身": "扶抑喜用", "會合刑沖": "年月地支關係",
    "候": "七十二候", "年柱": "年柱納音", "格局": "格局順逆",
}  # fmt: skip
"""Group or term → the rule of the method page that uses it."""

_PAGES = {
    "日柱": ("六十日柱", "/day-pillar/"), "干支": ("六十日柱", "/day-pillar/"),
    "空亡": ("六十日柱", "/day-pillar/"), "日主": ("十日主", "/day-master/"),
    "天干": ("十日主", "/day-master/"), "地支": ("生肖相合", "/zodiac/"),
    "格局": ("十一格局", "/pattern/"), "節氣": ("年曆", "/bazi/"), "三柱": ("年曆", "/bazi/"),
}  # fmt: skip

Made = tuple[str, "Callable[[], bytes]"]
"""A path, and what makes the file: nothing is rendered that nobody asks for."""


class Group(NamedTuple):
    """Terms that belong together, and where all of them are used."""

    name: str
    uses: list[Link]
    entries: list[GlossaryEntry]


def site_files(env: Environment, source: Source, counts: Counts) -> Iterator[Made]:
    """Every file that belongs to no date and no year, but the pictures."""
    content, site, tables = source.content, source.content.site, source.content.tables
    pairs, flow = features.compatibility(tables), flow_year(tables)
    signs = {"compatibility": pairs, "branches": BRANCHES, "zodiac": ZODIAC}
    signs |= {"ranked": features.ranked(pairs["pairs"])}
    description = openapi(env, source)
    server = tools(env, source)
    pages = (
        *features.pillar_pages(content),
        *_single(content, counts, signs, flow),
        *features.flow_pages(flow, content),
        *features.pair_pages(signs),
        *meeting_pages(tables),
        *features.stem_pages(content, counts.census),
        *features.pattern_pages(content, counts.census),
    )
    terms = [term for year in site.flow_years for term in calendar.terms(year)]
    render = partial(_render, env)
    yield "index.html", partial(render, "home.html", _home(content, terms))
    paths = ["/", "/docs/api/"]
    for path, template, context in pages:
        paths.append(path)
        yield f"{path[1:]}index.html", partial(render, template, context)
    yield "docs/api/index.html", partial(reference_page, env, source, description, server)
    yield "404.html", partial(render, "404.html", {"lunar_table": lunar_table()})
    yield "openapi.yaml", lambda: description
    yield "tables/compatibility.json", partial(orjson.dumps, pairs)
    yield "tables/flow-year.json", partial(orjson.dumps, flow)
    yield "tables/catalogue.json", partial(orjson.dumps, catalogue(site))
    yield "tables/tools.json", partial(orjson.dumps, server)
    yield "terms.json", partial(orjson.dumps, content.phrases.terms)
    yield "llms.txt", partial(render, "llms.txt", {})
    yield "robots.txt", partial(robots, site)
    yield "terms.ics", partial(term_calendar, site, terms)
    yield "site.webmanifest", partial(manifest, site)
    for path, made in (
        *discovery(site, server),
        *sitemaps(site, {"pages": paths} | _dates_by_decade()),
    ):
        yield path, partial(bytes, made)
    for name, file in ((FONT, f"fonts/{FONT}"), *zip(ASSETS, ASSETS, strict=True)):
        yield name, partial(source.templates.raw, file)


def year_page(env: Environment, year: int) -> bytes:
    """The calendar page of a year: every date a link, with its day pillar, lunar date and terms."""
    days = list(calendar.days(year))
    months = groupby(days, lambda day: day.date.month)
    context = {
        "year": year,
        "previous": year - 1 if year - 1 in YEARS else None,
        "following": year + 1 if year + 1 in YEARS else None,
        "ends": (days[0], days[-1]),
        "elements": [(e, "".join(s for s in STEMS if STEM_ELEMENT[s] == e)) for e in ELEMENTS],
        "months": [(number, _weeks(list(of_month))) for number, of_month in months],
    }
    return _render(env, "year.html", context)


def _weeks(days: list[Day]) -> list[list[Day | None]]:
    """Rows of seven from Monday."""
    cells = [*[None] * days[0].date.weekday(), *days]
    cells += [None] * (-len(cells) % 7)
    return [cells[i : i + 7] for i in range(0, len(cells), 7)]


def _render(env: Environment, template: str, context: dict[str, Any]) -> bytes:
    return env.get_template(template).render(context).encode()


def _single(
    content: Content, counts: Counts, signs: dict[str, Any], flow: dict[str, Any]
) -> Iterator[Page]:
    census = counts.census
    year, example = content.site.flow_years[0], chart(calendar.day(EXAMPLE))
    steps = list(zip(flow["steps"], applied(flow, example, year), strict=True))
    method = {
        "census": census,
        "patterns": PATTERNS,
        "strengths": CLASSES,
        "rules": content.corpus.rules.values(),
        "steps": steps,
        "example": example,
        "example_date": EXAMPLE,
        "example_year": year,
    }
    yield "/bazi/", "years.html", _years()
    yield "/zodiac/", "zodiac.html", signs
    yield "/services/", "services.html", {}
    yield "/terms/", "terms.html", {"groups": _glossary(content.phrases.terms)}
    values = filling(content.site, counts)
    for name, written in content.essays.items():
        template = "method.html" if name == "method" else "essay.html"
        yield f"/{name}/", template, method | essay(written, values, content.site.base_path)


def _home(content: Content, terms: list[Term]) -> dict[str, Any]:
    days = [(day, chart(day)) for day in map(calendar.day, content.site.openings)]
    return {
        "lunar_table": lunar_table(),
        "openings": [(day.date, of_day, content.lead(day, of_day)) for day, of_day in days],
        "terms": terms,
        "first_pillar": PILLAR_INDEX[calendar.day(FIRST_DAY).day],
        "slugs": [[PINYIN[sign] for sign in signs] for signs in (STEMS, BRANCHES)],
    }


def _dates_by_decade() -> dict[str, list[str]]:
    """Sitemap groups of the years' and dates' pages."""
    groups: dict[str, list[str]] = {}
    for year, dates in groupby(DATES, lambda on: on.year):
        paths = groups.setdefault(f"{year // 10 * 10}s", [])
        paths += [year_path(year), *map(day_path, dates)]
    return groups


def _years() -> dict[str, Any]:
    """The years by decade, each with its pillar from 立春 on and its zodiac."""
    decades: dict[int, list[tuple[int, str, str]]] = {}
    for year in YEARS:
        name = pillar(year - 4)
        decades.setdefault(year // 10 * 10, []).append((year, name, ZODIAC[name[1]]))
    return {"decades": decades.items(), "lunar_table": lunar_table()}


def _glossary(terms: Mapping[str, str]) -> list[Group]:
    """Every term, in the editors' order within its group."""
    groups = {name: Group(name, list(_uses(name)), []) for name in (_REST, *GROUPS)}
    for term, text in terms.items():
        group = groups[next((name for name, held in GROUPS.items() if term in held), _REST)]
        # 五行 and the like name a group and a term of another.
        uses = [] if term in groups else list(_uses(term))
        group.entries.append((term, text, uses))
    return list(groups.values())


def _uses(name: str) -> Iterator[Link]:
    """Where a term or a group is used: its pages, then its rule."""
    if name in PATTERNS:
        yield name, pattern_path(name)
    yield from ((stem + name, stem_path(stem)) for stem in STEMS if STEM_ELEMENT[stem] == name)
    if f"{name}格" in PATTERNS:
        yield f"{name}格", pattern_path(f"{name}格")
    if name in _PAGES:
        yield _PAGES[name]
    if name in _RULES:
        yield _RULES[name], f"/method/#{_RULES[name]}"

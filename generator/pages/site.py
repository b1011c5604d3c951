"""Every page that does not belong to one date or year, and the files beside them.

In: everything a build has and what it counted. Out: (path, bytes). A new page that stands
once is a template and one line in `_single`.
"""

from __future__ import annotations

from functools import partial
from itertools import groupby
from typing import TYPE_CHECKING, Any

import orjson

from generator.chart import calendar, chart
from generator.chart.calendar import DATES
from generator.chart.labels import day_path, year_path
from generator.chart.pattern import PATTERNS
from generator.chart.strength import CLASSES
from generator.chart.symbols import BRANCHES, ZODIAC, pillar
from generator.content.lettering import FONT
from generator.pages.almanac import figures, lunar_table
from generator.pages.compatibility import compatibility
from generator.pages.essay import essay, filling
from generator.pages.features import pattern_pages, pillar_pages, stem_pages
from generator.pages.flow import flow_pages
from generator.pages.flow_year import flow_year
from generator.pages.glossary import glossary
from generator.pages.machines import catalogue, discovery, manifest, robots, sitemaps
from generator.pages.reference import openapi, reference_page, tools
from generator.pages.year import YEARS

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from datetime import date

    from jinja2 import Environment

    from generator.chart import Chart
    from generator.content.inputs import Content, Source
    from generator.pages.almanac import Counts
    from generator.pages.features import Page

ASSETS = ("style.css", "site.js", "lunar.js", "flow.js", "terms.js", "icon.svg")

Made = tuple[str, "Callable[[], bytes]"]
"""A path, and what makes the file: nothing is rendered that nobody asks for."""


def site_files(env: Environment, source: Source, counts: Counts) -> Iterator[Made]:
    """Every file that belongs to no date and no year, but the pictures."""
    content, site, tables = source.content, source.content.site, source.content.tables
    pairs, flow = compatibility(tables), flow_year(tables)
    signs = {"compatibility": pairs, "branches": BRANCHES, "zodiac": ZODIAC}
    description = openapi(env, source)
    server = tools(env, source)
    pages = (
        *pillar_pages(content),
        *_single(content, counts, signs),
        *flow_pages(flow, tables.flow_year),
        *_pairs(signs),
        *stem_pages(content, counts.census),
        *pattern_pages(content, counts.census),
    )
    render = partial(_render, env)
    yield "index.html", partial(render, "home.html", _years() | {"openings": _openings(content)})
    paths = ["/", "/docs/api/"]
    for path, template, context in pages:
        paths.append(path)
        yield _file(path), partial(render, template, context)
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
    yield "site.webmanifest", partial(manifest, site)
    for path, made in (
        *discovery(site, server),
        *sitemaps(site, {"pages": paths} | _dates_by_decade()),
    ):
        yield path, partial(bytes, made)
    for name, file in ((FONT, f"fonts/{FONT}"), *zip(ASSETS, ASSETS, strict=True)):
        yield name, partial(source.templates.raw, file)


def _render(env: Environment, template: str, context: dict[str, Any]) -> bytes:
    return env.get_template(template).render(context).encode()


def _single(content: Content, counts: Counts, signs: dict[str, Any]) -> Iterator[Page]:
    """The pages that stand once."""
    census = counts.census
    method = {
        "census": census,
        "patterns": PATTERNS,
        "strengths": CLASSES,
        "rules": content.corpus.rules.values(),
    }
    yield "/bazi/", "years.html", _years()
    yield "/zodiac/", "zodiac.html", signs
    yield "/services/", "services.html", {}
    yield "/terms/", "terms.html", {"groups": glossary(content.phrases.terms)}
    values = filling(content.site, census.total, counts.tiers, figures())
    for name, written in content.essays.items():
        template = "method.html" if name == "method" else "essay.html"
        yield f"/{name}/", template, method | essay(written, values, content.site.base_path)


def _pairs(signs: dict[str, Any]) -> Iterator[Page]:
    """A page for each unordered pair of signs."""
    for (one, other), pair in signs["compatibility"]["pairs"].items():
        yield pair["path"], "pair.html", signs | {"one": one, "other": other, "pair": pair}


def _openings(content: Content) -> list[tuple[date, Chart, str]]:
    """The dates that the home page opens for a look, with chart and leading sentence."""
    days = [(day, chart(day)) for day in map(calendar.day, content.site.openings)]
    return [(day.date, of_day, content.lead(day, of_day)) for day, of_day in days]


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


def _file(path: str) -> str:
    return f"{path.strip('/')}/index.html".lstrip("/")

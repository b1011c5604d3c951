"""The pages that stand once or once for each entry of a table, and the files beside them.

In: everything a build has. Out: (path, bytes). `PAGES` lists the single pages in the order
of the menu; a new one is a template and one line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson

from generator.pages.reference import openapi, reference_page, tools
from generator.pages.year import YEARS
from generator.render import environment
from generator.symbols import BRANCHES, ZODIAC, pillar
from generator.tables import catalogue, compatibility, flow_year

if TYPE_CHECKING:
    from collections.abc import Iterator

    from generator.inputs import Source

PAGES = (
    ("index.html", "home.html"),
    ("bazi/index.html", "years.html"),
    ("zodiac/index.html", "zodiac.html"),
    ("flow-year/index.html", "flow-year.html"),
    ("services/index.html", "services.html"),
)
"""(path, template)."""

ASSETS = ("style.css", "site.js", "icon.svg")


def site_files(source: Source) -> Iterator[tuple[str, bytes]]:
    """Every page that does not belong to one year, the tables, the API's description."""
    site, tables = source.content.site, source.content.tables
    env = environment(source.templates, site)
    pairs, flow = compatibility(tables), flow_year(tables)
    context: dict[str, Any] = {
        "decades": _decades(),
        "compatibility": pairs,
        "branches": BRANCHES,
        "zodiac": ZODIAC,
        "flow": flow,
    }
    for path, template in PAGES:
        yield path, env.get_template(template).render(context).encode()
    pair_template = env.get_template("pair.html")
    for key, pair in pairs["pairs"].items():
        page = pair_template.render(context, one=key[0], other=key[1], pair=pair)
        yield f"{pair['path'].strip('/')}/index.html", page.encode()
    yield "tables/compatibility.json", orjson.dumps(pairs)
    yield "tables/flow-year.json", orjson.dumps(flow)
    yield (
        "tables/catalogue.json",
        orjson.dumps(catalogue(site)),
    )
    description = openapi(source)
    yield "openapi.yaml", description
    yield "docs/api/index.html", reference_page(env, source, description)
    yield "tables/tools.json", orjson.dumps(tools(source))
    for asset in ASSETS:
        yield asset, (source.templates / asset).read_bytes()


def _decades() -> list[tuple[int, list[tuple[int, str, str]]]]:
    return [
        (decade, [_year(y) for y in YEARS if y // 10 * 10 == decade])
        for decade in sorted({y // 10 * 10 for y in YEARS})
    ]


def _year(year: int) -> tuple[int, str, str]:
    """(year, its pillar from 立春 on, zodiac)."""
    sui = pillar(year - 4)
    return year, sui, ZODIAC[sui[1]]

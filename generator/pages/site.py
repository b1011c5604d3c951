"""The pages that stand once: home, the index of years, the services.

In: site settings and tier counts. Out: (path, bytes). `PAGES` lists them in the order of
the menu; a new page is a template and one line.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.pages.year import YEARS
from generator.symbols import ZODIAC, pillar

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jinja2 import Environment

PAGES = (
    ("index.html", "home.html"),
    ("bazi/index.html", "years.html"),
    ("services/index.html", "services.html"),
)
"""(path, template)."""

ASSETS = ("style.css", "site.js", "icon.svg")


def site_files(env: Environment) -> Iterator[tuple[str, bytes]]:
    """Every page that does not belong to one year, and the assets as they are."""
    decades = [
        (decade, [_year(y) for y in YEARS if y // 10 * 10 == decade])
        for decade in sorted({y // 10 * 10 for y in YEARS})
    ]
    for path, template in PAGES:
        yield path, env.get_template(template).render(decades=decades).encode()
    for asset in ASSETS:
        source, _, _ = env.loader.get_source(env, asset) if env.loader else ("", None, None)
        yield asset, source.encode()


def _year(year: int) -> tuple[int, str, str]:
    """(year, its pillar from 立春 on, zodiac)."""
    sui = pillar(year - 4)
    return year, sui, ZODIAC[sui[1]]

"""What stands around the pages for machines: sitemaps, robots, llms.txt, the manifest.

In: the site's settings and every page's path. Out: (path, bytes). Addresses are full ones,
at whatever base address `data/site.yaml` names.
"""

from __future__ import annotations

from html import escape
from typing import TYPE_CHECKING

import orjson

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping, Sequence

    from generator.content.settings import Site

LIMIT = 50_000
"""Addresses in one sitemap, by the protocol (sitemaps.org)."""

_XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'
_HEAD = '<?xml version="1.0" encoding="UTF-8"?>\n'


def sitemaps(site: Site, groups: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, bytes]]:
    """A sitemap for each named group of site paths, and the index of them.

    :raises ValueError: if a group is over the protocol's limit.
    """
    for name, paths in groups.items():
        if len(paths) > LIMIT:
            raise ValueError(f"sitemap {name} has {len(paths)} addresses; the limit is {LIMIT}")
        rows = "".join(f"<url><loc>{escape(site['base_url'] + p)}</loc></url>\n" for p in paths)
        yield f"sitemaps/{name}.xml", f"{_HEAD}<urlset {_XMLNS}>\n{rows}</urlset>\n".encode()
    rows = "".join(
        f"<sitemap><loc>{escape(site['base_url'])}/sitemaps/{name}.xml</loc></sitemap>\n"
        for name in groups
    )
    yield "sitemap.xml", f"{_HEAD}<sitemapindex {_XMLNS}>\n{rows}</sitemapindex>\n".encode()


def robots(site: Site) -> bytes:
    """Everything may be read. Under a sub-path the host's own robots.txt must name the sitemap."""
    return f"User-agent: *\nAllow: /\n\nSitemap: {site['base_url']}/sitemap.xml\n".encode()


def manifest(site: Site) -> bytes:
    """The web app manifest."""
    base = site.base_path
    return orjson.dumps(
        {
            "name": f"{site['name']}：{site['tagline']}",
            "short_name": site["name"],
            "description": site["description"],
            "lang": "zh-Hant-TW",
            "start_url": f"{base}/",
            "scope": f"{base}/",
            "display": "minimal-ui",
            "background_color": "#fbf8f1",
            "theme_color": "#fbf8f1",
            "icons": [
                {
                    "src": f"{base}/icon-{size}.png",
                    "sizes": f"{size}x{size}",
                    "type": "image/png",
                    "purpose": purpose,
                }
                for size in (192, 512)
                for purpose in ("any", "maskable")
            ],
        },
        option=orjson.OPT_INDENT_2,
    )

"""The Jinja2 environment of the site.

In: a templates folder and the site settings. Out: an environment in which every template
knows `site`, `url` and the labels. Undefined names are errors; everything is escaped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson
from jinja2 import Environment, FileSystemLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup

from generator import labels

if TYPE_CHECKING:
    from pathlib import Path

    from generator.content.site import Site


_MARKDOWN = MarkdownIt("commonmark", {"html": False})


def environment(templates: Path, site: Site) -> Environment:
    """Compile-once environment; templates are trusted, texts are not."""
    env = Environment(
        loader=FileSystemLoader(templates),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    base = site.base_path
    env.globals.update(
        site=site,
        url=lambda path: base + path,
        absolute=lambda path: site["base_url"] + path,
        breadcrumbs=lambda trail: _breadcrumbs(site["base_url"], trail),
    )
    env.filters.update(
        day_path=labels.day_path,
        pillar_path=labels.pillar_path,
        stem_path=labels.stem_path,
        pattern_path=labels.pattern_path,
        count_zh="{:,}".format,
        inline=lambda text: Markup(_MARKDOWN.renderInline(text)),
        date_zh=labels.date_zh,
        lunar_zh=labels.lunar_zh,
        clock_zh=labels.clock_zh,
    )
    return env


def _breadcrumbs(base: str, trail: list[tuple[str, str]]) -> Markup:
    """A schema.org BreadcrumbList from the home page down, of (name, path); JSON for a script."""
    items = [
        {"@type": "ListItem", "position": i, "name": name, "item": base + path}
        for i, (name, path) in enumerate([("首頁", "/"), *trail], 1)
    ]
    listed = {
        "@context": "https://schema.org", "@type": "BreadcrumbList", "itemListElement": items,
    }  # fmt: skip
    return Markup(orjson.dumps(listed).decode().replace("<", "\\u003c"))

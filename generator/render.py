"""The Jinja2 environment of the site.

In: a templates folder and the site settings. Out: an environment in which every template
knows `site`, `url` and the labels. Undefined names are errors; everything is escaped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from jinja2 import Environment, FileSystemLoader, StrictUndefined

from generator import labels

if TYPE_CHECKING:
    from pathlib import Path

    from generator.content.site import Site


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
    )
    env.filters.update(
        day_path=labels.day_path,
        date_zh=labels.date_zh,
        lunar_zh=labels.lunar_zh,
        clock_zh=labels.clock_zh,
    )
    return env

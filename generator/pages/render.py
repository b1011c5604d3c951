"""The Jinja2 environment of the site.

In: the templates and the site settings. Out: an environment in which every template
knows `site`, `words`, `url`, the labels and the range (the service's own, whatever part is pressed).
Undefined names are errors; everything is escaped.
"""

from functools import cache
from types import SimpleNamespace

import orjson
from jinja2 import Environment, FunctionLoader, StrictUndefined
from markdown_it import MarkdownIt
from markupsafe import Markup, escape

from generator.chart import labels
from generator.chart.calendar import DATES, FIRST_DAY, LAST_DAY
from generator.chart.pillars import NAYIN, growth_stage
from generator.chart.symbols import BRANCH_ELEMENT, STEM_ELEMENT
from generator.content.inline import SLOT, html
from generator.content.settings import Site
from generator.content.templates import Templates

_LABELS = (
    "day_path", "pillar_path", "flow_path", "met_path", "stem_path", "pattern_path",
    "date_zh", "lunar_zh", "lunar_day_zh", "lunar_month_zh",
    "clock_zh",
)  # fmt: skip
"""The functions of `labels` that templates have as filters."""

_MARKDOWN = MarkdownIt("commonmark", {"html": False})


class Sentence(Markup):
    """A sentence of `data/words.yaml`; called with what fills its slots."""

    def __init__(self, markup: str) -> None:
        self._parts = SLOT.split(markup)

    def __call__(self, **values: object) -> Markup:
        parts = self._parts.copy()
        parts[1::2] = [escape(values[slot]) for slot in parts[1::2]]
        return Markup("".join(parts))


def environment(templates: Templates, site: Site) -> Environment:
    """Compile-once environment; templates are trusted, texts are not."""

    def load(path: str) -> tuple[str, str, None] | None:
        """A template's text, and its name in messages; None if there is none."""
        known = path in templates.files
        return (templates.text(path), f"{templates.name}/{path}", None) if known else None

    env = Environment(
        loader=FunctionLoader(load),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        auto_reload=False,
    )
    base = site.base_path
    term = cache(lambda name: _link(f"{base}/terms/#{name}", name))
    env.globals.update(
        site=site,
        weekdays=labels.WEEKDAYS,
        first_day=FIRST_DAY,
        last_day=LAST_DAY,
        day_count=len(DATES),
        url=lambda path: base + path,
        absolute=lambda path: site["base_url"] + path,
        words=_words(site),
        # When a page first asks: a faulty one must not keep `check` from telling of it.
        menu=cache(lambda: Markup(env.get_template("menu.html").render())),
        linked_data=lambda trail: _linked_data(site, trail),
    )
    env.filters.update(
        {name: getattr(labels, name) for name in _LABELS},
        count_zh="{:,}".format,
        inline=lambda text: Markup(_MARKDOWN.renderInline(text)),
        day_link=lambda on: _link(base + labels.day_path(on), labels.date_zh(on)),
        nayin=NAYIN.__getitem__,
        stage=lambda pillar: growth_stage(*pillar),
        term=term,
        terms=lambda names: Markup("、").join(map(term, names)),
        element=lambda sign: STEM_ELEMENT.get(sign) or BRANCH_ELEMENT[sign],
    )
    return env


def _words(site: Site) -> SimpleNamespace:
    """The sentences, for templates to look up: `words.home.intro`."""
    pages: dict[str, dict[str, Sentence]] = {}
    for text in site.words:
        page, _, key = text.key.partition(".")
        pages.setdefault(page, {})[key] = Sentence(html(text.text, site.base_path))
    return SimpleNamespace(**{page: SimpleNamespace(**held) for page, held in pages.items()})


def _link(address: str, words: str) -> Markup:
    """A link; where it leads to a term's explanation, the script shows that beside the word."""
    return Markup(f'<a href="{escape(address)}">{escape(words)}</a>')


def _linked_data(site: Site, trail: list[tuple[str, str]]) -> Markup:
    """JSON-LD for a script: the breadcrumbs down to a page, of (name, path).

    On the home page, which has none, the site itself.
    """
    base = site["base_url"]
    value: dict[str, object] = {"@context": "https://schema.org"}
    if trail:
        items = [
            {"@type": "ListItem", "position": i, "name": name, "item": base + path}
            for i, (name, path) in enumerate(trail, 1)
        ]
        if len(items) > 1:
            del items[-1]["item"]  # search engines take the page's own address
        value |= {"@type": "BreadcrumbList", "itemListElement": items}
    else:
        value |= {"@type": "WebSite", "name": site["name"], "url": f"{base}/"}
        value |= {"description": site["description"], "inLanguage": "zh-Hant-TW"}
    text = orjson.dumps(value).decode()
    return Markup(text.replace("<", "\\u003c"))

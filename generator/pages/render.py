"""The Jinja2 environment of the site.

In: the templates and the site settings. Out: an environment in which every template
knows `site`, `words`, `url`, the labels and the range (the service's own, whatever part is pressed).
Undefined names are errors; everything is escaped.
"""

from collections.abc import Callable
from functools import cache
from types import SimpleNamespace
from typing import Any

import orjson
from jinja2 import Environment, FunctionLoader, StrictUndefined, TemplateAssertionError, nodes
from jinja2.ext import Extension
from jinja2.meta import find_undeclared_variables
from jinja2.parser import Parser
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


class Pieces(Extension):
    """The tag `{% piece name = value, … %} … {% endpiece %}`: markup that stands on thousands of pages.

    It is rendered once for each set of its values. A piece is closed: it sees the values its tag names
    and the environment's globals, nothing else, so that what was kept is what would be rendered.
    Values are compared, so they must be hashable.
    """

    tags = {"piece"}  # noqa: RUF012 — as Jinja2 declares it

    def parse(self, parser: Parser) -> nodes.Node:
        """Set the markup aside as a template of its own, and leave a look-up in its place."""
        line = next(parser.stream).lineno
        names: list[nodes.Name] = []
        values: list[nodes.Expr] = []
        while parser.stream.current.type != "block_end":
            if names:
                parser.stream.expect("comma")
            name = parser.stream.expect("name")
            names.append(nodes.Name(name.value, "param", lineno=name.lineno))
            parser.stream.expect("assign")
            values.append(parser.parse_expression())
        body = parser.parse_statements(("name:endpiece",), drop_needle=True)
        render = self._compiled(nodes.Macro("piece", names, [], body, lineno=line), parser)
        look_up = f"piece {len(self.environment.filters)}"
        self.environment.filters[look_up] = _Kept(render).__getitem__
        key = nodes.Tuple(values, "load", lineno=line)
        kept = nodes.Filter(key, look_up, [], [], None, None, lineno=line)
        return nodes.FilterBlock([], kept, lineno=line)  # is written as it is: markup already

    def _compiled(self, macro: nodes.Macro, parser: Parser) -> Callable[..., Markup]:
        """What renders a piece; one that uses a name it does not have is a fault of the template."""
        environment, line = self.environment, macro.lineno
        aside = nodes.Template([macro], lineno=line)
        aside.set_environment(environment)
        try:
            unknown = find_undeclared_variables(aside) - set(environment.globals)
        except TemplateAssertionError as error:  # which does not know its file
            parser.fail(str(error.message), error.lineno, TemplateAssertionError)
        if unknown:
            what = f"a piece knows only what its tag names, not {', '.join(sorted(unknown))}"
            parser.fail(what, line)
        code = environment.compile(aside, parser.name, parser.filename)
        known = environment.make_globals(None)
        template = environment.template_class.from_code(environment, code, known)
        return template.module.piece  # type: ignore[attr-defined, no-any-return]


class _Kept(dict[tuple[Any, ...], "Markup"]):
    """What a piece rendered to, by its values; quicker here than `functools.cache`."""

    def __init__(self, render: Callable[..., Markup]) -> None:
        self._render = render

    def __missing__(self, values: tuple[Any, ...]) -> Markup:
        made = self[values] = self._render(*values)
        return made


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
        extensions=[Pieces],
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

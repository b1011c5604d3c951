"""Pieces: markup that stands on thousands of pages, rendered once for each set of its values.

In: a `{% piece name = value, … %} … {% endpiece %}` in a template. Out: what the markup inside
renders to, kept by those values. Knows nothing of bazi.

A piece is closed: it sees the values its tag names and the environment's globals, nothing else,
so that what was kept is what would be rendered. Values are compared, so they must be hashable.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from jinja2 import TemplateAssertionError, nodes
from jinja2.ext import Extension
from jinja2.meta import find_undeclared_variables

if TYPE_CHECKING:
    from collections.abc import Callable

    from jinja2.parser import Parser
    from markupsafe import Markup


class Pieces(Extension):
    """The tag."""

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

"""Whether every template can be used, before a build comes to it.

In: the templates and the content. Out: a `Problem` for each template that can't be compiled, names
one that is not there, or makes YAML that can't be read. Writes nothing.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING

from jinja2 import nodes

from generator.content.inputs import Source
from generator.content.problem import Problem
from generator.content.templates import TemplateError, naming_faults
from generator.pages.reference import openapi, tools
from generator.pages.render import environment

if TYPE_CHECKING:
    from collections.abc import Iterator

    from jinja2 import Environment

    from generator.content.inputs import Content
    from generator.content.templates import Templates

_SAID = re.compile(r"(?P<path>[^:]+)(?::(?P<line>\d+))?: (?P<what>.+) — ", re.DOTALL)
_CURE = "照這一行改，或從版本紀錄還原"
_NAMING = (nodes.Extends, nodes.Include, nodes.Import, nodes.FromImport)


def check_templates(templates: Templates, content: Content, *, sound: bool) -> list[Problem]:
    """Compile all templates; if the content is sound, also render those that make YAML."""
    env = environment(templates, content.site)
    problems: list[Problem] = []
    for name in sorted(templates.files):
        if name.endswith((".html", ".yaml", "llms.txt")):
            try:
                with naming_faults():
                    problems += _compiled(env, templates, name)
            except TemplateError as error:
                problems.append(_problem(error))
    source = Source(templates, content, "", "")
    for make in (_openapi, tools) if sound and not problems else ():
        try:
            with naming_faults():
                make(env, source)
        except TemplateError as error:
            problems.append(_problem(error))
    return sorted(problems)


def _compiled(env: Environment, templates: Templates, name: str) -> Iterator[Problem]:
    path = f"{templates.name}/{name}"
    tree = env.parse(templates.text(name), name, path)
    for node in tree.find_all(_NAMING):
        named = getattr(node, "template", None)
        if isinstance(named, nodes.Const) and named.value not in templates.files:
            what = f"沒有「{named.value}」這個範本"
            yield Problem(path, node.lineno, "S28", what, _CURE)
    env.compile(tree, name, path, raw=True)


def _openapi(env: Environment, source: Source) -> None:
    source.templates.parsed("openapi.yaml", openapi(env, source).decode())


def _problem(error: TemplateError) -> Problem:
    said = _SAID.match(str(error))
    if said is None:
        return Problem("templates", 1, "S28", str(error), _CURE)
    return Problem(said["path"], int(said["line"] or 1), "S28", f"範本寫錯：{said['what']}", _CURE)

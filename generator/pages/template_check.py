"""Whether every template can be used, before a build comes to it.

In: the templates and the content. Out: a `Problem` for each template that can't be compiled, names
one that is not there, or makes YAML that can't be read. Writes nothing.
"""

from __future__ import annotations

from contextlib import contextmanager
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

_CURE = "照這一行改，或從版本紀錄還原"
_NAMING = (nodes.Extends, nodes.Include, nodes.Import, nodes.FromImport)


def check_templates(templates: Templates, content: Content, *, sound: bool) -> list[Problem]:
    """Compile all templates; if the content is sound, also render those that make YAML."""
    env = environment(templates, content.site)
    source = Source(templates, content, "", "")
    problems: list[Problem] = []
    for name in templates.files:
        if name.endswith((".html", ".yaml", "llms.txt")):
            with _faults_into(problems):
                problems += _compiled(env, templates, name)
    for make in (_openapi, tools) if sound and not problems else ():
        with _faults_into(problems):
            make(env, source)
    return sorted(problems)


@contextmanager
def _faults_into(problems: list[Problem]) -> Iterator[None]:
    """Add what a template raises, which says `path:line: what — cure`."""
    try:
        with naming_faults():
            yield
    except TemplateError as error:
        place, _, what = str(error).rpartition(" — ")[0].partition(": ")
        path, _, line = place.partition(":")
        number = int(line) if line.isdigit() else 1
        problems.append(Problem(path, number, "S28", f"範本寫錯：{what}", _CURE))


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

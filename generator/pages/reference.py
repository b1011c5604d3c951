"""The API's description and its readable reference, and whether every template can be used.

In: everything a build has. Out: `openapi.yaml` with examples that are real answers, the
tools of the MCP endpoint, and the page rendered from those two, so that none can drift
from the others; a `Problem` for each template that can't be compiled, names one that is not there,
or makes YAML that can't be read.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from datetime import date
from typing import Any

import orjson
from jinja2 import Environment, nodes
from markupsafe import Markup

from generator.chart import calendar, chart
from generator.content.inputs import Content, Source
from generator.content.problem import Problem
from generator.content.templates import CURE, TemplateError, Templates, naming_faults
from generator.pages.render import environment
from generator.reading.compose import read
from generator.reading.dataset import API_VERSION, SCHEMA, VERSION, answer

API_EXAMPLE = date(1993, 3, 30)  # composed, and no term falls on it: as most answers are
SERVER = "wanrishu"  # the MCP server's name for programs
DESCRIPTION = ("openapi.yaml", "components.yaml", "dataset.yaml")
"""The parts of `openapi.yaml`, one after the other; each is YAML by itself, so that faults have lines."""
_NAMING = (nodes.Extends, nodes.Include, nodes.Import, nodes.FromImport)


def openapi(env: Environment, source: Source) -> bytes:
    """`openapi.yaml`: its templates with this release's own answers as examples."""
    return "\n".join(_parts(env, source)).encode()


def _parts(env: Environment, source: Source) -> list[str]:
    # JSON is YAML, and nothing here is HTML: the examples go in as they are.
    examples = {
        name: Markup(orjson.dumps(value).decode()) for name, value in _examples(source).items()
    }
    known = {"version": API_VERSION, "schema": SCHEMA, "examples": examples}
    return [env.get_template(name).render(known) for name in DESCRIPTION]


def tools(env: Environment, source: Source) -> dict[str, Any]:
    """The MCP server, its tools and instructions, as `tables/tools.json` holds them.

    `server` is what the protocol calls an Implementation: `name`, `title`, `version`.
    """
    text = env.get_template("tools.yaml").render(last_flow_year=calendar.FLOW_YEARS[-1])
    loaded: dict[str, Any] = source.templates.parsed("tools.yaml", text)
    title = source.content.site["name"]
    return {"server": {"name": SERVER, "title": title, "version": VERSION}} | loaded


def reference_page(
    env: Environment, source: Source, description: bytes, tools: dict[str, Any]
) -> bytes:
    """`/docs/api/`, from the description and the tools."""
    spec = source.templates.parsed("openapi.yaml", description.decode())
    schemas = spec["components"]["schemas"]
    operations = list(_operations(spec))
    context = {
        "spec": spec,
        "schemas": schemas,
        "operations": operations,
        "errors": list(dict.fromkeys(error for each in operations for error in _errors(each[2]))),
        "flat": lambda name: list(_flat(schemas, name)),
        "tools": tools,
        "pretty": lambda value: orjson.dumps(value, option=orjson.OPT_INDENT_2).decode(),
    }
    return env.get_template("reference.html").render(context).encode()


def _operations(spec: dict[str, Any]) -> Iterator[tuple[str, str, dict[str, Any]]]:
    """Method, path and operation of each endpoint, with the responses it refers to in place."""
    shared = spec["components"]["responses"]
    for path, methods in spec["paths"].items():
        for method, operation in methods.items():
            responses = operation["responses"]
            for status, response in responses.items():
                if "$ref" in response:
                    responses[status] = shared[response["$ref"].rpartition("/")[2]]
            yield method.upper(), path, operation


def _flat(
    schemas: dict[str, Any], name: str, depth: int = 0
) -> Iterator[tuple[int, str, str, str]]:
    """Depth, name, type and description of each field of a schema, and of those it holds.

    A chart or a reading within another schema is named alone: each has a table of its own.
    """
    for field, schema in schemas[name]["properties"].items():
        inner, *null = schema.get("anyOf", [schema])
        types = inner.get("type", "object")
        types = [types] if isinstance(types, str) else types
        listed = [*types, *(each["type"] for each in null)]
        yield depth, field, " 或 ".join(listed), schema["description"]
        inner = inner.get("items") or inner.get("additionalProperties") or inner
        held = inner.get("$ref", "").rpartition("/")[2]
        if held and held not in ("Chart", "Reading"):
            yield from _flat(schemas, held, depth + 1)


def _errors(operation: dict[str, Any]) -> Iterator[tuple[str, str, str, str]]:
    """Status, `X-Error-Code`, when, and what is said, of each error of an operation."""
    for status, response in operation["responses"].items():
        if "X-Error-Code" in response.get("headers", ()):
            for code, example in response["content"]["application/json"]["examples"].items():
                yield status, code, example["summary"], example["value"]["error"]


def _examples(source: Source) -> dict[str, Any]:
    site, corpus = source.content.site, source.content.corpus
    day = calendar.day(API_EXAMPLE)
    of_day = chart(day)
    reading = read(day, of_day, corpus)
    services = [
        {"slug": s.slug, "name": s.name, "href": site["base_url"] + s.href} for s in site.services
    ]
    request = {"birthDate": API_EXAMPLE.isoformat()}
    response = {"success": True, "disclaimer": site["disclaimer"]}
    return {
        "services": {"success": True, "data": services},
        "request": request,
        "request_female": request | {"gender": "female"},
        "response": response | {"data": answer(of_day, reading, "neutral")},
        "response_female": response | {"data": answer(of_day, reading, "female")},
    }


def check_templates(templates: Templates, content: Content, *, sound: bool) -> list[Problem]:
    """Compile all templates; if the content is sound, also render those that make YAML."""
    env = environment(templates, content.site)
    source = Source(templates, content, "", "")
    problems: list[Problem] = []
    for name in templates.files:
        if name.endswith((".html", ".yaml", "llms.txt")):
            with _faults_into(problems):
                problems += _compiled(env, templates, name)
    if sound and not problems:
        with _faults_into(problems):
            for name, text in zip(DESCRIPTION, _parts(env, source), strict=True):
                templates.parsed(name, text)
        with _faults_into(problems):
            tools(env, source)
    return sorted(problems)


@contextmanager
def _faults_into(problems: list[Problem]) -> Iterator[None]:
    """Add what a template raises, which says `path:line: what — cure`."""
    try:
        with naming_faults():
            yield
    except TemplateError as error:
        place, _, said = str(error).partition(": ")
        path, _, line = place.partition(":")
        what, _, cure = said.rpartition(" — ")
        problems.append(Problem(path, int(line or 1), "S28", what, cure))


def _compiled(env: Environment, templates: Templates, name: str) -> Iterator[Problem]:
    path = f"{templates.name}/{name}"
    tree = env.parse(templates.text(name), name, path)
    for node in tree.find_all(_NAMING):
        named = getattr(node, "template", None)
        if isinstance(named, nodes.Const) and named.value not in templates.files:
            what = f"沒有「{named.value}」這個範本"
            yield Problem(path, node.lineno, "S28", what, CURE)
    env.compile(tree, name, path, raw=True)

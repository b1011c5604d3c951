"""What a build needs: all content loaded and checked, the templates, a digest of every input.

In: the data and templates folders. Out: a `Source`, or every problem of the content at once.
Each input is read once, and what is digested is what was read: a file that is edited while a
build runs changes neither that build nor its digest.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from generator.content.corpus import Corpus, load
from generator.content.lettering import FONT, check_lettering
from generator.content.lint import lint
from generator.content.phrases import Phrases, load_phrases
from generator.content.problem import ContentError, Problem
from generator.content.settings import Site, load_site
from generator.content.tables import Tables, load_tables
from generator.content.wording import load_wording
from generator.dataset import SCHEMA
from generator.templates import Templates, read_templates

if TYPE_CHECKING:
    from generator.calendar import Day
    from generator.chart import Chart

_LIBRARIES = ("jinja2", "lunar-python", "markupsafe", "pillow")
"""Libraries whose version can change what is written."""

ASIDE = frozenset((
    "cli", "options", "failures", "commands", "editing", "finding", "publishing", "rollback", "drafts", "places", "search",
    "preview", "previewing", "about", "demand", "desk", "edition", "marking", "marks", "serving", "watching", "why", "report", "survey", "checks", "sameness", "scenes",
))  # fmt: skip
"""Modules that no build imports: what they say changes no byte of a release."""


@dataclass(frozen=True, slots=True)
class Content:
    """Everything editors own, loaded."""

    corpus: Corpus
    site: Site
    tables: Tables
    phrases: Phrases

    def lead(self, day: Day, chart: Chart) -> str:
        """The two sentences above a date's sections: a golden reading's own, or drawn ones."""
        golden = self.corpus.golden.get(day.date)
        return golden.lead.text if golden else self.phrases.lead(day, chart)


@dataclass(frozen=True, slots=True)
class Source:
    """What a build needs: the content, the templates, a digest of all inputs."""

    templates: Templates
    content: Content
    digest: str


def check(data: Path, templates: Templates | None = None) -> tuple[Content, list[Problem]]:
    """Load all content and list everything wrong with it.

    With the templates, also whether their font can letter what the settings say.
    """
    corpus, problems = load(data)
    site, of_site = load_site(data)
    tables, of_tables = load_tables(data, corpus.rules)
    phrases, of_phrases = load_phrases(data)
    wording, of_wording = load_wording(data)
    found = [*problems, *of_site, *of_tables, *of_phrases, *of_wording]
    found += check_lettering(data, templates.raw(f"fonts/{FONT}")) if templates else []
    found += lint(corpus, (*tables.texts, *phrases.texts, *site.texts), wording)
    return Content(corpus, site, tables, phrases), sorted(found)


def prepare(data: Path, templates: Path) -> Source:
    """Load and check everything a build needs.

    :raises ContentError: with every problem, if there is any.
    """
    read = read_templates(templates)
    content, problems = check(data, read)
    if problems:
        raise ContentError(tuple(problems))
    return Source(read, content, inputs_digest(content, read))


def inputs_digest(content: Content, templates: Templates) -> str:
    """A digest of all that decides the bytes of a release: content, templates, press, libraries.

    Of the content as loaded, which its `repr` tells in full, with the line of each text.
    """
    digest = sha256(f"{SCHEMA}\n{content!r}\n".encode())
    for library in _LIBRARIES:
        digest.update(f"{library} {version(library)}\n".encode())
    press = Path(__file__).parent
    modules = {
        path.relative_to(press).as_posix(): path.read_bytes()
        for path in press.rglob("*.py")
        if ASIDE.isdisjoint((path.stem, path.parent.name))
    }
    for files in (modules, templates.files):
        for path in sorted(files):
            digest.update(f"{path} {sha256(files[path]).hexdigest()}\n".encode())
    return digest.hexdigest()

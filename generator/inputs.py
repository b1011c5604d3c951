"""What a build needs: all content loaded and checked, the templates, a digest of every input.

In: the data and templates folders. Out: a `Source`, or every problem of the content at once.
"""

from __future__ import annotations

from dataclasses import dataclass
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from generator.content.corpus import Corpus, load
from generator.content.lettering import check_lettering
from generator.content.lint import lint
from generator.content.phrases import Phrases, load_phrases
from generator.content.problem import ContentError, Problem
from generator.content.settings import Site, load_site, load_wording
from generator.content.tables import Tables, load_tables
from generator.dataset import SCHEMA

_LIBRARIES = ("jinja2", "lunar-python", "markupsafe", "pillow")
"""Libraries whose version can change what is written."""


@dataclass(frozen=True, slots=True)
class Content:
    """Everything editors own, loaded."""

    corpus: Corpus
    site: Site
    tables: Tables
    phrases: Phrases


@dataclass(frozen=True, slots=True)
class Source:
    """What a build needs: the content, where the templates lie, a digest of all inputs."""

    templates: Path
    content: Content
    digest: str


def check(data: Path, templates: Path | None = None) -> tuple[Content, list[Problem]]:
    """Load all content and list everything wrong with it.

    With the templates, also whether their font can letter what the settings say.
    """
    corpus, problems = load(data)
    site, of_site = load_site(data)
    tables, of_tables = load_tables(data, corpus.rules)
    phrases, of_phrases = load_phrases(data)
    wording, of_wording = load_wording(data)
    found = [*problems, *of_site, *of_tables, *of_phrases, *of_wording]
    found += check_lettering(data, templates) if templates else []
    found += lint(corpus, (*tables.texts, *phrases.texts), wording)
    return Content(corpus, site, tables, phrases), sorted(found)


def prepare(data: Path, templates: Path) -> Source:
    """Load and check everything a build needs.

    :raises ContentError: with every problem, if there is any.
    """
    content, problems = check(data, templates)
    if problems:
        raise ContentError(tuple(problems))
    return Source(templates, content, inputs_digest(data, templates))


def inputs_digest(data: Path, templates: Path) -> str:
    """A digest of all that decides the bytes of a release: content, templates, press, libraries."""
    digest = sha256(str(SCHEMA).encode())
    for library in _LIBRARIES:
        digest.update(f"{library} {version(library)}\n".encode())
    press = Path(__file__).parent
    for root, pattern in ((press, "*.py"), (templates, "*"), (data, "*")):
        for path in sorted(p for p in root.rglob(pattern) if p.is_file()):
            digest.update(f"{root.name}/{path.relative_to(root).as_posix()}\n".encode())
            digest.update(sha256(path.read_bytes()).digest())
    return digest.hexdigest()

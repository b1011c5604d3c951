"""What a build needs: all content loaded and checked, the templates, a digest of every input.

In: the data and templates folders. Out: a `Source`, or every problem of the content at once.
Each input is read once, and what is digested is what was read: a file that is edited while a
build runs changes neither that build nor its digest.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path
from typing import TYPE_CHECKING

from generator.content.essays import Essay, load_essays
from generator.content.fragments import load
from generator.content.inline import SLOT, plain
from generator.content.lettering import CHARACTERS, check_lettering
from generator.content.lint import lint
from generator.content.phrases import Phrases, load_phrases
from generator.content.problem import ContentError, Problem
from generator.content.settings import Site, load_site
from generator.content.strays import check_names
from generator.content.tables import Tables, load_tables
from generator.content.templates import Templates, read_templates
from generator.content.text_file import Data
from generator.content.wording import load_wording
from generator.content.words import check_words
from generator.reading.dataset import SCHEMA

if TYPE_CHECKING:
    from hashlib import _Hash as Hash

    from generator.chart import Chart
    from generator.chart.calendar import Day
    from generator.reading.corpus import Corpus, Text

MARKUP = (".html", ".txt")
"""Templates that hold markup, by the end of their names."""

_LIBRARIES = ("jinja2", "lunar-python", "markupsafe", "pillow")
"""Libraries whose version can change what is written."""

_ROOMS = ("chart", "reading", "content", "pages", "build")
"""Packages of the press that decide what is written; those beside them change no byte of a release."""


@dataclass(frozen=True, slots=True)
class Content:
    """Everything editors own, loaded."""

    corpus: Corpus
    site: Site
    tables: Tables
    phrases: Phrases
    essays: dict[str, Essay]

    @property
    def texts(self) -> tuple[Text, ...]:
        """Every text with a key that is no paragraph: of settings, phrases, tables and rules."""
        corpus, site = self.corpus, self.site
        return (*self.phrases.texts, *self.tables.texts, *site.texts, *corpus.other_texts)

    @property
    def prose(self) -> tuple[Text, ...]:
        """The texts with slots and links that stand on pages by themselves."""
        return (*self.site.words, *(t for essay in self.essays.values() for t in essay.texts))

    def lead(self, day: Day, chart: Chart) -> str:
        """The two sentences above a date's sections: a golden reading's own, or drawn ones."""
        golden = self.corpus.golden.get(day.date)
        return golden.lead.text if golden else self.phrases.lead(day, chart)


@dataclass(frozen=True, slots=True)
class Source:
    """What a build needs: the templates, the content, and digests.

    `press` is a digest of the code; `digest` of all inputs, code included.
    """

    templates: Templates
    content: Content
    press: str
    digest: str


def check(data: Path, templates: Templates | None = None) -> tuple[Content, list[Problem]]:
    """Load all content and list everything wrong with it.

    With the templates, also whether their font can letter what the settings say, and whether
    the sentences are those that they ask for.
    """
    folder = Data(data)
    check_names(folder)
    corpus, site, phrases = load(folder), load_site(folder), load_phrases(folder)
    tables, essays = load_tables(folder, corpus.rules), load_essays(folder)
    content = Content(corpus, site, tables, phrases, essays)
    wording, found = load_wording(folder), folder.problems
    if templates:
        found += check_lettering(site.texts, templates.text(f"fonts/{CHARACTERS}"))
        markup = (templates.text(name) for name in templates.files if name.endswith(MARKUP))
        check_words(folder, site.words, markup)
    prose = (plain(text) for text in content.prose if not SLOT.fullmatch(text.text))
    if wording.forbidden:  # without any, its own problem would stand behind those of every text
        found += lint(corpus, (*content.texts, *prose), wording)
    return content, sorted(found)


def prepare(data: Path, templates: Path) -> Source:
    """Load and check everything a build needs.

    Read again if a file changed meanwhile, so that the digest is of what was loaded.

    :raises ContentError: with every problem, if there is any.
    """
    while True:
        digest = inputs_digest(data, templates)
        read = read_templates(templates)
        content, problems = check(data, read)
        if digest == inputs_digest(data, templates):
            break
    if problems:
        raise ContentError(tuple(problems))
    return Source(read, content, press_digest(), digest)


def inputs_digest(data: Path, templates: Path) -> str:
    """A digest of all that decides the bytes of a release: every file of two folders, and the press.

    Hidden files are left out: editing programs keep theirs there.
    """
    digest = sha256(press_digest().encode())
    for folder in (data, templates):
        found = (path for path in folder.rglob("*") if path.is_file())
        shown = [path for path in found if "/." not in f"/{path.relative_to(folder).as_posix()}"]
        _add(digest, folder, shown)
    return digest.hexdigest()


@cache
def press_digest() -> str:
    """A digest of the press: its modules, and the libraries that decide what is written.

    Taken once: what runs is what was imported, whatever is saved since.
    """
    libraries = (f"{library} {version(library)}" for library in _LIBRARIES)
    digest = sha256("\n".join((str(SCHEMA), *libraries)).encode())
    press = Path(__file__).parent.parent
    modules = [path for room in _ROOMS for path in (press / room).rglob("*.py")]
    _add(digest, press, modules)
    return digest.hexdigest()


def _add(digest: Hash, folder: Path, paths: list[Path]) -> None:
    for path in sorted(paths):
        name, of_file = path.relative_to(folder).as_posix(), sha256(path.read_bytes())
        digest.update(f"{name} {of_file.hexdigest()}\n".encode())

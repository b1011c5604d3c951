"""What a build needs: all content loaded and checked, the templates, a digest of every input.

In: the data and templates folders. Out: a `Source`, or every problem of the content at once.
Each input is read once, and what is digested is what was read: a file that is edited while a
build runs changes neither that build nor its digest.
"""

import re
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from importlib.metadata import version
from pathlib import Path

from generator.chart import Chart
from generator.chart.calendar import Day
from generator.content.essays import Essay, load_essays
from generator.content.fragments import Tables, load, load_tables
from generator.content.inline import SLOT, check_words, plain
from generator.content.lint import lint
from generator.content.phrases import Phrases, load_phrases
from generator.content.problem import ContentError, Problem
from generator.content.settings import Site, load_site
from generator.content.templates import Templates, read_templates
from generator.content.text_file import Data
from generator.content.wording import load_wording
from generator.reading.corpus import Corpus, Text
from generator.reading.dataset import SCHEMA
from generator.reading.facets import FACETS

DATA_FILES = frozenset((
    "README.md", "STYLE.md", "intros.yaml", "lead.yaml", "plain.yaml", "products.yaml",
    "rules.yaml", "services.yaml", "site.yaml", "terms.yaml", "wording.yaml", "words.yaml",
    "pages/about.md", "pages/method.md", "pages/privacy.md",
    "tables/compatibility.md", "tables/flow-year.md", "tables/this-year.md", "tables/pair.md", "tables/levels.yaml",
    *(f"corpus/{facet.name}.md" for facet in FACETS),
))  # fmt: skip
"""All that `data/` holds, but for a Markdown file in `golden/` for each date with a golden reading."""

FONT = "wanrishu-serif.woff2"  # what letters headings and pictures: a small font
LETTERED = "fonts/characters.txt"
"""The list of the characters that it has: a test holds the two together."""

_LONGEST = 7  # characters that a column of the picture holds
_COLUMNS = re.compile(f"[^，]{{1,{_LONGEST}}}，[^，]{{1,{_LONGEST}}}")
MARKUP = (".html", ".txt")  # templates that hold markup, by the end of their names
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

    def lead(self, day: Day, chart: Chart) -> tuple[str, str]:
        """The title and the sentences above a date's sections: a golden reading's own, or drawn."""
        golden = self.corpus.golden.get(day.date)
        return (golden.title.text, golden.lead.text) if golden else self.phrases.lead(day, chart)


@dataclass(frozen=True, slots=True)
class Source:
    """What a build needs. `press` is a digest of the code; `digest` of all inputs, code included."""

    templates: Templates
    content: Content
    press: str
    digest: str


def check(data: Path, templates: Templates | None = None) -> tuple[Content, list[Problem]]:
    """Load all content and list everything wrong with it, also with regard to the templates."""
    folder = Data(data)
    _check_names(folder)
    corpus, site, phrases = load(folder), load_site(folder), load_phrases(folder)
    tables, essays = load_tables(folder, corpus.rules), load_essays(folder)
    content = Content(corpus, site, tables, phrases, essays)
    wording, found = load_wording(folder), folder.problems
    if templates:
        found += _unlettered(site.texts, templates.text(LETTERED))
        markup = (templates.text(name) for name in templates.files if name.endswith(MARKUP))
        if site.words:  # without any, its own problem would stand behind one for each
            check_words(folder, site.words, markup)
    prose = (plain(text) for text in content.prose if not SLOT.fullmatch(text.text))
    if wording.forbidden:  # without any, its own problem would stand behind those of every text
        found += lint(corpus, (*content.texts, *prose), wording)
    return content, sorted(found)


def _check_names(data: Data) -> None:
    """Tell of each file that is not read, but for what systems and editing programs leave."""
    for found in data.folder.rglob("*"):
        path = found.relative_to(data.folder)
        name = path.as_posix()
        left = re.search("(^|/)[.#]|~(/|$)", name)
        if found.is_file() and not (name in DATA_FILES or path.match("golden/*.md") or left):
            cure = "多出來的副本就刪掉；名字打錯就改對（親筆是 golden/1990-05-20.md）；別的檔案移到外面"
            data.file(name).tell(1, "C01", "這個檔案不會用到", cure)


def _unlettered(texts: tuple[Text, ...], characters: str) -> Iterator[Problem]:
    """What keeps the tagline and the names from being lettered: a shape, or a character."""
    for text in texts:
        missing = "".join(c for c in dict.fromkeys(text.text) if c not in characters)
        if text.key == "tagline" and not _COLUMNS.fullmatch(text.text):
            what = f"tagline「{text.text}」排不進分享圖的兩行"
            cure = f"中間一個逗號，前後各寫一到 {_LONGEST} 個字"
            yield Problem(text.path, text.line, "S21", what, cure)
        elif missing and text.key in ("name", "tagline") and "products" not in text.path:
            what = f"標題與分享圖的字型沒有「{missing}」"
            cure = "換一個說法，或照 templates/fonts/README.md 補進字型"
            yield Problem(text.path, text.line, "S22", what, cure)


def prepare(data: Path, templates: Path) -> Source:
    """Load and check everything a build needs; a `ContentError` with every problem, if any.

    Read again if a file changed meanwhile, so that the digest is of what was loaded.
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
        digest.update(_listed(folder, shown))
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
    digest.update(_listed(press, modules))
    return digest.hexdigest()


def _listed(folder: Path, paths: list[Path]) -> bytes:
    """Each file by its path in the folder, with a digest of its content."""
    found = ((path.relative_to(folder), sha256(path.read_bytes())) for path in sorted(paths))
    return "".join(f"{p.as_posix()} {digest.hexdigest()}\n" for p, digest in found).encode()

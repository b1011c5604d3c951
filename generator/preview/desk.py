"""The desk: what was saved last, what is wrong with it, and the last good state of every page.

In: the folders, read again after each save. Out: pages that can always be shown, with the troubles
that stand above them. Imports the edition; knows nothing of HTTP.
"""

import logging
import re
from dataclasses import dataclass
from pathlib import Path
from threading import Condition, Lock

from generator.content import inputs
from generator.content.inputs import Content
from generator.content.problem import Problem
from generator.content.templates import TemplateError, Templates, naming_faults, read_templates
from generator.editor.drafts import hints, with_drafts
from generator.pages.edition import date_of
from generator.preview.marking import marked
from generator.preview.marks import Marks, bare
from generator.preview.saved import Range, Saved, saved

_PLACED = re.compile(r"(?P<at>\S+:\d+): (?P<said>.+)", re.DOTALL)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something to be mended: its file and line, if it has them, what is wrong, what to do."""

    at: str
    said: str


@dataclass(frozen=True, slots=True)
class ShownPage:
    """A page as HTML with its places, empty if it was never good.

    `troubles` are of what was saved since; `hints`, of the golden reading or draft of its date,
    keep nothing from being published.
    """

    html: str
    troubles: tuple[Trouble, ...]
    hints: tuple[Trouble, ...] = ()


class Desk:
    """`version` counts the saves that changed anything; it is safe to ask from several threads."""

    def __init__(self, data: Path, templates: Path, of_range: Range) -> None:
        self._data, self._templates, self._range = data, templates, of_range
        self._marks = Marks()
        self._good: dict[str, str] = {}
        self._hints: list[Problem] = []
        self._read: object = None
        self._changed = Condition()
        self._pressing = Lock()
        self.saved: Saved | None = None
        self.troubles: tuple[Trouble, ...] = ()
        self.version = 0
        self.reload()

    def reload(self) -> None:
        """Read the folders; the last good content stays where the new one has problems."""
        read: object
        last, told = self.saved, self._hints
        try:
            templates = read_templates(self._templates)
            content, problems = inputs.check(self._data, templates)
            troubles = tuple(_said(str(problem)) for problem in problems)
            if not problems:
                told = hints(self._data, content)
                content = with_drafts(self._data, content)
            read = (templates, content, problems, told)
            if read != self._read and (last or not problems):
                last = self._saved(templates, last.written if last and problems else content)
        except Exception as error:
            read, troubles = repr(error), (_trouble(error),)
        if read != self._read:
            with self._changed:
                self._read, self._hints, self.saved, self.troubles = read, told, last, troubles
                self.version += 1
                self._changed.notify_all()

    def _saved(self, templates: Templates, content: Content) -> Saved:
        with_marks, env = marked(content, self._marks), None
        if old := self.saved:
            of = old.edition.source
            if (of.templates, of.content.site) == (templates, with_marks.site):
                env = old.edition.env  # compiling takes longer than anything else
        return saved(content, with_marks, templates, self._range, env)

    def page(self, path: str) -> ShownPage | None:
        """A page by its path in a release; None if there is none."""
        last, troubles = self.saved, self.troubles
        if last is None:
            return ShownPage("", troubles)
        file = f"{self._data.name}/golden/{date_of(path)}.md"
        told = tuple(_said(str(hint)) for hint in self._hints if hint.path == file)
        try:
            made = self._made(last, path)
        except Exception as error:
            return ShownPage(self._good.get(path, ""), (*troubles, _trouble(error)), told)
        if made is None:
            return None
        html = self._marks.resolve(made.decode())
        self._good[path] = html
        return ShownPage(html, troubles, told)

    def file(self, path: str) -> bytes | None:
        """Another file of the site, as a release has it; None if there is none.

        :raises TemplateError: if a template is at fault.
        """
        made = self._made(self.saved, path) if self.saved else None
        if made is None or path.endswith((".png", ".woff2")):
            return made
        return bare(made.decode()).encode()

    def _made(self, last: Saved, path: str) -> bytes | None:
        with self._pressing, naming_faults():
            return last.edition.file(path)

    def wait(self, version: int, seconds: float) -> int:
        """The version, as soon as it is not the one that is known, or after some seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self.version != version, seconds)
            return self.version


def _trouble(error: Exception) -> Trouble:
    """What a page says of a failure; one that nobody expects is told in full on the terminal."""
    if isinstance(error, TemplateError):
        return _said(str(error))
    if isinstance(error, OSError) and error.filename:
        return Trouble("", f"{error.filename} 讀不到（{error.strerror}）— 檢查檔案，再存一次")
    log.error("a page could not be made", exc_info=error)
    what = f"{type(error).__name__}: {error}".splitlines()[0]
    return Trouble("", f"程式出了問題（{what}）— 詳細經過印在終端機，請交給工程師")


def _said(message: str) -> Trouble:
    """A message that may begin with a file and line."""
    match = _PLACED.fullmatch(message)
    return Trouble(match["at"], match["said"]) if match else Trouble("", message)

"""The desk: what was saved last, what is wrong with it, and the last good state of every page.

In: the folders, read again after each save. Out: pages that can always be shown, with the troubles
that stand above them. Imports the edition; knows nothing of HTTP.
"""

from __future__ import annotations

import logging
import re
from contextlib import suppress
from dataclasses import dataclass
from itertools import groupby
from threading import Condition, Lock
from typing import TYPE_CHECKING

from generator.content import inputs
from generator.content.templates import TemplateError, naming_faults, read_templates
from generator.editor.drafts import hints, with_drafts
from generator.pages.edition import date_of
from generator.pages.render import environment
from generator.preview.marking import marked
from generator.preview.marks import Marks, bare
from generator.preview.saved import Range, Saved, saved

if TYPE_CHECKING:
    from pathlib import Path

    from generator.content.inputs import Content
    from generator.content.problem import Problem
    from generator.content.templates import Templates

_KEPT = 200
"""Pages of which the last good state is kept."""

_PLACED = re.compile(r"(?P<at>\S+:\d+): (?P<said>.+)", re.DOTALL)

log = logging.getLogger(__name__)


@dataclass(frozen=True, slots=True)
class Trouble:
    """Something to be mended: its file and line, if it has them, what is wrong, what to do."""

    at: str
    said: str


@dataclass(frozen=True, slots=True)
class Page:
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
        self._hints: dict[str, tuple[Trouble, ...]] = {}
        self._read: object = None
        self._asked = "index.html"
        self._changed = Condition()
        self._pressing = Lock()
        self.saved: Saved | None = None
        self.troubles: tuple[Trouble, ...] = ()
        self.version = 0
        self.reload()

    def reload(self) -> None:
        """Read the folders; the last good content stays where the new one has problems."""
        read: object
        try:
            templates = read_templates(self._templates)
            content, problems = inputs.check(self._data, templates)
            told = [] if problems else hints(self._data, content)
            content = content if problems else with_drafts(self._data, content)
            read = (templates, content, problems, told)
        except Exception as error:
            read = (repr(error),)
            if self._read != read:
                self._announce(read, self.saved, (_trouble(error),))
            return
        if self._read == read:
            return
        last, kept = self.saved, self.saved.written if self.saved else None
        used = kept if problems else content
        if used is not None:
            last = self._saved(templates, used)
            self._page(last, self._asked)  # is asked for again at once: let it be compiled
        if not problems:
            self._hints = {
                path: tuple(map(_of_problem, of_file))
                for path, of_file in groupby(told, lambda hint: hint.path)
            }
        self._announce(read, last, tuple(map(_of_problem, problems)))

    def page(self, path: str) -> Page | None:
        """A page by its path in a release; None if there is none."""
        last, troubles = self.saved, self.troubles
        if last is None:
            return Page("", troubles)
        told = self._hints.get(f"{self._data.name}/golden/{date_of(path)}.md", ())
        html, trouble = self._page(last, path)
        if trouble is not None:
            return Page(self._good.get(path, ""), (*troubles, trouble), told)
        if html is None:
            return None
        self._asked = path
        return Page(html, troubles, told)

    def file(self, path: str) -> bytes | None:
        """Another file of the site, as a release has it; None if there is none.

        :raises TemplateError: if a template is at fault.
        """
        if self.saved is None:
            return None
        with self._pressing, naming_faults():
            made = self.saved.edition.file(path)
        if made is None or path.endswith((".png", ".woff2")):
            return made
        return bare(made.decode()).encode()

    def work_ahead(self) -> None:
        """Work out what the next pages would wait for; what is wrong there, they will say."""
        steps = self.saved.ahead() if self.saved else iter(())
        with suppress(Exception):  # the end of the steps among them
            while True:
                with self._pressing:
                    next(steps)

    def wait(self, version: int, seconds: float) -> int:
        """The version, as soon as it is not the one that is known, or after some seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self.version != version, seconds)
            return self.version

    def _page(self, last: Saved, path: str) -> tuple[str | None, Trouble | None]:
        try:
            with self._pressing, naming_faults():
                made = last.edition.file(path)
        except Exception as error:
            return None, _trouble(error)
        if made is None:
            return None, None
        html = self._marks.resolve(made.decode())
        self._good.pop(path, None)
        self._good[path] = html
        for oldest in list(self._good)[:-_KEPT]:
            self._good.pop(oldest, None)
        return html, None

    def _saved(self, templates: Templates, content: Content) -> Saved:
        with_marks = marked(content, self._marks)
        old = self.saved
        if (
            old
            and old.templates == templates
            and old.edition.source.content.site == with_marks.site
        ):
            env = old.edition.env  # compiling takes longer than anything else
        else:
            env = environment(templates, with_marks.site)
        return saved(content, with_marks, templates, self._range, env)

    def _announce(self, read: object, last: Saved | None, troubles: tuple[Trouble, ...]) -> None:
        with self._changed:
            self._read, self.saved, self.troubles = read, last, troubles
            self.version += 1
            self._changed.notify_all()


def _of_problem(problem: Problem) -> Trouble:
    return _said(str(problem))


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
    if match := _PLACED.fullmatch(message):
        return Trouble(match["at"], match["said"])
    return Trouble("", message)

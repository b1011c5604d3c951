"""The templates as read: each file once, so that what is digested is what is used.

In: a folder. Out: `Templates`. Faults in them are named as file:line for those who edit them.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any

import jinja2
import yaml

CURE = "照這一行改，或從版本紀錄還原"


class TemplateError(Exception):
    """A template that can't be used; the message says file:line, what, and what to do."""


@dataclass(frozen=True, slots=True)
class Templates:
    """The files of a templates folder by path, with forward slashes; `name` is the folder's."""

    name: str
    files: dict[str, bytes]

    def raw(self, path: str) -> bytes:
        """A file as it is; a `TemplateError` if there is none."""
        if path not in self.files:
            raise TemplateError(f"{self.name}/{path}: 沒有這個檔 — 從版本紀錄還原")
        return self.files[path]

    def text(self, path: str) -> str:
        """A file's text; a `TemplateError` if there is none, or it is not UTF-8."""
        raw = self.raw(path)
        try:
            return raw.decode()
        except UnicodeDecodeError as error:
            place = f"{self.name}/{path}:{raw.count(10, 0, error.start) + 1}"
            raise TemplateError(f"{place}: 不是 UTF-8 編碼 — 用編輯器另存成 UTF-8") from None

    def parsed(self, path: str, text: str) -> Any:
        """What a file's YAML says, before or after it was rendered; or else a `TemplateError`."""
        try:
            return yaml.load(text, yaml.CSafeLoader)
        except yaml.YAMLError as error:
            mark = getattr(error, "problem_mark", None)
            # A rendered text has its faults where its template has them, if no line was added.
            same = len(text.splitlines()) == len(self.text(path).splitlines())
            line = f":{mark.line + 1}" if mark and same else ""
            what = f"YAML 讀不懂（{getattr(error, 'problem', '')}）"
            raise TemplateError(f"{self.name}/{path}{line}: {what} — {CURE}") from None


def read_templates(folder: Path) -> Templates:
    """Read every file under a folder; those that systems and editing programs hide are left out."""
    files = sorted(p for p in folder.rglob("*") if p.is_file() and not p.name.startswith("."))
    read = {path.relative_to(folder).as_posix(): path.read_bytes() for path in files}
    return Templates(folder.name, read)


@contextmanager
def naming_faults() -> Iterator[None]:
    """Turn what a template raises into a `TemplateError` that names its line.

    A fault in Python code that a template calls stays what it is.
    """
    try:
        yield
    except jinja2.TemplateSyntaxError as error:
        place, what = f"{error.filename}:{error.lineno}", error.message
    except Exception as error:
        found, innermost = _line(error.__traceback__)
        if not (isinstance(error, jinja2.TemplateError) or innermost):
            raise
        place, what = found or "templates", str(error)
        if isinstance(error, jinja2.TemplateNotFound):
            what = f"沒有「{error.name}」這個範本"
    else:
        return
    raise TemplateError(f"{place}: 範本寫錯：{what} — {CURE}") from None


def _line(traceback: TracebackType | None) -> tuple[str, bool]:
    """The last template line of a traceback, and whether nothing was called from there."""
    found, innermost = "", False
    while traceback is not None:
        # Jinja2 puts frames of the template's own lines in place of the compiled code's.
        innermost = "__jinja_exception__" in traceback.tb_frame.f_globals
        if innermost:
            found = f"{traceback.tb_frame.f_code.co_filename}:{traceback.tb_lineno}"
        traceback = traceback.tb_next
    return found, innermost

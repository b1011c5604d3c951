"""How a command ends before its end: expected failures in one sentence, Ctrl-C once.

In: what was raised. Out: what the operator is told. Content, templates and releases tell their
failures themselves; this adds what the system refuses. Anything else is a fault of the program
and keeps its traceback.
"""

import errno
import os
import signal
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from types import FrameType
from typing import Any

import click

from generator.build.history import ReleaseError
from generator.build.workers import WorkerError
from generator.content.problem import ContentError
from generator.content.templates import TemplateError
from generator.publish import PublishError

_CURES = {
    errno.ENOSPC: "清出一些空間（與 inode），或用 --output 換一個資料夾",
    errno.EACCES: "給這個帳號權限，或換一個資料夾",
    errno.EPERM: "給這個帳號權限，或換一個資料夾",
    errno.EROFS: "用 --output 換一個能寫的資料夾",
}


class Commands(click.Group):
    """Commands whose expected failures are one sentence each."""

    def main(self, *args: Any, **options: Any) -> Any:
        """Run as a program; a terminal that has no Chinese is no failure."""
        if isinstance(sys.stdout, TextIOWrapper):
            sys.stdout.reconfigure(errors="backslashreplace")
        return super().main(*args, **options)

    def invoke(self, ctx: click.Context) -> Any:
        """Run a command; a failure nobody expects keeps its traceback."""
        try:
            return super().invoke(ctx)
        except BrokenPipeError:
            raise  # whoever read the output went away: click ends quietly
        except (ContentError, PublishError, ReleaseError, TemplateError, WorkerError) as error:
            raise click.ClickException(str(error)) from None
        except OSError as error:
            name = error.filename
            place = f"{os.fsdecode(name)}: " if isinstance(name, str | bytes) else ""
            cure = _CURES.get(error.errno or 0, "處理好以後，再執行一次")
            said = f"{place}{error.strerror or error} — {cure}"
            raise click.ClickException(said) from None


@contextmanager
def interrupted_once() -> Iterator[None]:
    """Let Ctrl-C end a command once; a second can't cut short the clearing up."""

    def interrupt(number: int, frame: FrameType | None) -> None:
        signal.signal(signal.SIGINT, signal.SIG_IGN)
        raise KeyboardInterrupt

    if signal.getsignal(signal.SIGINT) is not signal.default_int_handler:
        yield  # somebody else's, as under nohup
        return
    signal.signal(signal.SIGINT, interrupt)
    try:
        yield
    finally:
        if signal.getsignal(signal.SIGINT) is interrupt:
            signal.signal(signal.SIGINT, signal.default_int_handler)

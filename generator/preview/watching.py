"""Watching: the folders of content and templates, and the desk told of each save.

In: folders, a desk. Out: a thread that ends with the process. The kernel tells of changes: nothing is
read until something was saved. Where it can't (its watches are few), the files are looked at instead.
"""

from __future__ import annotations

import logging
from threading import Thread
from typing import TYPE_CHECKING

from watchfiles import watch

if TYPE_CHECKING:
    from collections.abc import Sequence
    from pathlib import Path

    from generator.preview.desk import Desk

log = logging.getLogger(__name__)

_QUIET = 30
"""Milliseconds without a change: a program that saves writes aside, then renames."""

_MOST = 300
"""Milliseconds that changes are gathered for, if they do not end."""


def keep_up(desk: Desk, folders: Sequence[Path]) -> None:
    """Have the desk read again after every save."""
    Thread(target=_watch, args=(desk, folders), daemon=True).start()


def _watch(desk: Desk, folders: Sequence[Path]) -> None:
    try:
        _follow(desk, folders, polling=None)
    except (OSError, RuntimeError) as error:
        log.warning("the system does not tell of saves (%s); files are looked at instead", error)
        _follow(desk, folders, polling=True)


def _follow(desk: Desk, folders: Sequence[Path], *, polling: bool | None) -> None:
    for _ in watch(
        *folders, watch_filter=None, debounce=_MOST, step=_QUIET, raise_interrupt=False,
        force_polling=polling,
    ):  # fmt: skip
        desk.reload()
        desk.work_ahead()

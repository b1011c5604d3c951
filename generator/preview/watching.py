"""Watching: the folders of content and templates, and the desk told of each save.

In: folders, a desk. Out: a thread that ends with the process. The kernel tells of changes: nothing is
read until something was saved. Where it can't (its watches are few), the files are looked at instead.
"""

import logging
from collections.abc import Sequence
from pathlib import Path
from threading import Thread

from watchfiles import watch

from generator.preview.desk import Desk

log = logging.getLogger(__name__)


def keep_up(desk: Desk, folders: Sequence[Path]) -> None:
    """Have the desk read again after every save."""
    Thread(target=_watch, args=(desk, folders), daemon=True).start()


def _watch(desk: Desk, folders: Sequence[Path], *, polling: bool = False) -> None:
    # Until nothing changes for 30 ms, at most 300: a program that saves writes aside, then renames.
    try:
        for _ in watch(
            *folders, watch_filter=None, debounce=300, step=30, raise_interrupt=False,
            force_polling=polling or None,
        ):  # fmt: skip
            desk.reload()
    except (OSError, RuntimeError) as error:
        if polling:
            raise
        log.warning("the system does not tell of saves (%s); files are looked at instead", error)
        _watch(desk, folders, polling=True)

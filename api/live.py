"""What is live: keeps the published release at hand and follows the link to it.

A release folder is immutable and the live one is a link to it, so a request resolves the
link once and reads from that folder only: no answer ever mixes two releases, and a new one
serves within a tenth of a second. A release is proved when it is published; here it is seen
to be there, and each reading is proved as it is read.
"""

from __future__ import annotations

import logging
import os
import time
from threading import Lock
from typing import TYPE_CHECKING

from api.published import UnavailableError, identity, open_release

if TYPE_CHECKING:
    from pathlib import Path

    from api.published import Identity, Release

log = logging.getLogger("wanrishu.live")

GLANCE = 0.1
"""Seconds for which the link is not looked at again: a look costs as much as half a lookup."""
PATIENCE = 1.0
"""Seconds for which what could not be opened is not tried again, unless it changes."""


class Live:
    """The live release. One thread opens a new one, the others answer from the old meanwhile."""

    def __init__(self, link: Path) -> None:
        self._link = str(link)
        self._held: Release | None = None
        self._until = 0.0
        self._refused: tuple[float, Identity, str] | None = None
        self._opening = Lock()

    def release(self, *, fresh: bool = False) -> Release:
        """The live release, opened anew if the link or what it points at has changed.

        The link is looked at every `GLANCE` seconds; for a `fresh` answer at once.

        :raises UnavailableError: if it is missing, of another schema, or incomplete.
        """
        held, now = self._held, time.monotonic()
        if held is not None and not fresh and now < self._until:
            return held
        found = identity(self._link)
        self._until = now + GLANCE
        if held is not None and held.identity == found:
            return held
        if not self._opening.acquire(blocking=held is None) and held is not None:
            return held
        try:
            held = self._held
            if held is None or held.identity != found:
                held = self._held = self._open(found, now)
            return held
        finally:
            self._opening.release()

    def _open(self, found: Identity, now: float) -> Release:
        refused = self._refused
        if refused is not None and refused[1] == found and now - refused[0] < PATIENCE:
            raise UnavailableError(refused[2])
        try:
            opened = open_release(os.path.realpath(self._link))
        except UnavailableError as error:
            if refused is None or refused[2] != str(error):
                log.error("no release to serve (WANRISHU_RELEASE names its folder): %s", error)
            self._refused, self._held = (now, found, str(error)), None
            raise
        self._refused = None
        log.info("serving release %s", opened.id)
        return opened

"""The store: keeps the live release at hand and follows the link to it.

A release folder is immutable and the live one is a link to it, so a request resolves the
link once and reads from that folder only: no answer ever mixes two releases, and a new one
serves within a tenth of a second.
"""

from __future__ import annotations

import logging
import os
import time
from threading import Thread, current_thread
from typing import TYPE_CHECKING

from api.release import UnavailableError, identity, open_release

if TYPE_CHECKING:
    from pathlib import Path

    from api.release import Identity, Release

log = logging.getLogger("wanrishu.store")

GLANCE = 0.1
"""Seconds for which the link is not looked at again: a look costs as much as half a lookup."""
PATIENCE = 1.0
"""Seconds for which a release found broken is not examined again."""
MOMENT = 0.5
"""Seconds that a health check waits for a first examination: long enough unless every file must
be found on the disk first."""
FAITH = 30.0
"""Seconds after an examination at which a health check starts another, and waits for none: a file
may be damaged long before anyone asks for it."""


class Store:
    """The live release.

    A new one serves as soon as it is seen to be there; meanwhile a thread examines it in full,
    and takes it out of service if it is not whole. One found broken, by that thread or by a
    lookup, serves again only after a full examination.

    Threads may race to open a new release; each gets one that is there.
    """

    def __init__(self, link: Path) -> None:
        self._link = str(link)
        self._held: Release | None = None
        self._until = 0.0
        self._broken: tuple[float, str, Identity] | None = None
        self._examination: Thread | None = None
        self._examined = 0.0

    def release(self, *, fresh: bool = False) -> Release:
        """The live release, opened anew if the link or what it points at has changed.

        The link is looked at every `GLANCE` seconds; for a `fresh` answer at once, and a first
        examination is waited for, though no longer than a `MOMENT`.

        :raises UnavailableError: if it is missing, of another schema, or incomplete.
        """
        held, now = self._held, time.monotonic()
        if held is not None and not fresh and now < self._until:
            return held
        found = identity(self._link)
        self._until = now + GLANCE
        if held is None or held.identity != found:
            held = self._open(found, now)
        if fresh:
            self._reassure(held, now)
        return held

    def distrust(self) -> None:
        """Have the held release examined in full before it serves again."""
        held, self._held = self._held, None
        if held is not None:
            self._broken = (-PATIENCE, f"{held.folder}: a lookup failed", held.identity)

    def _reassure(self, held: Release, now: float) -> None:
        if not self._examined and self._examination is not None:
            self._examination.join(MOMENT)
            if self._held is None and self._broken is not None:
                raise UnavailableError(self._broken[1])
        elif not self._is_examining() and now - self._examined > FAITH:
            self._begin(held)

    def _is_examining(self) -> bool:
        return self._examination is not None and self._examination.is_alive()

    def _begin(self, opened: Release) -> Thread:
        self._examination = begun = Thread(target=self._examine, args=(opened,), daemon=True)
        begun.start()
        return begun

    def _open(self, found: Identity, now: float) -> Release:
        broken = self._broken
        suspect = broken is not None and broken[2] == found
        patient = self._is_examining() or (broken is not None and now - broken[0] < PATIENCE)
        if broken is not None and suspect and patient:
            raise UnavailableError(broken[1])
        self._held = None
        try:
            opened = open_release(os.path.realpath(self._link))
        except UnavailableError as error:
            self._broken = (time.monotonic(), str(error), found)
            raise
        self._examined = 0.0
        if not suspect:
            self._held, self._broken = opened, None
        examination = self._begin(opened)
        if broken is not None and suspect:
            examination.join(MOMENT)
            if self._held is not opened:
                raise UnavailableError(broken[1])
        return opened

    def _examine(self, opened: Release) -> None:
        failure = None
        try:
            opened.examine()
        except UnavailableError as error:
            failure = str(error)
        if self._examination is not current_thread():
            return  # another release has come since
        if failure is None:
            self._examined = time.monotonic()
            self._held, self._broken = opened, None
        else:
            log.error("out of service: %s", failure)
            self._broken, self._held = (time.monotonic(), failure, opened.identity), None

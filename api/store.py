"""The store: a date in, its entry of the live release out. The only reader of the release.

The release folder is immutable and the live one is a link to it, so a request resolves
the link once and reads from that folder only; a new release is seen by the next request.
"""

from __future__ import annotations

import os
from dataclasses import dataclass
from datetime import date
from typing import TYPE_CHECKING, Any

import orjson

if TYPE_CHECKING:
    from pathlib import Path

SCHEMA = 1
"""The dataset shape this door understands; `release.json` names the one it has."""


class UnavailableError(Exception):
    """No usable release; the message is for the log, not for callers."""


@dataclass(frozen=True, slots=True)
class Release:
    """A release that was found whole: its folder and what its index says."""

    folder: str
    first: date
    last: date
    disclaimer: str
    services: tuple[dict[str, str], ...]

    def entry(self, on: date) -> dict[str, Any]:
        """The dataset's entry of a date within the range.

        :raises UnavailableError: if the file is gone or cut short.
        """
        path = f"{self.folder}/bazi/{on.year}-{on.month}-{on.day}/reading.json"
        try:
            with open(path, "rb") as file:
                entry: dict[str, Any] = orjson.loads(file.read())
        except (OSError, orjson.JSONDecodeError) as error:
            raise UnavailableError(f"{path}: {error}") from error
        return entry


class Store:
    """Keeps the live release at hand and follows the link when it moves."""

    def __init__(self, link: Path) -> None:
        self._link = str(link)
        self._release: Release | None = None

    def release(self) -> Release:
        """The live release, opened anew if the link has moved.

        :raises UnavailableError: if it is missing, of another schema, or incomplete.
        """
        folder = os.path.realpath(self._link)
        held = self._release
        if held is None or held.folder != folder or not os.path.exists(f"{folder}/release.json"):
            self._release = held = None
            self._release = held = _open(folder)
        return held


def _open(folder: str) -> Release:
    try:
        with open(f"{folder}/release.json", "rb") as file:
            index = orjson.loads(file.read())
        if index["schema"] != SCHEMA:
            raise UnavailableError(
                f"{folder} has schema {index['schema']}, this door reads {SCHEMA}"
            )
        first, last = (date.fromisoformat(index["range"][end]) for end in ("first", "last"))
        with os.scandir(f"{folder}/bazi") as entries:
            dates = sum(1 for entry in entries if "-" in entry.name)
        if not dates == index["dates"] == (last - first).days + 1:
            raise UnavailableError(f"{folder} holds {dates} dates, its index says {index['dates']}")
        return Release(folder, first, last, index["disclaimer"], tuple(index["services"]))
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise UnavailableError(f"{folder}: {error}") from error

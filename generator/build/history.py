"""The history of an output folder: in which order releases went live, and what was rolled back.

In: an output folder. Out: a `History`, kept in `releases.json`, which is replaced as a whole. Knows
nothing of links and folders: `releases` says what is live and what is kept.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

import orjson

if TYPE_CHECKING:
    from pathlib import Path

FILE = "releases.json"


class ReleaseError(Exception):
    """A release that may not go live; the message says what is wrong and what to do."""


class WithdrawnError(ReleaseError):
    """A release that was rolled back, and that nobody asked for again."""


@dataclass(frozen=True, slots=True)
class History:
    """`order`: id → when it last went live (UTC), the latest last.

    `withdrawn`: the ids of what was rolled back since the last release was published.
    """

    order: dict[str, datetime]
    withdrawn: tuple[str, ...] = ()

    def published(self, this: str, at: datetime) -> History:
        """After a release went live."""
        others = {each: moment for each, moment in self.order.items() if each != this}
        return History(others | {this: at})

    def rolled_back(self, left: str | None, to: str, at: datetime) -> History:
        """After the release `left` gave way to another."""
        withdrawn = dict.fromkeys((*self.withdrawn, *([left] if left else ())))
        withdrawn.pop(to, None)
        return History(self.published(to, at).order, tuple(withdrawn))


def read_history(output: Path) -> History:
    """The history of an output folder; an empty one if there is none.

    :raises ReleaseError: if it can't be understood.
    """
    try:
        held = orjson.loads((output / FILE).read_bytes())
    except FileNotFoundError:
        return History({})
    except orjson.JSONDecodeError:
        held = None
    with suppress(AttributeError, KeyError, TypeError, ValueError):
        order = {str(each): datetime.fromisoformat(at) for each, at in held["order"].items()}
        if all(at.tzinfo for at in order.values()):
            return History(order, tuple(map(str, held["withdrawn"])))
    raise ReleaseError(
        f"{output / FILE} can't be understood — put it back as it was, or delete it; without it "
        "what was rolled back may be published again"
    )


def write_history(output: Path, history: History) -> None:
    """Put a history in the place of the one before."""
    aside = output / f".{FILE}"
    shape = {"order": history.order, "withdrawn": history.withdrawn}
    aside.write_bytes(orjson.dumps(shape, option=orjson.OPT_INDENT_2) + b"\n")
    aside.replace(output / FILE)

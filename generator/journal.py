"""The journal of an output folder: which releases went live, in order, and what was rolled back.

In: an output folder. Out: a `Journal`, kept in `history.json` beside the links. The links alone
say what is live; the journal says what they can't. Killed at any moment the file is the old one
or the new one. Imports `history` alone.
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from typing import TYPE_CHECKING, Any

import orjson

from generator.history import ReleaseError

if TYPE_CHECKING:
    from pathlib import Path

FILE = "history.json"


class WithdrawnError(ReleaseError):
    """A release that was rolled back, and that nobody asked for again."""


@dataclass(frozen=True, slots=True)
class Journal:
    """`went_live`: id → moment (ISO 8601, UTC; empty if not known), the latest last.

    `good`: the id of the release last rolled back to, which is never removed. `withdrawn`: the
    index of each release rolled back since the last one was published.
    """

    went_live: dict[str, str]
    good: str | None = None
    withdrawn: tuple[dict[str, Any], ...] = ()

    def refuse(self, index: dict[str, object]) -> None:
        """See that nothing with this index was rolled back.

        :raises WithdrawnError: if it was.
        """
        for held in self.withdrawn:
            if held.items() >= index.items():
                raise WithdrawnError(
                    f"not published: this would be release {held['id']} again, which was rolled "
                    "back — change what was wrong with it, or publish it as it is with --again"
                )

    def published(self, this: str, before: str | None, keep: int) -> Journal:
        """After a release was published: `keep` of them stay, these two and `good` in any case."""
        order = self._with(this)
        if before is not None and before not in order:
            order = {before: ""} | order
        stay = {this, before, self.good} & order.keys()
        for each in reversed(order):
            if len(stay) < keep:
                stay.add(each)
        return Journal({each: at for each, at in order.items() if each in stay}, self.good)

    def rolled_back(self, left: tuple[dict[str, Any], ...], to: str) -> Journal:
        """Before the release whose index is `left`, if one is live, gives way to another."""
        withdrawn = {held["id"]: held for held in (*self.withdrawn, *left) if held["id"] != to}
        order = {held["id"]: "" for held in left} | self.went_live
        at = order.pop(to, "")
        return Journal(order | {to: at}, to, tuple(withdrawn.values()))

    def forgiven(self) -> Journal:
        """With nothing withdrawn."""
        return replace(self, withdrawn=())

    def _with(self, this: str) -> dict[str, str]:
        others = {each: at for each, at in self.went_live.items() if each != this}
        return others | {this: datetime.now(UTC).isoformat(timespec="seconds")}


def read(output: Path) -> Journal:
    """The journal of an output folder; an empty one if there is none.

    :raises ReleaseError: if it can't be understood.
    """
    try:
        held = orjson.loads((output / FILE).read_bytes())
    except FileNotFoundError:
        return Journal({})
    except orjson.JSONDecodeError:
        held = None
    with suppress(AttributeError, KeyError, TypeError, ValueError):
        went_live = {str(each): str(at) for each, at in held["went_live"].items()}
        withdrawn = tuple({**index, "id": str(index["id"])} for index in held["withdrawn"])
        good = held["good"]
        return Journal(went_live, good if good is None else str(good), withdrawn)
    raise ReleaseError(
        f"{output / FILE} can't be understood — put it back as it was, or delete it; without it "
        "what was rolled back may be published again"
    )


def write(output: Path, journal: Journal) -> None:
    """Put a journal in the place of the one before."""
    aside = output / f".{FILE}"
    shape = {"went_live": journal.went_live, "good": journal.good, "withdrawn": journal.withdrawn}
    aside.write_bytes(orjson.dumps(shape, option=orjson.OPT_INDENT_2) + b"\n")
    aside.replace(output / FILE)

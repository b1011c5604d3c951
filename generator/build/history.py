"""The history of an output folder: which releases are kept, which is live, which were before.

In: an output folder. Out: its releases in the order in which they went live. The link `current` alone
says what is live; `releases.json` beside it says what the link can't: when each went live, and what
was rolled back. Changes nothing but that file; knows nothing of bazi.
"""

import os
import re
from collections.abc import Iterable
from contextlib import suppress
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import orjson

from generator.build.verify import read_index

FILE = "releases.json"
CURRENT = "current"

_NAME = re.compile(r"[0-9a-f]{16}")


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
    raise ReleaseError(f"{output / FILE} 讀不懂 — 還原它，或刪掉；沒有它，收回過的一版可能又會出版")


def record(output: Path, live: str | None = None, withdrawn: Iterable[str | None] = ()) -> None:
    """Write down what is rolled back and, of a release that goes live, that it does so now."""
    order = read_history(output).order
    if live:
        order.pop(live, None)
        order[live] = datetime.now(UTC)
    left = [each for each in dict.fromkeys(withdrawn) if each not in (None, live)]
    aside = output / f".{FILE}"
    shape = {"order": order, "withdrawn": left}
    aside.write_bytes(orjson.dumps(shape, option=orjson.OPT_INDENT_2) + b"\n")
    aside.replace(output / FILE)


@dataclass(frozen=True, slots=True)
class Kept:
    """A release that is kept: its id, its index ({} if it can't be read), and what it is.

    `previous` is the one that `roll_back` goes to unless another is named. `went_live` is when it
    was last put live, or when it was built where that is not known.
    """

    id: str
    index: dict[str, Any]
    went_live: datetime
    live: bool
    previous: bool
    withdrawn: bool


def live_id(output: Path) -> str | None:
    """The id of the release that `current` leads to, however the link is written."""
    with suppress(OSError):
        target = (output / CURRENT).stat()
        for name in _ids(output):
            if os.path.samestat(target, (output / "releases" / name).stat()):
                return name
    return None


def kept_releases(output: Path) -> list[Kept]:
    """Every release of an output folder: the live one, then by when they were live, latest first."""
    history, live, ids = read_history(output), live_id(output), _ids(output)
    order = list(history.order)
    ids.sort(key=lambda name: (name == live, order.index(name) if name in order else -1))
    before = [name for name in ids if name != live and name not in history.withdrawn]
    found = []
    for name in reversed(ids):
        folder = output / "releases" / name
        moment = history.order.get(name)
        built = datetime.fromtimestamp(folder.stat().st_mtime, UTC)
        roles = (name == live, name in before[-1:], name in history.withdrawn)
        found.append(Kept(name, read_index(folder), moment or built, *roles))
    return found


def _ids(output: Path) -> list[str]:
    """The folders of `releases/` that hold a release, by their time of change."""
    with suppress(FileNotFoundError), os.scandir(output / "releases") as entries:
        found = [e for e in entries if _NAME.fullmatch(e.name) and e.is_dir(follow_symlinks=False)]
        return [e.name for e in sorted(found, key=lambda e: (e.stat().st_mtime_ns, e.name))]
    return []

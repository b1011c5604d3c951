"""Publishing elsewhere: what a remote lacks is sent, in an order that visitors can bear.

In: a parcel and a carrier. Out: the same files at the remote: assets, then pages, then indexes,
then what is gone removed, the list of digests last. Knows nothing of how files travel.

The remote's own `SHA256SUMS` says what it has. No line of it is ever untrue: before a file is
touched its digest there is replaced by zeros, and once it is sent by the new one. So whatever
was killed, and whichever release comes next, nothing is left out that the remote lacks.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from hashlib import sha256
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING

from generator.history import ReleaseError
from generator.parcel import Parcel, list_bytes
from generator.verify import INDEX, SUMS, read_index, read_sums

if TYPE_CHECKING:
    from collections.abc import Callable

    from generator.carriers import Carrier

_DOUBT = "0" * 64
"""In the place of a digest: the file may be there or not, old or new."""

_UNDER_WAY = b"# being published; 000... marks files in doubt; the lines below have SHA-256 "
"""Begins a list that is not final. `sha256sum -c` passes over such a line."""

_LINE = re.compile(r"[0-9a-f]{64}")

_AT_ONCE = 5000
"""Files between two lists, which are 5 MB: at most so many are sent twice."""

_INDEXES = frozenset((
    "index.html", "404.html", "llms.txt", "robots.txt", "server.json", "sitemap.xml",
))  # fmt: skip


@dataclass(frozen=True, slots=True)
class Held:
    """Path → digest as the remote's list says, or zeros.

    `described` is whether its list and index are already what they should be; `why` says in a
    sentence why nothing of it is known, or is empty.
    """

    files: dict[str, str]
    described: bool
    why: str = ""


@dataclass(frozen=True, slots=True)
class Plan:
    """Paths by how they are sent: assets, pages, indexes; and those to be removed."""

    assets: list[str]
    pages: list[str]
    indexes: list[str]
    gone: list[str]

    @property
    def count(self) -> int:
        """Files to be sent."""
        return len(self.assets) + len(self.pages) + len(self.indexes)


def held(carrier: Carrier, parcel: Parcel) -> Held:
    """What a remote has."""
    with TemporaryDirectory() as aside:
        folder = Path(aside)
        carrier.fetch((SUMS, INDEX), folder)
        there = {path.name: path.read_bytes() for path in folder.iterdir()}
        if SUMS not in there:
            return Held({}, False, "there is no release yet")
        raw, files = there[SUMS], read_sums(folder)
        mark, _, rest = raw.partition(b"\n")
        if raw.startswith(_UNDER_WAY):
            known = mark == _marked(rest)
        else:
            known = sha256(raw).hexdigest() == (read_index(folder) or {}).get("sums")
    if not known or not all(map(_is_ours, files.items())):
        return Held({}, False, f"the {SUMS} there is damaged or not of a release")
    return Held(files, there == parcel.described())


def _is_ours(line: tuple[str, str]) -> bool:
    path, digest = line
    inside = not {"", ".", ".."}.intersection(path.split("/"))
    return inside and path.isprintable() and _LINE.fullmatch(digest) is not None


def _marked(lines: bytes) -> bytes:
    return _UNDER_WAY + sha256(lines).hexdigest().encode()


def plan(there: dict[str, str], parcel: Parcel) -> Plan:
    """What has to be done so that a remote has just these files, of those it lists."""
    groups: dict[str, list[str]] = {"assets": [], "pages": [], "indexes": []}
    for path, digest in sorted(parcel.files.items()):
        if there.get(path) != digest:
            groups[_group(path)].append(path)
    return Plan(**groups, gone=sorted(there.keys() - parcel.files.keys()))


def _group(path: str) -> str:
    if path in _INDEXES or path.startswith(("sitemaps/", ".well-known/")):
        return "indexes"
    return "pages" if path.endswith((".html", "/reading.json")) else "assets"


def deliver(
    carrier: Carrier,
    parcel: Parcel,
    there: dict[str, str],
    todo: Plan,
    progress: Callable[[int], None],
) -> None:
    """Do as planned; `progress` is told how many more files were sent.

    Killed or failed at any moment, it can be planned and done again.
    """
    known = there | dict.fromkeys([*todo.assets, *todo.pages, *todo.indexes, *todo.gone], _DOUBT)
    _tell(carrier, known)
    for group in (todo.assets, todo.pages, todo.indexes):
        for start in range(0, len(group), _AT_ONCE):
            some = group[start : start + _AT_ONCE]
            carrier.send(parcel.folder, some, progress)
            known |= {path: parcel.files[path] for path in some}
            if len(some) == _AT_ONCE:
                _tell(carrier, known)
    if todo.gone:
        carrier.delete(todo.gone)
    for name, content in parcel.described().items():
        _put(carrier, name, content)


def _tell(carrier: Carrier, known: dict[str, str]) -> None:
    lines = list_bytes(known)
    _put(carrier, SUMS, _marked(lines) + b"\n" + lines)


def _put(carrier: Carrier, name: str, content: bytes) -> None:
    with TemporaryDirectory() as aside:
        (Path(aside) / name).write_bytes(content)
        carrier.send(Path(aside), (name,), lambda more: None)


def refuse_many(todo: Plan, most: int) -> None:
    """See that no more is removed than was allowed.

    :raises ReleaseError: if it were.
    """
    if len(todo.gone) > most:
        raise ReleaseError(
            f"{len(todo.gone):,} files would be removed there, the first {todo.gone[0]}; nothing was "
            f"done — if that is meant, allow it: --max-delete {len(todo.gone)}"
        )

"""A line that breaks: whatever was sent before, the next release arrives whole."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from generator import delivery
from generator.carriers import CarrierError
from generator.parcel import Parcel, parcel
from tests.publishing import ONE, TWO, held, press


class _Breaking:
    """A host in memory, and a line to it that breaks after some files."""

    def __init__(self) -> None:
        self.files: dict[str, bytes] = {}
        self.left = 0

    def copy(self) -> _Breaking:
        """Another that holds the same."""
        other = _Breaking()
        other.files = dict(self.files)
        return other

    def _one(self) -> None:
        if not self.left:
            raise CarrierError("the line broke")
        self.left -= 1

    def fetch(self, paths: tuple[str, ...], into: Path) -> None:
        for path in self.files.keys() & set(paths):
            (into / path).write_bytes(self.files[path])

    def send(self, folder: Path, paths: tuple[str, ...], told: Callable[[int], None]) -> None:
        for path in paths:
            self._one()
            self.files[path] = (folder / path).read_bytes()

    def delete(self, paths: tuple[str, ...]) -> None:
        for path in paths:
            self._one()
            self.files.pop(path, None)


def send_to(host: _Breaking, sent: Parcel, left: int) -> bool:
    host.left = left
    known = delivery.held(host, sent).files
    try:
        delivery.deliver(host, sent, known, delivery.plan(known, sent), lambda more: None)
    except CarrierError:
        return False
    return True


def test_wherever_the_line_breaks_twice_the_next_release_arrives_whole(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every two moments to break at, and each release after them: no old, lost or orphaned file."""
    monkeypatch.setattr(delivery, "_AT_ONCE", 2)
    press(tmp_path / "1", ONE)
    press(tmp_path / "2", TWO | {"bazi/1990-5-22/index.html": b"new", "a.js": b"", "b.js": b""})
    one, two = (parcel((tmp_path / name / "current").resolve()) for name in "12")
    whole = {sent.id: held(sent.folder) for sent in (one, two)}
    there = _Breaking()
    assert send_to(there, one, 99)
    steps = 12
    for first, second in ((two, one), (one, two), (two, two)):
        for n in range(steps):
            once = there.copy()
            send_to(once, first, n)
            for m in range(n % 3, steps, 3):
                twice = once.copy()
                send_to(twice, second, m)
                for last in (one, two):
                    host = twice.copy()
                    assert send_to(host, last, 99)
                    assert host.files == whole[last.id], (n, m)
    assert not send_to(there.copy(), two, steps - 1)
    assert send_to(there, two, steps)

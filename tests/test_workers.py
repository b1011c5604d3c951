"""Worker processes: results, failures, and workers that die at any moment."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass
from pathlib import Path

import pytest

from generator.build.workers import WorkerError, workers
from tests.processes import children

LARGE = 300_000
"""Bytes that do not fit a pipe: whoever dies handing them over leaves a part."""


@dataclass(frozen=True)
class Base:
    """What the workers of these tests keep."""

    number: int

    def add(self, item: int) -> int:
        return self.number + item

    def fail(self, item: int) -> int:
        return self.number // item

    def die(self, item: int) -> int:
        if item == 3:
            os.kill(os.getpid(), signal.SIGKILL)
        return item

    def leave(self, item: int) -> None:
        os._exit(item)

    def name(self, item: int) -> int:
        return os.getpid()

    def mark(self, item: Path) -> None:
        item.touch()

    def large(self, item: int) -> bytes:
        return bytes(LARGE)


@pytest.mark.parametrize("count", [1, 2, 5])
def test_every_item_comes_back_with_its_result(count: int) -> None:
    with workers(count, Base(10)) as crew:
        assert sorted(crew.run(Base.add, range(20))) == [(n, n + 10) for n in range(20)]
        assert list(crew.run(Base.add, [])) == []
        assert list(crew.run(Base.add, [1])) == [(1, 11)]


def test_the_first_items_are_begun_before_a_result_is_asked_for(tmp_path: Path) -> None:
    with workers(2, Base(0)) as crew:
        crew.run(Base.mark, [tmp_path / name for name in "abc"])
        until = time.monotonic() + 20
        while len(list(tmp_path.iterdir())) < 2 and time.monotonic() < until:
            time.sleep(0.01)
        assert sorted(path.name for path in tmp_path.iterdir()) == ["a", "b"]


def test_a_failure_of_the_work_is_raised_with_its_traceback() -> None:
    with workers(2, Base(1)) as crew, pytest.raises(ZeroDivisionError) as raised:
        list(crew.run(Base.fail, [1, 0]))
    assert "return self.number // item" in raised.value.__notes__[0]


def test_a_killed_worker_is_told_apart_from_one_that_left() -> None:
    with (
        workers(2, Base(0)) as crew,
        pytest.raises(WorkerError, match=r"died \(SIGKILL\).* build again, with fewer --jobs"),
    ):
        list(crew.run(Base.die, range(9)))
    with workers(1, Base(0)) as crew, pytest.raises(WorkerError, match=r"died \(exit code 7\)"):
        list(crew.run(Base.leave, [7]))


def test_a_worker_killed_in_the_middle_of_its_answer_is_noticed() -> None:
    """It is stuck in handing over what does not fit the pipe when it is killed."""
    before = set(children(os.getpid()))
    with workers(2, Base(0)) as crew:
        results = crew.run(Base.large, range(3))
        assert next(results)[1] == bytes(LARGE)
        time.sleep(0.2)  # the other, unread so far, has filled its pipe by now
        for pid in set(children(os.getpid())) - before:
            os.kill(pid, signal.SIGKILL)
        with pytest.raises(WorkerError, match="SIGKILL"):
            list(results)


def test_none_is_left_however_it_ends() -> None:
    before = set(children(os.getpid()))
    with workers(3, Base(0)) as crew:
        pids = {pid for _, pid in crew.run(Base.name, range(30))}
        assert pids <= set(children(os.getpid())) - before
    assert set(children(os.getpid())) <= before
    with pytest.raises(KeyboardInterrupt), workers(3, Base(0)):
        raise KeyboardInterrupt
    assert set(children(os.getpid())) <= before


def test_ctrl_c_is_left_to_the_process_that_started_them() -> None:
    with workers(1, Base(0)) as crew:
        ((_, pid),) = crew.run(Base.name, [0])
        os.kill(pid, signal.SIGINT)
        time.sleep(0.05)
        assert list(crew.run(Base.name, [0])) == [(0, pid)]

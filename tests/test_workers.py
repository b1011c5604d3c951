"""Worker processes: results, failures, and workers that die at any moment."""

from __future__ import annotations

import os
import signal
import time
from dataclasses import dataclass

import pytest

from generator.build.workers import WorkerError, in_parallel
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

    def large(self, item: int) -> bytes:
        return bytes(LARGE)


@pytest.mark.parametrize("count", [1, 2, 5])
def test_every_item_comes_back_with_its_result(count: int) -> None:
    for items in (range(20), range(1), range(0)):
        with in_parallel(Base.add, Base(10), items, count) as results:
            assert sorted(results) == [(n, n + 10) for n in items]


def test_a_failure_of_the_work_is_raised_with_its_traceback() -> None:
    with (
        pytest.raises(ZeroDivisionError) as raised,
        in_parallel(Base.fail, Base(1), [1, 0], 2) as results,
    ):
        list(results)
    assert "return self.number // item" in raised.value.__notes__[0]


def test_a_killed_worker_is_told_apart_from_one_that_left() -> None:
    killed = r"中途沒了（SIGKILL）.*用 --jobs 少開幾個"
    for work, items, said in ((Base.die, range(9), killed), (Base.leave, [7], "結束碼 7")):
        with (
            pytest.raises(WorkerError, match=said),
            in_parallel(work, Base(0), items, 2) as results,
        ):
            list(results)


def test_a_worker_killed_in_the_middle_of_its_answer_is_noticed() -> None:
    """It is stuck in handing over what does not fit the pipe when it is killed."""
    before = set(children(os.getpid()))
    with in_parallel(Base.large, Base(0), range(3), 2) as results:
        assert next(results)[1] == bytes(LARGE)
        time.sleep(0.2)  # the other, unread so far, has filled its pipe by now
        for pid in set(children(os.getpid())) - before:
            os.kill(pid, signal.SIGKILL)
        with pytest.raises(WorkerError, match="SIGKILL"):
            list(results)


def test_none_is_left_however_it_ends() -> None:
    before = set(children(os.getpid()))
    with in_parallel(Base.name, Base(0), range(30), 3) as results:
        pids = {pid for _, pid in results}
        assert pids <= set(children(os.getpid())) - before
    assert set(children(os.getpid())) <= before
    with pytest.raises(KeyboardInterrupt), in_parallel(Base.name, Base(0), range(30), 3):
        raise KeyboardInterrupt
    assert set(children(os.getpid())) <= before


def test_ctrl_c_is_left_to_the_process_that_started_them() -> None:
    with in_parallel(Base.name, Base(0), range(2), 1) as results:
        _, pid = next(results)
        os.kill(pid, signal.SIGINT)
        assert [other for _, other in results] == [pid]

"""Worker processes: a function over many items, spread over the cores.

In: the work, a state that each worker keeps, items, how many. Out: results as they are done. Knows
nothing of bazi.

Each worker answers through a pipe whose other end it alone holds, so that one killed at any
moment is noticed: `concurrent.futures` waits for ever for the rest of a result that a killed
worker had begun to hand over.
"""

import os
import signal
import sys
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from multiprocessing import Process, get_context, parent_process
from multiprocessing.connection import Connection, wait
from threading import Thread
from traceback import format_exc
from typing import Any, TypeVar

State = TypeVar("State")
Item = TypeVar("Item")
Result = TypeVar("Result")

CONTEXT: Any = get_context("fork" if sys.platform == "linux" else None)
"""How workers begin. A forked one has at once all that is loaded, which saves an edit a second;
Python 3.14 forks only when told to, and macOS can't be trusted to fork at all."""


class WorkerError(Exception):
    """A worker ended before its work was done; the message says how and what to do."""


@contextmanager
def in_parallel(
    work: Callable[[State, Item], Result], state: State, items: Iterable[Item], count: int
) -> Iterator[Iterator[tuple[Item, Result]]]:
    """Each item with its result, in the order they are done.

    The processes are killed at the end, whatever they are at.
    :raises WorkerError: if a worker dies. What the work raises is raised here.
    """
    started: dict[Any, Process] = {}
    try:
        # Ctrl-C reaches every process of a terminal: the one here answers it for all. Those
        # forked while it is blocked keep it so, from their first instruction on.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            for _ in range(count):
                ours, theirs = CONTEXT.Pipe()
                process = CONTEXT.Process(target=_serve, args=(theirs, work, state), daemon=True)
                process.start()
                theirs.close()
                started[ours] = process
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        yield _results(started, iter(items))
    finally:
        for pipe, process in started.items():
            process.kill()
            process.join()
            pipe.close()


def _results(started: dict[Any, Process], waiting: Iterator[Item]) -> Iterator[tuple[Item, Any]]:
    idle = list(started)
    given: dict[Any, Item] = {}
    while True:
        for pipe, item in zip(idle, waiting, strict=False):
            _exchange(started[pipe], pipe.send, item)
            given[pipe] = item
        if not given:
            return
        idle = list(wait(given))
        for pipe in idle:
            failure, result = _exchange(started[pipe], pipe.recv)
            if failure is not None:
                raise failure
            yield given.pop(pipe), result


def _exchange(process: Process, exchange: Callable[..., Any], *given: object) -> Any:
    try:
        return exchange(*given)
    except (EOFError, OSError):  # at its end, or part of the way
        process.join()
        code = process.exitcode or 0
        how = signal.Signals(-code).name if code < 0 else f"結束碼 {code}"
        raise WorkerError(
            f"一個工作程序中途沒了（{how}），也許記憶體不夠 — 再執行一次，用 --jobs 少開幾個"
        ) from None


def _serve(pipe: Connection, work: Callable[[Any, Any], object], state: object) -> None:
    Thread(target=_die_with_parent, daemon=True).start()
    while True:
        item = pipe.recv()
        failure, result = None, None
        try:
            result = work(state, item)
        except Exception as error:
            error.add_note(format_exc())  # a traceback does not pass through a pipe
            failure = error
        pipe.send((failure, result))


def _die_with_parent() -> None:
    """An orphan would write on and, having inherited the lock, keep the next build out."""
    parent = parent_process()
    if parent is not None:
        parent.join()
        os._exit(1)

"""Worker processes: a function over many items, spread over the cores.

In: how many, a state that each keeps, the work. Out: results as they are done. Knows nothing
of bazi.

Each worker answers through a pipe whose other end it alone holds, so that one killed at any
moment is noticed: `concurrent.futures` waits for ever for the rest of a result that a killed
worker had begun to hand over.
"""

from __future__ import annotations

import gc
import os
import signal
import sys
from contextlib import contextmanager
from multiprocessing import Process, get_context, parent_process
from multiprocessing.connection import Connection, wait
from threading import Thread
from traceback import format_exc
from typing import TYPE_CHECKING, Any, Generic, TypeVar

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator

State = TypeVar("State")
Item = TypeVar("Item")
Result = TypeVar("Result")


CONTEXT: Any = get_context("fork" if sys.platform == "linux" else None)
"""How workers begin. A forked one has at once all that is loaded, which saves an edit a second;
Python 3.14 forks only when told to, and macOS can't be trusted to fork at all."""


class WorkerError(Exception):
    """A worker ended before its work was done; the message says how and what to do."""


@contextmanager
def workers(count: int, state: State) -> Iterator[Workers[State]]:
    """Processes that wait for work, killed at the end whatever they are at."""
    started: Workers[State] = Workers()
    try:
        # Ctrl-C reaches every process of a terminal: the one here answers it for all. Those
        # forked while it is blocked keep it so, from their first instruction on.
        before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            for _ in range(count):
                started.add(state)
        finally:
            signal.pthread_sigmask(signal.SIG_SETMASK, before)
        yield started
    finally:
        started.kill()


class Workers(Generic[State]):
    """The processes, each known by the pipe to it."""

    def __init__(self) -> None:
        self._processes: dict[Any, Process] = {}

    def add(self, state: State) -> None:
        """Start one more."""
        ours, theirs = CONTEXT.Pipe()
        process = CONTEXT.Process(target=_serve, args=(theirs, state), daemon=True)
        process.start()
        theirs.close()
        self._processes[ours] = process

    def run(
        self, work: Callable[[State, Item], Result], items: Iterable[Item]
    ) -> Iterator[tuple[Item, Result]]:
        """Each item with its result, in the order they are done; the first are begun at once.

        :raises WorkerError: if a worker dies. What the work raises is raised here.
        """
        waiting = iter(items)
        given: dict[Any, Item] = {}

        def give(idle: Iterable[Any]) -> None:
            for pipe, item in zip(idle, waiting, strict=False):
                self._exchange(pipe, pipe.send, (work, item))
                given[pipe] = item

        def done() -> Iterator[tuple[Item, Result]]:
            while given:
                idle: list[Any] = list(wait(given))
                for pipe in idle:
                    failure, result = self._exchange(pipe, pipe.recv)
                    if failure is not None:
                        raise failure
                    yield given.pop(pipe), result
                give(idle)

        give(self._processes)
        return done()

    def kill(self) -> None:
        """End all of them."""
        for process in self._processes.values():
            process.kill()
        for pipe, process in self._processes.items():
            process.join()
            pipe.close()

    def _exchange(self, pipe: Any, exchange: Callable[..., Any], *given: object) -> Any:
        try:
            return exchange(*given)
        except (EOFError, OSError):  # at its end, or part of the way
            process = self._processes[pipe]
            process.join()
            code = process.exitcode or 0
            how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
            raise WorkerError(
                f"a worker process died ({how}); the machine may be short of memory — "
                "build again, with fewer --jobs"
            ) from None


def _serve(pipe: Connection, state: object) -> None:
    gc.freeze()  # what was inherited is never freed: no collection need walk it
    gc.enable()
    Thread(target=_die_with_parent, daemon=True).start()
    while True:
        work, item = pipe.recv()
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

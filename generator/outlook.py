"""The outlook: what is known of the dates before any text is read.

In: a range, the press that asks. Out: an `Outlook`, worked out over processes or kept from before.
It is the same for the build and for the preview. Imports the plan and the record.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import partial
from typing import TYPE_CHECKING

from generator.pages.almanac import Almanac, almanac
from generator.plan import Plan, join, plan
from generator.record import read_almanac, read_plan, write_almanac, write_plan
from generator.workers import workers

if TYPE_CHECKING:
    from collections.abc import Callable
    from pathlib import Path


_YEARS = 4
"""Years that a worker plans at a time: many plans take longer to join."""


@dataclass(frozen=True, slots=True)
class Outlook:
    """`plan`: of the range that was asked for; `almanac`: of the whole range, always."""

    plan: Plan
    almanac: Almanac


def key_of(press: str, first: date, last: date) -> str:
    """What plan and record of a range must have been made with."""
    return f"{press} {first} {last}"


def work_out(
    first: date, last: date, processes: int, progress: Callable[[int], None] = lambda dates: None
) -> Outlook:
    """The outlook on the dates from `first` to `last` (inclusive), spread over processes.

    `progress` is told the number of dates as they are done.
    :raises WorkerError: if a worker process dies.
    """
    begins = range(first.year // _YEARS * _YEARS, last.year + 1, _YEARS)
    spans = [(max(first, date(y, 1, 1)), min(last, date(y + _YEARS - 1, 12, 31))) for y in begins]
    tasks: list[Callable[[], Plan | Almanac]] = [almanac, *(partial(plan, *span) for span in spans)]
    plans: list[Plan] = []
    with workers(processes, None) as crew:
        for _, found in crew.run(_done, tasks):
            if isinstance(found, Plan):
                plans.append(found)
                progress(found.census.total)
            else:
                of_range = found
    return Outlook(join(plans), of_range)


def kept(output: Path, press: str, first: date, last: date) -> Outlook | None:
    """The outlook that a build of this press has left in an output folder, if there is one."""
    planned = read_plan(output, key_of(press, first, last))
    of_range = read_almanac(output, press)
    return Outlook(planned, of_range) if planned and of_range else None


def keep(output: Path, press: str, outlook: Outlook) -> None:
    """Leave it to the next build."""
    planned = outlook.plan
    write_plan(output, key_of(press, planned.first, planned.last), planned)
    write_almanac(output, press, outlook.almanac)


def _done(_: None, task: Callable[[], Plan | Almanac]) -> Plan | Almanac:
    return task()

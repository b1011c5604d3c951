"""The press: the files of each part of the work, ready to be written or compared.

In: the source, the plan, what is to be pressed. Out: parts, each of which gives (path, bytes) in
whatever process it is asked. Imports the pages; never writes.
"""

from __future__ import annotations

from dataclasses import dataclass
from datetime import date
from functools import cached_property, partial
from itertools import groupby
from typing import TYPE_CHECKING

from generator import calendar
from generator.pages.date import date_files
from generator.pages.once import once
from generator.pages.site import home_parts, other_parts, picture_files, pillar_parts
from generator.pages.year import year_file
from generator.reading import sides
from generator.render import environment

if TYPE_CHECKING:
    from collections import Counter
    from collections.abc import Callable, Iterable, Iterator

    from jinja2 import Environment

    from generator.inputs import Source
    from generator.outlook import Outlook
    from generator.pages.site import Made
    from generator.plan import Plan
    from generator.work import Work


@dataclass(frozen=True)
class Press:
    """What each worker has; its methods give (path, bytes) of the files of a part."""

    source: Source
    outlook: Outlook
    tiers: Counter[str]

    @cached_property
    def env(self) -> Environment:
        """Each worker's own: it can't be handed to one that was not forked."""
        return environment(self.source.templates, self.source.content.site)

    def pictures(self) -> Iterator[tuple[str, bytes]]:
        return picture_files(self.source)

    def home(self) -> Iterator[tuple[str, bytes]]:
        return _made(home_parts(self.env, once(self.source)["home"], self.outlook.almanac))

    def pillars(self) -> Iterator[tuple[str, bytes]]:
        census = self.outlook.plan.census
        return _made(pillar_parts(self.env, once(self.source)["pillars"], census))

    def site(self) -> Iterator[tuple[str, bytes]]:
        source, census, almanac = (
            once(self.source)["site"],
            self.outlook.plan.census,
            self.outlook.almanac,
        )
        return _made(other_parts(self.env, source, census, dict(self.tiers), almanac))

    def year(self, year: int) -> Iterator[tuple[str, bytes]]:
        yield year_file(list(calendar.days(year)), self.env.get_template("year.html"))

    def dates(self, dates: Iterable[date]) -> Iterator[tuple[str, bytes]]:
        content, template = self.source.content, self.env.get_template("date.html")
        census = self.outlook.plan.census
        for on in dates:
            noon, beyond = sides(calendar.day(on), content.corpus)
            lead = content.lead(noon.day, noon.chart)
            yield from date_files(noon, beyond, lead, content.phrases, census, template)


def _made(files: Iterable[Made]) -> Iterator[tuple[str, bytes]]:
    return ((path, make()) for path, make in files)


@dataclass(frozen=True, slots=True)
class Part:
    """A part of the work that one worker does: files of one kind, `dates` of them dates'."""

    kind: str
    files: Callable[[Press], Iterator[tuple[str, bytes]]]
    dates: int = 0


def parts(work: Work, planned: Plan) -> Iterator[Part]:
    """The parts of all work, the longest first."""
    if "pictures" in work.press:
        yield Part("pictures", Press.pictures)
    for kind, press in (("site", Press.site), ("pillars", Press.pillars), ("home", Press.home)):
        if kind in work.press:
            yield Part(kind, press)
    if "years" in work.press:
        for year in range(planned.first.year, planned.last.year + 1):
            yield Part("years", partial(Press.year, year=year))
    dates = sorted(unit for unit in work.press if isinstance(unit, date))
    for _, of_year in groupby(dates, lambda on: on.year):
        group = tuple(of_year)
        yield Part("dates", partial(Press.dates, dates=group), len(group))

"""An edition: content and templates as they were saved, and any file of the site on request.

In: what was loaded, the whole range reckoned. Out: the files of a release, one at a time, with marks in them. This
alone calls the stages that press pages; whatever they do, a page here is what they write.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import date
from functools import cached_property
from typing import TYPE_CHECKING

from generator import calendar
from generator.calendar import FIRST_DAY, LAST_DAY
from generator.census import Census, count
from generator.inputs import Content, Source
from generator.labels import day_path
from generator.pages.almanac import Almanac, almanac
from generator.pages.date import date_files
from generator.pages.site import picture_files, site_parts
from generator.pages.year import YEARS, year_file
from generator.preview.about import Index
from generator.reading import sides
from generator.usage import charts_between, tiers

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator

    from jinja2 import Environment

    from generator.templates import Templates
    from generator.usage import Charts

_DATE = re.compile(r"bazi/(\d{4})-(\d\d?)-(\d\d?)/(?:index\.html|reading\.json)")
_YEAR = re.compile(r"bazi/(\d{4})/index\.html")


@dataclass(frozen=True, slots=True)
class Range:
    """What follows from the calendar alone, of the whole range: no text changes it."""

    charts: Charts
    census: Census
    almanac: Almanac


def whole_range() -> Range:
    """The range that is published; three seconds' work."""
    charts = charts_between()
    return Range(charts, count((day.date, of_day) for day, of_day in charts), almanac())


@dataclass(frozen=True)
class Edition:
    """`written` is the content as editors wrote it, `content` the same with marks.

    For one thread at a time: compiling a template counts the pieces of its environment.
    """

    written: Content
    content: Content
    templates: Templates
    range: Range
    env: Environment

    def file(self, path: str) -> bytes | None:
        """A file of the site by its path in a release; None if there is none.

        :raises TemplateError: or what Jinja2 raises, if a template is at fault.
        """
        if (on := date_of(path)) is not None:
            day = calendar.day(on)
            noon, beyond = sides(day, self.content.corpus)
            template = self.env.get_template("date.html")
            lead, phrases = self.content.lead(noon.day, noon.chart), self.content.phrases
            files = date_files(noon, beyond, lead, phrases, self.range.census, template)
            return dict(files)[path]
        if (match := _YEAR.fullmatch(path)) and int(match[1]) in YEARS:
            return year_file(
                list(calendar.days(int(match[1]))), self.env.get_template("year.html")
            )[1]
        if path.endswith(".png"):
            return self._pictures.get(path)
        make = self._parts.get(path)
        return make() if make else None

    def ahead(self) -> Iterator[None]:
        """Work out what the first pages would wait for, a step at a time."""
        for name in self.templates.files:
            if name.endswith(".html"):
                self.env.get_template(name)
                yield
        self.file("docs/api/index.html")  # reads its own description, the slowest of all
        yield
        self.index.about("", None)

    @cached_property
    def index(self) -> Index:
        """What is told of each text."""
        return Index(self.written, self.range.charts)

    @cached_property
    def _parts(self) -> dict[str, Callable[[], bytes]]:
        source = Source(self.templates, self.content, "", "")
        of_range, of_tiers = self.range, tiers(self.written.corpus, self.range.charts)
        parts = site_parts(self.env, source, of_range.census, of_tiers, of_range.almanac)
        return dict(parts)

    @cached_property
    def _pictures(self) -> dict[str, bytes]:
        return dict(picture_files(Source(self.templates, self.written, "", "")))


def date_of(path: str) -> date | None:
    """The date that a file of a release belongs to, if it is one of the range."""
    if not (match := _DATE.fullmatch(path)):
        return None
    try:
        on = date(*map(int, match.groups()))
    except ValueError:
        return None
    ours = FIRST_DAY <= on <= LAST_DAY and path.startswith(day_path(on).lstrip("/"))
    return on if ours else None

"""What was saved: the content as editors wrote it, and the site's edition of the same with marks.

In: content and templates, the dates with their charts. Out: pages with marks in them, and what is told
of each text. Imports the pages' edition, which alone makes pages.
"""

from dataclasses import dataclass
from functools import cached_property

from jinja2 import Environment

from generator.chart.census import Census, charts_between, count
from generator.content.inputs import Content, Source
from generator.content.templates import Templates
from generator.editor.usage import Charts
from generator.pages.almanac import Counts
from generator.pages.edition import Edition
from generator.preview.about import Index
from generator.reading.compose import tiers


@dataclass(frozen=True, slots=True)
class Range:
    """What follows from the calendar alone, of the whole range: no text changes it."""

    charts: Charts
    census: Census


def whole_range() -> Range:
    """The range that is published; three seconds' work."""
    charts = charts_between()
    return Range(charts, count(charts))


@dataclass(frozen=True)
class Saved:
    """For one thread at a time: compiled templates are kept in its environment."""

    written: Content
    edition: Edition
    charts: Charts

    @cached_property
    def index(self) -> Index:
        """The texts as written, by file and line."""
        return Index(self.written, self.charts)


def saved(
    written: Content,
    marked: Content,
    templates: Templates,
    of_range: Range,
    env: Environment | None,
) -> Saved:
    """What is shown of content and templates; `marked` is the same content with its marks."""
    of_tiers = tiers(written.corpus, of_range.charts)
    counts = Counts(of_range.census, of_tiers)
    edition = Edition(Source(templates, marked, "", ""), counts, env)
    return Saved(written, edition, of_range.charts)

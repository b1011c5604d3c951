"""The edition: every file of the site for one content, its templates, and what was counted.

In: a `Source` and `Counts`. Out: the files of a release, as bytes. The build, the preview and the
diff all make their pages here and nowhere else. Imports the pages; never writes.
"""

import re
from collections.abc import Callable
from dataclasses import dataclass, replace
from datetime import date
from functools import cached_property
from hashlib import blake2b, sha256
from typing import NamedTuple

from jinja2 import Environment
from markupsafe import Markup

from generator.chart import calendar
from generator.chart.labels import day_path
from generator.chart.symbols import PILLARS
from generator.content.addresses import date_at
from generator.content.inputs import FONT, LETTERED, Source
from generator.pages.almanac import Counts
from generator.pages.date import Leads, around, context, date_paths
from generator.pages.flow_year import ThisYear, begins_at, this_years
from generator.pages.images import SITE, images, title_path
from generator.pages.render import environment
from generator.pages.site import YEARS, site_files, year_page
from generator.reading.compose import Side, sides
from generator.reading.corpus import packed
from generator.reading.dataset import reading_json

_YEAR = re.compile(r"bazi/(\d{4})/index\.html")


class Entry(NamedTuple):
    """A date composed: both sides of a term that falls in it, what leads them, its data."""

    noon: Side
    beyond: Side | None
    leads: Leads
    data: bytes


@dataclass(frozen=True)
class Edition:
    """`compiled` is an environment of the same templates and settings, to spare compiling them."""

    source: Source
    counts: Counts
    compiled: Environment | None = None

    @cached_property
    def env(self) -> Environment:
        # Made where it is used: an environment can't be handed to another process.
        return self.compiled or environment(self.source.templates, self.source.content.site)

    def entry(self, on: date) -> Entry:
        noon, beyond = sides(calendar.day(on), self.source.content.corpus)
        content, site = self.source.content, self.source.content.site
        lead = content.lead(noon.day, noon.chart)
        leads = (lead, content.phrases.lead(beyond.day, beyond.chart) if beyond else lead)
        page = site["base_url"] + day_path(on)
        return Entry(noon, beyond, leads, reading_json(noon, beyond, page, site["disclaimer"]))

    def page(self, entry: Entry) -> bytes:
        noon, beyond, leads, _ = entry
        years, told = self._years[noon.chart.day.pillar]
        shown = context(noon, beyond, leads, self.source.content.phrases, years)
        shown["this_years"] = told
        shown |= around(noon.day, noon.chart, self.counts.census)
        title = packed(leads[0][0])
        shown["picture"] = title_path(title) if title in self._titles else SITE
        return self.env.get_template("date.html").render(shown).encode()

    @cached_property
    def _years(self) -> dict[str, tuple[tuple[ThisYear, ...], Markup]]:
        """By day pillar, what the years of the settings are to it, and their section."""
        content = self.source.content
        span, text = content.site.flow_years, content.tables.this_year
        section, until = self.env.get_template("date/years.html"), begins_at(span.stop)
        years = {pillar: this_years(pillar, span, text) for pillar in PILLARS}
        return {
            pillar: (of, Markup(section.render(years=of, until=until, pillar=pillar)))
            for pillar, of in years.items()
        }

    def fingerprint(self, entry: Entry) -> str:
        """A digest of everything that the page of a date is made from."""
        digest = blake2b(self._frame, digest_size=16)
        views = entry.beyond.reading.views.values() if entry.beyond else ()
        beyond = "\n".join(section.text for sections in views for section in sections)
        for text in (entry.data, repr(entry.leads).encode(), beyond.encode()):
            digest.update(len(text).to_bytes(4))
            digest.update(text)
        return digest.hexdigest()

    @cached_property
    def _frame(self) -> bytes:
        """A digest of all that pages of dates are made from but their readings and leads.

        Those are left out of the content here: each entry brings its own.
        """
        content = self.source.content
        corpus = replace(content.corpus, fragments={}, claims={}, golden={})
        phrases = replace(content.phrases, images={}, seasons={}, traits={})
        rest = replace(content, corpus=corpus, phrases=phrases)
        read = (self.source.press, self.source.templates.files, self.counts.census, rest)
        return sha256(repr(read).encode()).digest()

    def year(self, year: int) -> bytes:
        return year_page(self.env, year)

    @cached_property
    def others(self) -> dict[str, Callable[[], bytes]]:
        """Path → what makes the file, of all that belong to no date and no year, but pictures."""
        return dict(site_files(self.env, self.source, self.counts))

    @cached_property
    def pictures(self) -> dict[str, bytes]:
        """Path → the file, of all pictures and icons."""
        font = self.source.templates.raw(f"fonts/{FONT}")
        return dict(images(font, self.source.content.site["tagline"], titles=self._titles))

    @property
    def fingerprint_of_pictures(self) -> str:
        """A digest of everything that the pictures are drawn of."""
        font = self.source.templates.raw(f"fonts/{FONT}")
        read = (self.source.press, font, self.source.content.site["tagline"], self._titles)
        return sha256(repr(read).encode()).hexdigest()

    @cached_property
    def _titles(self) -> dict[str, str]:
        """Title of a date → its day master, of all that the font can letter."""
        content = self.source.content
        images = content.phrases.images.items()
        titles = {packed(f"你是{text}"): key[0] for key, variants in images for text in variants}
        golden = content.corpus.golden.items()
        titles |= {packed(each.title.text): calendar.day(on).day[0] for on, each in golden}
        letters = {*self.source.templates.text(LETTERED)}
        return {title: stem for title, stem in titles.items() if letters.issuperset(title)}

    def file(self, path: str) -> bytes | None:
        """A file of the site by its path in a release; None if there is none."""
        if (on := date_of(path)) is not None:
            entry = self.entry(on)
            return entry.data if path == date_paths(on)[0] else self.page(entry)
        if (match := _YEAR.fullmatch(path)) and int(match[1]) in YEARS:
            return self.year(int(match[1]))
        if path.endswith(".png"):
            return self.pictures.get(path)
        make = self.others.get(path)
        return make() if make else None


def date_of(path: str) -> date | None:
    """The date that a file of a release belongs to, if it is one of the range."""
    folder, _, name = f"/{path}".rpartition("/")
    return date_at(f"{folder}/") if name in ("reading.json", "index.html") else None

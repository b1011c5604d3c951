"""What pages say of many dates together.

In: the calendar, and what was counted of the dates of a release. Out: an `Almanac` of the whole range,
and `Counts`. Imports the census; never a text or a template.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from generator.pages.lunar import lunar_table
from generator.pages.method import Figures, figures

if TYPE_CHECKING:
    from collections import Counter

    from generator.chart.census import Census


@dataclass(frozen=True, slots=True)
class Almanac:
    """`figures`: of the method page; `lunar_years`: for the picker of lunar dates."""

    figures: Figures
    lunar_years: str


def almanac() -> Almanac:
    """The almanac of the range, whatever part of it is built; a second's work."""
    return Almanac(figures(), lunar_table())


@dataclass(frozen=True, slots=True)
class Counts:
    """`census` and `tiers` (dates by tier) are counted of the dates of the release."""

    census: Census
    tiers: Counter[str]
    almanac: Almanac

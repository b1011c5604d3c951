"""The almanac: what pages tell of the whole range, whatever part of it is pressed.

In: the calendar. Out: an `Almanac`, which no text and no template changes: it is kept between builds.
"""

from __future__ import annotations

from dataclasses import dataclass

from generator.pages.lunar import lunar_table
from generator.pages.method import Figures, figures


@dataclass(frozen=True, slots=True)
class Almanac:
    """`figures`: of the method page; `lunar_years`: for the picker of lunar dates."""

    figures: Figures
    lunar_years: str


def almanac() -> Almanac:
    """The almanac of the range; a second's work."""
    return Almanac(figures(), lunar_table())

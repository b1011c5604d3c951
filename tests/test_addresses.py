"""Where a text may lead: to what is there, and to nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.addresses import FILES, leads_somewhere, pages
from generator.build import Built
from generator.calendar import DATES
from generator.labels import day_path


def test_every_page_of_a_release_and_no_other_may_be_led_to(whole: tuple[Built, Path]) -> None:
    live = whole[1] / "current"
    there = {f"/{p.parent.relative_to(live).as_posix()}/" for p in live.rglob("index.html")}
    there = {"/" if path == "/./" else path for path in there}
    assert {*pages(), *map(day_path, DATES)} == there
    assert all(leads_somewhere(path) for path in there)
    assert [file for file in FILES if not (live / file[1:]).is_file()] == []


@pytest.mark.parametrize(
    "address",
    [
        "/release.json", "/method/#規則", "/bazi/2024-2-29/", "/bazi/1950/#m2",
        "/zodiac/rat-ox/", "/zodiac/pig-pig/",
    ],
)  # fmt: skip
def test_a_place_in_a_page_is_reached_by_the_page(address: str) -> None:
    assert leads_somewhere(address)


@pytest.mark.parametrize(
    "address",
    [
        "/bazi/1990-05-20/", "/bazi/2023-2-29/", "/bazi/1949-12-31/", "/bazi/2026-1-1/", "/bazi/1949/",
        "/bazi/1990-5-20", "/method", "/zodaic/", "/zodiac/ox-rat/", "/day-pillar/jia-chou/", "/404.html",
        "/bazi/٢٠٢٤-2-29/", "/bazi/99999999999-1-1/", "",
    ],
)  # fmt: skip
def test_what_is_misspelt_or_out_of_range_leads_nowhere(address: str) -> None:
    assert not leads_somewhere(address)

"""The whole release as a visitor's host would hold it; built once, in full."""

from __future__ import annotations

import re
from datetime import date, timedelta
from html import unescape
from io import BytesIO
from pathlib import Path

import orjson
import pytest
from flask import Flask
from werkzeug.test import create_environ

from api import create_app
from api.config import Settings
from api.published import Entry
from generator.build import Built
from generator.calendar import Day
from generator.content.corpus import Corpus
from generator.dataset import FIELDS
from generator.labels import day_path, lunar_day_zh, lunar_zh
from generator.reading import Reading


@pytest.fixture(scope="module")
def site(whole: tuple[Built, Path]) -> tuple[Built, Path]:
    built, output = whole
    return built, output / "current"


def page(site: tuple[Built, Path], path: str) -> str:
    return (site[1] / path.strip("/") / "index.html").read_text()


def posted(app: Flask, body: bytes) -> tuple[str, bytes]:
    """Status and body, as a server calls the door: Flask's client takes thrice as long."""
    environ = create_environ("/api/v1/bazi", method="POST", content_type="application/json")
    environ |= {"wsgi.input": BytesIO(body), "CONTENT_LENGTH": str(len(body))}
    status = []
    answer = app(environ, lambda told, headers, error=None: status.append(told))
    return status[0], b"".join(answer)


def test_the_release_counts_what_it_holds(site: tuple[Built, Path], corpus: Corpus) -> None:
    built, live = site
    assert built.dates == 27_759
    golden = len(corpus.golden)
    assert built.tiers == {"golden": golden, "generated": 27_759 - golden, "fallback": 0}
    index = orjson.loads((live / "release.json").read_bytes())
    assert index["range"] == {"first": "1950-01-01", "last": "2025-12-31"}
    assert index["tiers"] == {"golden": golden, "generated": 27_759 - golden, "fallback": 0}
    assert index["files"] == built.files == sum(1 for p in live.rglob("*") if p.is_file()) - 2
    assert built.bytes < 1_000_000_000, (
        "some hosts take no more: shorten what stands on every page, in data/ or templates/date/"
    )


def test_every_date_has_a_page_and_data_that_agree(
    site: tuple[Built, Path], days: dict[date, Day], readings: dict[date, Reading]
) -> None:
    for on, day in days.items():
        folder = site[1] / f"bazi/{on.year}-{on.month}-{on.day}"
        raw = (folder / "reading.json").read_bytes()
        entry = orjson.loads(raw)
        cut = Entry(raw)  # as the door cuts it
        assert orjson.loads(cut.data(None)) == entry["data"]
        around = {name: entry[name] for name in ("calendar", "chart", "boundary")}
        assert orjson.loads(b"{%b}" % cut.surroundings) == around
        reading = readings[on]
        assert entry["date"] == on.isoformat()
        assert entry["data"]["bazi"] == f"{day.year} {day.month} {day.day}"
        assert entry["data"]["tier"] == reading.tier
        neutral = reading.views["neutral"]
        assert entry["data"]["personality"] == neutral[0].text
        assert entry["data"]["summary"] == neutral[5].text
        assert entry["data"]["wordCount"] == reading.word_count("neutral")
        for view in ("male", "female"):
            *_, own = reading.views[view][3].paragraphs
            assert entry["perspectives"][view] == {
                "love": own.text,
                "wordCount": reading.word_count(view),
            }
        assert entry["shared"] == {"love": len(neutral[3].paragraphs) - 1}
        assert entry["claims"] == list(FIELDS.values())
        notes = sum(p.kind == "note" for p in neutral[5].paragraphs)
        assert entry["notes"] == ({"summary": notes} if notes else {})
        for section, field in zip(neutral, FIELDS.values(), strict=True):
            told = zip(section.text.split("\n\n"), entry["basis"][field], strict=True)
            assert [(p.text, list(p.rules)) for p in section.paragraphs] == list(told)
        assert (entry["boundary"] is None) == (day.turn is None)
        html = (folder / "index.html").read_text()
        pillars = " ".join(f"<span>{p}</span>" for p in (day.year, day.month, day.day))
        assert f'<p class="slip">{pillars} </p>' in html
        assert html.count("<section") == 8 + (day.turn is not None)
        assert neutral[0].paragraphs[0].text in html


def test_no_link_of_any_page_is_dead(site: tuple[Built, Path]) -> None:
    live = site[1]
    have = {f"/{p.relative_to(live).as_posix()}" for p in live.rglob("*") if p.is_file()}
    have |= {path.removesuffix("index.html") for path in have if path.endswith("/index.html")}
    anchors: dict[str, set[str]] = {}
    for file in live.rglob("*.html"):
        own = f"/{file.relative_to(live).as_posix()}".removesuffix("index.html")
        html = unescape(file.read_text())
        for link in set(re.findall(r'(?:href|src|action|data-terms)="([/#][^"]*)"', html)):
            path, _, anchor = link.partition("#")
            path = path or own
            assert path in have, (file, link)
            if anchor:
                if path not in anchors:
                    target = live / path.strip("/") / "index.html" if path.endswith("/") else file
                    anchors[path] = set(re.findall(r' id="([^"]*)"', unescape(target.read_text())))
                assert anchor in anchors[path], (file, link)


def test_the_door_answers_200_for_every_date_and_each_gender(
    site: tuple[Built, Path], readings: dict[date, Reading]
) -> None:
    app = create_app(Settings(release=site[1], rate_limit="1000000 per 1 minute"))
    genders = {"neutral": {}, "male": {"gender": "male"}, "female": {"gender": "female"}}
    for on, reading in readings.items():
        for view, gender in genders.items():
            status, answer = posted(app, orjson.dumps({"birthDate": on.isoformat()} | gender))
            assert status == "200 OK", (on, view)
            data = orjson.loads(answer)["data"]
            assert data["love"] == reading.views[view][3].text, (on, view)
            assert data["wordCount"] == reading.word_count(view), (on, view)


def test_the_year_pages_lead_to_every_date(site: tuple[Built, Path], days: dict[date, Day]) -> None:
    linked = [
        link
        for year in range(1950, 2026)
        for link in re.findall(r'href="(/bazi/\d+-\d+-\d+/)"', page(site, f"bazi/{year}"))
    ]
    assert linked == [day_path(on) for on in days]


def test_titles_and_descriptions_differ_on_every_date(site: tuple[Built, Path]) -> None:
    for pattern in (r"<title>(.*?)</title>", r'property="og:description" content="(.*?)"'):
        found = [
            re.search(pattern, file.read_text())[1]  # type: ignore[index]
            for file in site[1].glob("bazi/*-*-*/index.html")
        ]
        assert len(set(found)) == len(found) == 27_759


@pytest.mark.parametrize(
    ("day", "label"),
    [(1, "初一"), (10, "初十"), (11, "十一"), (19, "十九"), (20, "二十"), (21, "廿一"), (29, "廿九"), (30, "三十")],
)  # fmt: skip
def test_lunar_days_in_words(day: int, label: str) -> None:
    assert lunar_day_zh(day) == label


def test_leap_months_are_marked(days: dict[date, Day]) -> None:
    leap = next(day for day in days.values() if day.lunar.leap and day.lunar.day == 1)
    assert lunar_zh(leap.lunar).startswith("閏")
    assert leap.lunar.month == days[leap.date - timedelta(days=1)].lunar.month

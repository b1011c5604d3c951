"""The dataset: what stands in `reading.json` beside each page.

In: a date as it is read on both sides of a term. Out: the file's bytes. The door answers from these alone,
and anyone may read them: `openapi.yaml` describes the shape, which is changed with `SCHEMA`.

The file is one JSON object in four lines, so that the door can hand a part on as it is:
what the file is of, with the digest of all that follows this line; `data`, which `POST /api/v1/bazi`
answers; what a tool's answer adds to it; what only some answers need. JSON text holds no raw line
end, so nothing else splits it. Each file proves itself, so that a folder may be served while files
in it are replaced.

Keys are English, values Chinese. Times are ISO 8601 with +08:00; scores are in units of
one stem (three pillars make 7.0).
"""

from hashlib import sha256
from itertools import takewhile
from typing import Any

import orjson

from generator.chart import Chart, ChartPillar
from generator.chart.calendar import Day, Term
from generator.chart.symbols import STEM_ELEMENT, STEM_YANG
from generator.reading.compose import Reading, Section, Side, join
from generator.reading.facets import SECTIONS
from generator.reading.slots import climate_state

SCHEMA = 6
"""Version of the shape below and of `release.json`; the door refuses any other."""

API_VERSION = "1.1.0"
"""`info.version` of `openapi.yaml`: of the contract that it describes."""

VERSION = "1.4.0"
"""Of the MCP server, for callers: raised with every change they can notice.

`server.json` and `tables/tools.json` say it, and the door says the latter's.
"""

FIELDS = dict(
    zip(SECTIONS, ("personality", "career", "wealth", "love", "health", "summary"), strict=True)
)
"""Section → its name in the API."""


def reading_json(noon: Side, beyond: Side | None, page: str, disclaimer: str) -> bytes:
    """Everything the door may be asked about a date; `page` is the address of its page.

    `data` is the neutral view in full. `perspectives` holds, for each gender, what follows
    the paragraphs that all perspectives share; `shared` counts those. `claims` names the
    sections whose first paragraph is the claim, `notes` counts the last ones that are notes;
    `basis` has, for each section, each rule with the numbers of the paragraphs that rest on it.
    """
    day, chart, reading = noon.day, noon.chart, noon.reading
    neutral = reading.views["neutral"]
    shared = _shared(reading)
    lines: tuple[dict[str, Any], ...] = (
        {"data": answer(chart, reading, "neutral")},
        {
            "calendar": calendar_json(day),
            "chart": chart_json(chart),
            "boundary": None if beyond is None else boundary_json(day, chart, beyond.chart),
            "page": page,
            "disclaimer": disclaimer,
        },
        {
            "perspectives": {view: _own(reading, view, shared) for view in ("male", "female")},
            "shared": {FIELDS[name]: count for name, count in shared.items()},
            "claims": [FIELDS[s.name] for s in neutral if s.texts("claim")],
            "notes": _notes(neutral),
            "basis": {FIELDS[s.name]: _basis(s) for s in neutral},
        },
    )
    rest = b",\n".join(orjson.dumps(line)[1:-1] for line in lines) + b"}\n"
    of = {"schema": SCHEMA, "date": day.date.isoformat(), "sha256": sha256(rest).hexdigest()}
    return orjson.dumps(of)[:-1] + b",\n" + rest


def answer(chart: Chart, reading: Reading, view: str) -> dict[str, Any]:
    """What `POST /api/v1/bazi` answers as `data` from one perspective."""
    return {
        "bazi": chart.text,
        **{FIELDS[section.name]: section.text for section in reading.views[view]},
        "wordCount": reading.word_count(view),
        "tier": reading.tier,
    }


def calendar_json(day: Day) -> dict[str, Any]:
    """Lunar date, zodiac by both reckonings, solar term, 候 and third of the month."""
    lunar = day.lunar
    return {
        "lunar": {"year": lunar.year, "month": lunar.month, "day": lunar.day, "leap": lunar.leap},
        "zodiac": {"lichun": day.zodiac, "lunarNewYear": day.zodiac_lunar},
        "term": _term(day.term),
        "pentad": day.pentad,
        "phase": day.phase,
    }


def chart_json(chart: Chart) -> dict[str, Any]:
    """The chart of three pillars."""
    stem, strength, pattern = chart.day.stem, chart.strength, chart.pattern
    return {
        "dayMaster": {
            "stem": stem,
            "element": STEM_ELEMENT[stem],
            "yinYang": "陽" if STEM_YANG[stem] else "陰",
        },
        "pillars": [_pillar(p) for p in chart.pillars],
        "voidBranches": chart.void,
        "elements": {
            element: {
                "score": score / 10,
                "season": strength.season[element],
                "flag": strength.flag(element),
            }
            for element, score in strength.scores.items()
        },
        "strength": {
            "name": strength.name,
            "ratio": round(strength.ratio, 3),
            "strongest": strength.strongest,
            "weakest": strength.weakest,
            "inSeason": chart.reasons.season,
            "roots": [{"pillar": p, "kind": kind} for p, kind in chart.reasons.roots.items()],
            "backing": [{"pillar": p, "tenGod": god} for p, god in chart.reasons.backing.items()],
            "otherSchool": chart.reasons.near,
        },
        "pattern": {"name": pattern.name, "use": pattern.use, "reason": pattern.how},
        "commander": {"stem": chart.commander, "tenGod": chart.commander_god},
        "climate": chart.climate,
        "climateFound": {stem: climate_state(chart, stem) for stem in chart.climate},
        "useful": chart.useful,
        "relations": [
            {"kind": r.kind, "pillars": r.places, "signs": r.signs, "element": r.element}
            for r in (*chart.stem_relations, *chart.branch_relations)
        ],
        "stars": [{"name": star.name, "pillars": star.places} for star in chart.stars],
    }


def boundary_json(day: Day, chart: Chart, other: Chart) -> dict[str, Any]:
    """A 節 day: the term, which side noon is on, and what differs on the other side."""
    turn = day.turn
    assert turn is not None, f"{day.date} is no term day"
    return {
        "term": _term(turn.term),
        "noonSide": "after" if turn.noon_after else "before",
        "bazi": other.text,
        "changes": [{"item": i, "noon": a, "other": b} for i, a, b in changes(chart, other)],
        "chart": chart_json(other),
    }


def changes(chart: Chart, other: Chart) -> list[tuple[str, str, str]]:
    """(what, at noon, on the other side) of everything that the term changes."""
    rows = [
        (name, read(chart), read(other))
        for name, read in (
            ("年柱", lambda c: c.year.pillar),
            ("月柱", lambda c: c.month.pillar),
            ("年干十神", lambda c: c.year.god),
            ("月干十神", lambda c: c.month.god),
            ("格局", lambda c: c.pattern.name),
            ("強弱", lambda c: c.strength.name),
            ("最強五行", lambda c: c.strength.strongest),
            ("最弱五行", lambda c: c.strength.weakest),
            ("司令", lambda c: c.commander),
            ("調候", lambda c: "、".join(c.climate)),
            ("喜用", lambda c: c.useful),
        )
    ]
    return [row for row in rows if row[1] != row[2]]


def _shared(reading: Reading) -> dict[str, int]:
    """Of each section that perspectives tell otherwise, how many paragraphs they share."""
    return {
        section.name: _alike([section, *others])
        for section, *others in zip(*reading.views.values(), strict=True)
        if any(other is not section for other in others)
    }


def _own(reading: Reading, view: str, shared: dict[str, int]) -> dict[str, Any]:
    """What a perspective alone tells, by section, and the length of the whole."""
    own = {
        FIELDS[section.name]: join(section.printed[shared[section.name] :])
        for section in reading.views[view]
        if section.name in shared
    }
    return own | {"wordCount": reading.word_count(view)}


def _notes(sections: tuple[Section, ...]) -> dict[str, int]:
    """How many notes end a section, if any does."""
    return {FIELDS[s.name]: len(notes) for s in sections if (notes := s.texts("note"))}


def _alike(versions: list[Section]) -> int:
    """How many paragraphs several versions of a section begin with together."""
    paragraphs = zip(*(section.printed for section in versions), strict=False)
    return sum(1 for _ in takewhile(lambda same: all(p == same[0] for p in same), paragraphs))


def _basis(section: Section) -> dict[str, list[int]]:
    """Rule → the numbers, from 0, of the paragraphs that rest on it."""
    found: dict[str, list[int]] = {}
    for number, paragraph in enumerate(section.printed):
        for rule in paragraph.rules:
            found.setdefault(rule, []).append(number)
    return found


def _pillar(p: ChartPillar) -> dict[str, Any]:
    return {
        "place": p.place,
        "pillar": p.pillar,
        "tenGod": p.god,
        "hiddenStems": [
            {"stem": h.stem, "tenGod": god, "weight": h.tenths / 10}
            for h, god in zip(p.hidden, p.hidden_gods, strict=True)
        ],
        "growthStage": p.stage,
        "naYin": p.nayin,
    }


def _term(term: Term) -> dict[str, str]:
    return {"name": term.name, "at": f"{term.at.isoformat()}+08:00"}

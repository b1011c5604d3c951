"""The tools' tables against the domain research, cell by cell."""

from __future__ import annotations

import json
from pathlib import Path

from generator import inputs
from generator.compatibility import compatibility
from generator.flow_year import flow_year
from generator.symbols import BRANCHES, PILLARS

ROOT = Path(__file__).resolve().parent.parent
DOMAIN = json.loads((Path(__file__).parent / "data" / "tables.json").read_text())


def test_every_pair_of_signs_has_the_researched_relations_and_points() -> None:
    pairs = compatibility(inputs.check(ROOT / "data")[0].tables)["pairs"]
    assert len(pairs) == 78
    for one in BRANCHES:
        for other in BRANCHES:
            pair = pairs.get(one + other) or pairs[other + one]
            wanted = DOMAIN["zodiac"][one][other]
            assert pair["score"] == wanted["score"]
            assert [r["name"] for r in pair["relations"]] == wanted["relations"]
    assert len({pair["advice"] for pair in pairs.values()}) == 78


def test_every_year_branch_meets_every_birth_branch_as_researched() -> None:
    table = flow_year(inputs.check(ROOT / "data")[0].tables)
    for year in PILLARS:
        for birth in PILLARS:
            found = [table["findings"][n] for n in table["found"]["year"][birth][year]]
            told = [row["name"] for step, row in found if step == 4]
            assert told == (DOMAIN["taisui"][year[1]][birth[1]] or ["平"])
    assert {y: table["years"][y]["name"] for y in DOMAIN["years"]} == DOMAIN["years"]

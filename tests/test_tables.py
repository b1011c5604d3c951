"""The tools' tables against the domain research, cell by cell."""

from __future__ import annotations

import json
from itertools import product

from generator.chart.symbols import BRANCHES, PILLARS
from generator.content.inputs import Content
from generator.pages.features import compatibility
from generator.pages.flow_year import flow_year
from tests.conftest import ROOT

DOMAIN = json.loads((ROOT / "tests" / "data" / "tables.json").read_text())


def test_every_pair_of_signs_has_the_researched_relations_and_points(content: Content) -> None:
    pairs = compatibility(content.tables)["pairs"]
    assert len(pairs) == len({pair["advice"] for pair in pairs.values()}) == 78
    for one, other in product(BRANCHES, BRANCHES):
        pair = pairs.get(one + other) or pairs[other + one]
        found = {"score": pair["score"], "relations": [r["name"] for r in pair["relations"]]}
        assert found == DOMAIN["zodiac"][one][other]


def test_every_year_branch_meets_every_birth_branch_as_researched(content: Content) -> None:
    table = flow_year(content.tables)
    for year, birth in product(PILLARS, PILLARS):
        found = [table["findings"][n] for n in table["found"]["year"][birth][year]]
        told = [row["name"] for step, row in found if step == 4]
        assert told == (DOMAIN["taisui"][year[1]][birth[1]] or ["平"])
    assert {y: table["years"][y]["name"] for y in DOMAIN["years"]} == DOMAIN["years"]
    assert len(json.dumps(table, ensure_ascii=False).encode()) < 256 * 1024

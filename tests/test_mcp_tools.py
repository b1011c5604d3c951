"""What the four tools of `/mcp` answer."""

from __future__ import annotations

import json
from datetime import datetime, tzinfo
from itertools import combinations_with_replacement
from pathlib import Path
from typing import Any

import pytest
from flask.testing import FlaskClient
from jsonschema import Draft202012Validator

from api import tools
from generator.content import inputs
from generator.content.settings import Site
from generator.content.templates import read_templates
from generator.pages.machines import catalogue
from generator.pages.render import environment
from tests.conftest import ROOT
from tests.mcp_calls import call, legacy


def test_every_answer_conforms_to_its_output_schema(client: FlaskClient) -> None:
    schemas = {t["name"]: t["outputSchema"] for t in legacy(client, "tools/list")["tools"]}
    for name, arguments in (
        ("fortune_bazi", {"birthDate": "1990-05-20"}),
        ("fortune_bazi", {"birthDate": "1990-06-06", "gender": "male"}),
        ("fortune_bazi", {"birthDate": "1990-06-06", "detail": "claims"}),
        ("fortune_bazi", {"birthDate": "1990-06-06", "detail": "chart"}),
        ("fortune_compatibility_score", {"signA": "鼠", "signB": "Horse"}),
        ("fortune_flow_framework", {}),
        ("fortune_flow_framework", {"year": 2026}),
        ("fortune_flow_framework", {"birthDate": "1990-05-20"}),
        ("fortune_service_info", {}),
    ):
        answer = call(client, name, arguments)
        Draft202012Validator(schemas[name]).validate(answer)
        assert len(json.dumps(answer, ensure_ascii=False).encode()) < 20_000


def test_fortune_bazi_answers_the_rest_reading_and_the_chart(
    client: FlaskClient, site: Site
) -> None:
    asked = {"birthDate": "1990-05-21", "gender": "female"}
    answer = call(client, "fortune_bazi", asked)
    rest = client.post("/api/v1/bazi", json=asked).get_json()
    assert answer["reading"] == rest["data"]
    assert answer["disclaimer"] == rest["disclaimer"]
    assert [p["pillar"] for p in answer["chart"]["pillars"]] == ["庚午", "辛巳", "丙戌"]
    assert answer["page"] == f"{site['base_url']}/bazi/1990-5-21/"
    assert answer["boundary"] is None
    turn = call(client, "fortune_bazi", {"birthDate": "1990-06-06"})
    assert turn["boundary"]["term"]["name"] == "芒種"


def tokens(answer: dict[str, Any]) -> float:
    """What a model reads of an answer: counted high, 1.4 a Chinese character, one for three others."""
    text = json.dumps(answer, ensure_ascii=False, separators=(",", ":"))
    chinese = sum(not character.isascii() for character in text)
    return 1.4 * chinese + (len(text) - chinese) / 3


def test_a_caller_can_ask_for_the_claims_or_the_chart_alone(client: FlaskClient) -> None:
    for day in ("1990-05-20", "1990-05-21", "1990-06-06"):
        asked = {"birthDate": day}
        full = call(client, "fortune_bazi", asked)
        assert call(client, "fortune_bazi", asked | {"detail": "full", "gender": ""}) == full
        claims = call(client, "fortune_bazi", asked | {"detail": "claims"})
        chart = call(client, "fortune_bazi", asked | {"detail": "chart", "gender": None})
        shared = {name: full[name] for name in ("birthDate", "page", "attribution", "disclaimer")}
        shared["bazi"] = full["reading"]["bazi"]
        first = {
            name: full["reading"][name].split("\n\n")[0]
            for name in ("personality", "career", "wealth", "love", "health", "summary")
        }
        assert claims == shared | {"claims": first}
        if full["boundary"]:
            del full["boundary"]["chart"]
        assert chart == shared | {name: full[name] for name in ("calendar", "chart", "boundary")}
        assert tokens(claims) <= 700
        assert tokens(chart) <= 1200


def test_every_answer_names_its_source_and_page(client: FlaskClient, site: Site) -> None:
    for name, arguments in (
        ("fortune_bazi", {"birthDate": "1990-05-20"}),
        ("fortune_compatibility_score", {"signA": "鼠", "signB": "Horse"}),
        ("fortune_flow_framework", {}),
        ("fortune_service_info", {}),
    ):
        answer = call(client, name, arguments)
        assert answer["attribution"] == f"{site['attribution']} {answer['page']}"
        assert answer["page"].startswith(f"{site['base_url']}/")
        assert answer["disclaimer"] == site["disclaimer"]


@pytest.mark.parametrize(
    ("written", "sign"),
    [("Sheep", "羊"), ("ram", "羊"), (" HARE", "兔"), ("Boar", "豬"), ("龙", "龍"), ("屬龍", "龍"), ("午", "馬")],
)  # fmt: skip
def test_a_sign_may_be_written_otherwise(client: FlaskClient, written: str, sign: str) -> None:
    asked = {"signA": written, "signB": "鼠", "birthDateA": "", "birthDateB": None}
    assert call(client, "fortune_compatibility_score", asked)["signA"] == sign


@pytest.mark.parametrize(
    ("now", "year"),
    [
        ("2027-01-10T12:00:00", 2026),
        ("2027-02-04T09:46:00", 2026),
        ("2027-02-04T09:47:00", 2027),
        ("2026-12-31T23:59:59", 2026),
    ],
)
def test_the_year_that_runs_begins_at_lichun(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, now: str, year: int
) -> None:
    class Clock(datetime):
        @classmethod
        def now(cls, tz: tzinfo | None = None) -> Clock:
            return cls.fromisoformat(now).replace(tzinfo=tz)

    monkeypatch.setattr(tools, "datetime", Clock)
    answer = call(client, "fortune_flow_framework", {"birthDate": "1990-05-20", "year": None})
    assert answer["year"] == year
    assert call(client, "fortune_flow_framework", {"year": float(year)})["year"] == year


SIGNS = "鼠牛虎兔龍蛇馬羊猴雞狗豬"


def test_compatibility_is_the_same_both_ways_and_adds_up(
    client: FlaskClient, output: Path, site: Site
) -> None:
    for one, other in combinations_with_replacement(SIGNS, 2):
        there = call(client, "fortune_compatibility_score", {"signA": one, "signB": other})
        back = call(client, "fortune_compatibility_score", {"signA": other, "signB": one})
        assert {**back, "signA": one, "signB": other} == there
        total = there["base"] + sum(relation["points"] for relation in there["relations"])
        assert there["score"] == min(max(total, 20), 95)
        path = there["page"].removeprefix(f"{site['base_url']}/")
        assert (output / "current" / path / "index.html").is_file()


def test_compatibility_by_birth_date_turns_the_year_at_lichun(client: FlaskClient) -> None:
    asked = {"birthDateA": "1990-05-20", "signB": " ox "}
    answer = call(client, "fortune_compatibility_score", asked)
    assert (answer["signA"], answer["signB"]) == ("馬", "牛")
    assert [r["name"] for r in answer["relations"]] == ["六害"]


def test_the_flow_framework_applied_to_a_known_chart(client: FlaskClient) -> None:
    """庚午 辛巳 乙酉 in 丙午 (2026): 傷官 theme, 食神 and 長生 around, 值 and 刑, void filled."""
    answer = call(client, "fortune_flow_framework", {"birthDate": "1990-05-20", "year": 2026})
    assert (answer["version"], answer["year"], answer["pillar"]) == ("1.0", 2026, "丙午")
    found = ["・".join(f["name"] for f in step["applied"]) for step in answer["steps"]]
    assert found == [
        "丙午", "傷官", "食神、長生", "值太歲・刑太歲", "月支 三會・日支 靜・填實空亡", "平", "平",
    ]  # fmt: skip
    # The same pillar again:
    answer = call(client, "fortune_flow_framework", {"birthDate": "1990-05-20", "year": 2050})
    assert answer["pillar"] == "庚午"
    assert [f["name"] for f in answer["steps"][5]["applied"]] == ["五合", "伏吟"]


@pytest.mark.parametrize(
    ("name", "arguments", "message"),
    [
        ("fortune_bazi", {}, "birthDate 為必填，格式須為 YYYY-MM-DD，例如 1990-05-20。"),
        ("fortune_bazi", {"birthDate": "1990-05-20", "gender": "x"}, "gender 只能是 male 或 female；不分性別請省略這個欄位。"),
        ("fortune_bazi", {"birthDate": "1990-05-20", "sex": "x"}, "fortune_bazi 沒有 sex 這個參數；可用的是 birthDate、gender、detail。"),
        ("fortune_compatibility_score", {}, "請給 signA 或 birthDateA 其中一個。"),
        ("fortune_compatibility_score", {"signA": "貓", "signB": "鼠"}, "signA 須為十二生肖之一：鼠 Rat、牛 Ox、虎 Tiger、兔 Rabbit、龍 Dragon、蛇 Snake、馬 Horse、羊 Goat、猴 Monkey、雞 Rooster、狗 Dog、豬 Pig。"),
        ("fortune_compatibility_score", {"signA": "鼠", "birthDateB": "1800-01-01"}, "birthDateB 須在 1990-05-18 到 1990-06-08 之間。"),
        ("fortune_flow_framework", {"year": 1800}, "year 須為 1950 到 2100 的整數。"),
        ("fortune_flow_framework", {"year": True}, "year 須為 1950 到 2100 的整數。"),
        ("fortune_flow_framework", {"year": 2027.5}, "year 須為 1950 到 2100 的整數。"),
        ("fortune_bazi", {"birthDate": "1990-05-20", "detail": "all"}, "detail 只能是 claims、chart、full；要全部請省略。"),
        ("fortune_bazi", {"birthDate": None}, "birthDate 為必填，格式須為 YYYY-MM-DD，例如 1990-05-20。"),
        ("fortune_service_info", {"a": 1}, "fortune_service_info 沒有 a 這個參數；它不用參數。"),
    ],
)  # fmt: skip
def test_bad_arguments_are_results_that_say_how_to_mend_the_call(
    client: FlaskClient, name: str, arguments: dict[str, Any], message: str
) -> None:
    result = legacy(client, "tools/call", {"name": name, "arguments": arguments})
    assert result == {"content": [{"type": "text", "text": message}], "isError": True}


def test_products_come_from_the_editors_file(client: FlaskClient, site: Site) -> None:
    answer, listed = call(client, "fortune_service_info", {}), catalogue(site)
    for name in ("services", "products"):
        assert answer[name] == listed[name] != []


PRODUCTS = """
paper: {name: 一頁紙, status: on_sale, price: NT$ 300, href: /services/, description: 印好寄出。}
hand: {name: 一頁手寫, status: planned, href: /services/, description: 由編輯寫。}
"""


def test_a_product_has_a_price_once_it_is_on_sale(data: Path) -> None:
    (data / "products.yaml").write_text(PRODUCTS)
    templates = read_templates(ROOT / "templates")
    content, problems = inputs.check(data, templates)
    assert problems == []
    sold = [(p["status"], p.get("price")) for p in catalogue(content.site)["products"]]
    assert sold == [("on_sale", "NT$ 300"), ("planned", None)]
    page = environment(templates, content.site).get_template("services.html").render()
    assert ">一頁紙</a>　<small>NT$ 300</small></h3>" in page
    assert "一頁手寫" not in page  # which is not on sale

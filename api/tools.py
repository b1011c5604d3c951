"""The four tools of `/mcp`: arguments in, structured answers out, looked up in the release.

Names, descriptions and schemas of the tools are the release's `tables/tools.json`; here is
only what they answer.
"""

from __future__ import annotations

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import Any

import orjson
from flask import abort

from api.arguments import birth_date, gender
from api.published import Release

_TAIWAN = timezone(timedelta(hours=8))


def call(name: str, arguments: dict[str, Any], live: Release) -> bytes:
    """What one of `TOOLS` answers, as a JSON object.

    :raises BadRequest: if the arguments can't be used; the message says how to mend them.
    """
    tool = next(tool for tool in live.tables["tools"]["tools"] if tool["name"] == name)
    known = tool["inputSchema"]["properties"]
    unknown = [key for key in arguments if key not in known]
    if unknown:
        allowed = f"可用的是 {'、'.join(known)}" if known else "它不用參數"
        abort(400, f"{name} 沒有 {unknown[0]} 這個參數；{allowed}。")
    return TOOLS[name](arguments, live)


def _bazi(arguments: dict[str, Any], live: Release) -> bytes:
    on = birth_date(arguments.get("birthDate"), live.first, live.last)
    found = live.entry(on)
    page = f"{live.base}/bazi/{on.year}-{on.month}-{on.day}/"
    return b'{"birthDate":"%b","reading":%b,%b,"page":%b,"disclaimer":%b}' % (
        on.isoformat().encode(),
        found.data(gender(arguments)),
        found.surroundings,
        orjson.dumps(page),
        live.disclaimer,
    )


def _compatibility(arguments: dict[str, Any], live: Release) -> bytes:
    table = live.tables["compatibility"]
    signs = {row["branch"]: row["sign"] for row in table["signs"]}
    one, other = (_branch(arguments, side, live) for side in "AB")
    pair = table["pairs"].get(one + other) or table["pairs"][other + one]
    found = {name: pair[name] for name in ("score", "level", "relations", "advice")}
    answer = {"signA": signs[one], "signB": signs[other], "base": table["base"]}
    page = {"page": live.base + pair["path"], "disclaimer": orjson.Fragment(live.disclaimer)}
    return orjson.dumps(answer | found | page)


def _branch(arguments: dict[str, Any], side: str, live: Release) -> str:
    """The branch of one side, by its sign or its birth date (the year turns at 立春)."""
    sign, born = arguments.get(f"sign{side}"), arguments.get(f"birthDate{side}")
    if (sign is None) == (born is None):
        abort(400, f"請給 sign{side} 或 birthDate{side} 其中一個。")
    if born is not None:
        on = birth_date(born, live.first, live.last, f"birthDate{side}")
        sign = live.entry(on).parsed()["calendar"]["zodiac"]["lichun"]
    rows = live.tables["compatibility"]["signs"]
    branches = {row[name].lower(): row["branch"] for row in rows for name in ("sign", "english")}
    if not isinstance(sign, str) or (asked := sign.strip().lower()) not in branches:
        known = "".join(row["sign"] for row in rows)
        abort(400, f"sign{side} 須為十二生肖之一：{known}，或英文 Rat 到 Pig。")
    return str(branches[asked])


def _flow(arguments: dict[str, Any], live: Release) -> bytes:
    table = live.tables["flow-year"]
    born, year = arguments.get("birthDate"), arguments.get("year")
    answer: dict[str, Any] = {"version": table["version"]}
    steps = [dict(step) for step in table["steps"]]
    if born is not None or year is not None:
        if year is None:
            year = datetime.now(_TAIWAN).year
        elif isinstance(year, bool) or not isinstance(year, int) or str(year) not in table["years"]:
            low, *_, high = table["years"]
            abort(400, f"year 須為 {low} 到 {high} 的整數。")
        sui = table["years"][str(year)]
        answer |= {"year": year, "pillar": sui["name"]}
        steps[0]["applied"] = [sui]
        if born is not None:
            on = birth_date(born, live.first, live.last)
            found = live.entry(on).parsed()
            answer["bazi"] = found["data"]["bazi"]
            _apply(steps, found, sui["name"], table)
    page = {"page": f"{live.base}/flow-year/", "disclaimer": orjson.Fragment(live.disclaimer)}
    return orjson.dumps(answer | {"steps": steps} | page)


def _apply(
    steps: list[dict[str, Any]], found: dict[str, Any], sui: str, table: dict[str, Any]
) -> None:
    """Add to the steps what each part of a chart finds in a year's pillar."""
    year, month, day = found["data"]["bazi"].split(" ")
    signs = {"month": month[1], "day": day, "year": year, "useful": found["chart"]["useful"]}
    numbers = (n for part, by_sign in table["found"].items() for n in by_sign[signs[part]][sui])
    for step, finding in (table["findings"][n] for n in dict.fromkeys(numbers)):
        steps[step - 1].setdefault("applied", []).append(finding)


def _services(_: dict[str, Any], live: Release) -> bytes:
    catalogue = live.tables["catalogue"]
    return orjson.dumps({"services": catalogue["services"], "products": catalogue["products"]})


TOOLS: dict[str, Callable[[dict[str, Any], Release], bytes]] = {
    "fortune_bazi": _bazi,
    "fortune_compatibility_score": _compatibility,
    "fortune_flow_framework": _flow,
    "fortune_service_info": _services,
}
"""Tool name → what answers it, in the order they are listed."""

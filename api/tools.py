"""The four tools of `/mcp`: arguments in, structured answers out, looked up in the release.

Their names, descriptions and schemas are the release's `tables/tools.json`.
"""

from collections.abc import Callable
from datetime import datetime, timedelta, timezone
from typing import Any

import orjson
from flask import abort

from api.arguments import birth_date, gender
from api.published import Release, perspective

Json = dict[str, Any]
_TAIWAN = timezone(timedelta(hours=8))
_DETAILS = ("claims", "chart", "full")


def call(name: str, arguments: Json, live: Release) -> bytes:
    """What one of `TOOLS` answers, as a JSON object. An empty argument is as good as none.

    :raises BadRequest: if the arguments can't be used; the message says how to mend them.
    """
    tool = next(tool for tool in live.tables["tools"]["tools"] if tool["name"] == name)
    known = tool["inputSchema"]["properties"]
    if unknown := [key for key in arguments if key not in known]:
        allowed = f"可用的是 {'、'.join(known)}" if known else "它不用參數"
        abort(400, f"{name} 沒有 {unknown[0]} 這個參數；{allowed}。")
    given = {key: value for key, value in arguments.items() if value not in (None, "")}
    return TOOLS[name](given, live)


def _about(live: Release, path: str) -> Json:
    """What every answer ends with: the page to show, whom to name, and that it is no advice."""
    catalogue, page = live.tables["catalogue"], live.base + path
    attribution = f"{catalogue['attribution']} {page}"
    return {"page": page, "attribution": attribution, "disclaimer": catalogue["disclaimer"]}


def _bazi(arguments: Json, live: Release) -> bytes:
    on = birth_date(arguments.get("birthDate"), live.first, live.last)
    detail, asked = arguments.get("detail", "full"), gender(arguments)
    if detail not in _DETAILS:
        abort(400, f"detail 只能是 {'、'.join(_DETAILS)}；要全部請省略。")
    whole = orjson.loads(raw := live.reading(on))
    answer: Json = {"birthDate": on.isoformat()}
    if detail == "full":
        answer["reading"] = orjson.Fragment(perspective(raw, asked))
    else:
        answer["bazi"] = whole["data"]["bazi"]
    if detail == "claims":
        answer["claims"] = {n: whole["data"][n].partition("\n\n")[0] for n in whole["claims"]}
    else:
        if detail == "chart" and whole["boundary"]:
            del whole["boundary"]["chart"]  # it differs in what `changes` lists
        answer |= {name: whole[name] for name in ("calendar", "chart", "boundary")}
    return orjson.dumps(answer | _about(live, f"/bazi/{on.year}-{on.month}-{on.day}/"))


def _compatibility(arguments: Json, live: Release) -> bytes:
    table = live.tables["compatibility"]
    signs = {row["branch"]: row["sign"] for row in table["signs"]}
    one, other = (_branch(arguments, side, live) for side in "AB")
    pair = table["pairs"].get(one + other) or table["pairs"][other + one]
    found = {name: pair[name] for name in ("score", "level", "relations", "advice")}
    answer = {"signA": signs[one], "signB": signs[other], "base": table["base"]}
    return orjson.dumps(answer | found | _about(live, pair["path"]))


def _branch(arguments: Json, side: str, live: Release) -> str:
    """The branch of one side, by its sign or its birth date (the year turns at 立春)."""
    sign, born = arguments.get(f"sign{side}"), arguments.get(f"birthDate{side}")
    if (sign is None) == (born is None):
        abort(400, f"請給 sign{side} 或 birthDate{side} 其中一個。")
    if born is not None:
        on = birth_date(born, live.first, live.last, f"birthDate{side}")
        sign = orjson.loads(live.reading(on))["calendar"]["zodiac"]["lichun"]
    rows = live.tables["compatibility"]["signs"]
    asked = sign.strip().removeprefix("屬").casefold() if isinstance(sign, str) else None
    for row in rows:
        if asked in (row["sign"], row["english"].casefold(), row["branch"], *row["also"]):
            return str(row["branch"])
    known = "、".join(f"{row['sign']} {row['english']}" for row in rows)
    return abort(400, f"sign{side} 須為十二生肖之一：{known}。")


def _flow(arguments: Json, live: Release) -> bytes:
    table = live.tables["flow-year"]
    born, year = arguments.get("birthDate"), arguments.get("year")
    answer: Json = {"version": table["version"]}
    steps = [dict(step) for step in table["steps"]]
    if born is not None or year is not None:
        if year is None:
            now = datetime.now(_TAIWAN)
            year = now.year - (now < datetime.fromisoformat(table["begins"][str(now.year)]))
        elif isinstance(year, float) and year.is_integer():
            year = int(year)
        if isinstance(year, bool) or not isinstance(year, int) or str(year) not in table["years"]:
            low, *_, high = table["years"]
            abort(400, f"year 須為 {low} 到 {high} 的整數。")
        sui = table["years"][str(year)]
        answer |= {"year": year, "pillar": sui["name"]}
        steps[0]["applied"] = [sui]
        if born is not None:
            on = birth_date(born, live.first, live.last)
            found = orjson.loads(live.reading(on))
            answer["bazi"] = found["data"]["bazi"]
            _apply(steps, found, sui["name"], table)
    return orjson.dumps(answer | {"steps": steps} | _about(live, "/flow-year/"))


def _apply(steps: list[Json], found: Json, sui: str, table: Json) -> None:
    """Add to the steps what each part of a chart finds in a year's pillar."""
    year, month, day = found["data"]["bazi"].split(" ")
    signs = {"month": month[1], "day": day, "year": year, "useful": found["chart"]["useful"]}
    numbers = (n for part, by_sign in table["found"].items() for n in by_sign[signs[part]][sui])
    for step, finding in (table["findings"][n] for n in dict.fromkeys(numbers)):
        steps[step - 1].setdefault("applied", []).append(finding)


def _services(_: Json, live: Release) -> bytes:
    offered = {name: live.tables["catalogue"][name] for name in ("services", "products")}
    return orjson.dumps(offered | _about(live, "/services/"))


TOOLS: dict[str, Callable[[Json, Release], bytes]] = {
    "fortune_bazi": _bazi,
    "fortune_compatibility_score": _compatibility,
    "fortune_flow_framework": _flow,
    "fortune_service_info": _services,
}
"""Tool name → what answers it, in the order they are listed."""

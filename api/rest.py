"""The three REST endpoints: health, services, bazi.

Requests in, bytes out; a reading is looked up, never computed. `service-spec.md`'s shapes,
field by field.
"""

from __future__ import annotations

import json
import re
from datetime import date
from typing import TYPE_CHECKING, Any, NoReturn

import orjson
from flask import Blueprint, Response, current_app, request

from api.errors import BadRequestError

if TYPE_CHECKING:
    from api.store import Release, Store

MAX_BODY = 16 * 1024
GENDERS = ("male", "female")

blueprint = Blueprint("rest", __name__, url_prefix="/api/v1")

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


@blueprint.get("/health")
def health() -> Response:
    """Say whether a whole release of a known schema is there; 503 if not."""
    _release()
    response = _json({"success": True, "status": "ok"})
    response.headers["Cache-Control"] = "no-store"
    return response


@blueprint.get("/services")
def services() -> Response:
    """The catalogue of services."""
    return _json({"success": True, "data": _release().services})


@blueprint.post("/bazi")
def bazi() -> Response:
    """The reading of a birth date, by default without a gender's perspective."""
    release = _release()
    body = _body()
    on = birth_date(body.get("birthDate"), release.first, release.last)
    if "gender" in body and body["gender"] not in GENDERS:
        raise BadRequestError("gender 只能是 male 或 female；不分性別請省略這個欄位。")
    data = reading_data(release.entry(on), body.get("gender"))
    return _json({"success": True, "disclaimer": release.disclaimer, "data": data})


@blueprint.after_request
def open_to_all(response: Response) -> Response:
    """CORS: anyone may read, nobody sends credentials; and no sniffing of types."""
    response.headers["Access-Control-Allow-Origin"] = "*"
    response.headers["Access-Control-Expose-Headers"] = (
        "RateLimit, RateLimit-Policy, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset"
    )
    response.headers["X-Content-Type-Options"] = "nosniff"
    if request.method == "OPTIONS" and response.status_code == 200:
        response.headers["Access-Control-Allow-Methods"] = response.headers.get("Allow", "")
        response.headers["Access-Control-Allow-Headers"] = "Content-Type"
        response.headers["Access-Control-Max-Age"] = "86400"
    return response


def birth_date(value: object, first: date, last: date) -> date:
    """The date a caller asks for.

    :raises BadRequestError: if it is missing, badly written, impossible or out of range.
    """
    if not isinstance(value, str) or not _DATE.fullmatch(value):
        raise BadRequestError("birthDate 為必填，格式須為 YYYY-MM-DD，例如 1990-05-20。")
    try:
        on = date.fromisoformat(value)
    except ValueError:
        raise BadRequestError(f"birthDate 有誤：{value} 這一天不存在。") from None
    if not first <= on <= last:
        raise BadRequestError(f"birthDate 須在 {first} 到 {last} 之間。")
    return on


def reading_data(entry: dict[str, Any], gender: str | None) -> dict[str, Any]:
    """`data` of a BaziResponse: the neutral reading, with what a perspective changes."""
    reading = entry["reading"] | (entry["perspectives"][gender] if gender else {})
    return {"bazi": entry["bazi"], **reading, "tier": entry["tier"]}


def _release() -> Release:
    store: Store = current_app.extensions["store"]
    return store.release()


def _json(body: dict[str, Any]) -> Response:
    return Response(orjson.dumps(body), mimetype="application/json")


def _body() -> dict[str, Any]:
    """The request's JSON object, read strictly.

    :raises BadRequestError: for another media type, a content encoding, bytes that are not
        UTF-8, NaN or Infinity, a member named twice, nesting too deep, or not an object.
    """
    if request.mimetype != "application/json":
        raise BadRequestError("Content-Type 須為 application/json。")
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        raise BadRequestError("請求內容不可壓縮，請移除 Content-Encoding。")
    try:
        body = json.loads(
            request.get_data().decode("utf-8"),
            object_pairs_hook=_members,
            parse_constant=_refuse_constant,
        )
    except UnicodeDecodeError:
        raise BadRequestError("請求內容須為 UTF-8 編碼。") from None
    except (ValueError, RecursionError):
        raise BadRequestError("請求內容不是正確的 JSON。") from None
    if not isinstance(body, dict):
        raise BadRequestError('請求內容須為 JSON 物件，例如 {"birthDate": "1990-05-20"}。')
    return body


def _members(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    members = dict(pairs)
    if len(members) != len(pairs):
        raise BadRequestError("JSON 物件裡有重複的欄位。")
    return members


def _refuse_constant(name: str) -> NoReturn:
    raise BadRequestError(f"JSON 不接受 {name}。")

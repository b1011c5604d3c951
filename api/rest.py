"""The three REST endpoints and the API's description.

Requests in, bytes out, in the specification's shapes; a reading is looked up, never computed.
"""

import orjson
from flask import Response, current_app, request

from api.answers import answer
from api.arguments import birth_date, gender, json_body, refuse
from api.published import Live, Release, perspective


def health() -> Response:
    """Say whether a whole release of a known schema is there; 503 if not."""
    live = release(fresh=True)
    for on in tuple(live.damaged):
        live.reading(on)  # mended meanwhile, or still damaged: 503
    response = answer(orjson.dumps({"success": True, "status": "ok"}))
    response.headers["Cache-Control"] = "no-store"
    response.headers["X-Release"] = live.id
    response.headers["X-Limit-Storage"] = current_app.extensions["limit"].storage
    return response


def services() -> Response:
    """The catalogue of services: slug, name and address."""
    listed = release().tables["catalogue"]["services"]
    data = [{key: service[key] for key in ("slug", "name", "href")} for service in listed]
    return _cached(orjson.dumps({"success": True, "data": data}), "application/json")


def bazi() -> Response:
    """The reading of a birth date, by default without a gender's perspective."""
    live = release()
    body = json_body()
    if not isinstance(body, dict):
        refuse("json_invalid", '請求內容須為 JSON 物件，例如 {"birthDate": "1990-05-20"}。')
    on = birth_date(body.get("birthDate"), live.first, live.last)
    data = perspective(live.reading(on), gender(body))
    disclaimer = live.tables["catalogue"]["disclaimer"]
    whole = {"success": True, "disclaimer": disclaimer, "data": orjson.Fragment(data)}
    return answer(orjson.dumps(whole))


def openapi() -> Response:
    """The API's description, as the release holds it."""
    return _cached(release().openapi, "application/yaml")


def release(*, fresh: bool = False) -> Release:
    """The live release; `fresh` looks at the disk before it answers.

    :raises UnavailableError: if there is none to serve from.
    """
    live: Live = current_app.extensions["live"]
    return live.release(fresh=fresh)


def _cached(content: bytes, kind: str) -> Response:
    """ETag and freshness for what changes with a release only; its headers are one caller's own."""
    response = answer(content, kind=kind)
    response.add_etag()
    response.headers["Cache-Control"] = "private, max-age=300"
    return response.make_conditional(request.environ)  # type: ignore[return-value]

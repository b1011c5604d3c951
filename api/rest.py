"""The three REST endpoints and the API's description.

Requests in, bytes out; a reading is looked up, never computed. `service-spec.md`'s shapes,
field by field.
"""

from __future__ import annotations

from hashlib import sha256
from typing import TYPE_CHECKING

import orjson
from flask import Response, current_app, request

from api import dates
from api.access import carry
from api.bodies import answer, json_body
from api.dates import BadRequestError

if TYPE_CHECKING:
    from wsgiref.types import WSGIEnvironment

    from api.release import Release
    from api.store import Store

EXPOSED = "ETag, RateLimit, RateLimit-Policy, Retry-After, X-RateLimit-Limit, X-RateLimit-Remaining, X-RateLimit-Reset, X-Request-Id"

_OPEN = [("Access-Control-Allow-Origin", "*"), ("Access-Control-Expose-Headers", EXPOSED)]
_PREFLIGHT = [
    ("Access-Control-Allow-Headers", "Content-Type"),
    ("Access-Control-Max-Age", "86400"),
]


def health() -> Response:
    """Say whether a whole release of a known schema is there; 503 if not."""
    release(fresh=True)
    response = answer(orjson.dumps({"success": True, "status": "ok"}))
    response.headers["Cache-Control"] = "no-store"
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
        raise BadRequestError('請求內容須為 JSON 物件，例如 {"birthDate": "1990-05-20"}。')
    on = dates.birth_date(body.get("birthDate"), live.first, live.last)
    data = live.entry(on).data(dates.gender(body))
    return answer(b'{"success":true,"disclaimer":%b,"data":%b}' % (live.disclaimer, data))


def openapi() -> Response:
    """The API's description, as the release holds it."""
    return _cached(release().openapi, "application/yaml")


def open_to_all(environ: WSGIEnvironment) -> None:
    """CORS: anyone may read, nobody sends credentials; what may be sent, told when asked."""
    carry(environ, _OPEN)
    if environ["REQUEST_METHOD"] == "OPTIONS":
        carry(environ, [("Access-Control-Allow-Methods", _methods()), *_PREFLIGHT])


def options(environ: WSGIEnvironment) -> Response | None:
    """OPTIONS: the methods of a route, and no content (RFC 9110 9.3.7)."""
    if environ["REQUEST_METHOD"] != "OPTIONS":
        return None
    said = empty(204)
    said.headers["Allow"] = _methods()
    return said


def empty(status: int) -> Response:
    """An answer without content, so without its type."""
    made = Response(status=status)
    del made.headers["Content-Type"]
    return made


def _methods() -> str:
    rule = request.url_rule
    return ", ".join(sorted(rule.methods or ())) if rule else ""


def release(*, fresh: bool = False) -> Release:
    """The live release; `fresh` looks at the disk before it answers.

    :raises UnavailableError: if there is none to serve from.
    """
    store: Store = current_app.extensions["store"]
    return store.release(fresh=fresh)


def _cached(content: bytes, kind: str) -> Response:
    """ETag and freshness for what changes with a release only; 304 where it has not."""
    response = answer(content, kind=kind)
    response.set_etag(sha256(content).hexdigest()[:16])
    response.headers["Cache-Control"] = "public, max-age=300"
    return response.make_conditional(request.environ)  # type: ignore[return-value]


ENDPOINTS = (
    ("/api/v1/health", "GET", health),
    ("/api/v1/services", "GET", services),
    ("/api/v1/bazi", "POST", bazi),
    ("/openapi.yaml", "GET", openapi),
)
"""Path, method and view of each."""

"""The static pages, for preview and small machines.

Files of the live release as they are; a static host or nginx does this better. Folders answer with
`index.html`, padded dates with the way to the plain address, what is not there with `404.html`.
"""

import os
import re
from datetime import date

from flask import Response, redirect, request, send_file
from werkzeug.exceptions import NotFound
from werkzeug.routing import PathConverter
from werkzeug.security import safe_join
from werkzeug.wrappers import Response as BaseResponse

from api.rest import release

_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; font-src 'self'; "
    "manifest-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)
_DATE = re.compile(r"bazi/([0-9]{4})-([0-9]{1,2})-([0-9]{1,2})(/(?:index\.html|reading\.json)?)?")
_CATALOG = ".well-known/api-catalog"
_KINDS = {
    _CATALOG: 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    "wanrishu-serif.woff2": "font/woff2",
}
"""Media types that no file name tells, or that Python before 3.14 does not know."""


class SitePath(PathConverter):
    """A path that is not the API's: there a wrong method must stay 405, not become a page."""

    regex = r"(?!(?:api|mcp|openapi\.yaml)(?:/|$))[^/].*?"


def page(path: str = "") -> BaseResponse:
    """A file of the release, or the index of a folder."""
    folder = (live := release()).folder
    index = f"{path.rstrip('/')}/index.html".lstrip("/")
    there = path != "" and not path.endswith("/") and _is_file(folder, path)
    if not there and _is_file(folder, index):
        if path and not request.path.endswith("/"):
            return redirect(f"{request.script_root}{request.path}/", 308)
        there, path = True, index
    dated = _DATE.fullmatch(path)
    if not there and dated:
        year, month, day, rest = dated.groups("/")
        plain = f"bazi/{year}-{int(month)}-{int(day)}{rest}"
        if _is_file(folder, f"{plain}index.html" if rest == "/" else plain):
            return redirect(f"{request.script_root}/{plain}", 308)
    if not there:
        response = _send(folder, "404.html", 0)
        response.status_code = 404
        return response
    if dated and path.endswith(".json"):  # what the door answers from is proved here as well
        live.reading(date(*map(int, dated.groups()[:3])))
    return _send(folder, path, 300)


def _is_file(folder: str, path: str) -> bool:
    """Whether a path is a file's; one that can be none of such a name is not."""
    return os.path.isfile(safe_join(folder, path) or "")


def _send(folder: str, path: str, max_age: int) -> Response:
    if not request.environ.get("HTTP_RANGE", "bytes=").startswith("bytes="):
        del request.environ["HTTP_RANGE"]  # RFC 9110 14.2: an unknown unit is no range
    try:
        response = send_file(f"{folder}/{path}", _KINDS.get(path), max_age=max_age)
    except OSError:  # gone since it was seen
        raise NotFound from None
    del response.headers["Content-Disposition"]
    response.headers["Content-Security-Policy"] = _POLICY
    if path == _CATALOG:
        response.headers["Link"] = f'</{_CATALOG}>; rel="api-catalog"'  # RFC 9727 2
    return response

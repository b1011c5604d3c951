"""The static pages, for development and single-machine use.

Files of the live release as they are; a static host or nginx does this better. Folders
answer with their `index.html`, what is not there with the page that says so.
"""

from __future__ import annotations

from pathlib import Path
from typing import TYPE_CHECKING

from flask import Blueprint, Response, current_app, redirect, request, send_from_directory
from werkzeug.exceptions import NotFound
from werkzeug.routing import PathConverter

if TYPE_CHECKING:
    from flask.blueprints import BlueprintSetupState
    from werkzeug.wrappers import Response as BaseResponse

    from api.store import Store

blueprint = Blueprint("site", __name__)

_POLICY = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
    "manifest-src 'self'; connect-src 'self'; form-action 'self'; base-uri 'none'; frame-ancestors 'none'"
)


class SitePath(PathConverter):
    """A path that is not the API's: there a wrong method must stay 405, not become a page."""

    regex = r"(?!(?:api|mcp|openapi\.yaml)(?:/|$))[^/].*?"


@blueprint.record_once
def _converter(state: BlueprintSetupState) -> None:
    state.app.url_map.converters["site"] = SitePath


@blueprint.get("/", defaults={"path": ""})
@blueprint.get("/<site:path>")
def page(path: str) -> BaseResponse:
    """A file of the release, or the index of a folder."""
    store: Store = current_app.extensions["store"]
    folder = store.release().folder
    if (Path(folder) / path / "index.html").is_file():
        if path and not request.path.endswith("/"):
            return redirect(f"{request.script_root}{request.path}/", 308)
        path = f"{path}/index.html" if path else "index.html"
    try:
        response: Response = send_from_directory(folder, path, max_age=300)
    except NotFound:
        response = send_from_directory(folder, "404.html", max_age=0)
        response.status_code = 404
    response.headers["Content-Security-Policy"] = _POLICY
    response.headers["X-Content-Type-Options"] = "nosniff"
    return response

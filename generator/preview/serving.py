"""Serving: the desk over HTTP, to the browser of this machine.

In: a desk. Out: a Flask application. Imports nothing of the door: what is shown here is no
release, and nobody else may ask for it.
"""

import mimetypes
import re
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType
from urllib.parse import quote, urlsplit

import orjson
from flask import Flask, Response, abort, redirect, render_template, request
from markupsafe import Markup
from werkzeug.wrappers import Response as Answer

from generator.content.templates import TemplateError
from generator.pages.edition import date_of
from generator.preview.desk import Desk, ShownPage

HOST = "127.0.0.1"

_NAMES = frozenset((HOST, "localhost"))
_OWN = frozenset(("preview.js", "preview.css"))
_HERE = Path(__file__).parent
_BEAT = 15.0
"""Seconds of silence after which a stream finds out whether anybody listens."""

_BODY = re.compile(r"<body\b[^>]*>\n?")
_TYPES = MappingProxyType(
    {".webmanifest": "application/manifest+json", ".woff2": "font/woff2", ".yaml": "text/plain"}
)


def application(desk: Desk, roots: dict[str, str], editor: str) -> Flask:
    """The routes of the preview.

    `roots`: the name of each watched folder → its absolute path; `editor`: an address with
    `{path}` and `{line}` that opens the editor's program, or nothing.
    """
    app = Flask(__name__, static_folder=None, template_folder=_HERE)
    app.jinja_options = {"trim_blocks": True, "lstrip_blocks": True}
    settings: dict[str, object] = {"roots": roots, "editor": editor}

    @app.before_request
    def only_from_here() -> None:
        # A site elsewhere can give its name this machine's address, and read what is answered.
        if urlsplit(f"//{request.host}").hostname not in _NAMES:
            abort(403, f"Only http://{HOST} and http://localhost are answered.")

    @app.after_request
    def never_kept(response: Response) -> Response:
        response.headers["Cache-Control"] = "no-store"
        return response

    @app.get("/_preview/<name>")
    def own(name: str) -> Response:
        if name not in _OWN:
            abort(404)
        return Response((_HERE / name).read_bytes(), mimetype=mimetypes.guess_type(name)[0])

    @app.get("/_preview/events")
    def events() -> Response:
        def stream(version: int) -> Iterator[str]:
            yield ":\n\n"  # the head goes out with the first line
            while True:
                now = desk.wait(version, _BEAT)
                yield f"data: {now}\n\n" if now != version else ":\n\n"
                version = now

        known = request.args.get("version", -1, int)
        return Response(stream(known), mimetype="text/event-stream")

    @app.get("/_preview/about")
    def about() -> Response:
        page = _file(desk, request.args.get("page", ""))
        last, at = desk.saved, request.args.get("at", "")
        found = last.index.about(at, date_of(page)) if last else None
        return Response(orjson.dumps(found), mimetype="application/json")

    @app.get("/", defaults={"path": ""})
    @app.get("/<path:path>")
    def file(path: str) -> Answer:
        wanted = _file(desk, path)
        if not wanted.endswith(".html"):
            return _other(desk, path, wanted)
        version = desk.version  # before the page: one that comes between is told at once
        page, status = desk.page(wanted), 200
        if page is None:
            page, status = desk.page("404.html"), 404
        told = orjson.dumps(settings | {"base": _base(desk)}).decode()
        html = _with_preview(page, version, told) if page else ""
        return Response(html, status, mimetype="text/html")

    return app


def _base(desk: Desk) -> str:
    return desk.saved.written.site.base_path if desk.saved else ""


def _file(desk: Desk, path: str) -> str:
    """The file in a release; the site's links carry the path of its base address."""
    base, path = _base(desk).lstrip("/"), path.lstrip("/")
    if base and f"{path}/".startswith(f"{base}/"):
        path = path[len(base) :].lstrip("/")
    return f"{path}index.html" if not path or path.endswith("/") else path


def _other(desk: Desk, path: str, wanted: str) -> Answer:
    """A file that is no page; of a folder without its slash, the way to the page."""
    try:
        body = desk.file(wanted)
    except TemplateError as error:
        return Response(str(error), 500, mimetype="text/plain")
    if body is not None:
        suffix = Path(wanted).suffix
        kind = _TYPES.get(suffix) or mimetypes.guess_type(wanted)[0] or "application/json"
        return Response(body, mimetype=kind)
    if Path(wanted).suffix or desk.page(f"{wanted}/index.html") is None:
        abort(404)
    return redirect(f"/{quote(path)}/", 308)


def _with_preview(page: ShownPage, version: int, settings: str) -> str:
    """The page with what the preview adds: its script and style sheet, and what is to be mended."""
    head = Markup(
        '<link rel="stylesheet" href="/_preview/preview.css">\n'
        '<script src="/_preview/preview.js" defer id="preview" data-version="{}" data-settings="{}">'
        "</script>\n</head>"
    ).format(version, settings)
    html = (page.html or render_template("empty.html")).replace("</head>", head, 1)
    return _BODY.sub(lambda body: body[0] + render_template("boxes.html", page=page), html, count=1)

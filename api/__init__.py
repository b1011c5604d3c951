"""The door: a small Flask app that looks readings up in a published release and answers.

Read it in the order a request takes: `server` starts granian; `access_log` numbers and records
a request; `Door`, below, takes the site's sub-path off; `admission` lets it in (CORS, origins,
`rate_limit`); then `rest`, `mcp` (with `tools`) or `static_site` answers from what is `published`.
Beside them: `config`, `arguments` (what callers send), `answers`.

`create_app` is all that a server needs. Nothing in this package imports `generator` or
`lunar_python`; it knows the press only by the files it wrote.
"""

from collections.abc import Iterable
from wsgiref.types import StartResponse, WSGIEnvironment

from flask import Flask
from werkzeug.middleware.proxy_fix import ProxyFix

from api import admission, answers, arguments, mcp, rest, static_site
from api.access_log import AccessLog
from api.config import Settings
from api.published import Live, UnavailableError

__version__ = "0.1.0"


class Door(Flask):
    """Flask, at the host's root and under the path of the release's base address alike.

    Pages link to that path, which a proxy in front may strip or not.
    """

    def wsgi_app(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request, its sub-path moved from PATH_INFO to SCRIPT_NAME (PEP 3333)."""
        path, live = environ["PATH_INFO"], self.extensions["live"]
        try:
            prefix = live.release().prefix
        except UnavailableError:
            prefix = ""
        if prefix and f"{path}/".startswith(f"{prefix}/"):
            environ["SCRIPT_NAME"] += prefix
            environ["PATH_INFO"] = path[len(prefix) :] or "/"
        return super().wsgi_app(environ, start_response)


def create_app(settings: Settings | None = None) -> Flask:
    """Build the app from settings, by default those of the environment.

    :raises SettingsError: if a setting is unusable; the message names it and the cure.
    """
    settings = settings or Settings.from_environment()
    app = Door(__name__, static_folder=None)
    app.config["MAX_CONTENT_LENGTH"] = arguments.MAX_BODY
    app.url_map.strict_slashes = False
    live = app.extensions["live"] = Live(settings.release)
    app.get("/api/v1/health")(rest.health)
    app.get("/api/v1/services")(rest.services)
    app.post("/api/v1/bazi")(rest.bazi)
    app.get("/openapi.yaml")(rest.openapi)
    app.post("/mcp")(mcp.mcp)
    if settings.serve_site:
        app.url_map.converters["site"] = static_site.SitePath
        app.get("/")(static_site.page)
        app.get("/<site:path>")(static_site.page)
    admission.install(app, settings, live)
    answers.install(app)
    if settings.trusted_proxies:
        app.wsgi_app = ProxyFix(app.wsgi_app, x_for=settings.trusted_proxies)  # type: ignore[method-assign]
    app.wsgi_app = AccessLog(app.wsgi_app)  # type: ignore[method-assign]
    return app

"""The door: a small Flask app that looks readings up in a published release and answers.

Read it in the order a request takes: `server` starts granian, `gateway` turns what granian
hands over into WSGI, `access_log` numbers and records it, `prefix` takes the site's sub-path
off, `admission` lets it in (`rate_limit` with `memory_window`, CORS, origins), then `rest`,
`mcp` or `static_site` answers from `live`, which holds the `published` release. Beside them:
`config`, `json_body`, `birth_date`, `errors`; behind `mcp`: `jsonrpc`, `revision`, `tools`.

`create_app` is all that a server needs. Nothing in this package imports `generator` or
`lunar_python`; it knows the press only by the files it wrote.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Flask
from flask.sessions import SecureCookieSession, SessionInterface

from api import access_log, admission, errors, mcp, rest, static_site
from api.config import Settings
from api.live import Live
from api.prefix import Prefix

if TYPE_CHECKING:
    from collections.abc import Callable

    from flask import Request, Response

__all__ = ["create_app"]


class Stateless(SessionInterface):
    """No session: Flask would make one for each request, to forget it."""

    _none = SecureCookieSession()

    def open_session(self, app: Flask, request: Request) -> SecureCookieSession:
        return self._none

    def save_session(self, app: Flask, session: object, response: Response) -> None:
        """There is nothing to save."""


class Door(Flask):
    """Flask without what no view here is: part of a session, or asynchronous."""

    session_interface = Stateless()

    def ensure_sync(self, func: Callable[..., object]) -> Callable[..., object]:
        """Flask would look at each function before it calls it, at every request."""
        return func


def create_app(settings: Settings | None = None) -> Flask:
    """Build the app from settings, by default those of the environment.

    :raises SettingsError: if a setting is unusable; the message names it and the cure.
    """
    settings = settings or Settings.from_environment()
    app = Door(__name__, static_folder=None)
    app.url_map.strict_slashes = False
    live = app.extensions["live"] = Live(settings.release)
    for path, method, view in (*rest.ENDPOINTS, *mcp.ENDPOINTS):
        # OPTIONS is answered at admission.
        app.add_url_rule(
            path, view_func=view, methods=[method, "OPTIONS"], provide_automatic_options=False
        )
    if settings.site:
        app.register_blueprint(static_site.blueprint)
    admission.install(app, settings)
    errors.install(app)
    app.wsgi_app = Prefix(app.wsgi_app, live)  # type: ignore[method-assign]
    access_log.install(app)
    return app

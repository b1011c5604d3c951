"""The door: a small Flask app that looks readings up in a release and answers.

`create_app` is all that a server needs. Nothing in this package imports `generator` or
`lunar_python`; it knows the press only by the files it wrote.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from flask import Flask, request

from api import access, errors, limits, mcp, origins, rest, site
from api.bodies import MAX_BODY
from api.config import Settings
from api.mount import Mount
from api.store import Store

if TYPE_CHECKING:
    from collections.abc import Callable
    from wsgiref.types import WSGIEnvironment

    from flask import Response

__all__ = ["create_app"]


def create_app(settings: Settings | None = None) -> Flask:
    """Build the app from settings, by default those of the environment.

    :raises SettingsError: if a setting is unusable; the message names it and the cure.
    """
    settings = settings or Settings.from_environment()
    app = Flask(__name__, static_folder=None)
    app.url_map.strict_slashes = False
    app.config["MAX_CONTENT_LENGTH"] = MAX_BODY
    store = app.extensions["store"] = Store(settings.release)
    welcome = origins.welcome(settings.origins)
    errors.install(app, welcome, rest.open_to_all)
    counter = limits.install(app, settings)
    rest_door, mcp_door = rest.blueprint(), mcp.blueprint()
    rest_door.before_request(
        _in_turn(rest.open_to_all, limits.guard(counter, "rest", settings.rate_limit), rest.options)
    )
    mcp_door.before_request(
        _in_turn(
            welcome,
            limits.guard(counter, "mcp", settings.mcp_rate_limit),
            origins.guard(settings.origins),
            rest.options,
        )
    )
    app.wsgi_app = Mount(app.wsgi_app, store)  # type: ignore[method-assign]
    access.install(app)
    app.register_blueprint(rest_door)
    app.register_blueprint(mcp_door)
    if settings.site:
        app.register_blueprint(site.blueprint)
    return app


def _in_turn(
    *steps: Callable[[WSGIEnvironment], Response | None],
) -> Callable[[], Response | None]:
    """One hook for several, until one answers: Flask inspects each it has at every request."""

    def before() -> Response | None:
        environ = request.environ
        for step in steps:
            if (answer := step(environ)) is not None:
                return answer
        return None

    return before

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
    from collections.abc import Callable, Iterable
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
    counter = limits.install(app, settings)
    rest_steps = (rest.open_to_all, limits.guard(counter, "rest", settings.rate_limit))
    welcome, check = origins.welcome(settings.origins), origins.guard(settings.origins)
    limit = limits.guard(counter, "mcp", settings.mcp_rate_limit)
    _route(app, rest.ENDPOINTS, *rest_steps, rest.options)
    _route(app, mcp.ENDPOINTS, welcome, limit, check, rest.options)
    # Clients of the handshake era try GET in every session: a 405 must not use up their calls.
    errors.install(app, rest_steps, (welcome, check))
    app.wsgi_app = Mount(app.wsgi_app, store)  # type: ignore[method-assign]
    access.install(app)
    if settings.site:
        app.register_blueprint(site.blueprint)
    return app


def _route(
    app: Flask,
    endpoints: Iterable[tuple[str, str, Callable[[], Response]]],
    *steps: Callable[[WSGIEnvironment], Response | None],
) -> None:
    """Give a door's endpoints (path, method, view) their routes, behind these steps.

    The steps are taken in turn until one answers. They are no `before_request` hooks because
    Flask inspects each of those anew at every request.
    """

    def behind(view: Callable[[], Response]) -> Callable[[], Response]:
        def answer() -> Response:
            environ = request.environ
            for step in steps:
                if (said := step(environ)) is not None:
                    return said
            return view()

        return answer

    for path, method, view in endpoints:
        app.add_url_rule(
            path,
            view.__name__,
            behind(view),
            methods=[method, "OPTIONS"],
            provide_automatic_options=False,
        )

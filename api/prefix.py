"""The site's sub-path: requests under it are answered as if they came to the root.

In: the WSGI app and what is live. Out: the same app, which also answers under the path of the
release's base address. Pages link to that path, so that a site meant for
`https://example.tw/shu` works here as it will there, behind a proxy that strips the path or
one that does not.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from api.published import UnavailableError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from wsgiref.types import StartResponse, WSGIApplication, WSGIEnvironment

    from api.live import Live


class Prefix:
    """A WSGI app that moves the sub-path from PATH_INFO to SCRIPT_NAME (PEP 3333)."""

    def __init__(self, app: WSGIApplication, live: Live) -> None:
        self._app, self._live = app, live

    def __call__(self, environ: WSGIEnvironment, start_response: StartResponse) -> Iterable[bytes]:
        """Answer one request."""
        try:
            prefix = self._live.release().prefix
        except UnavailableError:
            prefix = ""
        path = environ["PATH_INFO"]
        if prefix and f"{path}/".startswith(f"{prefix}/"):
            environ["SCRIPT_NAME"] += prefix
            environ["PATH_INFO"] = path[len(prefix) :] or "/"
        return self._app(environ, start_response)

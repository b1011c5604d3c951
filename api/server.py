"""The production server: granian, one process that answers, another that minds it.

In: settings. Out: a server until it is told to stop. Why granian: it reads and writes slow
clients outside of Python, keeps to HTTP without our help, and answers more than any other
server measured (`make bench-api`). One process by design: the in-memory limit is exact without
any setting. More machines share a Redis for the counters; it may keep a request waiting, so
threads answer then.
"""

from __future__ import annotations

import gc
import logging
import os
import socket
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from granian import Granian
from granian.constants import HTTPModes, Interfaces, RuntimeModes
from granian.http import HTTP1Settings
from granian.log import LogLevels

from api import create_app
from api.config import VARIABLES, Settings, SettingsError
from api.gateway import Gateway
from api.published import UnavailableError

if TYPE_CHECKING:
    from pathlib import Path
    from wsgiref.types import WSGIApplication

CONNECTIONS = 4000
"""Open at once, or as many as the system's limit on open files leaves (mostly 1,024; the example
unit asks for more); further ones wait for the system to hand them over."""
HEAD_MS = 15_000
"""Milliseconds for a request's head, and that a connection may say nothing between two."""
HEAD_BYTES = 1 << 16
"""A head with every header of the protocol has two thousand."""
STOP_SECONDS = 10
"""For what has begun when the server is told to stop; then it is cut off."""

_STDERR = {
    name: {"class": "logging.StreamHandler", "formatter": "generic", "stream": "ext://sys.stderr"}
    for name in ("console", "access")
}
"""granian's own messages go where ours do."""


def run(host: str, port: int, release: Path) -> None:
    """Serve site and API with the environment's settings, these set by the caller.

    :raises SettingsError: if one is unusable, or the address is taken.
    """
    given = {"host": host, "port": port, "release": release.absolute(), "site": 1}
    os.environ.update({VARIABLES[name]: str(value) for name, value in given.items()})
    _serve(Settings.from_environment())


def main() -> None:
    """Serve with the environment's settings; exit 1, saying why, if one is unusable."""
    try:
        _serve(Settings.from_environment())
    except SettingsError as error:
        sys.exit(f"wanrishu-api: {error}")


def door() -> Gateway | WSGIApplication:
    """The application, made in the process that answers."""
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    settings = Settings.from_environment()
    app = create_app(settings)
    with suppress(UnavailableError):  # the log and health say so, until there is one
        app.extensions["live"].release()
    # What is here now stays: to walk it again and again would cost a tenth of the time.
    gc.collect()
    gc.freeze()
    _say(f"萬日書 is open at http://{settings.host}:{settings.port}/  (Ctrl-C stops it)")
    return app.wsgi_app if settings.whole_requests else Gateway(app.wsgi_app, _threads(settings))


def _threads(settings: Settings) -> int:
    return settings.threads or (0 if settings.storage.startswith("memory:") else 4)


def _serve(settings: Settings) -> None:
    address, whole = _address(settings), settings.whole_requests
    Granian(
        "api.server:door",
        factory=True,
        interface=Interfaces.WSGI if whole else Interfaces.RSGI,
        blocking_threads=(_threads(settings) or 1) if whole else 1,
        runtime_mode=RuntimeModes.st,
        address=address,
        port=settings.port,
        workers=1,
        websockets=False,
        http=HTTPModes.http1,  # what nginx speaks to it; HTTP/2 is the proxy's
        http1_settings=HTTP1Settings(header_read_timeout=HEAD_MS, max_buffer_size=HEAD_BYTES),
        backlog=1024,
        backpressure=min(CONNECTIONS, os.sysconf("SC_OPEN_MAX") - 100),
        respawn_failed_workers=True,  # a crash costs the requests of that moment only
        workers_kill_timeout=STOP_SECONDS,
        log_access=False,  # ours knows the route and no birth date
        log_level=LogLevels.warning,
        log_dictconfig={"handlers": _STDERR},
    ).serve()


def _address(settings: Settings) -> str:
    """The address to listen on, as a number, seen to be free: granian shares one in silence.

    :raises SettingsError: if there is no such address, or it is taken.
    """
    try:
        found = socket.getaddrinfo(
            settings.host, settings.port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )
        family, kind, _, _, where = found[0]
        with socket.socket(family, kind) as free:
            free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            free.bind(where)
    except OSError as error:
        raise SettingsError(
            f"{settings.host}:{settings.port} can't be opened ({error.strerror}); "
            "set WANRISHU_PORT or WANRISHU_HOST to something free, or stop what holds it"
        ) from None
    return str(where[0])


def _say(line: str) -> None:
    """Tell the operator; a terminal without Chinese, or none at all, is no reason to stop."""
    if sys.stdout is not None:
        with suppress(OSError):
            sys.stdout.buffer.write(f"{line}\n".encode(sys.stdout.encoding, "replace"))
            sys.stdout.buffer.flush()


if __name__ == "__main__":
    main()

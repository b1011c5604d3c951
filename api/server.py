"""The production server: granian, one process that answers, another that minds it.

In: settings. Out: a server until it is told to stop. Why granian: it reads and writes slow clients
outside of Python, keeps to HTTP, and answers more than others (`make bench-api`). One process: the
in-memory limit is exact. One thread: a lookup waits for nothing, and a body is waited for before.
"""

import argparse
import gc
import logging
import os
import socket
import sys
from contextlib import suppress

from granian import Granian
from granian.constants import HTTPModes, Interfaces, RuntimeModes
from granian.http import HTTP1Settings
from granian.log import LogLevels

from api import __version__, create_app
from api.access_log import Line
from api.arguments import MAX_BODY
from api.bridge import Application, bridge
from api.config import VARIABLES, Settings, SettingsError
from api.published import UnavailableError, open_release

_LOGGING = {
    "formatters": {"line": {"()": Line}},
    "handlers": {
        name: {"class": "logging.StreamHandler", "formatter": "line", "stream": "ext://sys.stderr"}
        for name in ("console", "access")
    },
}
"""granian's own messages go where ours do, and look as they do."""


def main() -> None:
    """Serve with the environment's settings; exit 1, saying why, if one is unusable."""
    parser = argparse.ArgumentParser(
        "wanrishu-api",
        description="Serve the live release. README.md tells of the settings, which are the "
        f"environment variables {', '.join(VARIABLES.values())}.",
    )
    parser.add_argument("--version", action="version", version=f"wanrishu-api {__version__}")
    parser.add_argument("--check", action="store_true", help="judge settings and release only")
    check = parser.parse_args().check
    try:
        settings = Settings.from_environment()
        if check:
            found = open_release(os.path.realpath(settings.release))
            print(f"release {found.id}, {found.first} to {found.last}")
        else:
            _serve(settings)
    except (SettingsError, UnavailableError) as error:
        sys.exit(f"wanrishu-api: {error}")


def door() -> Application:
    """The application, made in the process that answers."""
    handler = logging.StreamHandler()
    handler.setFormatter(Line())
    logging.basicConfig(level=logging.INFO, handlers=[handler])
    settings = Settings.from_environment()
    app = create_app(settings)
    with suppress(UnavailableError):  # the log and health say so, until there is one
        app.extensions["live"].release()
    # What is here now stays: to walk it again and again would cost a tenth of the time.
    gc.collect()
    gc.freeze()
    with suppress(OSError, AttributeError):  # no terminal, or a full one, is no reason to stop
        sys.stdout.reconfigure(errors="replace")  # type: ignore[union-attr]
        where = f"http://{settings.host}:{settings.port}/"
        print(f"萬日書 is open at {where}  (Ctrl-C stops it)", flush=True)
    return bridge(app.wsgi_app, MAX_BODY, waits=not settings.storage.startswith("memory:"))


def _serve(settings: Settings) -> None:
    Granian(
        "api.server:door",
        factory=True,
        interface=Interfaces.RSGI,
        runtime_mode=RuntimeModes.st,
        address=_address(settings),
        port=settings.port,
        workers=1,
        websockets=False,
        http=HTTPModes.http1,  # what nginx speaks to it; HTTP/2 is the proxy's
        # Milliseconds for a head, and that a connection may say nothing between two; a head with
        # every header of the protocol has two thousand bytes.
        http1_settings=HTTP1Settings(header_read_timeout=15_000, max_buffer_size=1 << 16),
        backlog=1024,
        # Connections open at once, or as many as the system's limit on open files leaves (mostly
        # 1,024; the example unit asks for more); further ones wait for the system.
        backpressure=min(4000, os.sysconf("SC_OPEN_MAX") - 100),
        respawn_failed_workers=True,  # a crash costs the requests of that moment only
        workers_kill_timeout=10,  # seconds for what has begun when it is told to stop
        log_access=False,  # ours knows the route and no birth date
        log_level=LogLevels.warning,
        log_dictconfig=_LOGGING,
    ).serve()


def _address(settings: Settings) -> str:
    """The address to listen on, as a number, seen to be free: granian shares one in silence.

    :raises SettingsError: if there is no such address, or it is taken.
    """
    family = socket.AF_INET6 if ":" in settings.host else socket.AF_INET
    try:
        with socket.socket(family) as free:
            free.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            free.bind((settings.host, settings.port))
            return str(free.getsockname()[0])
    except OSError as error:
        raise SettingsError(
            f"{settings.host}:{settings.port} can't be opened ({error.strerror}); "
            "set WANRISHU_PORT or WANRISHU_HOST to something free, or stop what holds it"
        ) from None


if __name__ == "__main__":
    main()

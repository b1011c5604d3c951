"""The production server: waitress, one process, several threads.

Why waitress: one process by design, so the in-memory limit is exact without any setting;
it reads slow clients in its own loop before a thread is spent on them; pure Python, the
same on every system. More processes or machines share a Redis for the counters.
"""

from __future__ import annotations

import dataclasses
import logging
import signal
import sys
from typing import TYPE_CHECKING

from waitress.server import create_server

from api import create_app
from api.config import Settings, SettingsError

if TYPE_CHECKING:
    from pathlib import Path
    from types import FrameType


def run(host: str, port: int, release: Path, site: bool) -> None:
    """Serve with the environment's settings, these four set by the caller.

    :raises SettingsError: if one is unusable, or the address is taken.
    """
    settings = Settings.from_environment()
    _serve(dataclasses.replace(settings, host=host, port=port, release=release, site=site))


def main() -> None:
    """Serve with the environment's settings; exit 1, saying why, if one is unusable."""
    try:
        _serve(Settings.from_environment())
    except SettingsError as error:
        sys.exit(f"wanrishu-api: {error}")


def _serve(settings: Settings) -> None:
    logging.basicConfig(level=logging.INFO, format="%(asctime)s %(levelname)s %(name)s %(message)s")
    logging.getLogger("waitress.queue").setLevel(logging.ERROR)  # a short queue is how it works
    try:
        server = create_server(
            create_app(settings),
            host=settings.host,
            port=settings.port,
            threads=settings.threads or (1 if settings.storage.startswith("memory:") else 4),
            ident=None,
        )
    except OSError as error:
        raise SettingsError(
            f"{settings.host}:{settings.port} can't be opened ({error.strerror}); "
            "set WANRISHU_PORT or WANRISHU_HOST to something free, or stop what holds it"
        ) from None

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise SystemExit(0)

    signal.signal(signal.SIGTERM, stop)
    print(
        f"萬日書 is open at http://{settings.host}:{settings.port}/  (Ctrl-C stops it)", flush=True
    )
    server.run()


if __name__ == "__main__":
    main()

"""The production server: waitress, one process.

Why waitress: one process by design, so the in-memory limit is exact without any setting;
it reads slow clients in its own loop before anything is spent on them; pure Python, the
same on every system. More processes or machines share a Redis for the counters; a Redis may
keep a request waiting, so threads answer then.
"""

from __future__ import annotations

import dataclasses
import gc
import logging
import signal
import sys
from contextlib import suppress
from typing import TYPE_CHECKING

from api import create_app
from api.config import Settings, SettingsError
from api.loop import open_server
from api.release import UnavailableError

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
        threads = settings.threads or (0 if settings.storage.startswith("memory:") else 4)
        app = create_app(settings)
        server = open_server(app, settings.host, settings.port, threads)
    except OSError as error:
        raise SettingsError(
            f"{settings.host}:{settings.port} can't be opened ({error.strerror}); "
            "set WANRISHU_PORT or WANRISHU_HOST to something free, or stop what holds it"
        ) from None

    def stop(_signal: int, _frame: FrameType | None) -> None:
        raise SystemExit(0)

    signal.signal(signal.SIGTERM, stop)
    with suppress(UnavailableError):  # health says so, until there is one
        app.extensions["store"].release()
    # What is here now stays: to walk it again and again would cost a tenth of the time.
    gc.collect()
    gc.freeze()
    print(
        f"萬日書 is open at http://{settings.host}:{settings.port}/  (Ctrl-C stops it)", flush=True
    )
    server.run()


if __name__ == "__main__":
    main()

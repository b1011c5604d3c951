"""Settings of the door: the environment in, one frozen object out, checked at start."""

from __future__ import annotations

import os
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

from limits import parse
from limits.storage import storage_from_string

if TYPE_CHECKING:
    from collections.abc import Mapping

_ROOT = Path(__file__).resolve().parent.parent


class SettingsError(Exception):
    """A setting that can't be used; names the variable and what to set it to."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting of the door, with its default.

    `release`: folder or link of the live release. `rate_limit`: for each client address,
    over all REST endpoints together. `storage`: where the counters live; memory:// counts
    within one process, several processes or machines share redis://. `proxies`: how many
    proxies in front are trusted to name the client; 0 trusts the peer's address alone.
    `site`: serve the static pages too.
    """

    release: Path = _ROOT / "build" / "current"
    rate_limit: str = "60 per 1 minute"
    storage: str = "memory://"
    proxies: int = 0
    site: bool = True
    host: str = "127.0.0.1"
    port: int = 8000
    threads: int = 8

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] = os.environ) -> Settings:
        """Read the variables of `VARIABLES`; unset or empty ones keep their default.

        :raises SettingsError: if a value is unusable.
        """
        values: dict[str, object] = {}
        for field in fields(cls):
            name = VARIABLES[field.name]
            text = environ.get(name, "").strip()
            if text:
                values[field.name] = _parse(name, text, getattr(cls(), field.name))
        settings = cls(**values)  # type: ignore[arg-type]
        _check(settings)
        return settings


VARIABLES = {
    "release": "WANRISHU_RELEASE",
    "rate_limit": "WANRISHU_RATE_LIMIT",
    "storage": "RATELIMIT_STORAGE_URI",
    "proxies": "WANRISHU_TRUSTED_PROXIES",
    "site": "WANRISHU_SERVE_SITE",
    "host": "WANRISHU_HOST",
    "port": "WANRISHU_PORT",
    "threads": "WANRISHU_THREADS",
}
"""Setting → environment variable."""


def _parse(name: str, text: str, default: object) -> object:
    if isinstance(default, bool):
        if text not in ("0", "1"):
            raise SettingsError(f"{name} is {text!r}; set it to 1 or 0")
        return text == "1"
    if isinstance(default, int):
        if not (text.isascii() and text.isdigit() and int(text) < 65536):
            raise SettingsError(f"{name} is {text!r}; set it to a whole number from 0 to 65535")
        return int(text)
    return Path(text) if isinstance(default, Path) else text


def _check(settings: Settings) -> None:
    try:
        parse(settings.rate_limit)
    except ValueError:
        raise SettingsError(
            f"WANRISHU_RATE_LIMIT is {settings.rate_limit!r}; write it as '60 per 1 minute'"
        ) from None
    try:
        storage_from_string(settings.storage)
    except Exception as error:
        raise SettingsError(
            f"RATELIMIT_STORAGE_URI is {settings.storage!r} and can't be used ({error}); "
            "set it to memory:// or redis://host:6379"
        ) from error
    if settings.threads < 1:
        raise SettingsError("WANRISHU_THREADS is 0; set it to 1 or more")

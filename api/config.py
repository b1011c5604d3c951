"""Settings of the door: the environment in, one frozen object out, checked at start."""

from __future__ import annotations

import os
import re
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

from limits import parse
from limits.storage import storage_from_string

if TYPE_CHECKING:
    from collections.abc import Mapping


class SettingsError(Exception):
    """A setting that can't be used; names the variable and what to set it to."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting of the door, with its default.

    `release`: folder or link of the live release, in the current folder unless absolute. `rate_limit`: for each client address,
    over all REST endpoints together; `mcp_rate_limit`: the same for `/mcp`. `storage`: where
    the counters live; memory:// counts within one process, several processes or machines
    share redis://. `proxies`: how many proxies in front are trusted to name the client; 0
    trusts the peer's address alone.
    `whole_requests`: the proxy in front passes a request on only when it has come in whole, as
    nginx does; `gateway` says what that saves.
    `origins`: browser origins that may call `/mcp` besides the site's own and this machine.
    `site`: serve the static pages too. `threads`: that answer; 0 is none while the counters
    live in the process (`gateway` says why), and 4 where each answer waits for a Redis.
    """

    release: Path = Path("build/current")
    rate_limit: str = "60 per 1 minute"
    mcp_rate_limit: str = "120 per 1 minute"
    storage: str = "memory://"
    origins: tuple[str, ...] = ()
    proxies: int = 0
    whole_requests: bool = False
    site: bool = True
    host: str = "127.0.0.1"
    port: int = 8000
    threads: int = 0

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
    "mcp_rate_limit": "WANRISHU_MCP_RATE_LIMIT",
    "storage": "RATELIMIT_STORAGE_URI",
    "origins": "WANRISHU_ALLOWED_ORIGINS",
    "proxies": "WANRISHU_TRUSTED_PROXIES",
    "whole_requests": "WANRISHU_WHOLE_REQUESTS",
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
        least = 1 if name == VARIABLES["port"] else 0
        if not (text.isascii() and text.isdigit() and least <= int(text) < 65536):
            cure = f"set it to a whole number from {least} to 65535"
            raise SettingsError(f"{name} is {text!r}; {cure}")
        return int(text)
    if isinstance(default, tuple):
        return tuple(part.strip() for part in text.split(","))
    return Path(text) if isinstance(default, Path) else text


def _check(settings: Settings) -> None:
    for name in ("rate_limit", "mcp_rate_limit"):
        try:
            parse(getattr(settings, name))
        except ValueError:
            raise SettingsError(
                f"{VARIABLES[name]} is {getattr(settings, name)!r}; write it as '60 per 1 minute'"
            ) from None
    for origin in settings.origins:
        if not re.fullmatch(r"https?://[^/\s]+", origin):
            raise SettingsError(
                f"WANRISHU_ALLOWED_ORIGINS has {origin!r}; write origins as https://a.example, "
                "separated by commas"
            )
    if settings.whole_requests and not settings.proxies:
        raise SettingsError(
            "WANRISHU_WHOLE_REQUESTS is 1 without a proxy in front; set WANRISHU_TRUSTED_PROXIES "
            "to the number of proxies, or leave it out"
        )
    try:
        storage_from_string(settings.storage)
    except Exception as error:
        raise SettingsError(
            f"RATELIMIT_STORAGE_URI is {settings.storage!r} and can't be used ({error}); "
            "set it to memory:// or redis://host:6379"
        ) from error

"""Settings of the door: the environment in, one frozen object out, checked at start."""

import os
import re
from collections.abc import Mapping
from dataclasses import dataclass, fields
from difflib import get_close_matches
from pathlib import Path
from typing import Any, Self

from limits import parse
from limits.storage import storage_from_string


class SettingsError(Exception):
    """A setting that can't be used; names the variable and what to set it to."""


@dataclass(frozen=True, slots=True)
class Settings:
    """Every setting of the door, with its default; README.md has what each is for."""

    release: Path = Path("build/current")
    rate_limit: str = "60 per 1 minute"
    mcp_rate_limit: str = "120 per 1 minute"
    storage: str = "memory://"
    allowed_origins: tuple[str, ...] = ()
    trusted_proxies: int = 0
    serve_site: bool = True
    host: str = "127.0.0.1"
    port: int = 8000

    @classmethod
    def from_environment(cls, environ: Mapping[str, str] = os.environ) -> Self:
        """Read the variables of `VARIABLES`; unset or empty ones keep their default.

        :raises SettingsError: if a value is unusable, or a name is a slip of one of theirs.
        """
        for name in environ.keys() - VARIABLES.values():  # the press's own are near to none
            if near := get_close_matches(name, VARIABLES.values(), 1, 0.9):
                raise SettingsError(f"{name} is no setting; use {near[0]}")
        values: dict[str, Any] = {}
        for each in fields(cls):
            if text := environ.get(VARIABLES[each.name], "").strip():
                values[each.name] = _parse(VARIABLES[each.name], text, each.default)
        return cls(**values)

    def __post_init__(self) -> None:
        for name in ("rate_limit", "mcp_rate_limit"):
            try:
                if parse(getattr(self, name)).amount < 1:
                    raise ValueError
            except ValueError:
                raise SettingsError(
                    f"{VARIABLES[name]} is {getattr(self, name)!r}; write it as '60 per 1 minute'"
                ) from None
        for origin in self.allowed_origins:
            if not re.fullmatch(r"https?://[^/\s]+", origin):
                cure = "write origins as https://a.example, separated by commas"
                raise SettingsError(f"WANRISHU_ALLOWED_ORIGINS has {origin!r}; {cure}")
        try:
            storage_from_string(self.storage)
        except Exception:
            # A log keeps this: no user, no password, and not the error, which has pieces of both.
            shown = re.sub(r"(?s)^([\w+]*:?/*).*@|\?.*", r"\1", self.storage)
            cure = "set it to memory:// or redis://host:6379"
            raise SettingsError(f"RATELIMIT_STORAGE_URI is {shown!r}; {cure}") from None


VARIABLES = {each.name: f"WANRISHU_{each.name.upper()}" for each in fields(Settings)}
VARIABLES["storage"] = "RATELIMIT_STORAGE_URI"  # flask-limiter's own
"""Setting → environment variable."""


def _parse(variable: str, text: str, default: object) -> object:
    if isinstance(default, bool):
        if text not in ("0", "1"):
            raise SettingsError(f"{variable} is {text!r}; set it to 1 or 0")
        return text == "1"
    if isinstance(default, int):
        least = 1 if variable == VARIABLES["port"] else 0
        if not (text.isascii() and text.isdigit() and least <= int(text) < 65536):
            cure = f"set it to a whole number from {least} to 65535"
            raise SettingsError(f"{variable} is {text!r}; {cure}")
        return int(text)
    if isinstance(default, tuple):
        return tuple(part.strip() for part in text.split(","))
    return Path(text) if isinstance(default, Path) else text

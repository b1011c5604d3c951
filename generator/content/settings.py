"""What editors own besides the prose: site settings, the catalogue, wording lists.

In: `data/*.yaml`. Out: frozen settings and the problems found. Imports the source reader.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, fields
from datetime import date
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from generator.calendar import FIRST_DAY, LAST_DAY
from generator.content import security
from generator.content.problem import Problem
from generator.content.source import Mapping, read_mapping

if TYPE_CHECKING:
    from pathlib import Path

    from generator.content.security import Security

_SITE_FIELDS = (
    "name", "base_url", "tagline", "description", "disclaimer", "attribution", "boundary_note",
    "late_night_note", "method_note", "openings", "young_from", "young_note",
)  # fmt: skip
_BASE_URL = re.compile(
    r"https?://([^\W_]([^\W_]|[.-])*|\[[0-9a-fA-F:.]+\])(:\d+)?(/[^\s?#]*[^\s?#/])?"
)


@dataclass(frozen=True, slots=True)
class Service:
    """An entry of the catalogue, as `/api/v1/services` answers it."""

    slug: str
    name: str
    href: str
    description: str


@dataclass(frozen=True, slots=True)
class Product:
    """A paid product; `price` is a phrase for people."""

    slug: str
    name: str
    price: str
    href: str
    description: str


@dataclass(frozen=True, slots=True)
class Site:
    """Settings of the site; every sentence of it is shown to visitors."""

    values: dict[str, Any]
    services: tuple[Service, ...]
    products: tuple[Product, ...]
    security: Security | None

    def __getitem__(self, name: str) -> str:
        return str(self.values[name])

    @property
    def base_path(self) -> str:
        """The path of the base address, without a slash at its end: "" or "/bazi-site"."""
        return re.sub(r"\A[a-z]+://[^/]+", "", self["base_url"]).rstrip("/")

    @property
    def origin(self) -> str:
        """The base address without its path: where well-known addresses begin."""
        return self["base_url"].removesuffix(self.base_path)

    @property
    def openings(self) -> tuple[date, ...]:
        """The dates that the home page opens for a look."""
        return tuple(self.values["openings"])

    @property
    def young_from(self) -> int:
        return int(self.values["young_from"])


def load_site(data: Path) -> tuple[Site, list[Problem]]:
    """Read `site.yaml`, `services.yaml` and `products.yaml`."""
    name = f"{data.name}/site.yaml"
    mapping, problems = read_mapping(data / "site.yaml", name)
    values = mapping.values
    problems += [
        Problem(name, 1, "S10", f"缺「{key}」", "補上這一行；每一項的用處寫在檔案的註解裡")
        for key in _SITE_FIELDS
        if not values.get(key) and mapping.lines
    ]
    problems += [
        Problem(name, line, "S11", f"不認得「{key}」", "刪掉，或檢查有沒有打錯字")
        for key, line in mapping.lines.items()
        if key not in (*_SITE_FIELDS, *security.FIELDS)
    ]
    base_url = str(values.get("base_url", ""))
    if values and not _is_base_url(base_url):
        cure = "寫完整網址，結尾不加斜線，例如 https://example.tw 或 https://example.tw/bazi"
        problems.append(
            Problem(
                name,
                mapping.lines.get("base_url", 1),
                "S12",
                f"base_url {base_url!r} 不是網址",
                cure,
            )
        )
    if values and not isinstance(values.get("young_from"), int):
        problems.append(
            Problem(
                name,
                mapping.lines.get("young_from", 1),
                "S13",
                "young_from 不是年份",
                "寫四位數的西元年",
            )
        )
    openings = values.get("openings", [])
    if values and not (isinstance(openings, list) and all(map(_is_ours, openings))):
        line = mapping.lines.get("openings", 1)
        cure = f"寫成 [1990-05-20, 1958-10-07]，日期在 {FIRST_DAY} 到 {LAST_DAY} 之間"
        problems.append(Problem(name, line, "S17", "openings 不是日期的清單", cure))
    told, of_security = security.read_security(mapping, name)
    services, found = _entries(data, "services.yaml", Service)
    products, more = _entries(data, "products.yaml", Product)
    site = Site(values, services, products, told)
    return site, [*problems, *of_security, *found, *more]


def _is_ours(value: object) -> bool:
    return type(value) is date and FIRST_DAY <= value <= LAST_DAY


def _is_base_url(text: str) -> bool:
    """Whether its host is a name that DNS can hold, or an address."""
    if not _BASE_URL.fullmatch(text):
        return False
    try:
        (urlsplit(text).hostname or "").encode("idna")
    except ValueError:
        return False
    return True


_Entry = TypeVar("_Entry", Service, Product)


def _entries(data: Path, file: str, kind: type[_Entry]) -> tuple[tuple[_Entry, ...], list[Problem]]:
    """A mapping of slug → the other fields of a dataclass, in the file's order."""
    name = f"{data.name}/{file}"
    mapping, problems = read_mapping(data / file, name)
    wanted = [field.name for field in fields(kind) if field.name != "slug"]
    entries = []
    for slug, value in mapping.values.items():
        if isinstance(value, dict) and set(value) == set(wanted) and all(value.values()):
            entries.append(kind(slug, **{key: str(value[key]) for key in wanted}))
        else:
            cure = f"底下寫 {'、'.join(wanted)} 這幾行"
            problems.append(Problem(name, mapping.lines[slug], "S14", f"「{slug}」不完整", cure))
    return tuple(entries), problems


@dataclass(frozen=True, slots=True)
class Wording:
    """What the prose must not say. `forbidden`: kind → pattern; `terms`: word → better."""

    forbidden: dict[str, re.Pattern[str]]
    terms: dict[str, str]
    plain_characters: frozenset[str]


def load_wording(data: Path) -> tuple[Wording, list[Problem]]:
    """Read `wording.yaml`."""
    name = f"{data.name}/wording.yaml"
    mapping, problems = read_mapping(data / "wording.yaml", name)
    forbidden = {}
    for kind, words in _table(mapping, "forbidden").items():
        try:
            forbidden[str(kind)] = re.compile("|".join(words))
        except re.error:
            line = mapping.lines["forbidden"]
            problems.append(Problem(name, line, "S15", f"「{kind}」的樣式寫錯", "檢查括號是否成對"))
    terms = {str(word): str(better) for word, better in _table(mapping, "terms").items()}
    plain = frozenset(str(mapping.values.get("traditional_too", "")))
    return Wording(forbidden, terms, plain), problems


def _table(mapping: Mapping, key: str) -> dict[str, list[str] | str]:
    value = mapping.values.get(key)
    return value if isinstance(value, dict) else {}

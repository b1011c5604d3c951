"""What editors own besides the prose: site settings, the catalogue, wording lists.

In: `data/*.yaml`. Out: frozen settings and the problems found. Imports the source reader.
"""

from __future__ import annotations

import re
from dataclasses import MISSING, dataclass, fields
from datetime import date
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlsplit

from generator.calendar import FIRST_DAY, LAST_DAY
from generator.content import security
from generator.content.forbidden import compile_forbidden
from generator.content.mapping import Value, read_mapping
from generator.content.problem import Problem

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
_WORDING_FIELDS = ("forbidden", "terms", "traditional_too")
_SLOTS = re.compile(r"\{(?:term|time|before|after)\}")


@dataclass(frozen=True, slots=True)
class Service:
    """An entry of the catalogue, as `/api/v1/services` answers it."""

    slug: str
    name: str
    href: str
    description: str


@dataclass(frozen=True, slots=True)
class Product:
    """A paid product; `status` is planned or on_sale, `price` a phrase for people, empty until then."""

    slug: str
    name: str
    status: str
    href: str
    description: str
    price: str = ""

    @property
    def on_sale(self) -> bool:
        return self.status == "on_sale"


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
    problems += _unknown(mapping, (*_SITE_FIELDS, *security.FIELDS), name)
    told, of_security = security.read_security(mapping, name)
    values: dict[str, Any] = {}
    for key in _SITE_FIELDS if mapping.entries else ():
        value = mapping.get(key)
        values[key], fault = _setting(key, value)
        if fault:
            problems.append(Problem(name, value.line, *fault))
    services, found = _entries(data, "services.yaml", Service)
    products, more = _entries(data, "products.yaml", Product)
    site = Site(values, services, products, told)
    return site, [*problems, *of_security, *found, *more]


def _setting(key: str, value: Value) -> tuple[Any, tuple[str, str, str] | None]:
    """A setting of the site, and (code, what, cure) of what is wrong with it."""
    if value.held is None:
        return "", ("S10", f"缺「{key}」", "補上這一行；每一項的用處寫在檔案的註解裡")
    if key == "openings":
        days = [item.held for item in value.items]
        cure = f"寫成 [1990-05-20, 1958-10-07]，日期在 {FIRST_DAY} 到 {LAST_DAY} 之間"
        right = bool(days) and all(map(_is_ours, days))
        return days, None if right else ("S17", "openings 不是日期的清單", cure)
    if key == "young_from":
        right = isinstance(value.held, int) and 1000 <= value.held <= 9999
        return value.held, None if right else ("S13", "young_from 不是年份", "寫四位數的西元年")
    text = value.text
    if not text:
        return text, ("S10", f"「{key}」沒有寫成文字", "冒號後面寫一句；數字與日期用引號包起來")
    if key == "base_url" and not _is_base_url(text):
        cure = "寫完整網址，結尾不加斜線，例如 https://example.tw 或 https://example.tw/bazi"
        return text, ("S12", f"base_url {text!r} 不是網址", cure)
    if re.search("[{}｛｝]", _SLOTS.sub("", text) if key == "boundary_note" else text):
        cure = "花括號只用在 boundary_note，寫成 {term}、{time}、{before}、{after}"
        return text, ("S19", f"「{key}」的花括號不對", cure)
    return text, None


def _unknown(mapping: Value, fields: tuple[str, ...], name: str) -> list[Problem]:
    return [
        Problem(name, value.line, "S11", f"不認得「{key}」", "刪掉，或檢查有沒有打錯字")
        for key, value in mapping.entries.items()
        if key not in fields
    ]


def _is_ours(value: object) -> bool:
    return isinstance(value, date) and FIRST_DAY <= value <= LAST_DAY


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
    known = fields(kind)[1:]
    wanted: list[str] = [field.name for field in known if field.default is MISSING]
    entries = []
    for slug, value in mapping.entries.items():
        texts = {key: held.text for key, held in value.entries.items()}
        if not (
            set(wanted) <= set(texts) <= {field.name for field in known} and all(texts.values())
        ):
            cure = f"底下寫 {'、'.join(wanted)} 這幾行，每行一句文字"
            problems.append(Problem(name, value.line, "S14", f"「{slug}」不完整", cure))
            continue
        entry = kind(slug, **texts)
        entries.append(entry)
        if isinstance(entry, Product) and not _is_priced_right(entry):
            what = f"「{slug}」的 status 與 price 不合"
            cure = "籌備中寫 status: planned，不寫 price；開賣寫 status: on_sale，並寫 price"
            problems.append(Problem(name, value.line, "S20", what, cure))
    return tuple(entries), problems


def _is_priced_right(product: Product) -> bool:
    return product.status in ("planned", "on_sale") and product.on_sale == bool(product.price)


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
    problems += _unknown(mapping, _WORDING_FIELDS, name)
    for key in _WORDING_FIELDS if mapping.entries else ():
        value = mapping.get(key)
        if not (value.text if key == "traditional_too" else value.entries):
            cure = "forbidden 與 terms 底下一行一項，traditional_too 寫成一串字"
            problems.append(Problem(name, value.line, "S10", f"缺「{key}」", cure))
    forbidden = {}
    for kind, words in mapping.get("forbidden").entries.items():
        patterns = [compile_forbidden(word.text) for word in words.items]
        if right := [pattern.pattern for pattern in patterns if pattern]:
            forbidden[kind] = re.compile("|".join(right))
        wrong = [word for word, found in zip(words.items, patterns, strict=True) if not found]
        for word in wrong if words.items else [words]:
            what = f"「{kind}」的樣式 {word.text!r} 寫錯"
            cure = "只用字、(甲|乙)、表示可有可無的 ?、字與字之間的 . 與 .{0,8}；見 data/README.md"
            problems.append(Problem(name, word.line, "S15", what, cure))
    terms = {}
    for term, better in mapping.get("terms").entries.items():
        terms[term] = better.text
        if not better.text:
            cure = f"寫成「{term}: 台灣的說法」"
            problems.append(Problem(name, better.line, "S15", f"「{term}」沒有台灣的說法", cure))
    return Wording(forbidden, terms, frozenset(mapping.get("traditional_too").text)), problems

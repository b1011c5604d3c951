"""What editors own besides the prose: site settings, the catalogue.

In: `data/site.yaml`, `services.yaml`, `products.yaml`, `words.yaml`. Out: a `Site` with its texts.
"""

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from datetime import date, datetime
from typing import Any
from urllib.parse import urlsplit

from generator.chart.calendar import FIRST_DAY, FLOW_YEARS, LAST_DAY
from generator.content.addresses import NO_PAGE, leads_somewhere
from generator.content.inline import load_words
from generator.content.mapping import Value, read_mapping, unknown
from generator.content.text_file import Data, File
from generator.reading.corpus import Text

_SITE_FIELDS = (
    "name", "base_url", "tagline", "description", "disclaimer", "attribution",
    "late_night_note", "method_note", "openings", "flow_years", "young_from", "young_note",
)  # fmt: skip
_SERVICE = ("name", "href", "description")
_PRODUCT = ("name", "status", "href", "description")
_SECURITY = ("security_contact", "security_expires")
"""For `security.txt`; editors may leave both out."""

_BASE_URL = re.compile(
    r"https?://([^\W_]([^\W_]|[.-])*|\[[0-9a-fA-F:.]+\])(:\d+)?(/[^\s?#]*[^\s?#/])?"
)
_PHRASES = ("name", "tagline", "attribution", "price")
"""What is set by itself; all else is sentences."""

_MOST = 200  # characters of a text: the longest today has 58
_HREF = re.compile(r"/(?:[a-z0-9][a-z0-9.-]*/)*")
_OUTSIDE = re.compile(r"https://[\w.-]+\.\w+(:\d+)?(/[\w.~:/?#\[\]@!$&'()*+,;=%-]*)?", re.A)
_CONTACT = re.compile(r"(?=mailto:[^@]+@[^@]+\Z|https://\w)[\w.~:/?#\[\]@!$&'()*+,;=%-]+", re.A)
_RFC_3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d")


@dataclass(frozen=True, slots=True)
class Offer:
    """An entry of the catalogue: a service, or a paid product, which alone has a status.

    `status` is planned or on_sale, `price` a phrase for people, empty until then.
    """

    slug: str
    name: str
    href: str
    description: str
    status: str = ""
    price: str = ""

    def address(self, base: str) -> str:
        """Where it leads: outside as it is written, within the site below its base."""
        return self.href if self.href.startswith("https:") else base + self.href


@dataclass(frozen=True, slots=True)
class Site:
    """Settings of the site; every sentence of it is shown to visitors.

    `words`: the sentences of its pages, as written, with slots and links.
    """

    values: dict[str, Any]
    services: tuple[Offer, ...]
    products: tuple[Offer, ...]
    texts: tuple[Text, ...] = field(default=(), repr=False)
    words: tuple[Text, ...] = ()

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
        return tuple(self.values["openings"])

    @property
    def flow_years(self) -> range:
        """The years that pages tell of, each from its 立春 on."""
        first, last = self.values["flow_years"]
        return range(first, last + 1)

    @property
    def security(self) -> tuple[str, str] | None:
        """Whom to tell of a weakness, a URI, and until when that holds, as RFC 3339 writes it."""
        contact, expires = (self.values.get(key) for key in _SECURITY)
        return (contact, expires) if contact and expires else None

    @property
    def young_from(self) -> int:
        return int(self.values["young_from"])


def load_site(data: Data) -> Site:
    file = data.file("site.yaml")
    mapping = read_mapping(file)
    unknown(file, mapping, (*_SITE_FIELDS, *_SECURITY))
    values: dict[str, Any] = {}
    texts: list[Text] = []
    given = [key for key in _SECURITY if mapping.get(key).held is not None]
    for key in (*_SITE_FIELDS, *given) if mapping.entries else ():
        value = mapping.get(key)
        values[key] = [item.held for item in value.items] or value.text or value.held or ""
        if fault := _fault(key, value):
            file.tell(value.line, *fault)
        elif value.text and key not in ("base_url", *_SECURITY):
            texts.append(_text(key, value.text, file, value.line))
    if len(given) == 1:
        cure = f"{'、'.join(_SECURITY)} 兩行一起寫，或兩行都不寫"
        file.tell(mapping.get(given[0]).line, "S25", f"只寫了 {given[0]}", cure)
    services = _offers(data.file("services.yaml"), _SERVICE, texts)
    products = _offers(data.file("products.yaml"), _PRODUCT, texts)
    return Site(values, services, products, tuple(texts), load_words(data))


def _text(key: str, text: str, file: File, line: int) -> Text:
    whole = key not in _PHRASES
    return Text(text, key, (1, _MOST), file.path, line, whole=whole, figures=key == "price")


def _fault(key: str, value: Value) -> tuple[str, str, str] | None:
    """(code, what, cure) of what is wrong with a setting of the site."""
    text = value.text
    if value.held is None:
        return "S10", f"缺「{key}」", "補上這一行；每一項的用處寫在檔案的註解裡"
    if not text and key not in ("openings", "flow_years", "young_from", "security_expires"):
        return "S10", f"「{key}」沒有寫成文字", "冒號後面寫一句；數字與日期用引號包起來"
    if key in _RULES:
        is_right, code, what, cure = _RULES[key]
        if not is_right(value):
            return code, f"{key} {what.format(text or str(value.held))}", cure
    if re.search("[{}｛｝]", text):
        return "S19", f"「{key}」裡有花括號", "這個檔的句子沒有空格，把花括號拿掉"
    return None


def _are_ours(value: Value) -> bool:
    days = [item.held for item in value.items]
    return bool(days) and all(isinstance(d, date) and FIRST_DAY <= d <= LAST_DAY for d in days)


def _are_years(value: Value) -> bool:
    years = [each.held for each in value.items if isinstance(each.held, int)]
    two = len(years) == len(value.items) == 2
    return two and {*FLOW_YEARS}.issuperset(years) and 0 <= years[1] - years[0] < 12


def _is_base_url(value: Value) -> bool:
    """Whether its host is a name that DNS can hold, or an address."""
    try:
        (urlsplit(value.text).hostname or "").encode("idna")
    except ValueError:
        return False
    return bool(_BASE_URL.fullmatch(value.text))


def _is_moment(value: Value) -> bool:
    """Whether this is a date-time with its zone as RFC 3339 writes it, on a day that exists."""
    try:
        datetime.fromisoformat(value.text)
    except ValueError:
        return False
    return bool(_RFC_3339.fullmatch(value.text))


_RULES: dict[str, tuple[Callable[[Value], object], str, str, str]] = {
    "openings": (_are_ours, "S17", "不是日期的清單",
        f"寫成 [1990-05-20, 1958-10-07]，日期在 {FIRST_DAY} 到 {LAST_DAY} 之間"),
    "flow_years": (_are_years, "S29", "不是頭尾兩個年份",
        f"寫成 [2026, 2031]，在 {FLOW_YEARS[0]} 到 {FLOW_YEARS[-1]} 之間，至多十二年"),
    "young_from": (lambda value: value.held in range(1000, 10000), "S13", "不是年份", "寫四位數的西元年"),
    "base_url": (_is_base_url, "S12", "{!r} 不是網址",
        "寫完整網址，結尾不加斜線，例如 https://example.tw 或 https://example.tw/bazi"),
    "security_contact": (lambda value: _CONTACT.fullmatch(value.text), "S23", "{!r} 不是聯絡網址",
        "寫成 mailto:security@example.tw，或 https:// 開頭的網址"),
    "security_expires": (_is_moment, "S24", "{!r} 不是帶時區的時刻",
        "日期、時間、時區都要寫，例如 2027-06-30T23:59:59+08:00"),
}  # fmt: skip
"""Setting → what it must be; else the code, what is wrong and what to do."""


def _offers(file: File, wanted: tuple[str, ...], texts: list[Text]) -> tuple[Offer, ...]:
    """A mapping of slug → the fields of an offer, in the file's order; adds its texts."""
    known = (*wanted, "price") if "status" in wanted else wanted
    offers = []
    for slug, value in read_mapping(file).entries.items():
        given = {key: held.text for key, held in value.entries.items()}
        for key, held in value.entries.items():
            if key in known and not held.text:
                cure = f'冒號後面寫一句；數字用引號包起來，例如 {key}: "480"'
                file.tell(held.line, "S14", f"「{slug}」的 {key} 沒有寫成文字", cure)
        if not set(wanted) <= set(given) <= set(known):
            cure = f"底下寫 {'、'.join(wanted)} 這幾行，每行一句文字"
            file.tell(value.line, "S14", f"「{slug}」不完整", cure)
        elif all(given.values()):
            offer = Offer(slug, **given)
            offers.append(offer)
            for key, held in value.entries.items():
                if key not in ("href", "status"):  # these are no texts
                    texts.append(_text(key, held.text, file, held.line))
            for key, code, what, cure in _faults(offer):
                file.tell(value.get(key).line, code, f"「{slug}」的 {what}", cure)
    return tuple(offers)


def _faults(offer: Offer) -> Iterator[tuple[str, str, str, str]]:
    """(field, code, what, cure) of what is wrong with an offer that has all its fields."""
    if _HREF.fullmatch(offer.href):
        if not leads_somewhere(offer.href):
            yield "href", "S27", f"href {offer.href!r} 站內沒有這一頁", NO_PAGE
    elif not (offer.status and _OUTSIDE.fullmatch(offer.href)):
        cure = "寫網站自己的路徑，前後都有斜線，例如 /services/"
        cure += "；站外寫 https:// 開頭的完整網址" if offer.status else ""
        yield "href", "S26", f"href {offer.href!r} 不是站內路徑", cure
    if offer.status and offer.status != ("on_sale" if offer.price else "planned"):
        cure = "籌備中寫 status: planned，不寫 price；開賣寫 status: on_sale，並寫 price"
        yield "", "S20", "status 與 price 不合", cure

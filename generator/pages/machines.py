"""What stands around the pages for machines: sitemaps, robots, the manifest, the catalogues.

In: the site's settings, every page's path, what `tables/tools.json` says of the MCP server. Out: bytes,
or a plain dict for the door. Addresses are full ones, at whatever base address `data/site.yaml` names.

Well-known addresses begin at the host's root (RFC 8615). Under a sub-path these files lie where all
others do, and whoever serves the host must answer for them at its root as well. `server.json` is what
the MCP registry publishes, at an address that programs learn from the API catalogue: there is no
well-known one for it, and the protocol's server cards are a draft.
"""

from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC
from html import escape
from ipaddress import ip_address
from typing import Any
from urllib.parse import urlsplit

import orjson

from generator.chart.calendar import ZONE, Term
from generator.content.settings import Offer, Site

CATALOG = ".well-known/api-catalog"
SECURITY = ".well-known/security.txt"
REGISTRY_SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"

_XMLNS = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'


def sitemaps(site: Site, groups: Mapping[str, Sequence[str]]) -> Iterator[tuple[str, bytes]]:
    for name, paths in groups.items():
        yield f"sitemaps/{name}.xml", _sitemap(site, "urlset", "url", paths)
    index = [f"/sitemaps/{name}.xml" for name in groups]
    yield "sitemap.xml", _sitemap(site, "sitemapindex", "sitemap", index)


def _sitemap(site: Site, root: str, entry: str, paths: Sequence[str]) -> bytes:
    rows = [f"<{entry}><loc>{escape(site['base_url'] + p)}</loc></{entry}>\n" for p in paths]
    head = f'<?xml version="1.0" encoding="UTF-8"?>\n<{root} {_XMLNS}>\n'
    return f"{head}{''.join(rows)}</{root}>\n".encode()


def term_calendar(site: Site, terms: Sequence[Term]) -> bytes:
    """The solar terms as a calendar to subscribe to (RFC 5545), each an instant in UTC."""
    host = urlsplit(site["base_url"]).hostname
    lines = ["BEGIN:VCALENDAR", "VERSION:2.0", f"PRODID:-//{site['name']}//terms//ZH"]
    for term in terms:
        at = f"{term.at.replace(tzinfo=ZONE).astimezone(UTC):%Y%m%dT%H%M%SZ}"
        lines += [
            "BEGIN:VEVENT", f"UID:{at}@{host}", f"DTSTAMP:{at}", f"DTSTART:{at}",
            f"SUMMARY:{term.name}", "TRANSP:TRANSPARENT", "END:VEVENT",
        ]  # fmt: skip
    return "\r\n".join([*lines, "END:VCALENDAR", ""]).encode()


def robots(site: Site) -> bytes:
    """Everything may be read. Under a sub-path the host's own robots.txt must name the sitemap."""
    return f"User-agent: *\nAllow: /\n\nSitemap: {site['base_url']}/sitemap.xml\n".encode()


def manifest(site: Site) -> bytes:
    base = site.base_path
    icons = [
        {"src": f"{base}/icon-{n}.png", "sizes": f"{n}x{n}", "type": "image/png", "purpose": use}
        for n in (192, 512)
        for use in ("any", "maskable")
    ]
    value = {
        "name": f"{site['name']}：{site['tagline']}",
        "short_name": site["name"],
        "description": site["description"],
        "lang": "zh-Hant-TW",
        "start_url": f"{base}/",
        "scope": f"{base}/",
        "display": "minimal-ui",
        "background_color": "#fbf8f1",
        "theme_color": "#fbf8f1",
        "icons": icons,
    }
    return orjson.dumps(value, option=orjson.OPT_INDENT_2)


def catalogue(site: Site) -> dict[str, Any]:
    """Services and paid products as editors wrote them, with full addresses: what the door answers."""
    base = site["base_url"]
    return {
        "base": base,
        "disclaimer": site["disclaimer"],
        "attribution": site["attribution"],
        "services": [_offer(each, base) for each in site.services],
        "products": [_offer(each, base) for each in site.products],
    }


def _offer(offer: Offer, base: str) -> dict[str, str]:
    status = {"status": offer.status} if offer.status else {}
    price = {"price": offer.price} if offer.price else {}
    links = {"href": offer.address(base), "description": offer.description}
    return {"slug": offer.slug, "name": offer.name} | status | links | price


def discovery(site: Site, tools: Mapping[str, Any]) -> Iterator[tuple[str, bytes]]:
    """The API catalogue, `server.json`, and `security.txt` where editors name somebody."""
    indented = orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE
    yield CATALOG, orjson.dumps(_api_catalog(site["base_url"]), option=indented)
    yield "server.json", orjson.dumps(_server(site["base_url"], tools), option=indented)
    if site.security:
        yield SECURITY, _security(site, *site.security)


def _api_catalog(base: str) -> dict[str, Any]:
    """RFC 9727: a linkset (RFC 9264, section 4.2) with the relations of RFC 8631 for each API."""
    rest = {"href": f"{base}/openapi.yaml", "type": "application/yaml"}
    mcp = {"href": f"{base}/server.json", "type": "application/json"}
    manual = {"type": "text/html", "hreflang": ["zh-Hant-TW"]}
    status = {"href": f"{base}/api/v1/health", "type": "application/json"}
    apis = [
        {
            "anchor": f"{base}{path}",
            "service-desc": [description],
            "service-doc": [{"href": f"{base}/docs/api/{chapter}"} | manual],
            "status": [status],
        }
        for path, description, chapter in (("/api/v1", rest, ""), ("/mcp", mcp, "#mcp"))
    ]
    return {"linkset": apis}


def _server(base: str, tools: Mapping[str, Any]) -> dict[str, Any]:
    """The registry's entry; its name is under the host that the publisher can prove to own."""
    server = tools["server"]
    return {
        "$schema": REGISTRY_SCHEMA,
        "name": f"{_namespace(base)}/{server['name']}",
        "title": server["title"],
        "description": tools["description"],
        "version": server["version"],
        "websiteUrl": f"{base}/docs/api/#mcp",
        "remotes": [{"type": "streamable-http", "url": f"{base}/mcp"}],
    }


def _namespace(base_url: str) -> str:
    """The host's name in DNS, from its end: `tw.example`, and for an address `arpa.in-addr.…`."""
    host = urlsplit(base_url).hostname or ""
    try:
        name = ip_address(host).reverse_pointer
    except ValueError:
        name = host.encode("idna").decode()
    return ".".join(reversed(name.rstrip(".").split(".")))


def _security(site: Site, contact: str, expires: str) -> bytes:
    """RFC 9116."""
    canonical = f"{site.origin}/{SECURITY}"
    root = f"# This file belongs at {canonical} (RFC 9116, section 3).\n" if site.base_path else ""
    return (
        f"{root}Contact: {contact}\nExpires: {expires}\n"
        f"Preferred-Languages: zh-TW, en\nCanonical: {canonical}\n"
    ).encode()

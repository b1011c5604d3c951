"""How programs find the API and the MCP server, and people whom to tell of a weakness.

In: the site's settings and what `tables/tools.json` says of the server. Out: (path, bytes).
Well-known addresses begin at the host's root (RFC 8615). Under a sub-path these files lie where all
others do, and whoever serves the host must answer for them at its root as well.

`server.json` is what the MCP registry publishes, at an address that programs learn from the
catalogue: there is no well-known one for it, and the protocol's server cards are a draft.
"""

from __future__ import annotations

from ipaddress import ip_address
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

import orjson

if TYPE_CHECKING:
    from collections.abc import Iterator, Mapping

    from generator.content.settings import Site

CATALOG = ".well-known/api-catalog"
SECURITY = ".well-known/security.txt"
REGISTRY_SCHEMA = "https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json"


def discovery(site: Site, tools: Mapping[str, Any]) -> Iterator[tuple[str, bytes]]:
    """The API catalogue, `server.json`, and `security.txt` where editors name somebody."""
    yield CATALOG, _document(_catalog(site["base_url"]))
    yield "server.json", _document(_server(site, tools))
    if site.security:
        yield SECURITY, _security(site, *site.security)


def _catalog(base: str) -> dict[str, Any]:
    """RFC 9727: a linkset (RFC 9264, section 4.2) with the relations of RFC 8631 for each API."""
    rest = {"href": f"{base}/openapi.yaml", "type": "application/yaml"}
    mcp = {"href": f"{base}/server.json", "type": "application/json"}
    manual = {"type": "text/html", "hreflang": ["zh-Hant-TW"]}
    status = {"href": f"{base}/api/v1/health", "type": "application/json"}
    return {
        "linkset": [
            {
                "anchor": f"{base}{path}",
                "service-desc": [description],
                "service-doc": [{"href": f"{base}/docs/api/{chapter}"} | manual],
                "status": [status],
            }
            for path, description, chapter in (("/api/v1", rest, ""), ("/mcp", mcp, "#mcp"))
        ]
    }


def _server(site: Site, tools: Mapping[str, Any]) -> dict[str, Any]:
    """The registry's entry; its name is under the host that the publisher can prove to own."""
    base, server = site["base_url"], tools["server"]
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
    lines = [
        f"Contact: {contact}",
        f"Expires: {expires}",
        "Preferred-Languages: zh-TW, en",
        f"Canonical: {canonical}",
    ]
    if site.base_path:
        lines.insert(0, f"# This file belongs at {canonical} (RFC 9116, section 3).")
    return "".join(f"{line}\n" for line in lines).encode()


def _document(value: dict[str, Any]) -> bytes:
    return orjson.dumps(value, option=orjson.OPT_INDENT_2 | orjson.OPT_APPEND_NEWLINE)

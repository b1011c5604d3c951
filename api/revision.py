"""Which revision of the protocol a message speaks, of either era.

In: the request's headers and a message. Out: a revision, or an `RpcError` in the order the
transport asks for (basic/transports/streamable-http#server-validation,
basic/versioning#protocol-version-negotiation, basic/index#per-request-protocol-fields).
"""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING

from flask import request
from mcp_types import CLIENT_CAPABILITIES_META_KEY, PROTOCOL_VERSION_META_KEY
from mcp_types.jsonrpc import (
    HEADER_MISMATCH,
    INVALID_PARAMS,
    INVALID_REQUEST,
    UNSUPPORTED_PROTOCOL_VERSION,
)
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

from api.jsonrpc import RpcError

if TYPE_CHECKING:
    from api.jsonrpc import Message

MODERN = MODERN_PROTOCOL_VERSIONS
"""Revisions of the modern era, which name themselves in every request."""
HANDSHAKE = ("2025-11-25", "2025-06-18")
"""Handshake revisions served, newest first; 2025-03-26 would oblige us to accept batches."""
SERVED = (*MODERN, *HANDSHAKE)


def revision(message: Message) -> str:
    """The revision of the current request, one of `SERVED`.

    It is of the modern era by a header that is no handshake revision, or by naming its revision
    in `_meta`. A handshake request without the header is an older client's, which is served.

    :raises RpcError: if it is not served, or its parts contradict each other; all with HTTP 400.
    """
    header: str | None = request.environ.get("HTTP_MCP_PROTOCOL_VERSION")
    meta = message.params.get("_meta")
    named = isinstance(meta, dict) and PROTOCOL_VERSION_META_KEY in meta
    if named or (header is not None and header not in HANDSHAKE_PROTOCOL_VERSIONS):
        return _modern(header, message)
    if header is None:
        return HANDSHAKE[0]
    if header not in HANDSHAKE:
        supported = "、".join(SERVED)
        text = f"不支援 MCP-Protocol-Version {header}；可用 {supported}。"
        raise RpcError(INVALID_REQUEST, text, 400)
    return header


def _modern(header: str | None, message: Message) -> str:
    """A revision that names itself.

    :raises RpcError: -32602 for missing `_meta` fields, -32020 for a header that is missing or
        says something else, -32022 for a revision not served.
    """
    meta = message.params.get("_meta")
    meta = meta if isinstance(meta, dict) else {}
    named = meta.get(PROTOCOL_VERSION_META_KEY)
    if not isinstance(named, str):
        raise message.error(INVALID_PARAMS, f"_meta 缺 {PROTOCOL_VERSION_META_KEY}。", 400)
    if header != named:
        text = "MCP-Protocol-Version 標頭與 _meta 的版本不同。"
        raise message.error(HEADER_MISMATCH, text, 400)
    if named not in MODERN:
        data = {"supported": list(SERVED), "requested": named}
        raise message.error(UNSUPPORTED_PROTOCOL_VERSION, f"不支援 {named} 版。", 400, data)
    if not isinstance(meta.get(CLIENT_CAPABILITIES_META_KEY), dict):
        raise message.error(INVALID_PARAMS, f"_meta 缺 {CLIENT_CAPABILITIES_META_KEY}。", 400)
    if request.headers.get("Mcp-Method") != message.method:
        raise message.error(HEADER_MISMATCH, "Mcp-Method 標頭與 method 不同。", 400)
    if message.method == "tools/call":
        name = request.headers.get("Mcp-Name")
        if name is None or _decoded(name) != message.params.get("name"):
            raise message.error(HEADER_MISMATCH, "Mcp-Name 標頭與 params.name 不同。", 400)
    return named


def _decoded(value: str) -> str | None:
    """A header value, out of `=?base64?…?=` if it is in it (streamable-http#value-encoding)."""
    if not (value.startswith("=?base64?") and value.endswith("?=")):
        return value
    try:
        return base64.b64decode(value[9:-2], validate=True).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return None

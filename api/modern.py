"""The envelope of the modern era (2026-07-28): version, headers and `_meta` of each request.

In: the request's headers and a message. Out: the revision it is of, or an `RpcError` in the
order the transport asks for (basic/transports/streamable-http#server-validation,
basic/versioning#protocol-version-negotiation, basic/index#per-request-protocol-fields).
"""

from __future__ import annotations

import base64
import binascii
from typing import TYPE_CHECKING, Any

from flask import request
from mcp_types import (
    CLIENT_CAPABILITIES_META_KEY,
    PROTOCOL_VERSION_META_KEY,
    SERVER_INFO_META_KEY,
)
from mcp_types.jsonrpc import HEADER_MISMATCH, INVALID_PARAMS, UNSUPPORTED_PROTOCOL_VERSION
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS

from api.rpc import RpcError

if TYPE_CHECKING:
    from api.mcp import Message

VERSIONS = MODERN_PROTOCOL_VERSIONS
SERVER_INFO = SERVER_INFO_META_KEY


def is_modern(header: str | None, params: dict[str, Any]) -> bool:
    """Whether a request speaks the modern era.

    By a header that is no handshake revision, or by naming its revision in `_meta`.
    """
    meta = params.get("_meta")
    named = isinstance(meta, dict) and PROTOCOL_VERSION_META_KEY in meta
    return named or (header is not None and header not in HANDSHAKE_PROTOCOL_VERSIONS)


def version(header: str | None, message: Message, handshake: tuple[str, ...]) -> str:
    """The revision of a modern request, its headers and `_meta` checked against each other.

    :raises RpcError: -32602 for missing `_meta` fields, -32020 for a header that is missing or
        says something else, -32022 for a revision not served; all with HTTP 400.
    """
    meta = message.params.get("_meta")
    meta = meta if isinstance(meta, dict) else {}
    named = meta.get(PROTOCOL_VERSION_META_KEY)
    if not isinstance(named, str):
        raise _refuse(message, INVALID_PARAMS, f"_meta 缺 {PROTOCOL_VERSION_META_KEY}。")
    if header != named:
        raise _refuse(message, HEADER_MISMATCH, "MCP-Protocol-Version 標頭與 _meta 的版本不同。")
    if named not in VERSIONS:
        data = {"supported": [*VERSIONS, *handshake], "requested": named}
        raise RpcError(UNSUPPORTED_PROTOCOL_VERSION, f"不支援 {named} 版。", 400, message.id, data)
    if not isinstance(meta.get(CLIENT_CAPABILITIES_META_KEY), dict):
        raise _refuse(message, INVALID_PARAMS, f"_meta 缺 {CLIENT_CAPABILITIES_META_KEY}。")
    if request.headers.get("Mcp-Method") != message.method:
        raise _refuse(message, HEADER_MISMATCH, "Mcp-Method 標頭與 method 不同。")
    if message.method == "tools/call":
        name = request.headers.get("Mcp-Name")
        if name is None or _decoded(name) != message.params.get("name"):
            raise _refuse(message, HEADER_MISMATCH, "Mcp-Name 標頭與 params.name 不同。")
    return named


def _refuse(message: Message, code: int, text: str) -> RpcError:
    return RpcError(code, text, 400, message.id)


def _decoded(value: str) -> str | None:
    """A header value, out of `=?base64?…?=` if it is in it (streamable-http#value-encoding)."""
    if not (value.startswith("=?base64?") and value.endswith("?=")):
        return value
    try:
        return base64.b64decode(value[9:-2], validate=True).decode("utf-8")
    except (binascii.Error, UnicodeDecodeError):
        return None

"""The `/mcp` endpoint: Streamable HTTP, JSON answers, no sessions, both eras of the protocol.

In: one JSON-RPC message by POST. Out: one JSON-RPC answer. The modern era (2026-07-28) and
the `initialize` handshake of 2025-11-25 and 2025-06-18 share the address; `revision` tells
which a message speaks. Shapes and names come from the official `mcp_types`; what the tools
answer is in `tools`, their descriptions are the release's.

Clauses are named after docs/specification/<revision>/ of the protocol's repository.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson
from mcp_types import SERVER_INFO_META_KEY, methods
from mcp_types.jsonrpc import INVALID_PARAMS, METHOD_NOT_FOUND, PARSE_ERROR

from api import jsonrpc, tools
from api.birth_date import BadRequestError
from api.json_body import empty, json_body
from api.jsonrpc import RpcError
from api.rest import release
from api.revision import HANDSHAKE, MODERN, SERVED, revision

if TYPE_CHECKING:
    from flask import Response

    from api.jsonrpc import Message
    from api.published import Release

CAPABILITIES: dict[str, Any] = {"tools": {}}
_CACHED = {"ttlMs": 300_000, "cacheScope": "public"}
_ANNOTATIONS = {
    "readOnlyHint": True,
    "destructiveHint": False,
    "idempotentHint": True,
    "openWorldHint": False,
}


def mcp() -> Response:
    """Answer one message."""
    try:
        body = json_body()
    except BadRequestError as error:
        raise RpcError(PARSE_ERROR, str(error), 400) from None
    message = jsonrpc.message(body)
    if message is None:
        return empty(202)
    spoken = revision(message)
    live = release()
    result = _modern(message, spoken, live) if spoken in MODERN else _legacy(message, spoken, live)
    return jsonrpc.result_response(message, result)


def _legacy(message: Message, spoken: str, live: Release) -> dict[str, Any]:
    """A request of the handshake era; errors of a method come with HTTP 200 there."""
    if message.method == "initialize":
        asked = message.params.get("protocolVersion")
        if not isinstance(asked, str):
            raise message.error(INVALID_PARAMS, "initialize 需要 protocolVersion。", 200)
        return {
            "protocolVersion": asked if asked in HANDSHAKE else HANDSHAKE[0],
            "capabilities": CAPABILITIES,
            "serverInfo": live.tables["tools"]["server"],
            "instructions": live.tables["tools"]["instructions"],
        }
    if message.method == "ping":
        return {}
    if message.method == "tools/list":
        return _tools(message, spoken, live, 200)
    if message.method == "tools/call":
        return _call(message, live, 200)
    raise message.error(METHOD_NOT_FOUND, f"沒有 {message.method} 這個方法。", 200)


def _modern(message: Message, spoken: str, live: Release) -> dict[str, Any]:
    """A request of the modern era: every result says it is complete and who answered."""
    server = live.tables["tools"]["server"]
    envelope = {"resultType": "complete", "_meta": {SERVER_INFO_META_KEY: server}}
    if message.method == "server/discover":
        return (
            envelope
            | _CACHED
            | {
                "supportedVersions": list(SERVED),
                "capabilities": CAPABILITIES,
                "instructions": live.tables["tools"]["instructions"],
            }
        )
    if message.method == "tools/list":
        return envelope | _CACHED | _tools(message, spoken, live, 400)
    if message.method == "tools/call":
        return envelope | _call(message, live, 400)
    raise message.error(METHOD_NOT_FOUND, f"沒有 {message.method} 這個方法。", 404)


def _tools(message: Message, spoken: str, live: Release, status: int) -> dict[str, Any]:
    if message.params.get("cursor") is not None:
        raise message.error(INVALID_PARAMS, "沒有這個 cursor；工具只有一頁。", status)
    listed = [tool | {"annotations": _ANNOTATIONS} for tool in live.tables["tools"]["tools"]]
    extra = {"ttlMs": 0, "cacheScope": "public", "resultType": "complete"}
    shaped = methods.serialize_server_result(
        "tools/list", spoken, {"tools": listed} | (extra if spoken in MODERN else {})
    )
    return {"tools": shaped["tools"]}


def _call(message: Message, live: Release, status: int) -> dict[str, Any]:
    """Call a tool. An unknown one is a protocol error; bad arguments are a result that says so."""
    name, arguments = message.params.get("name"), message.params.get("arguments")
    if not isinstance(name, str) or name not in tools.TOOLS:
        known = "、".join(tools.TOOLS)
        raise message.error(INVALID_PARAMS, f"沒有 {name} 這個工具；可用的是 {known}。", status)
    if not isinstance(arguments, dict | None):
        raise message.error(INVALID_PARAMS, "arguments 須為物件。", status)
    try:
        answer = tools.call(name, arguments or {}, live)
    except BadRequestError as error:
        return {"content": [{"type": "text", "text": str(error)}], "isError": True}
    return {
        "content": [{"type": "text", "text": orjson.Fragment(_as_string(answer))}],
        "structuredContent": orjson.Fragment(answer),
        "isError": False,
    }


def _as_string(content: bytes) -> bytes:
    """A JSON text as a JSON string; it has no line breaks or other controls, so two escapes do."""
    return b'"%b"' % content.replace(b"\\", b"\\\\").replace(b'"', b'\\"')


ENDPOINTS = (("/mcp", "POST", mcp),)
"""Path, method and view."""

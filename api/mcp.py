"""The `/mcp` endpoint: Streamable HTTP, JSON answers, no sessions, both eras of the protocol.

In: one JSON-RPC message by POST. Out: one JSON-RPC answer. The modern era (2026-07-28) and
the `initialize` handshake of 2025-11-25 and 2025-06-18 share the address; which era a
message belongs to is told by its header and its `_meta`. Shapes and names come from the
official `mcp_types`; the tools themselves are in `tools`.

Clauses are named after docs/specification/<revision>/ of the protocol's repository.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import orjson
from flask import Response, request
from mcp_types import methods
from mcp_types.jsonrpc import (
    INVALID_PARAMS,
    INVALID_REQUEST,
    METHOD_NOT_FOUND,
    PARSE_ERROR,
)

from api import modern, tools
from api.bodies import json_body
from api.dates import BadRequestError
from api.rest import empty, release
from api.rpc import RpcError, respond

if TYPE_CHECKING:
    from api.release import Release

NEGOTIABLE = ("2025-11-25", "2025-06-18")
"""Handshake revisions served, newest first; 2025-03-26 would oblige us to accept batches."""

SERVER = {"name": "wanrishu", "title": "萬日書", "version": "1.1.0"}
CAPABILITIES: dict[str, Any] = {"tools": {}}
LIST_TTL_MS = 300_000


@dataclass(frozen=True, slots=True)
class Message:
    """A well-formed request: its id, method and parameters."""

    id: int | str
    method: str
    params: dict[str, Any]


def endpoint() -> Response:
    """Answer one message."""
    try:
        body = json_body()
    except BadRequestError as error:
        raise RpcError(PARSE_ERROR, str(error), 400) from None
    message = _message(body)
    if message is None:
        return empty(202)
    header = request.environ.get("HTTP_MCP_PROTOCOL_VERSION")
    if modern.is_modern(header, message.params):
        version = modern.version(header, message, NEGOTIABLE)
        result = _modern(message, version)
    else:
        version = _handshake_version(header)
        result = _legacy(message, version)
    return respond({"jsonrpc": "2.0", "id": message.id, "result": result})


def _message(body: Any) -> Message | None:
    """The request in a body; None for a notification or a response, which want 202.

    :raises RpcError: if it is none of these (a batch, for one: they ended with 2025-06-18).
    """
    if not isinstance(body, dict) or body.get("jsonrpc") != "2.0":
        raise RpcError(INVALID_REQUEST, "請送出一個 JSON-RPC 2.0 物件，不接受批次。", 400)
    if "method" not in body and ("result" in body or "error" in body):
        return None
    identity, method, params = body.get("id"), body.get("method"), body.get("params", {})
    if not isinstance(method, str):
        raise RpcError(INVALID_REQUEST, "method 須為字串。", 400)
    if "id" not in body:
        return None
    if isinstance(identity, bool) or not isinstance(identity, int | str):
        raise RpcError(INVALID_REQUEST, "id 須為字串或整數。", 400)
    if isinstance(identity, int) and not -(1 << 63) <= identity < 1 << 64:
        raise RpcError(INVALID_REQUEST, "id 是整數時，須在 64 位元以內。", 400)  # to be echoed
    if not isinstance(params, dict):
        raise RpcError(INVALID_PARAMS, "params 須為物件。", 400, identity)
    return Message(identity, method, params)


def _handshake_version(header: str | None) -> str:
    """The revision of a legacy request; absent means an older client, which is served."""
    if header is None:
        return NEGOTIABLE[0]
    if header not in NEGOTIABLE:
        supported = "、".join((*modern.VERSIONS, *NEGOTIABLE))
        raise RpcError(
            INVALID_REQUEST, f"不支援 MCP-Protocol-Version {header}；可用 {supported}。", 400
        )
    return header


def _legacy(message: Message, version: str) -> dict[str, Any]:
    """A request of the handshake era; errors of a method come with HTTP 200 there."""
    live = release()
    if message.method == "initialize":
        asked = message.params.get("protocolVersion")
        if not isinstance(asked, str):
            raise RpcError(INVALID_PARAMS, "initialize 需要 protocolVersion。", 200, message.id)
        agreed = asked if asked in NEGOTIABLE else NEGOTIABLE[0]
        return {
            "protocolVersion": agreed,
            "capabilities": CAPABILITIES,
            "serverInfo": SERVER,
            "instructions": live.tables["tools"]["instructions"],
        }
    if message.method == "ping":
        return {}
    if message.method == "tools/list":
        return _tools(message, version, live, 200)
    if message.method == "tools/call":
        return _call(message, version, live, 200)
    raise RpcError(METHOD_NOT_FOUND, f"沒有 {message.method} 這個方法。", 200, message.id)


def _modern(message: Message, version: str) -> dict[str, Any]:
    """A request of the modern era: every result says it is complete and who answered."""
    live = release()
    envelope = {"resultType": "complete", "_meta": {modern.SERVER_INFO: SERVER}}
    if message.method == "server/discover":
        return envelope | {
            "supportedVersions": [*modern.VERSIONS, *NEGOTIABLE],
            "capabilities": CAPABILITIES,
            "instructions": live.tables["tools"]["instructions"],
            "ttlMs": LIST_TTL_MS,
            "cacheScope": "public",
        }
    if message.method == "tools/list":
        listed = _tools(message, version, live, 400)
        return envelope | listed | {"ttlMs": LIST_TTL_MS, "cacheScope": "public"}
    if message.method == "tools/call":
        return envelope | _call(message, version, live, 400)
    raise RpcError(METHOD_NOT_FOUND, f"沒有 {message.method} 這個方法。", 404, message.id)


def _tools(message: Message, version: str, live: Release, status: int) -> dict[str, Any]:
    if message.params.get("cursor") is not None:
        raise RpcError(INVALID_PARAMS, "沒有這個 cursor；工具只有一頁。", status, message.id)
    annotations = {
        "readOnlyHint": True,
        "destructiveHint": False,
        "idempotentHint": True,
        "openWorldHint": False,
    }
    listed = [tool | {"annotations": annotations} for tool in live.tables["tools"]["tools"]]
    extra = {"ttlMs": 0, "cacheScope": "public", "resultType": "complete"}
    shaped = methods.serialize_server_result(
        "tools/list", version, {"tools": listed} | (extra if version in modern.VERSIONS else {})
    )
    return {"tools": shaped["tools"]}


def _call(message: Message, version: str, live: Release, status: int) -> dict[str, Any]:
    """Call a tool. An unknown one is a protocol error; bad arguments are a result that says so."""
    name, arguments = message.params.get("name"), message.params.get("arguments")
    if not isinstance(name, str) or name not in tools.TOOLS:
        known = "、".join(tools.TOOLS)
        raise RpcError(
            INVALID_PARAMS, f"沒有 {name} 這個工具；可用的是 {known}。", status, message.id
        )
    if not isinstance(arguments, dict | None):
        raise RpcError(INVALID_PARAMS, "arguments 須為物件。", status, message.id)
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


ENDPOINTS = (("/mcp", "POST", endpoint),)
"""Path, method and view."""

"""The `/mcp` endpoint: Streamable HTTP, JSON answers, no sessions, both eras of the protocol.

In: one JSON-RPC message by POST. Out: one JSON-RPC answer. The modern era (2026-07-28) and
the `initialize` handshake of 2025-11-25 and 2025-06-18 share the address. Messages are refused
in the order the transport asks for (docs/specification/<revision>/ of the protocol's repository:
basic/transports/streamable-http#server-validation, basic/versioning#protocol-version-negotiation,
basic/index#per-request-protocol-fields). Names and codes are the official `mcp_types`', against whose
shapes tests hold the answers; what the tools answer is in `tools`, their descriptions are the release's.
"""

from base64 import b64encode
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, NoReturn

import orjson
from flask import Response, abort, request
from mcp_types import (
    CLIENT_CAPABILITIES_META_KEY,
    PROTOCOL_VERSION_META_KEY,
    SERVER_INFO_META_KEY,
    jsonrpc,
)
from mcp_types.version import HANDSHAKE_PROTOCOL_VERSIONS, MODERN_PROTOCOL_VERSIONS
from werkzeug.exceptions import BadRequest

from api import tools
from api.answers import answer, empty, rpc_error
from api.arguments import is_id, json_body
from api.published import Release
from api.rest import release

MODERN = MODERN_PROTOCOL_VERSIONS
"""Revisions of the modern era, which name themselves in every request."""
HANDSHAKE = ("2025-11-25", "2025-06-18")
"""Handshake revisions served, newest first; 2025-03-26 would oblige us to accept batches."""
SERVED = (*MODERN, *HANDSHAKE)
_CACHED = {"ttlMs": 300_000, "cacheScope": "public"}


@dataclass(frozen=True, slots=True)
class Message:
    """A well-formed request; `revision` is one of `SERVED`."""

    id: int | str
    method: str
    params: dict[str, Any]
    revision: str

    def refuse(self, code: int, text: str) -> NoReturn:
        """Answer with an error; in the handshake era those of a method come with HTTP 200."""
        status = 404 if code == jsonrpc.METHOD_NOT_FOUND else 400
        refuse(code, text, self.id, status if self.revision in MODERN else 200)


def refuse(
    code: int, text: str, identity: int | str | None = None, status: int = 400, data: Any = None
) -> NoReturn:
    """Answer with an error."""
    abort(rpc_error(code, text, identity, status, data))


def _message(body: Any) -> Message | None:
    """The request in a body; None for a notification or a response, which want 202."""
    if not isinstance(body, dict) or body.get("jsonrpc") != "2.0":
        refuse(jsonrpc.INVALID_REQUEST, "請送出一個 JSON-RPC 2.0 物件，不接受批次。")
    if "method" not in body and ("result" in body or "error" in body):
        return None
    identity, method, params = body.get("id"), body.get("method"), body.get("params", {})
    if not isinstance(method, str):
        refuse(jsonrpc.INVALID_REQUEST, "method 須為字串。")
    if "id" not in body:
        return None
    if not is_id(identity):
        refuse(jsonrpc.INVALID_REQUEST, "id 須為字串，或 64 位元以內的整數。")
    if not isinstance(params, dict):
        refuse(jsonrpc.INVALID_PARAMS, "params 須為物件。", identity)
    return Message(identity, method, params, _revision(identity, method, params))


def _revision(identity: int | str, method: str, params: dict[str, Any]) -> str:
    """The revision that a request speaks; an older client's has no header.

    It is of the modern era by a header that is no handshake revision, or by naming it in `_meta`.
    """
    header: str | None = request.environ.get("HTTP_MCP_PROTOCOL_VERSION")
    meta = params.get("_meta")
    meta = meta if isinstance(meta, dict) else {}
    named = meta.get(PROTOCOL_VERSION_META_KEY)
    if PROTOCOL_VERSION_META_KEY not in meta:
        if header is None or header in HANDSHAKE:
            return header or HANDSHAKE[0]
        if header in HANDSHAKE_PROTOCOL_VERSIONS:
            text = f"不支援 MCP-Protocol-Version {header}；可用 {'、'.join(SERVED)}。"
            refuse(jsonrpc.INVALID_REQUEST, text)
    if not isinstance(named, str):
        refuse(jsonrpc.INVALID_PARAMS, f"_meta 缺 {PROTOCOL_VERSION_META_KEY}。", identity)
    if header != named:
        refuse(jsonrpc.HEADER_MISMATCH, "MCP-Protocol-Version 標頭與 _meta 的版本不同。", identity)
    if named not in MODERN:
        data = {"supported": list(SERVED), "requested": named}
        refuse(jsonrpc.UNSUPPORTED_PROTOCOL_VERSION, f"不支援 {named} 版。", identity, data=data)
    if not isinstance(meta.get(CLIENT_CAPABILITIES_META_KEY), dict):
        refuse(jsonrpc.INVALID_PARAMS, f"_meta 缺 {CLIENT_CAPABILITIES_META_KEY}。", identity)
    if request.headers.get("Mcp-Method") != method:
        refuse(jsonrpc.HEADER_MISMATCH, "Mcp-Method 標頭與 method 不同。", identity)
    if method == "tools/call":
        name = str(params.get("name"))
        coded = f"=?base64?{b64encode(name.encode(errors='replace')).decode()}?="
        if request.headers.get("Mcp-Name") not in (name, coded):  # streamable-http#value-encoding
            refuse(jsonrpc.HEADER_MISMATCH, "Mcp-Name 標頭與 params.name 不同。", identity)
    return named


def mcp() -> Response:
    """Answer one message."""
    message = _message(json_body())
    if message is None:
        return empty(202)
    live, modern = release(), message.revision in MODERN
    method = (_MODERN if modern else _HANDSHAKE).get(message.method)
    if method is None:
        message.refuse(jsonrpc.METHOD_NOT_FOUND, f"沒有 {message.method} 這個方法。")
    result = method(message, live)
    if modern:  # every result says that it is complete, and who answered
        server = {SERVER_INFO_META_KEY: live.tables["tools"]["server"]}
        result |= {"resultType": "complete", "_meta": server}
    return answer(orjson.dumps({"jsonrpc": "2.0", "id": message.id, "result": result}))


def _initialize(message: Message, live: Release) -> dict[str, Any]:
    asked = message.params.get("protocolVersion")
    if not isinstance(asked, str):
        message.refuse(jsonrpc.INVALID_PARAMS, "initialize 需要 protocolVersion。")
    return {
        "protocolVersion": asked if asked in HANDSHAKE else HANDSHAKE[0],
        "capabilities": {"tools": {}},
        "serverInfo": live.tables["tools"]["server"],
        "instructions": live.tables["tools"]["instructions"],
    }


def _discover(_: Message, live: Release) -> dict[str, Any]:
    return _CACHED | {
        "supportedVersions": list(SERVED),
        "capabilities": {"tools": {}},
        "instructions": live.tables["tools"]["instructions"],
    }


def _list(message: Message, live: Release) -> dict[str, Any]:
    if message.params.get("cursor") is not None:
        message.refuse(jsonrpc.INVALID_PARAMS, "沒有這個 cursor；工具只有一頁。")
    extra = _CACHED | {"resultType": "complete"} if message.revision in MODERN else {}
    return extra | {"tools": live.tables["tools"]["tools"]}


def _call(message: Message, live: Release) -> dict[str, Any]:
    """Call a tool. An unknown one is a protocol error; bad arguments are a result that says so."""
    name, arguments = message.params.get("name"), message.params.get("arguments")
    if not isinstance(name, str) or name not in tools.TOOLS:
        known = "、".join(tools.TOOLS)
        message.refuse(jsonrpc.INVALID_PARAMS, f"沒有 {name} 這個工具；可用的是 {known}。")
    if not isinstance(arguments, dict | None):
        message.refuse(jsonrpc.INVALID_PARAMS, "arguments 須為物件。")
    try:
        content = tools.call(name, arguments or {}, live)
    except BadRequest as error:
        return {"content": [{"type": "text", "text": error.description}], "isError": True}
    return {
        "content": [{"type": "text", "text": content.decode()}],
        "structuredContent": orjson.Fragment(content),
        "isError": False,
    }


_Method = Callable[[Message, Release], dict[str, Any]]
_BOTH: dict[str, _Method] = {"tools/list": _list, "tools/call": _call}
_MODERN = _BOTH | {"server/discover": _discover}
_HANDSHAKE = _BOTH | {"initialize": _initialize, "ping": lambda *_: {}}

"""JSON-RPC: a request's body as a message, answers as bytes with the right HTTP status.

In: a JSON value, or what to answer. Out: a `Message`, or a response. Errors are one exception.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

import orjson
from mcp_types.jsonrpc import INVALID_PARAMS, INVALID_REQUEST

from api.json_body import answer

if TYPE_CHECKING:
    from flask import Response


class RpcError(Exception):
    """A JSON-RPC error; `id` is null where the message's own could not be told."""

    def __init__(
        self, code: int, text: str, status: int, identity: int | str | None = None, data: Any = None
    ) -> None:
        super().__init__(code, text, status, identity, data)
        self.code, self.text, self.status = code, text, status
        self.id, self.data = identity, data


@dataclass(frozen=True, slots=True)
class Message:
    """A well-formed request: its id, method and parameters."""

    id: int | str
    method: str
    params: dict[str, Any]

    def error(self, code: int, text: str, status: int, data: Any = None) -> RpcError:
        """An error in answer to it."""
        return RpcError(code, text, status, self.id, data)


def message(body: Any) -> Message | None:
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


def result_response(to: Message, result: dict[str, Any]) -> Response:
    """The answer to a message."""
    return answer(orjson.dumps({"jsonrpc": "2.0", "id": to.id, "result": result}))


def error_response(error: RpcError) -> Response:
    """An error object as a response."""
    detail: dict[str, Any] = {"code": error.code, "message": error.text}
    if error.data is not None:
        detail["data"] = error.data
    content = orjson.dumps({"jsonrpc": "2.0", "id": error.id, "error": detail})
    return answer(content, error.status)

"""JSON-RPC answers: bytes with the right HTTP status, errors as one exception."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import orjson

from api.bodies import answer

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


def respond(body: dict[str, Any], status: int = 200) -> Response:
    """One JSON-RPC object as a response."""
    return answer(orjson.dumps(body), status)


def error_response(error: RpcError) -> Response:
    """An error object as a response."""
    return respond(error_body(error), error.status)


def error_body(error: RpcError) -> dict[str, Any]:
    """An error object."""
    detail: dict[str, Any] = {"code": error.code, "message": error.text}
    if error.data is not None:
        detail["data"] = error.data
    return {"jsonrpc": "2.0", "id": error.id, "error": detail}

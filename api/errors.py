"""Errors: `{"success": false, "error": "…"}` on REST, a JSON-RPC error object on `/mcp`.

Every failure of the door ends here, HTTP errors and bugs alike; callers never see a stack
trace, the log does.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import orjson
from flask import current_app, request
from mcp_types.jsonrpc import INTERNAL_ERROR, INVALID_REQUEST
from werkzeug.exceptions import HTTPException

from api import rpc
from api.bodies import answer
from api.dates import BadRequestError
from api.release import UnavailableError

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable
    from wsgiref.types import WSGIEnvironment

    from flask import Flask, Response

    from api.store import Store

    Step = Callable[[WSGIEnvironment], object]

_MESSAGES = {
    400: "請求格式有誤，請送出 JSON 物件。",
    403: "這個來源不在允許的名單內。",
    404: "找不到這個位址，請檢查路徑。",
    405: "這個位址不接受這種 HTTP 方法，可用的方法列在 Allow 標頭。",
    413: "請求內容太大，上限為 16 KiB。",
    429: "請求次數過多，請等 Retry-After 標頭說的秒數再試。",
    431: "請求標頭太大，請縮短後再試。",
    500: "伺服器發生錯誤，請稍後再試。",
    501: "不支援這種 Transfer-Encoding。",
    503: "服務暫時無法使用，請稍後再試。",
}


def content(status: int, path: str, message: str | None = None) -> bytes:
    """An ErrorResponse of the specification, or a JSON-RPC error under `/mcp`, as JSON."""
    message = message or _MESSAGES.get(status, _MESSAGES[500])
    if not _is_mcp(path):
        return orjson.dumps({"success": False, "error": message})
    # Own codes stay outside the protocol's -32768..-32000 (basic/index#error-codes).
    own = {429: 429, 403: 403}
    code = own.get(status) or (INTERNAL_ERROR if status >= 500 else INVALID_REQUEST)
    return orjson.dumps(rpc.error_body(rpc.RpcError(code, message, status)))


def error_response(status: int, message: str | None = None) -> Response:
    """The answer to the current request when it fails."""
    return answer(content(status, request.path, message), status)


def install(app: Flask, rest_steps: Iterable[Step], mcp_steps: Iterable[Step]) -> None:
    """Send every error of the app through `error_response`.

    Where no route matches, no door's steps were taken: then they are taken here, so that a wrong
    path or method counts towards the limit, and a browser may read what was wrong.
    """

    @app.errorhandler(BadRequestError)
    def bad_request(error: BadRequestError) -> Response:
        return error_response(400, str(error))

    @app.errorhandler(rpc.RpcError)
    def rpc_error(error: rpc.RpcError) -> Response:
        return rpc.error_response(error)

    @app.errorhandler(UnavailableError)
    def unavailable(error: UnavailableError) -> Response:
        current_app.logger.error("%s", error)
        store: Store = current_app.extensions["store"]
        store.distrust()
        return error_response(503)

    @app.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> Response:
        if request.url_rule is None:
            try:
                for step in mcp_steps if _is_mcp(request.path) else rest_steps:
                    step(request.environ)
            except HTTPException as refusal:
                error = refusal
        response = error_response(error.code or 500)
        for name, value in error.get_headers(request.environ):
            if name not in ("Content-Type", "Content-Length"):
                response.headers[name] = value
        return response

    @app.errorhandler(Exception)
    def bug(error: Exception) -> Response:
        current_app.logger.exception("unhandled", exc_info=error)
        return error_response(500)


def _is_mcp(path: str) -> bool:
    return path.rstrip("/") == "/mcp"

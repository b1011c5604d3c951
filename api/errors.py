"""Errors: `{"success": false, "error": "…"}` on REST, a JSON-RPC error object on `/mcp`.

Every failure of the door ends here, HTTP errors and bugs alike; callers never see a stack
trace, the log does: where it happened, and never the message, which may hold a birth date.
"""

from __future__ import annotations

import traceback
from typing import TYPE_CHECKING

import orjson
from flask import current_app, request
from mcp_types.jsonrpc import INTERNAL_ERROR, INVALID_REQUEST
from werkzeug.exceptions import HTTPException

from api import jsonrpc
from api.birth_date import BadRequestError
from api.json_body import answer
from api.published import UnavailableError

if TYPE_CHECKING:
    from flask import Flask, Response

_MESSAGES = {
    400: "請求格式有誤，請送出 JSON 物件。",
    403: "這個來源不在允許的名單內。",
    404: "找不到這個位址，請檢查路徑。",
    405: "這個位址不接受這種 HTTP 方法，可用的方法列在 Allow 標頭。",
    408: "請求內容太久沒有送完，請重送一次。",
    413: "請求內容太大，上限為 16 KiB。",
    429: "請求次數過多，請等 Retry-After 標頭說的秒數再試。",
    500: "伺服器發生錯誤，請稍後再試。",
    503: "服務暫時無法使用，請稍後再試。",
}


def is_mcp(path: str) -> bool:
    """Whether a path is the protocol's endpoint."""
    return path.rstrip("/") == "/mcp"


def install(app: Flask) -> None:
    """Send every error of the app through `_response`."""

    @app.errorhandler(BadRequestError)
    def bad_request(error: BadRequestError) -> Response:
        return _response(400, str(error))

    @app.errorhandler(jsonrpc.RpcError)
    def rpc_error(error: jsonrpc.RpcError) -> Response:
        return jsonrpc.error_response(error)

    @app.errorhandler(UnavailableError)
    def unavailable(error: UnavailableError) -> Response:
        current_app.logger.error("%s", error)
        return _response(503)

    @app.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> Response:
        response = _response(error.code or 500)
        for name, value in error.get_headers(request.environ):
            if name not in ("Content-Type", "Content-Length"):
                response.headers[name] = value
        return response

    @app.errorhandler(Exception)
    def bug(error: Exception) -> Response:
        where = "".join(traceback.format_tb(error.__traceback__))
        current_app.logger.error("unhandled %s at\n%s", type(error).__name__, where)
        return _response(500)


def _response(status: int, message: str | None = None) -> Response:
    """An ErrorResponse of the specification, or a JSON-RPC error under `/mcp`."""
    message = message or _MESSAGES.get(status, _MESSAGES[500])
    if not is_mcp(request.path):
        return answer(orjson.dumps({"success": False, "error": message}), status)
    # Own codes stay outside the protocol's -32768..-32000 (basic/index#error-codes).
    own = {429: 429, 403: 403}
    code = own.get(status) or (INTERNAL_ERROR if status >= 500 else INVALID_REQUEST)
    return jsonrpc.error_response(jsonrpc.RpcError(code, message, status))

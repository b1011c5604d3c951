"""Answers: bytes sent as they are, and every error in the shape its caller expects.

`{"success": false, "error": "…"}` on REST, a JSON-RPC error object on `/mcp`; the header
`X-Error-Code` names it for programs. Every failure of the door ends here, HTTP errors and bugs
alike: the log has where it happened, and never the message, which may hold a birth date.
"""

import traceback
from typing import Any

import orjson
from flask import Flask, Response, request
from mcp_types.jsonrpc import INTERNAL_ERROR, INVALID_REQUEST, PARSE_ERROR
from werkzeug.exceptions import HTTPException, InternalServerError, ServiceUnavailable

from api.arguments import message_id
from api.published import UnavailableError

_ERRORS = {
    400: ("request_invalid", "請求格式有誤，請送出 JSON 物件。"),
    403: ("origin_not_allowed", "這個來源不在允許的名單內。"),
    404: ("not_found", "找不到這個位址，請檢查路徑。"),
    405: ("method_not_allowed", "這個位址不接受這種 HTTP 方法，可用的方法列在 Allow 標頭。"),
    408: ("body_too_late", "請求內容沒有在 15 秒內送完，請重新送出。"),
    413: ("body_too_large", "請求內容太大，上限為 16 KiB。"),
    429: ("rate_limited", "請求次數過多，請等 Retry-After 標頭說的秒數再試。"),
    500: ("internal_error", "伺服器發生錯誤，請稍後再試。"),
    503: ("unavailable", "服務暫時無法使用，請稍後再試。"),
}
_CODES = {400: PARSE_ERROR, 403: 403, 429: 429}
"""Own codes stay outside the protocol's -32768..-32000 (basic/index#error-codes)."""
_AGAIN = 5  # seconds after which a release may be whole again


def answer(content: bytes, status: int = 200, kind: str = "application/json") -> Response:
    """An answer of these bytes."""
    return Response(content, status, content_type=kind)


def empty(status: int) -> Response:
    """An answer without content, so without its type."""
    made = Response(status=status)
    del made.headers["Content-Type"]
    return made


def rpc_error(
    code: int, message: str, identity: int | str | None = None, status: int = 400, data: Any = None
) -> Response:
    """A JSON-RPC error; `identity` is null where the message's own could not be told."""
    error = {"code": code, "message": message} | ({} if data is None else {"data": data})
    return answer(orjson.dumps({"jsonrpc": "2.0", "id": identity, "error": error}), status)


def is_mcp(path: str) -> bool:
    """Whether a path is the protocol's endpoint."""
    return path.rstrip("/") == "/mcp"


def install(app: Flask) -> None:
    """Answer every error of the app."""

    @app.errorhandler(HTTPException)
    def http_error(error: HTTPException) -> Response:
        status = error.code or 500
        reason, message = _ERRORS.get(status, _ERRORS[500])
        if error.description and error.description != type(error).description:
            message = error.description  # ours: werkzeug's own are English
        headers = [each for each in error.get_headers(request.environ) if each[0] != "Content-Type"]
        if is_mcp(request.path):
            code = _CODES.get(status) or (INTERNAL_ERROR if status >= 500 else INVALID_REQUEST)
            if status == 429:  # a model sees no header
                message = f"請求次數過多，請等 {dict(headers)['Retry-After']} 秒再試。"
            made = rpc_error(code, message, message_id() if status in (429, 503) else None, status)
        else:
            made = answer(orjson.dumps({"success": False, "error": message}), status)
        made.headers.extend([*headers, ("X-Error-Code", getattr(error, "reason", reason))])
        return made

    @app.errorhandler(Exception)
    def failure(error: Exception) -> Response:
        if isinstance(error, UnavailableError):
            app.logger.error("%s", error)
            return http_error(ServiceUnavailable(retry_after=_AGAIN))
        where = "".join(traceback.format_tb(error.__traceback__))
        app.logger.error("unhandled %s at\n%s", type(error).__name__, where)
        return http_error(InternalServerError())

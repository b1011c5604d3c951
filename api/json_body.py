"""Bodies: a request's JSON, read strictly; an answer's bytes, sent as they are.

In: the current request. Out: a JSON value. No NaN, no member named twice, UTF-8 only, depth
and size bounded: Python's own reader allows the first two, and RFC 8259 and RFC 7493 do not.
"""

from __future__ import annotations

import re
from typing import TYPE_CHECKING, Any

import jiter
from flask import Response, request
from werkzeug.exceptions import RequestEntityTooLarge

from api.birth_date import BadRequestError

if TYPE_CHECKING:
    from collections.abc import Iterable
    from wsgiref.types import WSGIEnvironment

MAX_BODY = 16 * 1024


def json_body() -> Any:
    """The request's JSON value.

    :raises BadRequestError: for another media type, a content encoding, bytes that are not
        UTF-8, NaN or Infinity, a member named twice, nesting too deep, or broken JSON; what is
        wrong with the JSON is said with its place.
    """
    environ = request.environ
    kind = environ.get("CONTENT_TYPE")
    if kind != "application/json" and request.mimetype != "application/json":
        raise BadRequestError("Content-Type 須為 application/json。")
    if environ.get("HTTP_CONTENT_ENCODING", "identity").lower() != "identity":
        raise BadRequestError("請求內容不可壓縮，請移除 Content-Encoding。")
    raw = _raw(environ)
    try:
        # No cache: it would keep callers' birth dates.
        return jiter.from_json(
            raw, allow_inf_nan=False, catch_duplicate_keys=True, cache_mode="none"
        )
    except ValueError as error:
        raise BadRequestError(_what_is_wrong(raw, str(error))) from None


class Answer(Response):
    """Bytes under headers that are complete; werkzeug would look through both once more."""

    def get_wsgi_response(
        self, environ: WSGIEnvironment
    ) -> tuple[Iterable[bytes], str, list[tuple[str, str]]]:
        """What a server sends."""
        if environ["REQUEST_METHOD"] == "HEAD" or self.status_code == 304:
            return super().get_wsgi_response(environ)
        return self.response, self.status, list(self.headers)  # type: ignore[return-value]


def answer(content: bytes, status: int = 200, kind: str = "application/json") -> Response:
    """An answer of these bytes."""
    headers = [("Content-Type", kind), ("Content-Length", str(len(content)))]
    return Answer([content], status, headers, direct_passthrough=True)


def empty(status: int) -> Response:
    """An answer without content, so without its type."""
    made = Response(status=status)
    del made.headers["Content-Type"]
    return made


def _raw(environ: WSGIEnvironment) -> bytes:
    """The body's bytes, straight from the server; werkzeug's own way costs as much as a lookup.

    :raises RequestEntityTooLarge: if it says that it is too large, or is.
    """
    length = environ.get("CONTENT_LENGTH", "")
    if not length and "HTTP_TRANSFER_ENCODING" not in environ:
        return b""
    size = int(length) if length.isascii() and length.isdigit() else MAX_BODY + 1
    if length and size > MAX_BODY:
        raise RequestEntityTooLarge
    raw: bytes = environ["wsgi.input"].read(size)
    if len(raw) > MAX_BODY:
        raise RequestEntityTooLarge
    if length and len(raw) != size:
        raise BadRequestError("請求內容比 Content-Length 說的短。")
    return raw


def _what_is_wrong(raw: bytes, why: str) -> str:
    """What the caller is told, from the reader's own words: `… at line 1 column 7`."""
    if not raw:
        return "請求沒有內容，請送出 JSON 物件。"
    try:
        raw.decode("utf-8")
    except UnicodeDecodeError:
        return "請求內容須為 UTF-8 編碼。"
    if why.startswith("recursion limit"):
        return "JSON 的層數太多，上限為 200 層。"  # jiter's own
    place = re.search(r"line (\d+) column (\d+)", why)
    where = f"第 {place[1]} 行第 {place[2]} 個位元組" if place else "內容"
    if why.startswith("Detected duplicate key"):
        return f"JSON 物件裡有重複的欄位（{where}）。"
    return f"請求內容不是正確的 JSON，{where}讀不下去。"

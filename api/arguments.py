"""What callers send, read strictly: a JSON body, a birth date, a gender.

In: the current request, JSON values. Out: a JSON value, a date of the range, a gender or None.
No NaN, no member named twice, UTF-8 only, depth and size bounded: Python's own reader allows
the first two, and RFC 8259 and RFC 7493 do not. Every refusal says, in Traditional Chinese, how
to mend it; REST and MCP speak with the same words.
"""

from __future__ import annotations

import re
from datetime import date
from typing import Any
from wsgiref.types import WSGIEnvironment

import jiter
from flask import abort, request

MAX_BODY = 16 * 1024
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


def json_body() -> Any:
    """The request's JSON value.

    :raises BadRequest: for another media type, a content encoding, bytes that are not UTF-8,
        NaN or Infinity, a member named twice, nesting too deep, or broken JSON; what is wrong
        with the JSON is said with its place.
    """
    environ = request.environ
    kind = environ.get("CONTENT_TYPE")
    if kind != "application/json" and request.mimetype != "application/json":
        abort(400, "Content-Type 須為 application/json。")
    if environ.get("HTTP_CONTENT_ENCODING", "identity").lower() != "identity":
        abort(400, "請求內容不可壓縮，請移除 Content-Encoding。")
    raw = _raw(environ)
    try:
        # No cache: it would keep callers' birth dates.
        return jiter.from_json(
            raw, allow_inf_nan=False, catch_duplicate_keys=True, cache_mode="none"
        )
    except ValueError as error:
        abort(400, _what_is_wrong(raw, str(error)))


def _raw(environ: WSGIEnvironment) -> bytes:
    """The body's bytes, straight from the server; werkzeug's own way costs as much as a lookup."""
    length = environ.get("CONTENT_LENGTH")
    if not length and "HTTP_TRANSFER_ENCODING" not in environ:
        return b""
    if length and int(length) > MAX_BODY:
        abort(413)
    raw: bytes = environ["wsgi.input"].read(int(length) if length else MAX_BODY + 1)
    if len(raw) > MAX_BODY:
        abort(413)
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


def birth_date(value: object, first: date, last: date, name: str = "birthDate") -> date:
    """The date a caller asks for, between `first` and `last` inclusive.

    :raises BadRequest: if it is missing, badly written, impossible or out of range.
    """
    if not isinstance(value, str) or not _DATE.fullmatch(value):
        abort(400, f"{name} 為必填，格式須為 YYYY-MM-DD，例如 1990-05-20。")
    try:
        on = date.fromisoformat(value)
    except ValueError:
        abort(400, f"{name} 有誤：{value} 這一天不存在。")
    if not first <= on <= last:
        abort(400, f"{name} 須在 {first} 到 {last} 之間。")
    return on


def gender(arguments: dict[str, Any]) -> str | None:
    """The gender of a request, None if it is left out.

    :raises BadRequest: if it is given but is neither of the two.
    """
    value: str | None = arguments.get("gender")
    if "gender" in arguments and value not in ("male", "female"):
        abort(400, "gender 只能是 male 或 female；不分性別請省略這個欄位。")
    return value

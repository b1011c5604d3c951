"""What callers send, read strictly: a JSON body, a birth date, a gender.

In: the current request, JSON values. Out: a JSON value, a date of the range, a gender or None.
No NaN, no member named twice (RFC 8259, RFC 7493), UTF-8 only, depth and size bounded. Every
refusal says, in Traditional Chinese, how to mend it; REST and MCP speak with the same words.
"""

import re
from datetime import date
from typing import Any, NoReturn, TypeGuard

import jiter
from flask import abort, request
from werkzeug.exceptions import BadRequest, ClientDisconnected, HTTPException

MAX_BODY = 16 * 1024
_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)
_OTHER_CALENDAR = re.compile(r"[民農陰閏]|\A\s*[0-9]{2,3}[-/.年]")
"""民國79年5月20日, 79-05-20, 農曆四月廿六."""


class RefusedError(BadRequest):
    """What a caller sent can't be used; `reason` is its `X-Error-Code`."""

    def __init__(self, reason: str, message: str) -> None:
        super().__init__(message)
        self.reason = reason


def refuse(reason: str, message: str) -> NoReturn:
    """Answer 400."""
    raise RefusedError(reason, message)


def json_body() -> Any:
    """The request's JSON value.

    :raises BadRequest: if it is none; what is wrong with the JSON is said with its place.
    """
    if request.mimetype != "application/json":
        refuse("content_type_invalid", "Content-Type 須為 application/json。")
    if request.headers.get("Content-Encoding", "identity").lower() != "identity":
        refuse("content_type_invalid", "請求內容不可壓縮，請移除 Content-Encoding。")
    try:
        raw = request.get_data()
        # No cache: it would keep callers' birth dates.
        return jiter.from_json(
            raw, allow_inf_nan=False, catch_duplicate_keys=True, cache_mode="none"
        )
    except ClientDisconnected:
        abort(408)
    except ValueError as error:
        refuse("json_invalid", _what_is_wrong(raw, str(error)))


def message_id() -> int | str | None:
    """The id of the JSON-RPC message in the body, for an error that is none of the message's."""
    try:
        body = json_body()
    except HTTPException:
        return None
    return body["id"] if isinstance(body, dict) and is_id(body.get("id")) else None


def is_id(value: object) -> TypeGuard[int | str]:
    """Whether this can be a message's id: text, or an integer of those that can be echoed."""
    return isinstance(value, str) or (type(value) is int and -(1 << 63) <= value < 1 << 64)


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

    :raises RefusedError: if it is missing, badly written, impossible or out of range.
    """
    if not isinstance(value, str) or not _DATE.fullmatch(value):
        asked = f"{name} 為必填，格式須為 YYYY-MM-DD，例如 1990-05-20。"
        if isinstance(value, str) and _OTHER_CALENDAR.search(value):
            asked = f"{name} 為必填，格式須為國曆的 YYYY-MM-DD；民國年請加 1911，農曆請先換成國曆。"
        refuse("birth_date_required", asked)
    try:
        on = date.fromisoformat(value)
    except ValueError:
        refuse("birth_date_impossible", f"{name} 有誤：{value} 這一天不存在。")
    if not first <= on <= last:
        refuse("birth_date_out_of_range", f"{name} 須在 {first} 到 {last} 之間。")
    return on


def gender(arguments: dict[str, Any]) -> str | None:
    """The gender of a request, None if it is left out.

    :raises RefusedError: if it is given but is neither of the two.
    """
    value: str | None = arguments.get("gender")
    if "gender" in arguments and value not in ("male", "female"):
        refuse("gender_invalid", "gender 只能是 male 或 female；不分性別請省略這個欄位。")
    return value

"""A birth date and a gender as callers write them.

In: JSON values. Out: a date of the range, a gender or None. Every refusal says, in
Traditional Chinese, how to mend it; REST and MCP speak with the same words.
"""

from __future__ import annotations

import re
from datetime import date

GENDERS = ("male", "female")

_DATE = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", re.ASCII)


class BadRequestError(Exception):
    """A request the caller can mend; the message, in Chinese, tells how."""


def birth_date(value: object, first: date, last: date, name: str = "birthDate") -> date:
    """The date a caller asks for, between `first` and `last` inclusive.

    :raises BadRequestError: if it is missing, badly written, impossible or out of range.
    """
    if not isinstance(value, str) or not _DATE.fullmatch(value):
        raise BadRequestError(f"{name} 為必填，格式須為 YYYY-MM-DD，例如 1990-05-20。")
    try:
        on = date.fromisoformat(value)
    except ValueError:
        raise BadRequestError(f"{name} 有誤：{value} 這一天不存在。") from None
    if not first <= on <= last:
        raise BadRequestError(f"{name} 須在 {first} 到 {last} 之間。")
    return on


def gender(arguments: dict[str, object]) -> str | None:
    """The gender of a request, None if it is left out.

    :raises BadRequestError: if it is given but not one of `GENDERS`.
    """
    if "gender" not in arguments:
        return None
    value = arguments["gender"]
    if not isinstance(value, str) or value not in GENDERS:
        raise BadRequestError("gender 只能是 male 或 female；不分性別請省略這個欄位。")
    return value

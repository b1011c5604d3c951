"""Whom to tell of a weakness: the two settings behind `security.txt`, which editors may leave out.

In: `data/site.yaml` as read. Out: a `Security`, or none, and the problems found. Knows no clock:
the same content must give the same bytes on any day, so that the time has passed is no problem here.
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from datetime import datetime
from typing import TYPE_CHECKING

from generator.content.problem import Problem

if TYPE_CHECKING:
    from generator.content.mapping import Value

FIELDS = ("security_contact", "security_expires")

_CONTACT = re.compile(r"(?=mailto:[^@]+@[^@]+\Z|https://\w)[\w.~:/?#\[\]@!$&'()*+,;=%-]+", re.A)
_RFC_3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d")


@dataclass(frozen=True, slots=True)
class Security:
    """A `mailto:` or `https:` URI, and until when it holds, as RFC 3339 writes it."""

    contact: str
    expires: str


def read_security(mapping: Value, name: str) -> tuple[Security | None, list[Problem]]:
    """The two settings: each in its form, and not one without the other."""
    given = {key: mapping.get(key) for key in FIELDS if mapping.get(key).held is not None}
    contact, expires = (given[key].text if key in given else "" for key in FIELDS)
    problems = []
    for key, value in given.items():
        if key == FIELDS[0] and not _CONTACT.fullmatch(contact):
            cure = "寫成 mailto:security@example.tw，或 https:// 開頭的網址"
            what = f"{key} {contact!r} 不是聯絡網址"
            problems.append(Problem(name, value.line, "S23", what, cure))
        if key == FIELDS[1] and not _is_moment(expires):
            cure = "日期、時間、時區都要寫，例如 2027-06-30T23:59:59+08:00"
            what = f"{key} {str(value.text or value.held)!r} 不是帶時區的時刻"
            problems.append(Problem(name, value.line, "S24", what, cure))
        if len(given) == 1:
            cure = f"{'、'.join(FIELDS)} 兩行一起寫，或兩行都不寫"
            problems.append(Problem(name, value.line, "S25", f"只寫了 {key}", cure))
    return (Security(contact, expires) if given and not problems else None), problems


def _is_moment(text: str) -> bool:
    """Whether this is a date-time with its zone as RFC 3339 writes it, on a day that exists."""
    try:
        datetime.fromisoformat(text)
    except ValueError:
        return False
    return bool(_RFC_3339.fullmatch(text))

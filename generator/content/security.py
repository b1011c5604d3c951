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
    from generator.content.source import Mapping

FIELDS = ("security_contact", "security_expires")

_CONTACT = re.compile(r"(?=mailto:[^@]+@[^@]+\Z|https://\w)[\w.~:/?#\[\]@!$&'()*+,;=%-]+", re.A)
_RFC_3339 = re.compile(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d+)?[+-]\d\d:\d\d")


@dataclass(frozen=True, slots=True)
class Security:
    """A `mailto:` or `https:` URI, and until when it holds, as RFC 3339 writes it."""

    contact: str
    expires: str


def read_security(mapping: Mapping, name: str) -> tuple[Security | None, list[Problem]]:
    """The two settings: each in its form, and not one without the other."""
    given = {key: value for key in FIELDS if (value := mapping.values.get(key)) is not None}
    problems = []
    contact, expires = str(given.get(FIELDS[0], "")), _moment(given.get(FIELDS[1]))
    for key, value in given.items():
        line = mapping.lines.get(key, 1)
        if key == FIELDS[0] and not _CONTACT.fullmatch(contact):
            cure = "寫成 mailto:security@example.tw，或 https:// 開頭的網址"
            problems.append(Problem(name, line, "S18", f"{key} {contact!r} 不是聯絡網址", cure))
        if key == FIELDS[1] and not expires:
            cure = "日期、時間、時區都要寫，例如 2027-06-30T23:59:59+08:00"
            what = f"{key} {str(value)!r} 不是帶時區的時刻"
            problems.append(Problem(name, line, "S19", what, cure))
        if len(given) == 1:
            cure = f"{'、'.join(FIELDS)} 兩行一起寫，或兩行都不寫"
            problems.append(Problem(name, line, "S20", f"只寫了 {key}", cure))
    return (Security(contact, expires) if expires else None), problems


def _moment(value: object) -> str | None:
    """A date-time with its zone, bare or in quotes, as RFC 3339 writes it; None if it is none."""
    try:
        moment = value if isinstance(value, datetime) else datetime.fromisoformat(str(value))
    except ValueError:
        return None
    written = moment.isoformat()
    return written if _RFC_3339.fullmatch(written) else None

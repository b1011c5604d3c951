"""Questions to the door as clients send them, for the tests of it."""

from __future__ import annotations

import urllib.error
import urllib.request
from email.message import Message

from flask.testing import FlaskClient


def ask(client: FlaskClient, body: object) -> tuple[int, dict[str, object]]:
    response = client.post("/api/v1/bazi", json=body)
    return response.status_code, response.get_json()


def get(
    url: str, headers: dict[str, str] | None = None, body: bytes | None = None
) -> tuple[int, Message, bytes]:
    """Status, headers and body of an answer; with a body it is posted."""
    request = urllib.request.Request(url, body, headers or {})
    try:
        with urllib.request.urlopen(request, timeout=20) as answer:
            return answer.status, answer.headers, answer.read()
    except urllib.error.HTTPError as error:
        with error:
            return error.code, error.headers, error.read()

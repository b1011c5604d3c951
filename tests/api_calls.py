"""Questions to the door as clients send them, for the tests of it."""

from __future__ import annotations

import socket
import urllib.error
import urllib.request
from email.message import Message
from urllib.parse import urlsplit

from flask.testing import FlaskClient


def ask(client: FlaskClient, body: object) -> tuple[int, dict[str, object]]:
    response = client.post("/api/v1/bazi", json=body)
    return response.status_code, response.get_json()


def call(url: str, raw: bytes = b"") -> socket.socket:
    """A connection to a server, on which these bytes are sent."""
    wire = socket.create_connection(("127.0.0.1", urlsplit(url).port or 0), timeout=10)
    wire.sendall(raw)
    return wire


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

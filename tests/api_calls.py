"""Questions to the door as clients send them, for the tests of it."""

from __future__ import annotations

from flask.testing import FlaskClient


def ask(client: FlaskClient, body: object) -> tuple[int, dict[str, object]]:
    response = client.post("/api/v1/bazi", json=body)
    return response.status_code, response.get_json()

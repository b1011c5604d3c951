"""What the door refuses: bad arguments, bad JSON, bad media types, and whatever else is sent."""

from __future__ import annotations

import json

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from tests.api_calls import ask

MISSING = "birthDate 為必填，格式須為 YYYY-MM-DD，例如 1990-05-20。"
RANGE = "birthDate 須在 1990-05-18 到 1990-06-08 之間。"
GENDER = "gender 只能是 male 或 female；不分性別請省略這個欄位。"


@pytest.mark.parametrize(
    ("body", "error"),
    [
        ({}, MISSING),
        ({"birthDate": None}, MISSING),
        ({"birthDate": 19900520}, MISSING),
        ({"birthDate": "1990-5-20"}, MISSING),
        ({"birthDate": "1990/05/20"}, MISSING),
        ({"birthDate": "1990-05-20\n"}, MISSING),
        ({"birthDate": " 1990-05-20"}, MISSING),
        ({"birthDate": "１９９０-05-20"}, MISSING),
        ({"birthDate": "19900520"}, MISSING),
        ({"birthDate": "1990-W20-7"}, MISSING),
        ({"birthDate": "1990-05-20T00:00:00"}, MISSING),
        ({"birthDate": "1990-02-30"}, "birthDate 有誤：1990-02-30 這一天不存在。"),
        ({"birthDate": "1900-02-29"}, "birthDate 有誤：1900-02-29 這一天不存在。"),
        ({"birthDate": "0000-01-01"}, "birthDate 有誤：0000-01-01 這一天不存在。"),
        ({"birthDate": "1990-05-17"}, RANGE),
        ({"birthDate": "1990-06-09"}, RANGE),
        ({"birthDate": "9999-12-31"}, RANGE),
        ({"birthDate": "1990-05-20", "gender": None}, GENDER),
        ({"birthDate": "1990-05-20", "gender": ""}, GENDER),
        ({"birthDate": "1990-05-20", "gender": "Male"}, GENDER),
        ({"birthDate": "1990-05-20", "gender": ["male"]}, GENDER),
        ({"birthDate": "1990-05-20", "gender": {"a": 1}}, GENDER),
    ],
)
def test_bad_arguments_are_400_and_say_how_to_mend(
    client: FlaskClient, body: object, error: str
) -> None:
    assert ask(client, body) == (400, {"success": False, "error": error})


@pytest.mark.parametrize(
    ("raw", "error"),
    [
        (b"", "請求沒有內容，請送出 JSON 物件。"),
        (b"{", "請求內容不是正確的 JSON，第 1 行第 1 個位元組讀不下去。"),
        (b'{\n "a": 1,\n}', "請求內容不是正確的 JSON，第 3 行第 1 個位元組讀不下去。"),
        (b'\xef\xbb\xbf{"a": 1}', "請求內容不是正確的 JSON，第 1 行第 1 個位元組讀不下去。"),
        (b"[1]", '請求內容須為 JSON 物件，例如 {"birthDate": "1990-05-20"}。'),
        (b'"1990-05-20"', '請求內容須為 JSON 物件，例如 {"birthDate": "1990-05-20"}。'),
        (b'{"birthDate": NaN}', "請求內容不是正確的 JSON，第 1 行第 15 個位元組讀不下去。"),
        (b'{"a": -Infinity}', "請求內容不是正確的 JSON，第 1 行第 8 個位元組讀不下去。"),
        (b'{"a":1,"\\u0061":2}', "JSON 物件裡有重複的欄位（第 1 行第 17 個位元組）。"),
        (b'{"a":[{"b":1,"b":2}]}', "JSON 物件裡有重複的欄位（第 1 行第 18 個位元組）。"),
        (b'{"birthDate":"\xff"}', "請求內容須為 UTF-8 編碼。"),
        (b'{"a":"\\ud800"}', "請求內容不是正確的 JSON，第 1 行第 13 個位元組讀不下去。"),
        (
            b'{"a":' + b"9" * 5000 + b"}",
            "請求內容不是正確的 JSON，第 1 行第 4307 個位元組讀不下去。",
        ),
        (b"[" * 32 + b"]" * 32, '請求內容須為 JSON 物件，例如 {"birthDate": "1990-05-20"}。'),
        (b"[" * 202 + b"]" * 202, "JSON 的層數太多，上限為 200 層。"),
        (b"[" * 8000 + b"]" * 8000, "JSON 的層數太多，上限為 200 層。"),
    ],
)
def test_bad_json_is_400(client: FlaskClient, raw: bytes, error: str) -> None:
    response = client.post("/api/v1/bazi", data=raw, content_type="application/json")
    assert (response.status_code, response.get_json()) == (400, {"success": False, "error": error})


def test_media_types_and_encodings(client: FlaskClient) -> None:
    good = b'{"birthDate":"1990-05-20"}'
    for content_type in ("application/json", "application/json; charset=utf-8", "APPLICATION/JSON"):
        assert client.post("/api/v1/bazi", data=good, content_type=content_type).status_code == 200
    for content_type in ("text/plain", "application/x-www-form-urlencoded", ""):
        response = client.post("/api/v1/bazi", data=good, content_type=content_type)
        assert response.status_code == 400
        assert response.get_json()["error"] == "Content-Type 須為 application/json。"
    response = client.post(
        "/api/v1/bazi",
        data=good,
        content_type="application/json",
        headers={"Content-Encoding": "gzip"},
    )
    assert response.status_code == 400


def test_bodies_over_16_kib_are_413(client: FlaskClient) -> None:
    body = b'{"birthDate":"1990-05-20","x":"' + b"a" * 17_000 + b'"}'
    response = client.post("/api/v1/bazi", data=body, content_type="application/json")
    assert response.status_code == 413
    assert response.get_json() == {"success": False, "error": "請求內容太大，上限為 16 KiB。"}


JSON = st.recursive(
    st.none() | st.booleans() | st.floats() | st.integers() | st.text(),
    lambda inner: st.lists(inner) | st.dictionaries(st.text(), inner),
    max_leaves=8,
)


@settings(max_examples=300, deadline=None)
@given(value=JSON, gender=JSON)
def test_no_value_whatever_breaks_the_door(
    client: FlaskClient, value: object, gender: object
) -> None:
    raw = json.dumps({"birthDate": value, "gender": gender}).encode()
    response = client.post("/api/v1/bazi", data=raw, content_type="application/json")
    assert response.status_code == 400
    assert response.get_json()["success"] is False


@settings(max_examples=300, deadline=None)
@given(raw=st.binary(max_size=200))
def test_no_bytes_whatever_break_the_door(client: FlaskClient, raw: bytes) -> None:
    response = client.post("/api/v1/bazi", data=raw, content_type="application/json")
    assert response.status_code == 400

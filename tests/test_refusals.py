"""What the door refuses: bad arguments, bad JSON and bad media types."""

from __future__ import annotations

import pytest
from flask.testing import FlaskClient

from tests.api_calls import ask

MISSING = "birthDate 為必填，格式須為 YYYY-MM-DD，例如 1990-05-20。"
OTHER = "birthDate 為必填，格式須為國曆的 YYYY-MM-DD；民國年請加 1911，農曆請先換成國曆。"
GENDER = "gender 只能是 male 或 female；不分性別請省略這個欄位。"


@pytest.mark.parametrize(
    ("error", "dates"),
    [
        (MISSING, [None, 19900520, "1990-5-20", "1990-05-20\n", "１９９０-05-20", "1990-W20-7"]),
        (OTHER, ["民國79年5月20日", "79-05-20", "農曆四月廿六", "1990年閏五月初一"]),
        ("birthDate 有誤：1900-02-29 這一天不存在。", ["1900-02-29"]),
        ("birthDate 有誤：0000-01-01 這一天不存在。", ["0000-01-01"]),
        ("birthDate 須在 1990-05-18 到 1990-06-08 之間。", ["1990-05-17", "1990-06-09"]),
    ],
)
def test_a_bad_date_is_400_and_says_how_to_mend(
    client: FlaskClient, error: str, dates: list[object]
) -> None:
    for birth in dates:
        assert ask(client, {"birthDate": birth}) == (400, {"success": False, "error": error})


def test_a_bad_gender_is_400_and_says_how_to_mend(client: FlaskClient) -> None:
    refusal = {"success": False, "error": GENDER}
    for gender in (None, "", "Male", ["male"]):
        assert ask(client, {"birthDate": "1990-05-20", "gender": gender}) == (400, refusal)


@pytest.mark.parametrize(
    ("raw", "error"),
    [
        (b"", "請求沒有內容，請送出 JSON 物件。"),
        (b'{\n "a": 1,\n}', "請求內容不是正確的 JSON，第 3 行第 1 個位元組讀不下去。"),
        (b'\xef\xbb\xbf{"a": 1}', "請求內容不是正確的 JSON，第 1 行第 1 個位元組讀不下去。"),
        (b"[1]", '請求內容須為 JSON 物件，例如 {"birthDate": "1990-05-20"}。'),
        (b'{"birthDate": NaN}', "請求內容不是正確的 JSON，第 1 行第 15 個位元組讀不下去。"),
        (b'{"a": -Infinity}', "請求內容不是正確的 JSON，第 1 行第 8 個位元組讀不下去。"),
        (b'{"a":1,"\\u0061":2}', "JSON 物件裡有重複的欄位（第 1 行第 17 個位元組）。"),
        (b'{"a":[{"b":1,"b":2}]}', "JSON 物件裡有重複的欄位（第 1 行第 18 個位元組）。"),
        (b'{"birthDate":"\xff"}', "請求內容須為 UTF-8 編碼。"),
        (b'{"a":"\\ud800"}', "請求內容不是正確的 JSON，第 1 行第 13 個位元組讀不下去。"),
        (b'{"a":%b}' % (b"9" * 5000), "請求內容不是正確的 JSON，第 1 行第 4307 個位元組讀不下去。"),
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
    packed = {"Content-Type": "application/json", "Content-Encoding": "gzip"}
    assert client.post("/api/v1/bazi", data=good, headers=packed).status_code == 400

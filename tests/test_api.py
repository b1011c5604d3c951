"""The door: the specification's answers, over a real release and, where it matters, a real server."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from datetime import date
from pathlib import Path

import pytest
from flask.testing import FlaskClient
from hypothesis import given, settings
from hypothesis import strategies as st

from api import create_app
from api.config import VARIABLES, Settings, SettingsError
from generator import build, inputs

ROOT = Path(__file__).resolve().parent.parent
FIELDS = ["bazi", "personality", "career", "wealth", "love", "health", "summary", "wordCount", "tier"]  # fmt: skip


@pytest.fixture(scope="module")
def client(output: Path) -> FlaskClient:
    app = create_app(Settings(release=output / "current", rate_limit="1000000 per 1 minute"))
    return app.test_client()


def ask(client: FlaskClient, body: object) -> tuple[int, dict[str, object]]:
    response = client.post("/api/v1/bazi", json=body)
    return response.status_code, response.get_json()


@pytest.mark.parametrize("path", ["/api/v1/health", "/api/v1/health/"])
def test_health_is_ok_with_and_without_a_slash(client: FlaskClient, path: str) -> None:
    response = client.get(path)
    assert (response.status_code, response.get_json()) == (200, {"success": True, "status": "ok"})
    assert response.headers["Cache-Control"] == "no-store"
    assert response.headers["X-Content-Type-Options"] == "nosniff"


@pytest.mark.parametrize("path", ["/api/v1/services", "/api/v1/services/"])
def test_services_come_from_the_editors_file_in_its_order(client: FlaskClient, path: str) -> None:
    response = client.get(path)
    assert response.status_code == 200
    assert response.get_json() == {
        "success": True,
        "data": [
            {"slug": "bazi", "name": "每日八字", "href": "http://127.0.0.1:8000/bazi/"},
            {"slug": "calendar", "name": "干支年曆", "href": "http://127.0.0.1:8000/bazi/2025/"},
            {"slug": "api", "name": "八字 API", "href": "http://127.0.0.1:8000/services/"},
        ],
    }


@pytest.mark.parametrize("path", ["/api/v1/bazi", "/api/v1/bazi/"])
def test_a_reading_has_the_specified_fields_in_order(client: FlaskClient, path: str) -> None:
    response = client.post(path, json={"birthDate": "1990-05-20", "unknown": [1]})
    body = json.loads(response.data)
    assert response.status_code == 200
    assert list(body) == ["success", "disclaimer", "data"]
    assert body["success"] is True
    assert body["disclaimer"].startswith("本內容依民俗命理推算，僅供娛樂與文化參考")
    assert list(body["data"]) == FIELDS
    assert body["data"]["bazi"] == "庚午 辛巳 乙酉"
    assert body["data"]["tier"] == "golden"
    sections = FIELDS[1:7]
    assert body["data"]["wordCount"] == sum(
        len("".join(body["data"][name].split())) for name in sections
    )


def test_gender_changes_love_alone_and_never_the_pillars(client: FlaskClient) -> None:
    answers = {
        gender: ask(client, {"birthDate": "1990-05-21"} | ({"gender": gender} if gender else {}))[
            1
        ]["data"]
        for gender in ("", "male", "female")
    }
    for gender in ("male", "female"):
        changed = {k for k in FIELDS if answers[gender][k] != answers[""][k]}  # type: ignore[index]
        assert changed - {"wordCount"} == {"love"}
    assert answers["male"]["love"] != answers["female"]["love"]  # type: ignore[index]


def test_the_same_request_gives_the_same_bytes(client: FlaskClient) -> None:
    body = {"birthDate": "1990-06-06", "gender": "female"}
    assert (
        client.post("/api/v1/bazi", json=body).data == client.post("/api/v1/bazi", json=body).data
    )


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
        (b"", "請求內容不是正確的 JSON。"),
        (b"{", "請求內容不是正確的 JSON。"),
        (b"[1]", '請求內容須為 JSON 物件，例如 {"birthDate": "1990-05-20"}。'),
        (b'"1990-05-20"', '請求內容須為 JSON 物件，例如 {"birthDate": "1990-05-20"}。'),
        (b'{"birthDate": NaN}', "JSON 不接受 NaN。"),
        (b'{"a": Infinity}', "JSON 不接受 Infinity。"),
        (b'{"birthDate":"1990-05-20","birthDate":"1990-05-21"}', "JSON 物件裡有重複的欄位。"),
        (b'{"birthDate":"\xff"}', "請求內容須為 UTF-8 編碼。"),
        (b'{"a":' + b"9" * 5000 + b"}", "請求內容不是正確的 JSON。"),
        (b'{"a":' + b"[" * 8000 + b"]" * 8000 + b"}", "請求內容不是正確的 JSON。"),
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


@pytest.mark.parametrize(
    ("method", "path", "status", "allow"),
    [
        ("GET", "/api/v1/bazi", 405, {"POST", "OPTIONS"}),
        ("DELETE", "/api/v1/health", 405, {"GET", "HEAD", "OPTIONS"}),
        ("POST", "/api/v1/services/", 405, {"GET", "HEAD", "OPTIONS"}),
        ("GET", "/api/v1/nothing", 404, None),
        ("GET", "/api/", 404, None),
        ("POST", "/nothing", 405, {"GET", "HEAD", "OPTIONS"}),
    ],
)
def test_unknown_paths_and_methods(
    client: FlaskClient, method: str, path: str, status: int, allow: set[str] | None
) -> None:
    response = client.open(path, method=method)
    assert response.status_code == status
    assert response.get_json()["success"] is False
    assert (set(response.headers["Allow"].split(", ")) if allow else None) == allow


def test_preflight_and_cors(client: FlaskClient) -> None:
    response = client.options(
        "/api/v1/bazi",
        headers={"Origin": "https://a.example", "Access-Control-Request-Method": "POST"},
    )
    assert (response.status_code, response.data) == (204, b"")
    assert "Content-Type" not in response.headers
    assert response.headers["Allow"] == "OPTIONS, POST"
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    assert "POST" in response.headers["Access-Control-Allow-Methods"]
    assert response.headers["Access-Control-Allow-Headers"] == "Content-Type"
    for refused in (
        client.post("/api/v1/bazi", json={}),
        client.get("/api/v1/bazi"),
        client.post("/api/v2"),
    ):
        assert refused.status_code >= 400
        assert refused.headers.getlist("Access-Control-Allow-Origin") == ["*"]


def test_a_bug_is_a_500_without_a_stack_trace(
    client: FlaskClient, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setattr("api.store.Entry.data", lambda *a: 1 / 0)
    status, body = ask(client, {"birthDate": "1990-05-20"})
    assert (status, body) == (500, {"success": False, "error": "伺服器發生錯誤，請稍後再試。"})
    assert "ZeroDivisionError" in caplog.text


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


def test_sixty_a_minute_over_all_endpoints_together(output: Path) -> None:
    limited = create_app(Settings(release=output / "current")).test_client()
    for i in range(60):
        path = ("/api/v1/health", "/api/v1/services/", "/api/v1/bazi")[i % 3]
        response = limited.post(path, json={}) if path.endswith("bazi") else limited.get(path)
        assert response.status_code in (200, 400)
        assert response.headers["X-RateLimit-Remaining"] == str(59 - i)
        assert response.headers["RateLimit"].startswith(f'"default";r={59 - i};t=')
        assert "Retry-After" not in response.headers
    response = limited.get("/api/v1/health")
    assert response.status_code == 429
    assert response.get_json()["error"] == "請求次數過多，請等 Retry-After 標頭說的秒數再試。"
    assert response.headers["RateLimit-Policy"] == '"default";q=60;w=60'
    assert 1 <= int(response.headers["Retry-After"]) <= 61
    assert response.headers["Access-Control-Allow-Origin"] == "*"
    with limited.get("/bazi/1990-5-20/") as page:
        assert page.status_code == 200


def test_a_forged_header_opens_no_new_bucket(output: Path) -> None:
    limited = create_app(
        Settings(release=output / "current", rate_limit="1 per 1 minute")
    ).test_client()
    codes = [
        limited.get("/api/v1/health", headers={"X-Forwarded-For": f"10.0.0.{i}"}).status_code
        for i in range(3)
    ]
    assert codes == [200, 429, 429]


def test_a_trusted_proxy_names_the_client(output: Path) -> None:
    app = create_app(Settings(release=output / "current", rate_limit="1 per 1 minute", proxies=1))
    codes = [
        app.test_client().get("/api/v1/health", headers={"X-Forwarded-For": forwarded}).status_code
        for forwarded in ("10.0.0.1", "10.0.0.2", "9.9.9.9, 10.0.0.1")
    ]
    assert codes == [200, 200, 429]


@pytest.fixture
def moving(output: Path, tmp_path: Path) -> Iterator[tuple[Path, FlaskClient]]:
    """A copy of the release that a test may damage, and a client on it."""
    folder = tmp_path / "copy"
    shutil.copytree(output, folder, symlinks=True)
    app = create_app(Settings(release=folder / "current", rate_limit="1000 per 1 minute"))
    return folder, app.test_client()


def test_health_is_503_without_a_release_and_recovers(moving: tuple[Path, FlaskClient]) -> None:
    folder, client = moving
    assert client.get("/api/v1/health").status_code == 200
    link = folder / "current"
    target = link.readlink()
    link.unlink()
    for path in ("/api/v1/health", "/api/v1/services", "/"):
        response = client.get(path)
        assert response.status_code == 503
        assert response.get_json() == {"success": False, "error": "服務暫時無法使用，請稍後再試。"}
    link.symlink_to(target)
    assert client.get("/api/v1/health").status_code == 200


@pytest.mark.parametrize(
    "damage",
    [
        lambda raw: raw[: len(raw) // 2],
        lambda raw: raw[:-2],
        lambda raw: raw.replace(b"1990-05-20", b"1990-05-21", 1),
        lambda raw: raw.replace(b"\n", b" "),
        lambda raw: b"",
    ],
    ids=["half", "end", "date", "lines", "empty"],
)
def test_an_entry_that_is_not_whole_is_refused(
    moving: tuple[Path, FlaskClient], damage: Callable[[bytes], bytes]
) -> None:
    folder, client = moving
    assert ask(client, {"birthDate": "1990-05-20"})[0] == 200
    file = folder / "current" / "bazi" / "1990-5-20" / "reading.json"
    whole = file.read_bytes()
    file.unlink()  # the folder shares its files with the release it was copied from
    file.write_bytes(damage(whole))
    assert ask(client, {"birthDate": "1990-05-20"})[0] == 503
    file.write_bytes(whole)
    time.sleep(1.1)  # api.store.PATIENCE
    assert ask(client, {"birthDate": "1990-05-20"})[0] == 200


@pytest.mark.parametrize(
    "damage",
    [
        lambda live: (live / "release.json").write_bytes(b"{}"),
        lambda live: (live / "release.json").write_bytes(b"{"),
        lambda live: (live / "release.json").write_bytes(
            (live / "release.json").read_bytes().replace(b'"schema": 2', b'"schema": 3')
        ),
        lambda live: shutil.rmtree(live / "bazi" / "1990-5-20"),
        lambda live: shutil.rmtree(live / "bazi"),
    ],
    ids=["empty", "cut", "schema", "date", "all"],
)
def test_a_release_that_is_not_whole_is_refused(
    output: Path, tmp_path: Path, damage: object
) -> None:
    shutil.copytree(output, tmp_path / "copy", symlinks=True)
    damage(tmp_path / "copy" / "current")  # type: ignore[operator]
    client = create_app(Settings(release=tmp_path / "copy" / "current")).test_client()
    assert client.get("/api/v1/health").status_code == 503


def test_a_new_release_is_seen_without_a_restart(moving: tuple[Path, FlaskClient]) -> None:
    folder, client = moving
    assert ask(client, {"birthDate": "1991-01-01"})[0] == 400
    source = inputs.prepare(ROOT / "data", ROOT / "templates")
    build.build(source, folder, date(1991, 1, 1), date(1991, 1, 2), jobs=1)
    assert ask(client, {"birthDate": "1991-01-01"})[0] == 200


def test_pages_are_served_with_a_strict_policy(client: FlaskClient) -> None:
    with client.get("/bazi/1990-5-20/") as response:
        assert response.status_code == 200
        assert "八字：庚午 辛巳 乙酉｜" in response.text
        assert "unsafe-inline" not in response.headers["Content-Security-Policy"]
    assert client.get("/bazi/1990-5-20").headers["Location"] == "/bazi/1990-5-20/"
    with client.get("/style.css") as response:
        assert response.mimetype == "text/css"
    for path in ("/../release.json", "/bazi/..%2f..%2frelease.json", "/%2e%2e/%2e%2e/etc/passwd"):
        with client.get(path) as response:
            assert response.status_code == 404
            assert "這裡沒有頁面" in response.text
            assert "unsafe-inline" not in response.headers["Content-Security-Policy"]


@pytest.mark.parametrize(
    ("name", "value", "message"),
    [
        ("WANRISHU_PORT", "http", "WANRISHU_PORT is 'http'; set it to a whole number"),
        ("WANRISHU_PORT", "99999", "WANRISHU_PORT is '99999'"),
        ("WANRISHU_SERVE_SITE", "yes", "set it to 1 or 0"),
        ("WANRISHU_THREADS", "many", "set it to a whole number"),
        ("WANRISHU_TRUSTED_PROXIES", "-1", "whole number"),
        ("WANRISHU_RATE_LIMIT", "many", "write it as '60 per 1 minute'"),
        ("RATELIMIT_STORAGE_URI", "memroy://", "set it to memory:// or redis://host:6379"),
    ],
)
def test_a_bad_setting_names_the_variable_and_the_cure(name: str, value: str, message: str) -> None:
    with pytest.raises(SettingsError, match=message.replace("(", r"\(")):
        Settings.from_environment({name: value})


def test_settings_come_from_the_environment() -> None:
    assert Settings.from_environment({}) == Settings()
    changed = Settings.from_environment(
        {"WANRISHU_PORT": "9000", "WANRISHU_SERVE_SITE": "0", "WANRISHU_RELEASE": "/srv/x"}
    )
    assert (changed.port, changed.site, changed.release) == (9000, False, Path("/srv/x"))
    readme = (ROOT / "README.md").read_text()
    assert all(f"`{variable}`" in readme for variable in VARIABLES.values())


def test_the_door_runs_with_nothing_of_the_press_installed(output: Path, tmp_path: Path) -> None:
    """A clean environment from api.lock, the door's package alone, a real start and answer."""
    python = tmp_path / "venv" / "bin" / "python"
    subprocess.run([sys.executable, "-m", "venv", tmp_path / "venv"], check=True)
    pip = [python, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    subprocess.run([*pip, "--require-hashes", "-r", ROOT / "api.lock"], check=True)
    shutil.copytree(ROOT / "api", tmp_path / "door" / "api")
    script = """
import importlib.util, json
for name in ("generator", "lunar_python", "markdown_it", "yaml", "opencc"):
    assert importlib.util.find_spec(name) is None, name
from api import create_app
import api.server
client = create_app().test_client()
print(client.get("/api/v1/health").status_code)
print(json.dumps(client.post("/api/v1/bazi", json={"birthDate": "1990-05-20"}).get_json()["data"]["bazi"], ensure_ascii=False))
"""
    done = subprocess.run(
        [python, "-I", "-c", f"import sys; sys.path.insert(0, '.')\n{script}"],
        cwd=tmp_path / "door",
        env=os.environ | {"WANRISHU_RELEASE": str(output / "current"), "PYTHONUTF8": "1"},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.stdout == '200\n"庚午 辛巳 乙酉"\n', done.stderr
    assert [json.loads(line)["status"] for line in done.stderr.splitlines()] == [200, 200]

"""What carries a release to a host: media types, files that vanish, failures and their cures."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import orjson
import pytest

from generator import carriers
from generator.carriers import CarrierError
from tests.conftest import ROOT
from tests.publishing import ONE, press, published, refused
from tests.remotes import PATH, S3


@pytest.fixture
def output(tmp_path: Path) -> Path:
    return tmp_path / "build"


def test_an_object_has_its_media_type_and_an_age(tmp_path: Path, output: Path) -> None:
    kinds = {
        "a.html": "text/html; charset=utf-8",
        "a.css": "text/css; charset=utf-8",
        "a.js": "text/javascript; charset=utf-8",
        "a.json": "application/json",
        "a.xml": "application/xml",
        "a.txt": "text/plain; charset=utf-8",
        "a.yaml": "application/yaml",
        "a.svg": "image/svg+xml",
        "a.png": "image/png",
        "a.woff2": "font/woff2",
        "a.webmanifest": "application/manifest+json",
        ".well-known/api-catalog": 'application/linkset+json; profile="https://www.rfc-editor.org/info/rfc9727"',
    }
    press(output, dict.fromkeys(kinds, b"x"))
    remote = S3(tmp_path)
    try:
        published(remote, output)
        listed = subprocess.run(
            ["rclone", "lsjson", "-R", "--files-only", "--metadata", remote.target],
            env=os.environ | remote.environment, capture_output=True, check=True,
        )  # fmt: skip
    finally:
        remote.stop()
    found = {each["Path"]: each for each in orjson.loads(listed.stdout)}
    told = {"release.json": "application/json", "SHA256SUMS": "text/plain; charset=utf-8"}
    assert {path: each["MimeType"] for path, each in found.items()} == kinds | told
    assert {each["Metadata"]["cache-control"] for each in found.values()} == {"public, max-age=300"}


def test_every_file_a_build_writes_has_a_media_type(
    tmp_path_factory: pytest.TempPathFactory,
) -> None:
    listed = (ROOT / "templates").rglob("*")
    endings = {p.suffix for p in listed if p.is_file()} - {".md", ".ttf", ".otf", ".jinja", ".py"}
    assert {end for end in endings if not carriers._type(f"a{end}")} == set()


@pytest.mark.parametrize("target", ["s3:web/site", "rsync:TMP"])
def test_a_file_that_vanishes_while_it_is_sent_is_never_listed_as_sent(
    tmp_path: Path, target: str
) -> None:
    remote = S3(tmp_path) if target.startswith("s3") else None
    target = target.replace("TMP", str(tmp_path / "there"))
    (tmp_path / "here").mkdir()
    (tmp_path / "here" / "a").write_bytes(b"a")
    lock = os.open(tmp_path, os.O_RDONLY)
    try:
        with pytest.MonkeyPatch.context() as patch:
            for name, value in (remote.environment if remote else {"PATH": PATH}).items():
                patch.setenv(name, value)
            with pytest.raises(CarrierError, match=r"sent 1 of 2|link_stat .*b. failed"):
                carriers.carrier(target, lock).send(
                    tmp_path / "here", ("a", "b"), lambda more: None
                )
    finally:
        os.close(lock)
        if remote:
            remote.stop()


def test_every_failure_is_one_sentence_with_its_cure(tmp_path: Path, output: Path) -> None:
    press(output, ONE)
    empty = tmp_path / "empty"
    empty.mkdir()
    remote = S3(tmp_path / "empty")
    try:
        for target, changed, said in (
            ("bucket", {}, "bucket is no remote — write REMOTE:PATH with a remote of `rclone config`, or rsync:HOST:/PATH, rsync:/PATH, rsync://HOST/MODULE"),
            ("s3:web", {"PATH": str(empty)}, "rclone is not installed — https://rclone.org/install/"),
            ("rsync:host:/", {"PATH": str(empty)}, "rsync is not installed — apt-get install rsync"),
            ("nosuch:web", {}, "rclone: Failed to create file system for \"nosuch:web\": didn't find section in config file"),
            ("s3:nosuch", {}, "rclone: Failed to copy: "),
            ("s3:web", {"AWS_SECRET_ACCESS_KEY": "wrong"}, "rclone: "),
            ("rsync://127.0.0.1:1/web", {}, "rsync: [Receiver] failed to connect to 127.0.0.1 (127.0.0.1): Connection refused"),
        ):  # fmt: skip
            remote.target = target
            usual = remote.environment
            remote.environment = usual | changed
            assert refused(remote, output).startswith(said), target
            remote.environment = usual
        remote.target = "s3:web/site"
        assert f"there is no release at {empty / 'current'}" in refused(remote, empty)
        lock = os.open(output, os.O_RDONLY)
        delivering = "import fcntl, sys; fcntl.flock(int(sys.argv[1]), fcntl.LOCK_EX)"
        subprocess.run([sys.executable, "-c", delivering, str(lock)], pass_fds=(lock,), check=True)
        assert refused(remote, output) == f"{output} is being published already — wait for it"
        os.close(lock)
    finally:
        remote.stop()

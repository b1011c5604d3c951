"""An editor's day, from a sentence on a page to the host, with the commands of the guide alone."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.remotes import S3

SPAN = ("--from", "1990-05-16", "--to", "1990-06-08", "--output", "build")
PAGE = "bazi/1990-5-29/index.html"


@pytest.fixture
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[S3]:
    server = S3(tmp_path_factory.mktemp("s3"))
    yield server
    server.stop()


def test_an_editors_day(tmp_path: Path, host: S3) -> None:
    for name in ("data", "templates"):
        shutil.copytree(ROOT / name, tmp_path / name)
    live = tmp_path / "build" / "current"

    def types(*arguments: str, fails: bool = False) -> str:
        """Give a command; everything it prints."""
        done = subprocess.run(
            [sys.executable, "-m", "generator.cli", *arguments],
            cwd=tmp_path, env=os.environ | host.environment | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, check=False,
        )  # fmt: skip
        assert (done.returncode != 0) is fails, done.stdout
        return done.stdout

    types("build", *SPAN)
    types("publish", host.target)
    first, sent = live.readlink(), len(host.seen())
    assert sent > 300

    # From half a sentence of the page to its file and line.
    character = (live / PAGE).read_text().split('id="性格"')[1]
    words = re.findall(r"<p>([^<]+)</p>", character)[1].split("。")[0][-12:]
    place = re.match(
        r"(data/corpus/day-pillar\.md):(\d+) day-pillar/甲午\n", types("search", words)
    )
    assert place
    assert re.search(r"用在 1\d\d 天", types("where", f"{place[1]}:{place[2]}"))

    # A mistake is told with its line and cure, and not published.
    file = tmp_path / place[1]
    text = file.read_text()
    file.write_text(text.replace(words, f"{words}視頻"))
    said = types("build", *SPAN, fails=True)
    assert f"{place[1]}:{place[2]}: T02 「視頻」不是台灣說法 — 改成影片" in said
    assert live.readlink() == first

    # What the sentence as it should be would change; published here, and what has changed is sent.
    file.write_text(text.replace(words, f"{words}呢"))
    assert "會變的日期 1 天：性格 1 天\n" in types("diff")
    assert "；新增 0 個，改了 3 個，移除 0 個" in types("build", *SPAN)
    assert f"{words}呢" in (live / PAGE).read_text()
    host.seen()
    types("publish", host.target)
    *pages, index, ended = host.seen()
    of_date = "bazi/1990-5-29/reading.json"
    assert sorted(pages) == sorted([PAGE, of_date, "day-pillar/jia-wu/index.html"])
    assert {index, ended} == {"release.json", "SHA256SUMS"}
    assert host.files()[PAGE] == (live / PAGE).read_bytes()

"""An editor's day, from a sentence on a page to the host, with the commands of the guide alone."""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.remotes import S3
from tests.test_house import ROOT

SPAN = ("--from", "1990-05-16", "--to", "1990-06-08")
PAGE = "bazi/1990-5-29/index.html"


class Editor:
    """Who has a copy of the project's content, a terminal, and nothing else."""

    def __init__(self, folder: Path, environment: dict[str, str]) -> None:
        self.folder, self.environment = folder, os.environ | environment
        for name in ("data", "templates"):
            shutil.copytree(ROOT / name, folder / name)

    def types(self, *arguments: str, fails: bool = False) -> str:
        """Give a command; everything it prints."""
        done = subprocess.run(
            [sys.executable, "-m", "generator.cli", *arguments],
            cwd=self.folder, env=self.environment | {"PYTHONPATH": str(ROOT)},
            capture_output=True, text=True,
        )  # fmt: skip
        assert (done.returncode != 0) is fails, done.stdout + done.stderr
        return done.stdout + done.stderr

    def writes(self, file: str, old: str, new: str) -> None:
        path = self.folder / file
        text = path.read_text()
        assert text.count(old) == 1, (file, old)
        path.write_text(text.replace(old, new))

    def reads(self, path: str) -> str:
        return (self.folder / "build" / "current" / path).read_text()

    @contextmanager
    def previews(self) -> Iterator[str]:
        """The preview while it runs; its address."""
        process = subprocess.Popen(
            [sys.executable, "-m", "generator.cli", "preview", "--port", "0"],
            cwd=self.folder, env=self.environment | {"PYTHONPATH": str(ROOT)},
            stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        assert process.stdout is not None
        yield next(line for line in process.stdout if line.startswith("http")).split("/  ")[0]
        process.kill()
        process.communicate()

    @property
    def live(self) -> str:
        return os.readlink(self.folder / "build" / "current")


@pytest.fixture(scope="module")
def host(tmp_path_factory: pytest.TempPathFactory) -> Iterator[S3]:
    server = S3(tmp_path_factory.mktemp("s3"))
    yield server
    server.stop()


MISTAKES = "視頻东, 好｛日主｝{日朱}"
TOLD = (
    "T02 「視頻」不是台灣說法 — 改成影片",
    "T01 「东」是簡體字",
    "T03 不能用的字元",
    "T09 花括號不對「｛日主｝」",
    "C09 不認得的空格「{日朱}」",
    "T10",
)
"""Six mistakes at the end of a paragraph that has no full stop, and how they are told."""


@pytest.fixture
def shown(browser: Browser) -> Iterator[Page]:
    """A window of the editor's browser."""
    page = browser.new_page(locale="zh-TW")
    yield page
    page.close()


def test_an_editors_day(tmp_path: Path, host: S3, shown: Page) -> None:
    editor = Editor(tmp_path, host.environment)
    editor.types("build", *SPAN, "--output", "build")
    editor.types("publish", host.target)
    first, sent = editor.live, len(host.seen())
    assert sent > 300

    # From half a sentence of the page to its file and line.
    character = editor.reads(PAGE).split('id="性格"')[1]
    words = re.findall(r"<p>([^<]+)</p>", character)[1].split("。")[0][-12:]
    found = editor.types("search", words)
    place = re.match(r"(data/corpus/day-pillar\.md):(\d+) day-pillar/甲午\n", found)
    assert place, found
    assert re.search(r"用在 46\d 天", editor.types("where", f"{place[1]}:{place[2]}"))
    sentence = (editor.folder / place[1]).read_text().splitlines()[int(place[2]) - 1]
    mended = sentence.replace(words, f"{words}呢", 1)

    # Six typical mistakes, each told with line and cure; nothing of them is published.
    wrong = sentence.removesuffix("。") + MISTAKES
    editor.writes(place[1], sentence, wrong)
    said = editor.types("build", *SPAN, "--output", "build", fails=True).splitlines()
    for told in TOLD:
        found = [line for line in said if f"{place[1]}:{place[2]}: {told}" in line]
        assert [line for line in found if " — " in line], (told, said)
    assert editor.live == first
    editor.writes(place[1], wrong, sentence)

    # Seen at once, with nothing published: the mended sentence, and where it stands.
    with editor.previews() as address:
        shown.goto(f"{address}/{PAGE.removesuffix('index.html')}")
        paragraph = shown.locator(f"[data-place='{place[1]}:{place[2]}']")
        expect(paragraph).to_contain_text(words)
        editor.writes(place[1], sentence, mended)
        expect(paragraph).to_contain_text(f"{words}呢")
        editor.writes(place[1], mended, sentence)
        shown.goto("about:blank")
    assert editor.live == first

    # The sentence as it should be, another way to say it, and what that would change.
    editor.writes(place[1], sentence, mended)
    assert "會變的日期 1 天：性格 1 天\n" in editor.types("diff")
    variant = f"## 甲午（二）\n\n{sentence.replace('你', '你也', 1)}"
    assert "T08 這句別處用過" in with_variant(editor, place[1], variant)
    assert editor.types("diff").count("性格 1 天") == 1
    assert editor.live == first

    # Published here, taken back, published again as it is.
    assert "changed" in editor.types("build", *SPAN, "--output", "build")
    assert f"{words}呢" in editor.reads(PAGE)
    editor.types("rollback")
    assert editor.live == first
    assert "rolled back" in editor.types("build", *SPAN, "--output", "build")
    editor.types("build", *SPAN, "--output", "build", "--again")
    assert f"{words}呢" in editor.reads(PAGE)

    # A page by hand: begun from the composed one, published once its draft line is gone.
    editor.types("golden", "new", "1990-05-29")
    draft = editor.folder / "data" / "golden" / "1990-05-29.md"
    assert "親筆" not in editor.reads(PAGE)
    draft.write_text(re.sub(r"^draft: true\n", "", draft.read_text(), flags=re.M))
    told = editor.types("check", fails=True)
    assert "data/golden/1990-05-29.md" in told

    # What the host is sent is what has changed.
    draft.unlink()
    host.seen()
    editor.types("publish", host.target)
    of_date = "bazi/1990-5-29/reading.json"
    *pages, index, ended = host.seen()
    assert sorted(pages) == sorted([PAGE, of_date, "day-pillar/jia-wu/index.html"])
    assert {index, ended} == {"release.json", "SHA256SUMS"}
    assert host.files()[PAGE].decode() == editor.reads(PAGE)


def with_variant(editor: Editor, file: str, variant: str) -> str:
    """What `check` says of one more variant; it is taken out again."""
    path = editor.folder / file
    before = path.read_text()
    path.write_text(f"{before.rstrip()}\n\n{variant}\n")
    told = editor.types("check", fails=True)
    path.write_text(before)
    return told

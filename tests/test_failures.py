"""How commands end before their end: full disks, killed workers, faulty templates, Ctrl-C."""

from __future__ import annotations

import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

from generator.build.history import ReleaseError
from tests.commands import refused, run
from tests.conftest import ROOT
from tests.processes import children
from tests.releases import put

DAY = ("--from", "1990-05-20", "--to", "1990-05-20")
YEARS = ("--from", "1950-01-01", "--to", "1955-12-31", "--jobs", "3")


def command(*arguments: object) -> list[str]:
    return [sys.executable, "-m", "generator.cli", *map(str, arguments)]


def failure(*arguments: object) -> str:
    """The one sentence on standard error of a command that fails as expected."""
    done = subprocess.run(
        command(*arguments), cwd=ROOT, capture_output=True, text=True, check=False, timeout=120
    )
    return only_line(done.returncode, done.stderr)


def only_line(code: int, errors: str) -> str:
    assert code == 1, errors
    assert errors.count("\n") == 1, errors
    return errors.strip().removeprefix("Error: ")


def is_as_before(output: Path) -> bool:
    """Whether the release of `put` is live and alone."""
    found = list((output / "releases").iterdir())
    return len(found) == 1 and (output / "current" / "a").read_text() == "1"


def begin(output: Path) -> subprocess.Popen[str]:
    """A build of some years whose workers have begun to write, in a process group of its own."""
    process = subprocess.Popen(
        command("build", *YEARS, "--output", output),
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, process_group=0,
    )  # fmt: skip
    deadline = time.monotonic() + 60
    while not list((output / "releases").glob(".staging-*/bazi/*/index.html")):
        assert process.poll() is None, process.communicate()
        assert time.monotonic() < deadline
        time.sleep(0.01)
    return process


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A disk of 2 MB in a mount namespace of its own, seen through the process that keeps it."""
    folder = tmp_path / "disk"
    folder.mkdir()
    script = f"mount -t tmpfs -o size=2m tmpfs '{folder}' && echo ready && read end"
    keeper = subprocess.Popen(
        ["unshare", "--map-root-user", "--mount", "sh", "-c", script],
        stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
    )  # fmt: skip
    assert keeper.stdout is not None
    if keeper.stdout.readline() != "ready\n":
        pytest.fail(f"run this test where a tmpfs may be mounted: {keeper.communicate()[1]}")
    yield Path(f"/proc/{keeper.pid}/root{folder}")
    keeper.communicate("\n")


@pytest.mark.parametrize("free", [20_000, 1_500_000])
def test_a_full_disk_is_one_sentence_and_the_live_release_stays(
    small_disk: Path, free: int
) -> None:
    put(small_disk, "1")
    (small_disk / "ballast").write_bytes(bytes(shutil.disk_usage(small_disk).free - free))
    said = failure("build", *DAY, "--output", small_disk)
    assert "No space left on device — 清出一些空間" in said or "沒有好好寫進硬碟" in said
    assert is_as_before(small_disk)


def test_a_report_on_a_full_disk_leaves_the_one_before(small_disk: Path) -> None:
    for name in ("index.html", "report.json"):
        (small_disk / name).write_text("before")
    (small_disk / "ballast").write_bytes(bytes(shutil.disk_usage(small_disk).free - 4_000))
    said = failure("report", *DAY, "--output", small_disk)
    assert said.startswith(f"{small_disk}/index.html: No space left on device — 清出一些空間")
    held = {path.name: path.read_bytes() for path in small_disk.iterdir() if path.name != "ballast"}
    assert held == {"index.html": b"before", "report.json": b"before"}


def test_a_folder_that_can_t_be_used_is_one_sentence(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    said = failure("build", *DAY, "--output", tmp_path / "file" / "site")
    assert said.startswith(f"{tmp_path}/file/site/releases: Not a directory — ")
    said = failure("build", *DAY, "--output", "/proc/site")
    assert said.startswith("/proc/site: No such file or directory — ")


def test_a_killed_worker_is_one_sentence_and_the_live_release_stays(tmp_path: Path) -> None:
    put(tmp_path, "1")
    process = begin(tmp_path)
    os.kill(children(process.pid)[1], signal.SIGKILL)
    _, errors = process.communicate(timeout=60)
    assert only_line(process.returncode, errors) == (
        "一個工作程序中途沒了（SIGKILL），也許記憶體不夠 — 再執行一次，用 --jobs 少開幾個"
    )
    assert is_as_before(tmp_path)


def test_a_killed_build_leaves_the_live_release_and_the_next_one_sweeps_up(tmp_path: Path) -> None:
    put(tmp_path, "1")
    process = begin(tmp_path)
    process.kill()  # the parent alone: its workers must notice and let go of the lock
    process.communicate()
    assert (tmp_path / "current" / "a").read_text() == "1"
    assert list((tmp_path / "releases").glob(".staging-*"))
    deadline = time.monotonic() + 60
    while True:
        try:
            put(tmp_path, "2")
            break
        except ReleaseError:
            assert time.monotonic() < deadline
            time.sleep(0.05)
    assert not list((tmp_path / "releases").glob(".staging-*"))


@pytest.mark.parametrize(
    ("name", "old", "new", "said"),
    [
        ("date.html", '{% extends "base.html" %}', '\n{% extends "base.html" %}{% if %}',
         "date.html:2: 範本寫錯：Expected an expression"),
        ("macros.html", "", "{{ nothing }}", "macros.html:1: 範本寫錯：'nothing' is undefined"),
        ("year.html", "{% block main %}", "{% block main %}\n{{ 1 + 'one' }}",
         "year.html:7: 範本寫錯：unsupported operand type(s)"),
        ("openapi.yaml", "openapi:", "openapi: [", "openapi.yaml: "),
    ],
)  # fmt: skip
def test_a_faulty_template_is_named_with_its_line(
    tmp_path: Path, name: str, old: str, new: str, said: str
) -> None:
    templates = Path(shutil.copytree(ROOT / "templates", tmp_path / "templates"))
    path = templates / name
    path.write_text(path.read_text().replace(old, new, 1))
    line = refused("build", *DAY, "--output", tmp_path / "out", templates=templates)
    assert line.startswith(f"templates/{said}"), line
    assert " — 照這一行改" in line
    assert list((tmp_path / "out" / "releases").iterdir()) == []


def test_a_template_gone_or_in_another_encoding_is_named(tmp_path: Path) -> None:
    templates = Path(shutil.copytree(ROOT / "templates", tmp_path / "templates"))
    (templates / "style.css").unlink()
    said = refused("build", *DAY, "--output", tmp_path / "out", templates=templates)
    assert said == "templates/style.css: 沒有這個檔 — 從版本紀錄還原"
    (templates / "macros.html").write_bytes("{# \n萬 #}".encode("big5"))
    said = refused("build", *DAY, "--output", tmp_path / "out", templates=templates)
    assert said == "templates/macros.html:2: 不是 UTF-8 編碼 — 用編輯器另存成 UTF-8"


@pytest.mark.parametrize("apart", [0.0, 0.01, 0.05, 0.1])
def test_ctrl_c_twice_ends_the_build_and_lets_go_of_the_lock(tmp_path: Path, apart: float) -> None:
    put(tmp_path, "1")
    process = begin(tmp_path)
    started = children(process.pid)
    assert len(started) == 3
    os.killpg(process.pid, signal.SIGINT)
    time.sleep(apart)
    os.killpg(process.pid, signal.SIGINT)
    _, errors = process.communicate(timeout=30)
    assert (process.returncode, errors.split()) == (1, ["Aborted!"])
    assert not [pid for pid in started if os.path.exists(f"/proc/{pid}")]
    assert is_as_before(tmp_path)
    put(tmp_path, "2")


CURE = "照這一行改，或從版本紀錄還原"


@pytest.mark.parametrize(
    ("file", "before", "written", "said"),
    [
        ("year.html", "{% block main %}", "{% if %}",
         "year.html:{}: S28 範本寫錯：Expected an expression, got 'end of statement block'"),
        ("date/other-side.html", "", "{{ 1 | nofilter }}",
         "date/other-side.html:{}: S28 範本寫錯：No filter named 'nofilter'."),
        ("essay.html", "{% block main %}", "{% include 'gone.html' %}",
         "essay.html:{}: S28 沒有「gone.html」這個範本"),
        ("menu.html", "", "{% if %}",
         "menu.html:{}: S28 範本寫錯：Expected an expression, got 'end of statement block'"),
        ("llms.txt", "", "{% if %}",
         "llms.txt:{}: S28 範本寫錯：Expected an expression, got 'end of statement block'"),
        ("openapi.yaml", "openapi: 3.1.0\n", "a: b: c\n",
         "openapi.yaml:1: S28 YAML 讀不懂（mapping values are not allowed in this context）"),
        ("tools.yaml", "", "one: two: three\n",
         "tools.yaml:{}: S28 YAML 讀不懂（mapping values are not allowed in this context）"),
    ],
)  # fmt: skip
def test_a_faulty_template_is_told(
    tmp_path: Path, file: str, before: str, written: str, said: str
) -> None:
    templates = Path(shutil.copytree(ROOT / "templates", tmp_path / "templates"))
    text = (templates / file).read_text()
    place = text.index(before) + len(before)
    (templates / file).write_text(text[:place] + written + text[place:])
    result = run("check", templates=templates)
    assert result.exit_code == 1
    line = text[:place].count("\n") + 1
    first, _, last = result.output.strip().rpartition("\n")
    assert (first, last) == (f"templates/{said.format(line)} — {CURE}", "Error: 有 1 個問題")


def test_every_faulty_template_is_told_beside_the_content_s_problems(
    data: Path, tmp_path: Path
) -> None:
    templates = Path(shutil.copytree(ROOT / "templates", tmp_path / "templates"))
    for name in ("base.html", "year.html"):
        (templates / name).write_text("{% if %}" + (templates / name).read_text())
    (data / "terms.yaml").write_text("甲：乙\n")
    lines = run("check", data=data, templates=templates).output.splitlines()
    places = ["data/terms.yaml:1:", "templates/base.html:1:", "templates/year.html:1:", "Error:"]
    assert [line.split(" ")[0] for line in lines] == places

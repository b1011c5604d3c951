"""What the next build would change, said before it is published."""

from __future__ import annotations

import shutil
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator.cli import main
from tests.desk import DATES, Desk
from tests.test_again import EDITS, quick

__all__ = ["quick"]


@pytest.fixture(scope="module")
def pressed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    desk = Desk(tmp_path_factory.mktemp("desk"))
    desk.press()
    return desk.folder


@pytest.fixture
def desk(pressed: Path, tmp_path: Path) -> Desk:
    shutil.copytree(pressed, tmp_path, symlinks=True, dirs_exist_ok=True)
    desk = Desk.__new__(Desk)
    desk.folder = tmp_path
    return desk


def diff(desk: Desk) -> Result:
    folders = ["--data", str(desk.folder / "data"), "--templates", str(desk.folder / "templates")]
    where = ["--output", str(desk.folder / "out"), "--page", str(desk.folder / "page")]
    return CliRunner().invoke(main, [*folders, "diff", *where], catch_exceptions=False)


def tree(folder: Path) -> dict[str, bytes]:
    return {str(p.relative_to(folder)): p.read_bytes() for p in folder.rglob("*") if p.is_file()}


def test_with_nothing_edited_no_page_would_change(desk: Desk) -> None:
    before = tree(desk.folder / "out")
    assert "沒有一頁會變" in diff(desk).output
    assert tree(desk.folder / "out") == before


def test_the_dates_and_sections_that_an_edit_touches_are_counted_and_shown(desk: Desk) -> None:
    text = (desk.folder / "data" / "corpus" / "day-pillar.md").read_text()
    old = text.split("## 甲午\n\n")[1].split("。")[0]
    desk.edit("data/corpus/day-pillar.md", f"{old}。", f"{old}吧。")
    before = tree(desk.folder / "out")
    told = diff(desk).output
    # 甲午 is 1990-05-29 and none other of these dates.
    assert "會變的日期 1 天：性格 1 天\n" in told
    assert "其他會變的檔：day-pillar/jia-wu/index.html\n" in told
    assert tree(desk.folder / "out") == before
    page = (desk.folder / "page" / "index.html").read_text()
    assert "1990年5月29日" in page
    assert f'<p class="gone">{old}。' in page
    assert f'<p class="new">{old}吧。' in page


def test_what_stands_around_the_text_is_told_apart(desk: Desk) -> None:
    EDITS["included template"](desk, 0)
    assert f"會變的日期 {DATES} 天：正文以外 {DATES} 天\n" in diff(desk).output


def test_a_page_that_is_new_or_gone_is_named(desk: Desk) -> None:
    for line in ("security_contact:", "security_expires:"):
        desk.edit("data/site.yaml", f"# {line}", line)
    assert "新增的檔：.well-known/security.txt\n" in diff(desk).output
    desk.press()
    desk.edit("data/site.yaml", "security_contact:", "# security_contact:")
    desk.edit("data/site.yaml", "security_expires:", "# security_expires:")
    assert "移除的檔：.well-known/security.txt\n" in diff(desk).output


def test_a_template_at_fault_is_told_as_build_tells_it(desk: Desk) -> None:
    desk.edit("templates/year.html", "{{", "{{ nothing.at.all }}{{")
    result = diff(desk)
    assert result.exit_code == 1
    assert "templates/year.html:" in result.output


def test_without_a_release_there_is_nothing_to_compare_with(desk: Desk) -> None:
    shutil.rmtree(desk.folder / "out")
    result = diff(desk)
    assert result.exit_code == 1
    assert "there is no release" in result.output


def test_every_date_is_compared_with_what_is_live_whatever_the_record_says(desk: Desk) -> None:
    """Without the record all is pressed; what is the same is still the same."""
    shutil.rmtree(desk.folder / "out" / "record")
    desk.edit("data/golden/1990-05-20.md", "絲瓜藤不問牆", "絲瓜藤從來不問牆")
    assert "會變的日期 1 天：性格 1 天\n" in diff(desk).output
    assert date(1990, 5, 20).strftime("%Y年") in (desk.folder / "page" / "index.html").read_text()

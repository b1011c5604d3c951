"""What the next build would change, said before it is published."""

from __future__ import annotations

import shutil
from pathlib import Path

import pytest
from click.testing import Result

from generator.editor.contrast import contrasted, differences
from tests.commands import run
from tests.desk import DATES, Desk
from tests.releases import tree


@pytest.fixture(scope="module")
def pressed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    desk = Desk(tmp_path_factory.mktemp("desk"))
    desk.build()
    return desk.folder


@pytest.fixture
def desk(pressed: Path, tmp_path: Path) -> Desk:
    shutil.copytree(pressed, tmp_path, symlinks=True, dirs_exist_ok=True)
    desk = Desk.__new__(Desk)
    desk.folder = tmp_path
    return desk


def diff(desk: Desk) -> Result:
    folders = {name: desk.folder / name for name in ("data", "templates")}
    out, page = desk.folder / "out", desk.folder / "page"
    return run("diff", "--output", out, "--page", page, **folders)


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
    assert "會變的日期 1 天：性格 1 天\n哪幾天：1990-05-29\n" in told
    assert "其他會變的檔：/day-pillar/jia-wu/\n" in told
    assert tree(desk.folder / "out") == before
    page = (desk.folder / "page" / "index.html").read_text()
    assert '/bazi/1990-5-29/">1990-05-29</a>' in page
    dates, others = page.split("1990年5月29日出生的八字：庚午 辛巳 甲午</a></h2>")[1].split(
        '/day-pillar/jia-wu/">甲午日柱：沙中金</a></h2>'
    )
    for shown in (dates, others):
        assert f'<div class="pair"><p>{old}。' in shown
        assert f"<p>{old}<ins>吧</ins>。" in shown


@pytest.mark.parametrize(
    ("file", "old", "new", "told"),
    [
        ("templates/date.html", "日主</a>、", "日主</a>，", f"這張盤有多常見 {DATES} 天"),
        ("templates/date.html", "期間，", "期間：", f"開頭 {DATES} 天"),
        ("templates/base.html", "跳到正文", "到正文", f"版面 {DATES} 天"),
        ("templates/date/other-side.html", "'以前'", "'前'", "交芒種前後，差在哪裡 1 天"),
    ],
)
def test_what_stands_around_the_text_is_told_by_its_heading(
    desk: Desk, file: str, old: str, new: str, told: str
) -> None:
    desk.edit(file, old, new)
    assert f" 天：{told}\n" in diff(desk).output


def test_characters_that_changed_are_marked() -> None:
    old, new = contrasted("人多的時候你卻會<安靜>", "人多的時候，你就會<安靜>")
    assert old == "人多的時候你<del>卻</del>會&lt;安靜&gt;"
    assert new == "人多的時候<ins>，</ins>你<ins>就</ins>會&lt;安靜&gt;"


def test_paragraphs_that_differ_stand_side_by_side_under_their_heading() -> None:
    page = "<head>…</head><body><h1>頁</h1><p>一<b>樣</b></p><h2>性格：甲</h2><p>卻會</p>{}</body>"
    (told,) = differences(page.format(""), page.format("<p>又一段</p>").replace("卻會", "就會"))
    assert told.heading == "性格"
    assert told.pairs == (("<del>卻</del>會", "<ins>就</ins>會"), ("", "<ins>又一段</ins>"))
    assert differences(page, page.replace("<b>", '<b class="x">')) == ()


def test_a_page_that_is_new_or_gone_is_named(desk: Desk) -> None:
    for line in ("security_contact:", "security_expires:"):
        desk.edit("data/site.yaml", f"# {line}", line)
    assert "新增的檔：/.well-known/security.txt\n" in diff(desk).output
    desk.build()
    desk.edit("data/site.yaml", "security_contact:", "# security_contact:")
    desk.edit("data/site.yaml", "security_expires:", "# security_expires:")
    assert "移除的檔：/.well-known/security.txt\n" in diff(desk).output


@pytest.mark.parametrize("template", ["year.html", "diff.html"])
def test_a_template_at_fault_is_told_as_build_tells_it(desk: Desk, template: str) -> None:
    desk.edit(f"templates/{template}", "{{", "{{ nothing.at.all }}{{")
    result = diff(desk)
    assert result.exit_code == 1
    assert f"templates/{template}:" in result.output


def test_without_a_release_there_is_nothing_to_compare_with(desk: Desk) -> None:
    shutil.rmtree(desk.folder / "out")
    result = diff(desk)
    assert result.exit_code == 1
    assert "還沒有出版過 — 先執行 make" in result.output

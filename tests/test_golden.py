"""Golden readings: every rule of their form and length has a file that breaks just it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from generator.content import inputs
from tests.broken_content import found


@pytest.mark.parametrize(
    ("old", "new", "code", "what"),
    [
        ("date: 1990-05-20", "date: 1990-05-21", "G02", "日期不對"),
        ("date: 1990-05-20", "date: 1949-05-20", "G02", "日期不對"),
        ("date: 1990-05-20", "date: 1990-02-30", "G02", "日期不對"),
        ("editor: .*\n", "", "G03", "沒有署名"),
        ("## 健康", "## 身體", "G06", "缺「## 健康」"),
        ("## 事業\n", "## 性格\n\n又一段。〔依據：十干體性〕\n\n## 事業\n", "G04", "「性格」寫了兩次"),
        ("## 感情婚姻（女命）", "## 感情婚姻（貓）", "G06", "缺「## 感情婚姻（女命）」"),
        ("## 財運\n\n> .*\n", "## 財運\n", "G07", "「財運」沒有直說"),
        (
            "## 感情婚姻（女命）\n", "## 感情婚姻（女命）\n\n> 你很在意別人的標準，也常拿來量自己，量得比誰都嚴。\n",
            "G07", "「感情婚姻（女命）」下面不寫直說",
        ),
        ("## 財運\n\n> .*\n", "## 財運\n\n> 你的錢跟著做出來的東西走。\n", "T07", "「直說」13 字"),
        ("〔依據：女命看官〕", "", "G05", "這段沒有可查的依據"),
        ("〔依據：女命看官〕", "〔依據：我說的〕", "G05", "這段沒有可查的依據"),
    ],
)  # fmt: skip
def test_golden_readings_are_checked_too(
    data: Path, old: str, new: str, code: str, what: str
) -> None:
    path = data / "golden" / "1990-05-20.md"
    text, times = re.subn(old, new, path.read_text())
    assert times == 1
    path.write_text(text)
    problems = [p for p in found(data) if p.code == code]
    assert [(p.path, p.what) for p in problems] == [("data/golden/1990-05-20.md", what)]


def golden(data: Path) -> Path:
    return min((data / "golden").glob("*.md"))


def test_a_short_golden_reading_is_told_with_its_length_in_each_perspective(data: Path) -> None:
    path = golden(data)
    text = re.sub(r"(?m)^([^#>\-\n][^\n]{8})[^\n]*(〔依據：[^\n]+)$", r"\1。\2", path.read_text())
    path.write_text(text)
    told = [p for p in found(data) if p.code == "G11"]
    assert [(p.path, p.line) for p in told] == [(f"data/golden/{path.name}", 1)]
    assert re.fullmatch(r"全文不分 \d{3} 字、男命 \d{3} 字、女命 \d{3} 字", told[0].what)
    assert told[0].cure == "每個視角寫 2200 到 3200 字"


@pytest.mark.parametrize("swapped", ["多半", "的"])
def test_another_date_s_page_with_a_word_changed_is_told_once(data: Path, swapped: str) -> None:
    """Changed in one place, or in nearly every sentence."""
    path = golden(data)
    text = path.read_text().replace(swapped, "往往", 1 if swapped == "多半" else -1)
    assert "1950-01-01" in text
    (data / "golden" / "1958-10-07.md").write_text(text.replace(path.stem, "1958-10-07"))
    told = [p for p in found(data) if p.code in ("G12", "T08")]
    assert [(p.path, p.line, p.code) for p in told if p.code == "G12"] == [
        ("data/golden/1958-10-07.md", 1, "G12")
    ]
    assert f"與 data/golden/{path.name} 相同" in told[0].what
    assert [p for p in told if p.code == "T08" and "lead" not in p.what] == []


def test_a_golden_page_pasted_from_the_composed_one_is_told(data: Path) -> None:
    content, _ = inputs.check(data)
    of_stem = content.corpus.fragments["day-pillar"]
    paragraphs = iter([f.text for fragments in of_stem.values() for f in fragments])
    path = golden(data)
    text = re.sub(
        r"(?m)^[^#>\-\n][^\n]+(〔依據：[^\n]+)$",
        lambda match: next(paragraphs) + match[1],
        path.read_text(),
    )
    path.write_text(text)
    told = [p for p in found(data) if p.code == "G12"]
    assert [p.path for p in told] == [f"data/golden/{path.name}"]
    assert "與語料相同" in told[0].what


def test_a_sentence_of_the_corpus_in_a_golden_reading_is_told(data: Path) -> None:
    content, _ = inputs.check(data)
    fragment = content.corpus.fragments["day-pillar"]["甲子"][0]
    sentence = fragment.text.split("。")[0] + "。"
    path = golden(data)
    before, after = path.read_text().split("〔依據", 1)
    path.write_text(f"{before}{sentence}〔依據{after}")
    line = before.count("\n") + 1
    assert [(p.path, p.line, p.code, p.what) for p in found(data)] == [
        (
            f"data/golden/{path.name}",
            line,
            "T08",
            f"這句別處用過（{fragment.path}:{fragment.line}）：{sentence}",
        )
    ]

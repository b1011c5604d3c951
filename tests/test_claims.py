"""The sentence that heads a section: every rule of its place and form has a file that breaks just it."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.broken_content import found, replace

CLAIM = "你一急就把話說短，旁人聽來像在趕人；先倒杯水再開口，意思才到得了別人耳裡。"


def claimed(data: Path) -> int:
    """Write the claim under the first key of season.md, 甲日寅月; its line."""
    path = data / "corpus" / "season.md"
    text = re.sub(r"(?m)^> .*$", f"> {CLAIM}", path.read_text(), count=1)
    path.write_text(text)
    return text[: text.index(CLAIM)].count("\n") + 1


def test_a_key_without_its_claim_is_told_with_how_to_write_one(data: Path) -> None:
    line = claimed(data)
    replace(data / "corpus" / "season.md", f"> {CLAIM}\n\n", "")
    assert [str(p) for p in found(data)] == [
        f"data/corpus/season.md:{line}: C11 「甲日寅月」沒有直說 — "
        "「## 甲日寅月」下空一行，寫「> 」和一句 18 到 44 字的話，再空一行"
    ]


def test_a_claim_under_a_variant_alone_does_not_serve_its_key(data: Path) -> None:
    path = data / "corpus" / "wealth.md"
    claim = path.read_text().split("## 財藏・食傷透・身弱\n\n> ")[1].split("\n")[0]
    line = replace(path, f"> {claim}\n\n", "")
    assert [(p.line, p.code, p.what) for p in found(data)] == [
        (line, "C11", "「財藏・食傷透・身弱」沒有直說")
    ]


@pytest.mark.parametrize(
    ("written", "below", "code", "what"),
    [
        ("> 太短。", 0, "T07", "「甲日寅月・直說」3 字"),
        (f"> {CLAIM[:-1]}，連路過的人也聽得出來。", 0, "T07", "「甲日寅月・直說」48 字"),
        (f"> {CLAIM[:-1]}{{日主}}。", 0, "T09", "花括號不對「{日主}」"),
        (f"> {CLAIM[:-1]}!。", 0, "T03", "不能用的字元：「!」"),
        (f"> {CLAIM[:12]}\n> {CLAIM[12:]}", 0, "S04", "直說寫的地方或寫法不對"),
        (f"> {CLAIM}\n\n> 再一句。", 2, "S04", "直說寫的地方或寫法不對"),
        (f"> - {CLAIM}", 0, "S04", "直說寫的地方或寫法不對"),
        (f"> > {CLAIM}", 0, "S04", "直說寫的地方或寫法不對"),
        (">", 0, "S04", "直說寫的地方或寫法不對"),
    ],
)
def test_a_claim_is_one_line_of_good_wording(
    data: Path, written: str, below: int, code: str, what: str
) -> None:
    line = claimed(data) + below
    replace(data / "corpus" / "season.md", f"> {CLAIM}", written)
    problems = [p for p in found(data) if p.code != "C11"]
    assert [(p.path, p.line, p.code, p.what) for p in problems] == [
        ("data/corpus/season.md", line, code, what)
    ]


def test_a_claim_after_its_paragraph_is_told(data: Path) -> None:
    path = data / "corpus" / "season.md"
    claimed(data)
    replace(path, f"> {CLAIM}\n\n", "")
    line = replace(path, "\n## 甲日卯月\n", f"\n> {CLAIM}\n\n## 甲日卯月\n") + 1
    assert (line, "S04", "直說寫的地方或寫法不對") in [
        (p.line, p.code, p.what) for p in found(data)
    ]


@pytest.mark.parametrize("file", ["corpus/day-stem.md", "tables/flow-year.md"])
def test_a_claim_where_none_is_printed_is_told(data: Path, file: str) -> None:
    path = data / file
    heading = re.search(r"## .+\n\n", path.read_text())
    assert heading
    line = replace(path, heading[0], f"{heading[0]}> {CLAIM}\n\n") + 2
    assert (f"data/{file}", line, "S04", "不認得的寫法（quotation）") in [
        (p.path, p.line, p.code, p.what) for p in found(data)
    ]

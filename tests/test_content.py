"""What is checked of the corpus and of golden readings together."""

from __future__ import annotations

import pickle
import re
import shutil
from pathlib import Path

import pytest

from generator.content import inputs
from generator.content.problem import ContentError, Problem
from generator.content.templates import TemplateError, read_templates
from generator.reading.facets import FACETS
from tests.broken_content import GOOD, found, paragraph, replace
from tests.conftest import ROOT


def test_the_real_content_has_no_problem() -> None:
    assert inputs.check(ROOT / "data", read_templates(ROOT / "templates"))[1] == []


def test_a_lost_list_of_the_fonts_characters_is_told(tmp_path: Path) -> None:
    lost = f"{tmp_path.name}/fonts/characters.txt: 沒有這個檔 — 從版本紀錄還原"
    with pytest.raises(TemplateError, match=re.escape(lost)):
        inputs.check(ROOT / "data", read_templates(tmp_path))


def test_where_the_sentences_cannot_be_read_none_of_them_is_told_to_be_missing(data: Path) -> None:
    replace(data / "words.yaml", "  intro: 寫下生日", "  intro：寫下生日")
    problems = inputs.check(data, read_templates(ROOT / "templates"))[1]
    assert [(p.path, p.code) for p in problems] == [("data/words.yaml", "S06")]


def test_a_missing_key_is_told_with_how_to_cure_it(data: Path) -> None:
    path = data / "corpus" / "image.md"
    path.write_text(path.read_text().split("## 癸・身強\n")[0])
    assert [str(p) for p in found(data)] == [
        "data/corpus/image.md:1: C05 缺 1 個鍵：癸・身強 — 補上這些鍵，或先寫一段「## 其他」（會標成 fallback）"
    ]


def test_sentences_may_stand_on_lines_of_their_own(data: Path) -> None:
    """Semantic newlines: joined without a space."""
    paragraph(data, GOOD.replace("，", "，\n"))
    content, problems = inputs.check(data)
    assert problems == []
    assert content.corpus.fragments["image"]["甲・身弱"][0].text == GOOD


def test_every_missing_file_is_told_at_once(data: Path) -> None:
    shutil.rmtree(data / "corpus")
    assert [p.code for p in found(data)] == ["S01"] * len(FACETS)


def test_content_errors_survive_a_process_pool() -> None:
    problem = Problem("data/x.md", 3, "T01", "壞了", "修好")
    error = pickle.loads(pickle.dumps(ContentError((problem,))))
    assert str(error) == "data/x.md:3: T01 壞了 — 修好"
    assert error.problems == (problem,)


def test_nothing_is_built_of_content_with_a_problem(data: Path) -> None:
    paragraph(data, "太短。")
    said = "data/corpus/image.md:8: T07 「甲・身弱」3 字 — 這裡寫 70 到 100 字"
    with pytest.raises(ContentError, match=re.escape(said)):
        inputs.prepare(data, ROOT / "templates")


def test_a_claim_under_any_variant_serves_its_key_and_without_one_it_is_told(data: Path) -> None:
    path = data / "corpus" / "wealth.md"
    key = "財藏・食傷透・身弱"
    claims = re.findall(rf"## {key}（.+）\n\n(> .+\n\n)", path.read_text())
    assert len(claims) > 1
    line = replace(path, claims[0], "")
    assert found(data) == []
    for claim in claims[1:]:
        replace(path, claim, "")
    said = [(p.line, p.code, p.what) for p in found(data)]
    assert said == [(line, "C11", f"「{key}」沒有直說")]


def golden(data: Path) -> Path:
    return min((data / "golden").glob("*.md"))


def test_a_short_golden_reading_is_told_with_its_length_in_each_perspective(data: Path) -> None:
    path = golden(data)
    text = re.sub(r"(?m)^([^#>\-\n][^\n]{8})[^\n]*(〔依據：[^\n]+)$", r"\1。\2", path.read_text())
    path.write_text(text)
    told = [p for p in found(data) if p.code == "G11"]
    assert [(p.path, p.line) for p in told] == [(f"data/golden/{path.name}", 1)]
    assert re.fullmatch(r"全文不分 \d{3} 字、男命 \d{3} 字、女命 \d{3} 字", told[0].what)
    assert told[0].cure == "每個視角寫 1900 到 3200 字"


@pytest.mark.parametrize("swapped", ["你", "的"])
def test_another_date_s_page_with_a_word_changed_is_told_once(data: Path, swapped: str) -> None:
    """Changed in one place, or in nearly every sentence."""
    path = golden(data)
    text = path.read_text().replace(swapped, "往往", 1 if swapped == "你" else -1)
    assert path.stem in text
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

"""YAML of any kind ends the check with the line of what is wrong, wherever it stands."""

from __future__ import annotations

import shutil
from collections.abc import Callable
from datetime import date
from pathlib import Path
from typing import Any

import pytest
import yaml
from hypothesis import example, given, settings
from hypothesis import strategies as st

from generator.content.mapping import parse_mapping
from generator.content.phrases import load_gists, load_phrases
from generator.content.problem import Problem
from generator.content.rules import load_rules
from generator.content.settings import load_site
from generator.content.tables import load_tables
from generator.content.wording import load_wording
from generator.facets import GISTS
from tests.broken_content import YAML_FILES, changed, on_one_folder, told

ROOT = Path(__file__).resolve().parent.parent
LOADERS: dict[str, Callable[[Path], tuple[object, list[Problem]]]] = {
    "gists.yaml": lambda data: load_gists(data, {s: f.keys for s, f in GISTS.items()})[1:],
    "intros.yaml": load_phrases,
    "lead.yaml": load_phrases,
    "plain.yaml": load_phrases,
    "products.yaml": load_site,
    "rules.yaml": lambda data: load_rules(data)[1:],
    "services.yaml": load_site,
    "site.yaml": load_site,
    "tables/levels.yaml": lambda data: load_tables(data, {}),
    "terms.yaml": load_phrases,
    "wording.yaml": load_wording,
}


@pytest.fixture
def data(tmp_path: Path) -> Path:
    """A copy of the real content, to be broken."""
    return Path(shutil.copytree(ROOT / "data", tmp_path / "data"))


@pytest.mark.parametrize(
    ("text", "line", "code", "what"),
    [
        ("a: &a [x]\nb: *a", 1, "S06", "不用 &、*、! 這些記號"),
        ("a: b\nc: *d", 2, "S06", "不用 &、*、! 這些記號"),
        ("a: b\nc: !!python/object:os.system d", 2, "S06", "不用 &、*、! 這些記號"),
        ("a: b\nc: " + "[" * 5000, 2, "S06", "一層包一層，超過 8 層"),
        ("a: b\nc: " + "{d: " * 5000, 2, "S06", "一層包一層，超過 8 層"),
        ("a: b\n" + "- " * 5000, 2, "S06", "YAML 讀不懂"),
        ("? " * 5000, 1, "S06", "一層包一層，超過 8 層"),
        ("a: b\nc: d\na: e", 3, "S07", "「a」寫了兩次"),
        ("a:\n  b: c\n  b: d", 3, "S07", "「b」寫了兩次"),
        ("a:\n  b:\n    - c: d\n      c: e", 4, "S07", "「c」寫了兩次"),
        ("1: a\n'1': b", 2, "S07", "「1」寫了兩次"),
        ("a: b\nyes: c", 2, "S18", "YAML 會把「yes」讀成別的東西"),
        ("a: b\n1.50: c", 2, "S18", "YAML 會把「1.50」讀成別的東西"),
        ("a: b\n1990-05-20: c", 2, "S18", "名稱要是文字"),
        ("a: b\n~: c", 2, "S18", "名稱要是文字"),
        ("a: b\n? \n: c", 2, "S18", "名稱要是文字"),
        ('a: b\n"": c', 2, "S18", "名稱要是文字"),
        ("a: b\n[c]: d", 2, "S18", "名稱要是文字"),
        ("a: b\n? {c: d}\n: e", 2, "S18", "名稱要是文字"),
        ("a: b\n<<: {a: c}", 2, "S18", "YAML 會把「<<」讀成別的東西"),
        ("a: b\nc: no", 2, "S18", "YAML 會把「no」讀成別的東西"),
        ("a: b\nc: 010", 2, "S18", "YAML 會把「010」讀成別的東西"),
        ("a: b\nc: 0b_", 2, "S18", "YAML 會把「0b_」讀成別的東西"),
        ("a: b\nc: 1990-02-30", 2, "S18", "YAML 會把「1990-02-30」讀成別的東西"),
        ("a: b\nc: " + "9" * 5000, 2, "S18", f"YAML 會把「{'9' * 5000}」讀成別的東西"),
        ('a: b\nc: "\\UFFFFFFFF"', 2, "S06", "YAML 讀不懂"),
        ("a: b\n---\nc: d", 2, "S06", "YAML 讀不懂"),
        ("", 1, "S06", "不是「名稱: 內容」的清單"),
        ("- a", 1, "S06", "不是「名稱: 內容」的清單"),
    ],
)
def test_yaml_is_what_is_written_or_a_problem(text: str, line: int, code: str, what: str) -> None:
    _, problems = parse_mapping(text, "x.yaml", 0)
    assert [(p.line, p.code, p.what) for p in problems] == [(line, code, what)]


def test_aliases_that_multiply_are_refused_at_once(data: Path) -> None:
    rows = ["a0: &a0 [x, x, x, x, x, x, x, x, x, x]"]
    rows += [f"a{i}: &a{i} [{', '.join([f'*a{i - 1}'] * 10)}]" for i in range(1, 10)]
    (data / "terms.yaml").write_text("\n".join(rows))
    assert ("data/terms.yaml", 1, "S06") in told(data)


KINDS: tuple[type, ...] = (bool, int, float, str, date, list, dict, type(None))
VALUES = st.recursive(
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats()
    | st.dates()
    | st.text()
    | st.sampled_from(["{", "｛日主｝", "²", "(a+)+$", "null", " "]),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(), inner, max_size=3),
    max_leaves=6,
)


def places(value: Any, above: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    """The way to every value in a tree of mappings and lists."""
    inner = value.items() if isinstance(value, dict) else ()
    inner = enumerate(value) if isinstance(value, list) else inner
    return [above, *(place for key, held in inner for place in places(held, (*above, key)))]


def kind(value: object) -> type:
    return next(kind for kind in KINDS if isinstance(value, kind))


@pytest.mark.parametrize("file", LOADERS)
@given(draw=st.data())
@settings(on_one_folder, max_examples=60)
def test_a_value_of_another_kind_is_told_wherever_it_stands(
    data: Path, file: str, draw: st.DataObject
) -> None:
    top = {"": yaml.load((data / file).read_text(), yaml.CSafeLoader)}
    place = ("", *draw.draw(st.sampled_from(places(top[""]))))
    held: Any = top
    for key in place[:-1]:
        held = held[key]
    before, held[place[-1]] = held[place[-1]], draw.draw(VALUES)
    text = yaml.dump(top[""], None, yaml.CSafeDumper, allow_unicode=True).encode()
    problems = changed(data, file, text, lambda data: LOADERS[file](data)[1])
    if kind(before) is not kind(held[place[-1]]):
        assert problems


@pytest.mark.parametrize("file", LOADERS)
@given(draw=st.data())
@settings(on_one_folder, max_examples=60)
def test_a_name_that_is_no_text_is_told(data: Path, file: str, draw: st.DataObject) -> None:
    top = {
        str(key): held
        for key, held in yaml.load((data / file).read_text(), yaml.CSafeLoader).items()
    }
    inner = [key for key, held in top.items() if isinstance(held, dict)]
    within = draw.draw(st.sampled_from(["", *inner]))
    held = top[within] if within else top
    names = st.none() | st.booleans() | st.floats() | st.dates() | st.just(("甲",))
    held[draw.draw(names)] = held.pop(draw.draw(st.sampled_from(sorted(held))))
    text = yaml.dump(top, None, yaml.CSafeDumper, allow_unicode=True, sort_keys=False).encode()
    problems = changed(data, file, text, lambda data: LOADERS[file](data)[1])
    assert "S18" in {p.code for p in problems}


@pytest.mark.parametrize("file", LOADERS)
@given(content=st.binary() | st.text(alphabet="ab01甲:-?&*!|>%@`#{}[],'\"\\ \n").map(str.encode))
@example(content=b"{}")
@on_one_folder
def test_no_yaml_breaks_the_check(data: Path, file: str, content: bytes) -> None:
    assert changed(data, file, content)


@pytest.mark.parametrize("score", ["²", "③", "一", "-5", "101", "8.5", "1_0"])
def test_a_score_that_is_no_number_is_told_at_its_line(data: Path, score: str) -> None:
    path = data / "tables" / "levels.yaml"
    path.write_text(path.read_text().replace("85:", f"{score}:"))
    assert ("data/tables/levels.yaml", 2, "S16") in told(data)


def test_every_settings_file_is_among_those_tried() -> None:
    assert sorted(LOADERS) == YAML_FILES

"""Finding things: on which dates a paragraph stands, which texts hold some words of a page."""

from __future__ import annotations

import random
import shutil
from collections import defaultdict
from datetime import date
from pathlib import Path

import pytest
from click.testing import CliRunner, Result

from generator import inputs
from generator.calendar import Day
from generator.chart import Chart
from generator.checks import printed
from generator.cli import main
from generator.content.corpus import Corpus
from generator.content.settings import Site
from generator.facets import FACETS
from generator.inputs import Content
from generator.labels import day_path
from generator.places import find
from generator.reading import Reading, compose
from generator.search import search
from generator.survey import standing
from tests.written import write

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def data(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A copy of the content with sentences that these tests know."""
    folder = tmp_path_factory.mktemp("written") / "data"
    shutil.copytree(ROOT / "data", folder)
    write(folder)
    return folder


def run(*arguments: str, data: Path = ROOT / "data") -> Result:
    return CliRunner().invoke(main, ["--data", str(data), *arguments])


def lines(*arguments: str, data: Path = ROOT / "data") -> list[str]:
    result = run(*arguments, data=data)
    assert result.exit_code == 0, result.output
    return [line for line in result.output.splitlines() if line and not line.startswith("dates")]


def refused(*arguments: str) -> str:
    result = run(*arguments)
    assert result.exit_code == 1
    return result.output.strip().removeprefix("Error: ")


def test_a_facet_stands_where_the_readings_print_it(
    days: dict[date, Day], readings: dict[date, Reading], corpus: Corpus
) -> None:
    """Every fragment and claim of three facets, against whole readings of all dates."""
    wanted: dict[str, list[date]] = defaultdict(list)
    for on, reading in readings.items():
        for paragraph in printed(reading):
            wanted[paragraph.fragment].append(on)
    for name in ("season", "spouse-star-male", "stars"):
        facet = next(facet for facet in FACETS if facet.name == name)
        found = standing(days.values(), facet, corpus)
        assert found == {each: on for each, on in wanted.items() if each.startswith(f"{name}/")}


def test_where_names_count_place_text_first_and_spread_dates_with_their_pages(
    readings: dict[date, Reading], corpus: Corpus, site: Site
) -> None:
    first = corpus.fragments["day-stem"]["甲"][0]
    stands = [on for on, r in readings.items() if first.id in {p.fragment for p in printed(r)}]
    told = lines("where", f"{first.path}:{first.line}")
    assert told[:3] == [
        f"day-stem/甲　data/corpus/day-stem.md:{first.line}",
        first.text,
        f"用在 {len(stands):,} 天，最早 {stands[0]}",
    ]
    spread = [stands[(len(stands) - 1) * nth // 4] for nth in range(5)]
    assert told[3:] == [f"  {on}  {site['base_url']}{day_path(on)}" for on in spread]


def test_where_lists_all_dates_on_demand() -> None:
    told = lines("where", "data/corpus/year-month-relation.md:8", "--dates")
    count = int(told[2].split()[1].replace(",", ""))
    assert count > 5
    assert len(told) == 3 + count
    assert told[3:] == sorted(told[3:])


def test_a_key_means_all_its_variants_and_a_variant_itself(corpus: Corpus) -> None:
    key, variants = next((k, v) for k, v in corpus.fragments["wealth"].items() if len(v) > 1)
    told = [line for line in lines("where", f"wealth/{key}") if line.startswith("wealth/")]
    assert told == [f"{f.id}　{f.path}:{f.line}" for f in variants]
    told = lines("where", variants[1].id)
    assert told[:2] == [
        f"{variants[1].id}　{variants[1].path}:{variants[1].line}",
        variants[1].text,
    ]


def test_a_line_is_its_paragraph_s_its_claim_s_or_its_heading_s(corpus: Corpus) -> None:
    fragment = corpus.fragments["season"]["甲日寅月"][0]
    claim = corpus.claims[fragment.id]
    heading = claim.line - 2
    for file in ("data/corpus/season.md", "./season.md", str(ROOT / "data/corpus/season.md")):
        for line in (heading, fragment.line, fragment.line + 1):
            assert find(f"{file}:{line}", ROOT / "data", corpus) == (fragment,)
        assert find(f"{file}:{claim.line}", ROOT / "data", corpus) == (claim,)
    assert find(claim.id, ROOT / "data", corpus) == (claim,)
    told = lines("where", claim.id)
    assert told[:2] == [f"{claim.id}　{claim.path}:{claim.line}", claim.text]


@pytest.mark.parametrize("name", ["golden/1990-05-20", "data/golden/1990-05-20.md:13"])
def test_a_golden_reading_stands_on_its_date(name: str, site: Site) -> None:
    told = lines("where", name)
    assert told[-2:] == [
        "用在 1 天，最早 1990-05-20",
        f"  1990-05-20  {site['base_url']}/bazi/1990-5-20/",
    ]


@pytest.mark.parametrize(
    ("name", "said"),
    [
        ("甲", "不認得「甲」— 寫成「day-stem/甲」"),
        ("stem/甲", "不認得「stem/甲」— 寫成「day-stem/甲」"),
        ("day-stem/", "不認得「day-stem/」— 寫成"),
        ("day-stem/子", "day-stem 沒有「子」這一段 — 鍵照檔案裡的標題寫，如「day-stem/甲」"),
        ("day-stem/甲（九）", "day-stem 沒有「甲（九）」這一段"),
        ("day-stem/甲（直說）", "day-stem 沒有「甲（直說）」這一段"),
        ("golden/1990-05-21", "沒有 1990-05-21 的親筆"),
        ("data/golden/1990-05-21.md:3", "沒有 1990-05-21 的親筆"),
        ("data/corpus/day-stem.md:1", "data/corpus/day-stem.md:1 還沒到第一段"),
        ("data/lead.yaml:18", "data/lead.yaml 裡的字不是日期頁的段落"),
        ("data/corpus/nothing.md:18", "data/corpus/nothing.md 裡的字不是日期頁的段落"),
    ],
)
def test_what_is_no_place_is_refused_in_one_sentence(name: str, said: str) -> None:
    told = refused("where", name)
    assert told.startswith(said)
    assert " — " in told or "— " in told
    assert "\n" not in told


def places(words: str, content: Content) -> set[str]:
    return {found.what for found in search(words, content)}


def test_words_filled_into_a_slot_lead_to_the_fragments_with_the_slot(content: Content) -> None:
    found = search("扶日主的只占三成二", content)
    assert found
    assert all("扶日主的{扶身現況}" in each.sentence for each in found)
    assert {each.what for each in found} == {
        f.id for f in content.corpus.listed if "扶日主的{扶身現況}" in f.text
    }


def test_any_half_sentence_of_any_page_leads_to_its_fragment(
    days: dict[date, Day], charts: dict[date, Chart], content: Content
) -> None:
    """From 300 dates, words of a paragraph with slots, wherever they begin and end.

    But the closing, whose slots hold texts that editors write: those are found instead.
    """
    draw = random.Random(1950)
    slotted = {f.id for f in content.corpus.listed if len(f.parts) > 1 and f.facet != "closing"}
    for on in draw.sample(sorted(days), 300):
        reading = compose(days[on], charts[on], content.corpus)
        paragraph = draw.choice([p for p in printed(reading) if p.fragment in slotted])
        length = draw.randrange(12, 40)
        begin = draw.randrange(len(paragraph.text) - length)
        words = paragraph.text[begin : begin + length]
        assert paragraph.fragment in places(words, content), (on, words)


@pytest.mark.parametrize(
    ("words", "path", "sentence"),
    [
        ("絲瓜藤不問牆", "data/golden/1990-05-20.md:11", "絲瓜藤不問牆答不答應，先伸一根鬚過去試試。"),
        ("先伸出鬚去", "data/golden/1990-05-20.md:4", "你是一根先伸出鬚去試試牆的藤，長在立夏以後愈來愈亮的光裡。"),
        ("在命盤裡代表「我」", "data/terms.yaml", "日柱上面的那個天干，在命盤裡代表「我」。"),
        ("你是一條繞著籬笆往上爬的藤，生在", "data/lead.yaml", "一條繞著籬笆往上爬的藤"),
        ("照誰都\n  一樣的太陽", "data/lead.yaml", "一輪照誰都一樣的太陽"),
        ("心熱得快，只是", "data/gists.yaml", "心熱得快，只是口氣還有點硬"),
        ("次只接一件難的；你一被催就熱心，常常忙著應付別人", "data/gists.yaml", "一被催就熱心，常常忙著應付別人"),
        ("只是口氣硬；先把自己暖起來", "data/corpus/season.md:8", "你很容易為一件事熱心起來，只是口氣硬；"),
    ],
)  # fmt: skip
def test_each_kind_of_text_is_found(data: Path, words: str, path: str, sentence: str) -> None:
    found = search(words, inputs.check(data)[0])
    assert len({(each.path, each.line) for each in found}) == 1
    assert f"{found[0].path}:{found[0].line}".startswith(path)
    assert sentence in found[0].sentence


def test_every_text_of_the_tables_is_found_by_its_words(content: Content) -> None:
    for text in content.tables.texts:
        assert (text.path, text.line) in {
            (found.path, found.line) for found in search(text.text[3:17], content)
        }


def test_search_prints_place_and_sentence_and_no_more_than_helps(
    data: Path, tmp_path: Path
) -> None:
    assert lines("search", "擋路的大件", data=data)[:2] == [
        "data/corpus/day-stem.md:8 day-stem/甲",
        "  擋路的大件，常常就這樣進了屋。",
    ]
    few = lines("search", "日主")
    assert len(few) == 81
    assert few[-1].startswith("還有 ")
    assert len(lines("search", "日主", "--all")) > 200
    assert refused("search", "無此一句").startswith("找不到「無此一句」— 照頁面抄連續的一句")
    # Also while there are problems: that is when editors look for things.
    broken = Path(shutil.copytree(data, tmp_path / "data"))
    path = broken / "corpus" / "day-stem.md"
    path.write_text(path.read_text().replace("擋路", "視頻"))
    assert "day-stem.md:8" in run("search", "視頻的大件", data=broken).output

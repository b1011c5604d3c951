"""A build that takes pages from the live release makes the very release that one from nothing makes."""

from __future__ import annotations

import shutil
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from generator import press
from generator.inputs import Source
from generator.pages.almanac import almanac
from tests.desk import DATES, ROOT, Desk


@pytest.fixture(scope="module", autouse=True)
def quick() -> Iterator[None]:
    """Pictures that take no time, and tables that all workers inherit."""
    almanac()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(press, "picture_files", pictures)
        yield


def pictures(source: Source) -> Iterator[tuple[str, bytes]]:
    yield "og/site.png", source.content.site["tagline"].encode()


def golden_added(desk: Desk, nth: int) -> None:
    text = (ROOT / "data" / "golden" / "1990-05-20.md").read_text()
    on = f"1990-06-{nth % 5 + 1:02}"
    (desk.folder / "data" / "golden" / f"{on}.md").write_text(text.replace("1990-05-20", on))


def golden_removed(desk: Desk, nth: int) -> None:
    (desk.folder / "data" / "golden" / "1990-05-20.md").unlink(missing_ok=True)


def variant_added(desk: Desk, nth: int) -> None:
    with (desk.folder / "data" / "corpus" / "day-stem.md").open("a") as file:
        file.write(f"\n## {'甲乙丙丁'[nth % 4]}（第{nth}）\n\n{{日主}}在這裡，你多一種寫法。\n")


def variant_removed(desk: Desk, nth: int) -> None:
    file = desk.folder / "data" / "corpus" / "day-stem.md"
    blocks = file.read_text().split("\n## ")
    kept = [b for b in blocks if not b.startswith(f"{'甲乙丙丁'[nth % 4]}（二）")]
    file.write_text("\n## ".join(kept))


def of(path: str, old: str, new: str) -> Callable[[Desk, int], None]:
    return lambda desk, nth: desk.edit(path, old, new, nth)


EDITS: dict[str, Callable[[Desk, int], None]] = {
    "fragment": of("data/corpus/day-pillar.md", "。", "吧。"),
    "fragment of many": of("data/corpus/day-stem.md", "。", "呢。"),
    "claim": of("data/corpus/season.md", "\n> 你", "\n> 如今你"),
    "slot": of("data/corpus/phase.md", "。", "，{日柱}。"),
    "other side": of("data/corpus/month-pillar.md", "。", "了。"),
    "gist": of("data/gists.yaml", ": ", ": 很"),
    "rule of a facet": of("data/corpus/wealth.md", "rule: ", "rule: 十神 # "),
    "variant added": variant_added,
    "variant removed": variant_removed,
    "golden added": golden_added,
    "golden removed": golden_removed,
    "golden of another date": of("data/golden/1950-01-01.md", "。", "啦。"),
    "lead": of("data/lead.yaml", "[一", "[又一"),
    "plain": of("data/plain.yaml", ": ", ": 也"),
    "term": of("data/terms.yaml", "。", "喔。"),
    "rule": of("data/rules.yaml", "。", "嘛。"),
    "table": of("data/tables/flow-year.md", "。", "哦。"),
    "setting": of("data/site.yaml", "disclaimer: ", "disclaimer: 先說，"),
    "tagline": of("data/site.yaml", "tagline: ", "tagline: 又"),
    "style": of("templates/style.css", "}", " }"),
    "shared template": of("templates/base.html", "跳到正文", "到正文"),
    "included template": of("templates/date/more.html", "回到最上面", "回最上面"),
    "template of a piece": of("templates/date/arcs.html", "</g>", " </g>"),
    "imported template": of("templates/macros.html", "</a>", " </a>"),
    "year's template": of("templates/year.html", "</", " </"),
    "template of one page": of("templates/zodiac.html", "</", " </"),
    "dynamic template": of("templates/date.html", '"date/head.html"', '"date/" ~ "head.html"'),
}


def test_each_kind_of_edit_is_published_as_from_nothing(tmp_path: Path) -> None:
    """One after the other upon the same release, so that spare and live are of all ages."""
    desk = Desk(tmp_path)
    assert desk.press().pressed == DATES
    pressed = {}
    for name, edit in EDITS.items():
        edit(desk, 1)
        pressed[name] = desk.pressed_as_from_nothing()
    everywhere = {
        "setting",
        "tagline",
        "rule of a facet",
        "shared template",
        "included template",
        "template of a piece",
        "dynamic template",
    }
    assert {name for name, dates in pressed.items() if dates == DATES} == everywhere
    nowhere = {
        "imported template",
        "term",
        "rule",
        "table",
        "style",
        "year's template",
        "template of one page",
        "golden of another date",
    }
    assert {name for name, dates in pressed.items() if dates == 0} >= nowhere
    assert pressed["golden added"] == pressed["golden removed"] == 1


@settings(max_examples=6, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(
    st.lists(st.tuples(st.sampled_from(sorted(EDITS)), st.integers(0, 40)), min_size=1, max_size=4)
)
def test_any_edits_together_are_published_as_from_nothing(
    tmp_path_factory: pytest.TempPathFactory, edits: list[tuple[str, int]]
) -> None:
    desk = Desk(tmp_path_factory.mktemp("desk"))
    desk.press()
    for name, nth in edits:
        try:
            EDITS[name](desk, nth)
        except AssertionError:  # what it replaces is gone already
            continue
    desk.pressed_as_from_nothing()
    shutil.rmtree(desk.folder)

"""Pieces of markup: closed, escaped once, rendered once, and the same bytes as from nothing."""

from __future__ import annotations

from datetime import date

import pytest
from jinja2 import DictLoader, Environment, TemplateAssertionError, TemplateSyntaxError

from generator.chart import calendar
from generator.content.inputs import Source
from generator.pages.almanac import Counts
from generator.pages.edition import Edition
from generator.pages.render import Pieces

DATES = (
    date(1950, 1, 1), date(1950, 1, 2), date(1958, 3, 6), date(1963, 6, 6), date(1966, 2, 4),
    date(1984, 2, 4), date(1990, 5, 20), date(1990, 5, 6), date(1999, 12, 7), date(2000, 1, 1),
    date(2012, 8, 7), date(2025, 12, 31),
)  # fmt: skip
"""Of each cohort; with and without a term, before noon and after; golden and composed."""


def test_a_page_is_the_same_whatever_was_made_before_it(source: Source, counts: Counts) -> None:
    days = [calendar.day(on) for on in DATES]
    assert {day.turn.noon_after for day in days if day.turn} == {True, False}
    kept = Edition(source, counts)
    for on in DATES:
        kept.page(kept.entry(on))
    for on in DATES:
        fresh = Edition(source, counts)
        assert kept.page(kept.entry(on)) == fresh.page(fresh.entry(on)), on


def env_of(**templates: str) -> Environment:
    loader = DictLoader(templates)
    return Environment(loader=loader, extensions=[Pieces], autoescape=True)


def test_a_piece_escapes_its_values_once() -> None:
    text = "{% piece text = text %}<p>{{ text }}</p>{% endpiece %}"
    macro = f"{{% macro again(text) %}}{text}{{% endmacro %}}{{{{ again(text) }}}}"
    page = env_of(page=text + macro).get_template("page")
    for _ in range(2):
        assert page.render(text="<甲&乙>") == "<p>&lt;甲&amp;乙&gt;</p>" * 2


def test_a_piece_is_rendered_once_for_each_set_of_values() -> None:
    env = env_of(
        page="{% for a, b in pairs %}{% piece a = a, b = b %}{{ told(a) }}{{ b }}{% endpiece %};{% endfor %}"
    )
    rendered: list[str] = []

    def told(name: str) -> str:
        rendered.append(name)
        return name

    env.globals["told"] = told
    pairs = [("甲", 1), ("乙", 1), ("甲", 1), ("甲", 2)]
    for _ in range(2):
        assert env.get_template("page").render(pairs=pairs) == "甲1;乙1;甲1;甲2;"
    assert rendered == ["甲", "乙", "甲"]


def test_two_pieces_with_the_same_values_stay_apart() -> None:
    env = env_of(
        page="{% piece n = n %}<b>{{ n }}</b>{% endpiece %}{% piece n = n %}<i>{{ n }}</i>{% endpiece %}"
    )
    assert env.get_template("page").render(n=1) == "<b>1</b><i>1</i>"


def test_a_piece_that_uses_what_its_tag_does_not_name_is_refused_with_its_line() -> None:
    env = env_of(page="一\n{% piece a = day %}\n{{ a }}{{ day }}{{ site }}\n{% endpiece %}")
    with pytest.raises(
        TemplateSyntaxError, match="a piece knows only what its tag names, not day, site"
    ) as raised:
        env.get_template("page")
    assert raised.value.lineno == 2


def test_a_piece_without_values_is_markup_of_the_page() -> None:
    env = env_of(page="{% piece %}<a href='{{ url }}'>&</a>{% endpiece %}")
    env.globals["url"] = "/?a&b"
    assert env.get_template("page").render() == "<a href='/?a&amp;b'>&</a>"


def test_an_unknown_filter_in_a_piece_is_told_at_its_line() -> None:
    text = "<p>\n{% piece text = text %}\n{{ text|nosuch }}{% endpiece %}"
    with pytest.raises(TemplateAssertionError, match="No filter named 'nosuch'") as failed:
        env_of(page=text).get_template("page")
    assert (failed.value.name, failed.value.lineno) == ("page", 3)

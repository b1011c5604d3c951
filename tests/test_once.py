"""What the pages that stand once are given: less than all content, and enough."""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from datetime import date

import pytest

from generator.content.corpus import Corpus
from generator.inputs import Source
from generator.outlook import Outlook
from generator.pages.once import ONCE, once
from generator.pages.site import site_parts
from generator.plan import tiers_of
from generator.press import Press
from generator.render import environment


def pages(source: Source, outlook: Outlook) -> dict[str, bytes]:
    """All of them, made of all content."""
    tiers = tiers_of(outlook.plan, source.content.corpus)
    env = environment(source.templates, source.content.site)
    parts = site_parts(env, source, outlook.plan.census, dict(tiers), outlook.almanac)
    return {path: make() for path, make in parts}


def pressed(source: Source, outlook: Outlook) -> dict[str, bytes]:
    """All of them, as a build makes them; none twice."""
    tiers = tiers_of(outlook.plan, source.content.corpus)
    press = Press(source, outlook, tiers)
    made = [file for files in (press.home(), press.pillars(), press.site()) for file in files]
    assert max(Counter(path for path, _ in made).values()) == 1
    return dict(made)


def with_corpus(source: Source, corpus: Corpus) -> Source:
    return replace(source, content=replace(source.content, corpus=corpus))


def test_they_are_the_same_from_less(source: Source, outlook: Outlook) -> None:
    corpus = source.content.corpus
    for name in ONCE:
        assert once(source)[name].content.corpus.count < corpus.count / 10
    assert pressed(source, outlook) == pages(source, outlook)


@pytest.mark.parametrize("example_is_golden", [False, True])
def test_the_example_is_read_whole(
    source: Source, outlook: Outlook, example_is_golden: bool
) -> None:
    corpus = source.content.corpus
    golden = {date(1993, 3, 30): corpus.golden[date(1990, 5, 20)]} if example_is_golden else {}
    changed = with_corpus(source, replace(corpus, golden=golden))
    assert pressed(changed, outlook) == pages(changed, outlook)


def test_a_key_that_only_the_generic_text_serves_is_no_failure(
    source: Source, outlook: Outlook
) -> None:
    held = dict(source.content.corpus.fragments["day-pillar"])
    held["其他"] = held.pop("甲子")
    fragments = source.content.corpus.fragments | {"day-pillar": held}
    lacking = with_corpus(source, replace(source.content.corpus, fragments=fragments))
    page = pressed(lacking, outlook)["day-pillar/jia-zi/index.html"].decode()
    assert held["其他"][0].text in page

"""The commands that find things: a date's reading, the dates of a paragraph, the texts that hold some words.

In: what was typed. Out: lines on the terminal.
"""

from datetime import date

import click

from generator.chart import calendar, chart, labels
from generator.chart.census import charts_between
from generator.chart.labels import day_path
from generator.commands.editing import faultless
from generator.commands.options import DateType, Folders, existing
from generator.content import inputs
from generator.editor.places import UnknownPlaceError, find, search
from generator.editor.usage import dates_of, spread
from generator.reading.compose import TIERS, Reading, read
from generator.reading.facets import PERSPECTIVES

_EXAMPLES = 5
_SHOWN = 40
"""Texts that a search prints; more is no answer."""


@click.command()
@click.argument("on", metavar="日期", type=DateType())
@click.option("--view", type=click.Choice(PERSPECTIVES), default="neutral", help="視角。")
@click.option("--trace", is_flag=True, help="每段下面印出檔名、行號與規則。")
@click.pass_obj
def show(folders: Folders, on: date, view: str, trace: bool) -> None:
    """把某一天的解讀印在終端機上。"""
    content = faultless(folders)
    day = calendar.day(on)
    of_day = chart(day)
    reading = read(day, of_day, content.corpus)
    click.echo(f"{labels.date_zh(on)}　農曆{labels.lunar_zh(day.lunar)}　{of_day.text}")
    click.echo(
        f"{of_day.strength.name}　{of_day.pattern.name}　{day.term.name}　{day.pentad}　"
        f"{TIERS[reading.tier]}　{reading.word_count(view)} 字　{PERSPECTIVES[view]}"
    )
    _echo_sections(reading, view, trace)


def _echo_sections(reading: Reading, view: str, trace: bool) -> None:
    for section in reading.views[view]:
        click.echo(f"\n【{section.name}】")
        # Where they come from is told of those that were chosen, each by itself.
        for paragraph in section.paragraphs if trace else section.printed:
            click.echo(paragraph.text)
            if trace:
                rules = "、".join(paragraph.rules)
                at = f"{paragraph.path}:{paragraph.line}"
                click.secho(f"  {at} {paragraph.fragment} {rules}", dim=True)


@click.command()
@click.argument("fragment", metavar="段落")
@click.option("--dates", is_flag=True, help="列出每一天。")
@click.pass_obj
def where(folders: Folders, fragment: str, dates: bool) -> None:
    """一段用在幾天，並舉出其中幾天和它們的頁面。

    段落寫 `show --trace` 印出的名字，或檔名與行號，或「檔名/鍵」，例如
    image/甲・身弱、image/甲・身弱（二）、data/corpus/image.md:8、golden/1990-05-20。
    頁面寫的是路徑：新的字還沒有出版，在預覽（make preview）裡打開。
    """
    content = faultless(folders)
    try:
        found = find(fragment, content, folders[0])
    except UnknownPlaceError as error:
        raise click.ClickException(str(error)) from None
    charts = charts_between()
    for place in found:
        click.echo(f"\n{place.name}　{place.at}\n{place.text}")
        _echo_dates(dates_of(place, content, charts), every=dates)


def _echo_dates(held: list[date] | None, *, every: bool) -> None:
    if held is None:
        click.echo("不是一天一天挑的文字，不數天數")
        return
    click.echo(f"用在 {len(held):,} 天" + (f"，最早 {held[0]}" if held else ""))
    for on in held if every else spread(held, _EXAMPLES):
        click.echo(f"  {on}  {day_path(on)}")


@click.command("search")
@click.argument("text", metavar="半句話")
@click.option("--all", "every", is_flag=True, help=f"超過 {_SHOWN} 處也全部印出來。")
@click.pass_obj
def find_text(folders: Folders, text: str, every: bool) -> None:
    """找出這半句話寫在哪裡；從頁面上抄就好。

    由空格填出來的字，靠旁邊寫好的字找；印出來的是原來寫的樣子，連同空格。
    """
    content, _ = inputs.check(existing(folders)[0])
    found = search(text, content)
    shown = found if every else found[:_SHOWN]
    for each in shown:
        click.echo(f"{each.place.at} {each.place.name}\n  {each.sentence}")
    if not found:
        raise click.ClickException(
            f"找不到「{text}」— 照頁面抄連續的一句，不跨段落；整個都是干支五行的，連旁邊的字一起抄"
        )
    if len(shown) < len(found):
        click.echo(f"還有 {len(found) - len(shown):,} 處 — 多抄幾個字再找，或加上 --all")

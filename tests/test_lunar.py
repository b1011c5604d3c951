"""The table of lunar years, read back by its description and compared with the calendar."""

from __future__ import annotations

from datetime import date, timedelta

from generator.calendar import Day, LunarDate
from generator.pages.lunar import lunar_table


def read_back(table: str) -> dict[date, LunarDate]:
    """Every date of the table's lunar years."""
    first, *words = table.split(" ")
    dates = {}
    for year, word in enumerate(words, int(first)):
        assert len(word) == 5
        number = int(word, 36)
        leap = number >> 13 & 0b1111
        on = date(year, 1, 21) + timedelta(days=number >> 17)
        order = [(month, False) for month in range(1, 13)]
        if leap:
            order.insert(leap, (leap, True))
        for place, (month, is_leap) in enumerate(order):
            for day in range(1, 31 if number >> place & 1 else 30):
                dates[on] = LunarDate(year, month, day, is_leap)
                on += timedelta(days=1)
    return dates


def test_every_date_of_the_range_is_in_the_table(days: dict[date, Day]) -> None:
    dates = read_back(lunar_table())
    assert {on: dates.get(on) for on in days} == {on: day.lunar for on, day in days.items()}


def test_the_table_is_one_line_of_lunar_years_without_a_gap() -> None:
    table = lunar_table()
    assert table.isascii()
    assert len(table) <= 900
    dates = read_back(table)
    first = min(dates)
    assert list(dates) == [first + timedelta(days=n) for n in range(len(dates))]
    assert (min(dates), max(dates)) == (date(1949, 1, 29), date(2026, 2, 16))

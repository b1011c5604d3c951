"""Which characters are Simplified is what OpenCC says, whether it is asked or not."""

from __future__ import annotations

from generator.content.wording import IN_BIG5, asked, simplified


def test_the_simplified_characters_of_big5_are_those_that_opencc_tells() -> None:
    big5 = {
        bytes((high, low)).decode("big5", "ignore")
        for high in range(0xA1, 0xFA)
        for low in (*range(0x40, 0x7F), *range(0xA1, 0xFF))
    }
    assert asked(one for one in big5 if len(one) == 1) == IN_BIG5


def test_of_characters_that_big5_does_not_have_opencc_is_asked() -> None:
    assert simplified("国說着咔〇后乾A。") == set("国着后")

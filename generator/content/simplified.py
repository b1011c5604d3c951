"""Which characters are written so in Simplified Chinese alone.

In: characters. Out: those of them. Never changes a text: every converter known damages this
vocabulary (丑 becomes 醜), so OpenCC only detects.
"""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Iterable

    from opencc import OpenCC

IN_BIG5 = frozenset(
    "万与丑丰么于云仆价优伙体余佣儿党凄准几凶划占厂厘台吁后吨听咨咸圣坏复夸宁尸岩岭岳帘干并庄异征忏怀怜惊愿扑扰挂据斗昵晒朴机"
    "杠杰极构柜栖棱檐气污沄泄泞洁洒洼涂涌淀游炖熏瓮痒痹睾确离种筑篱网羡肮肴胜腊腌膻苹范茧荐蒏蔂虫虮虱蚕蚝蜡蝎触赶跖踊辟适郁采里雇霉"
)
"""Those of Big5, Taiwan's own set of 13,000. Most are another word's Traditional character too."""


def simplified(characters: Iterable[str]) -> frozenset[str]:
    """Those that are written so in Simplified Chinese alone, as OpenCC tells it."""
    among = frozenset(characters)
    known = frozenset("".join(among).encode("big5", "ignore").decode("big5"))
    # Its dictionaries take longer to load than all texts to judge, which nearly never need them.
    return among & IN_BIG5 | asked(one for one in among - known if one > "\u3400")


def asked(characters: Iterable[str]) -> frozenset[str]:
    """Those of which OpenCC says so."""
    return frozenset(
        one
        for one in characters
        if _converter("s2tw").convert(one) != one == _converter("t2s").convert(one)
    )


@cache
def _converter(name: str) -> OpenCC:
    """Kept, since to let go of one takes as long again as to load it."""
    from opencc import OpenCC

    return OpenCC(name)

"""Which tests run in one worker."""

from __future__ import annotations

import re
from pathlib import Path

from xdist.scheduler import LoadScopeScheduling

ROOT = Path(__file__).resolve().parent.parent
OF_EVERY_DATE = re.compile(
    r"\b((charts|readings): dict|of_range: Range|counts: Counts|whole: tuple)\b"
)
"""Parameters of tests that ask for what is made of every date."""


class ByModule(LoadScopeScheduling):  # type: ignore[misc]
    """A module stays in one worker; those that ask for what is made of every date share one."""

    def _split_scope(self, nodeid: str) -> str:
        path = nodeid.partition("::")[0]
        return "every date" if OF_EVERY_DATE.search((ROOT / path).read_text()) else path

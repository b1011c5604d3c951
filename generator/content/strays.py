"""The files of `data/` by name: whatever else lies there is a mistake of whoever put it there.

In: the data folder. Out: a problem in it for each file that nothing reads. Opens no file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from generator.reading.facets import FACETS

if TYPE_CHECKING:
    from generator.content.text_file import Data

FILES = frozenset((
    "README.md", "STYLE.md", "gists.yaml", "intros.yaml", "lead.yaml", "plain.yaml", "products.yaml",
    "rules.yaml", "services.yaml", "site.yaml", "terms.yaml", "wording.yaml", "words.yaml",
    "pages/about.md", "pages/method.md", "pages/privacy.md",
    "tables/compatibility.md", "tables/flow-year.md", "tables/levels.yaml",
    *(f"corpus/{facet.name}.md" for facet in FACETS),
))  # fmt: skip
"""All that `data/` holds, but for a Markdown file in `golden/` for each date with a golden reading."""

_CURE = "多出來的副本就刪掉；名字打錯就改對（親筆是 golden/1990-05-20.md）；別的檔案移到外面"


def check_names(data: Data) -> None:
    """Tell of each file that is not read, but for what systems and editing programs leave."""
    for path in (
        each.relative_to(data.folder) for each in data.folder.rglob("*") if each.is_file()
    ):
        name = path.as_posix()
        golden = path.parent.as_posix() == "golden" and path.suffix == ".md"
        left = any(part.startswith((".", "#")) or part.endswith("~") for part in path.parts)
        if not (name in FILES or golden or left):
            data.file(name).tell(1, "C01", "這個檔案不會用到", _CURE)

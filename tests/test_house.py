"""The laws of the house: who may import whom, how long a file may be, what the tree holds."""

from __future__ import annotations

import ast
import re
import subprocess
from collections import Counter
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
SOURCES = sorted([*ROOT.glob("generator/**/*.py"), *ROOT.glob("api/**/*.py")])


ROOMS = (
    "chart", "reading", "content", "pages", "build", "publish", "editor", "preview", "commands", "cli",
)  # fmt: skip
"""What the press is made of; each may import those before it, none after."""


def imports(path: Path) -> set[str]:
    """Full names of all that a module imports, also inside functions and for types alone."""
    names = set()
    for node in ast.walk(ast.parse(path.read_text())):
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            assert not node.level, f"{path}: a relative import"
            names |= {f"{node.module}.{alias.name}" for alias in node.names}
    return names


def modules() -> dict[str, Path]:
    """Every module of the press by its full name."""
    found = {}
    for path in ROOT.glob("generator/**/*.py"):
        parts = path.relative_to(ROOT).with_suffix("").parts
        found[".".join(parts[:-1] if parts[-1] == "__init__" else parts)] = path
    return found


def test_rooms_import_only_those_before_them() -> None:
    assert {name.split(".")[1] for name in modules() if "." in name} == set(ROOMS)
    for name, path in modules().items():
        if "." in name:
            here = ROOMS.index(name.split(".")[1])
            used = {each.split(".")[1] for each in imports(path) if each.startswith("generator.")}
            assert used <= set(ROOMS[: here + 1]), name


def test_no_module_imports_itself_by_way_of_others() -> None:
    known = modules()
    ahead = {
        name: {m for each in imports(path) for m in (each, each.rpartition(".")[0]) if m in known}
        for name, path in known.items()
    }
    while free := {name for name, used in ahead.items() if not used - {name}}:
        ahead = {name: used - free for name, used in ahead.items() if name not in free}
    assert sorted(ahead) == []


def test_what_keeps_releases_knows_nothing_of_bazi() -> None:
    known = {"stage": {"verify"}, "history": {"verify"}, "releases": {"history", "stage", "verify"}}
    for name in ("verify", "workers", *known):
        used = {
            each for each in imports(ROOT / f"generator/build/{name}.py") if "generator" in each
        }
        assert {each.split(".")[2] for each in used} <= known.get(name, set())
    used = {each for each in imports(ROOT / "generator/publish.py") if "generator" in each}
    assert {each.split(".")[2] for each in used} == {"verify"}


def test_the_door_never_imports_the_press() -> None:
    for path in ROOT.glob("api/**/*.py"):
        assert not {n for n in imports(path) if n.split(".")[0] in ("generator", "lunar_python")}


def test_only_the_calendar_imports_lunar_python() -> None:
    users = [p.name for p in SOURCES if any(n.startswith("lunar_python") for n in imports(p))]
    assert users == ["calendar.py"]


def test_no_two_modules_share_a_name() -> None:
    modules = SOURCES
    names = Counter(path.stem for path in modules if path.name != "__init__.py")
    assert [name for name, times in names.items() if times > 1] == []


def test_one_name_stands_for_one_thing() -> None:
    """Of the classes, functions and constants that modules of the press show each other."""
    found: Counter[str] = Counter()
    for path in modules().values():
        for node in ast.parse(path.read_text()).body:
            if isinstance(node, ast.ClassDef | ast.FunctionDef):
                found[node.name] += 1
            elif isinstance(node, ast.Assign | ast.AnnAssign):
                targets = node.targets if isinstance(node, ast.Assign) else [node.target]
                found.update(each.id for each in targets if isinstance(each, ast.Name))
    shared = {name for name, times in found.items() if times > 1 and not name.startswith("_")}
    assert shared == {"log"}


def test_templates_and_pages_take_the_range_from_the_code() -> None:
    pages = (*(ROOT / "data" / "pages").glob("*.md"), ROOT / "data" / "words.yaml")
    for path in (*(ROOT / "templates").glob("**/*.*"), *pages):
        if path.suffix not in (".woff2", ".svg"):
            text = path.read_text()
            found = re.search(
                r"(?<!在)一九五〇|二〇二五|1950|2025-12-31|2025年|27,?759|24,?703|3,?056|88\.8|37\.2|\b(912|453|563) 天",
                text,
            )
            assert not found, (path, found)


def test_no_template_holds_a_sentence() -> None:
    """What visitors read stands in `data/`; the API's reference is engineers', the others editors'."""
    others = {"reference.html", "report.html", "diff.html"}
    for path in (*ROOT.glob("templates/**/*.html"), ROOT / "templates" / "llms.txt"):
        if path.name not in others:
            text = re.sub(r"{#.*?#}", "", path.read_text(), flags=re.DOTALL)
            assert not re.search("[一-鿿」』）》]，[一-鿿「『（《]|[一-鿿」』）》]。", text), path


def test_only_the_command_line_prints_or_exits() -> None:
    for path in ROOT.glob("generator/**/*.py"):
        if path.name != "cli.py" and path.parent.name != "commands":
            assert not re.search(r"\b(print|sys\.exit|click\.echo)\(", path.read_text()), path


def test_files_stay_short_and_say_what_they_are() -> None:
    markup = [p for p in ROOT.glob("templates/**/*.*") if p.suffix in (".html", ".js", ".css")]
    for path in (*SOURCES, *ROOT.glob("tests/**/*.py"), *markup):
        most = 300 if path.suffix == ".css" else 250
        assert len(path.read_text().splitlines()) <= most, path
    for path in SOURCES:
        assert ast.get_docstring(ast.parse(path.read_text())) or path.name == "__init__.py", path


def test_the_tree_holds_no_path_of_a_machine_and_no_registry() -> None:
    tracked = subprocess.run(
        ["git", "ls-files"], cwd=ROOT, capture_output=True, text=True, check=True
    )
    for name in tracked.stdout.split():
        text = (ROOT / name).read_text(errors="replace")
        assert "/ro" + "ot/" not in text, name
        if name.endswith(".lock"):
            assert "://" not in text, name


def test_the_editors_guide_lists_every_slot_and_facet_as_they_are() -> None:
    from generator.content.source import read_document
    from generator.content.text_file import Data
    from generator.reading.facets import FACETS
    from generator.reading.slots import SLOTS

    data = Data(ROOT / "data")
    guide = (ROOT / "data" / "README.md").read_text()
    rows = [f"| `{{{name}}}` | {reads} |" for name, (reads, _) in SLOTS.items()]
    for facet in FACETS:
        file = f"{facet.name}.md"
        title = read_document(data.file(f"corpus/{file}")).front.get("title").text
        keys = "……".join(dict.fromkeys((facet.keys[0], facet.keys[-1])))
        length = "–".join(map(str, facet.length))
        rows.append(
            f"| `{file}` | {facet.section} | {title} | {keys}（{len(facet.keys)}） | {length} |"
        )
    assert [row for row in rows if row not in guide] == []

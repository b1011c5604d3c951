"""`make bench`: whole builds and builds after an edit, against a floor measured in the same run.

The floor: as many processes as cores write the same bytes into the same files and folders on the
same disk, everything already in memory. Edits are measured against the whole build of their round.
`BENCH_OLD` names a checkout of an earlier commit to be built as well. Machines are shared and
noisy, so only ratios mean anything; each is measured `ROUNDS` times, in turn, in memory and on disk.
"""

from __future__ import annotations

import multiprocessing
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from statistics import median

ROOT = Path(__file__).resolve().parent.parent
OLD = os.environ.get("BENCH_OLD")
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "3"))
TOUCHED = 3 * 2**30
PLACES = {"memory": Path("/dev/shm/wanrishu-bench"), "disk": ROOT / "build" / ".bench"}


def write_share(source: Path, target: Path, names: list[str], ready: object, go: object) -> None:
    """Load a share of the files, wait for the others, then write them."""
    contents = [(name, (source / name).read_bytes()) for name in names]
    ready.wait()  # type: ignore[attr-defined]
    go.wait()  # type: ignore[attr-defined]
    made = set()
    for name, content in contents:
        parent = name.rpartition("/")[0]
        if parent not in made:
            os.makedirs(f"{target}/{parent}", exist_ok=True)
            made.add(parent)
        with open(f"{target}/{name}", "xb", buffering=0) as out:
            out.write(content)


def floor(source: Path, target: Path, jobs: int) -> float:
    """Seconds to write a release's bytes again, split over `jobs` processes."""
    names = sorted(p.relative_to(source).as_posix() for p in source.rglob("*") if p.is_file())
    context = multiprocessing.get_context("fork")
    ready, go = context.Barrier(jobs + 1), context.Event()
    writers = [
        context.Process(target=write_share, args=(source, target, names[i::jobs], ready, go))
        for i in range(jobs)
    ]
    for writer in writers:
        writer.start()
    ready.wait()
    started = time.perf_counter()
    go.set()
    for writer in writers:
        writer.join()
    return time.perf_counter() - started


def touch() -> None:
    """A fresh machine pays for the first touch of its memory: pay before measuring."""
    memory = bytearray(TOUCHED)
    memory[:: 2**12] = b"1" * len(memory[:: 2**12])


def pressed(root: Path, output: Path, desk: Path) -> float:
    """Seconds of `wanrishu build`, as its user waits for it."""
    os.sync()  # nobody pays for the write-back of what was before
    folders = ["--data", str(desk / "data"), "--templates", str(desk / "templates")]
    command = [sys.executable, "-m", "generator.cli", *folders, "build", "--output", str(output)]
    started = time.perf_counter()
    subprocess.run(command, cwd=root, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def turned(path: Path, after: str) -> None:
    """End the first sentence that follows some words in another way, or as it was."""
    text = path.read_text()
    at = text.index("。", text.index(after) + len(after))
    there = text[at - 1] == "吧"
    path.write_text(text[: at - there] + ("。" if there else "吧。") + text[at + 1 :])


def retold(path: Path, key: str) -> None:
    """Lengthen a line of a YAML file by a word, or take the word off again."""
    text = path.read_text()
    line = next(line for line in text.splitlines() if line.startswith(f"  {key}: "))
    path.write_text(text.replace(line, line[:-1] if line.endswith("喔") else f"{line}喔"))


EDITS: dict[str, Callable[[Path, int], None]] = {
    "nothing changed": lambda data, nth: None,
    "one golden reading": lambda data, nth: turned(
        data / "golden" / "1990-05-20.md", ("## 財運", "## 健康", "## 事業")[nth]
    ),
    "a day pillar's text, 463 dates": lambda data, nth: turned(
        data / "corpus" / "day-pillar.md", ("## 乙丑\n", "## 丙寅\n", "## 甲子\n")[nth]
    ),
    "a day master's text, 2,776 dates": lambda data, nth: retold(
        data / "plain.yaml", "丁戊甲"[nth]
    ),
}
"""What is edited, in three ways: a build also catches up with the two edits before it, and those of
a day at the desk are of one kind. The time of the third counts."""


def measured(place: Path, jobs: int) -> dict[str, list[float]]:
    """Seconds of everything, by name."""
    shutil.rmtree(place, ignore_errors=True)
    found: dict[str, list[float]] = {}
    try:
        for turn in range(ROUNDS):
            for name, seconds in one_round(place / str(turn), jobs):
                found.setdefault(name, []).append(seconds)
    finally:
        shutil.rmtree(place, ignore_errors=True)
    return found


def one_round(place: Path, jobs: int) -> Iterator[tuple[str, float]]:
    """(name, seconds) of everything, once."""

    def done_with(folder: Path) -> None:
        # A disk has it to the end: just after a release was removed, it takes half as long again
        # to write one.
        if place.is_relative_to(PLACES["memory"]):
            shutil.rmtree(folder)

    desk, out = place / "desk", place / "out"
    for name in ("data", "templates"):
        shutil.copytree(ROOT / name, desk / name)
    if OLD:
        yield "earlier", pressed(Path(OLD), place / "old", Path(OLD))
        done_with(place / "old")
    yield "whole", pressed(ROOT, out, desk)
    os.sync()
    yield "floor", floor(out / "current", place / "floor", jobs)
    done_with(place / "floor")
    for name, key in (
        ("first edit, all files linked", "乙"),
        ("second, an old release removed", "丙"),
    ):
        retold(desk / "data" / "plain.yaml", key)
        yield name, pressed(ROOT, out, desk)
    for name, edit in EDITS.items():
        for nth in range(3):
            edit(desk / "data", nth)
            last = pressed(ROOT, out, desk)
        yield name, last
    done_with(out)


def main() -> None:
    """Measure and print."""
    jobs = os.cpu_count() or 1
    toucher = multiprocessing.get_context("fork").Process(target=touch)
    toucher.start()
    toucher.join()
    for kind, place in PLACES.items():
        if kind == "memory" and not place.parent.exists():  # Linux alone has it
            continue
        found = measured(place, jobs)
        print(f"{kind}, {jobs} processes, {ROUNDS} rounds")
        for name, seconds in found.items():
            print(f"  {name}: {', '.join(f'{s:.2f} s' for s in seconds)}")
        whole = median(found["whole"])
        for name in ("earlier", "floor"):
            if name in found:
                print(f"  whole / {name}: {whole / median(found[name]):.2f}")
        for name in EDITS:
            print(f"  {name} / whole: {median(found[name]) / whole:.1%}")


if __name__ == "__main__":
    main()

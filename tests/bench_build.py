"""`make bench`: a whole build and builds after an edit, against a floor measured in the same run.

The floor: as many processes as cores write the same bytes into the same files and folders, everything
already in memory. `BENCH_OLD` names a checkout of an earlier commit to be built as well. Machines are
shared and noisy, so only ratios mean anything; each is measured `BENCH_ROUNDS` times, in turn.
"""

from __future__ import annotations

import multiprocessing
import os
import shutil
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from statistics import median
from threading import Barrier

ROOT = Path(__file__).resolve().parent.parent
OLD = os.environ.get("BENCH_OLD")
ROUNDS = int(os.environ.get("BENCH_ROUNDS", "3"))
PLACES = {"memory": Path("/dev/shm/wanrishu-bench"), "disk": ROOT / "build" / ".bench"}


def write_share(source: Path, target: Path, names: list[str], ready: Barrier) -> None:
    """Load a share of the files, wait for the others, then write them."""
    contents = [(name, (source / name).read_bytes()) for name in names]
    ready.wait()
    for name, content in contents:
        path = target / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def floor(source: Path, target: Path, jobs: int) -> float:
    """Seconds to write a release's bytes again, split over `jobs` processes."""
    names = sorted(p.relative_to(source).as_posix() for p in source.rglob("*") if p.is_file())
    context = multiprocessing.get_context("fork")
    ready = context.Barrier(jobs + 1)
    writers = [
        context.Process(target=write_share, args=(source, target, names[i::jobs], ready))
        for i in range(jobs)
    ]
    for writer in writers:
        writer.start()
    ready.wait()
    started = time.perf_counter()
    for writer in writers:
        writer.join()
    return time.perf_counter() - started


def built(root: Path, output: Path, desk: Path) -> float:
    """Seconds of `wanrishu build`, as its user waits for it."""
    os.sync()  # nobody pays for the write-back of what was before
    folders = ["--data", str(desk / "data"), "--templates", str(desk / "templates")]
    command = [sys.executable, "-m", "generator.cli", *folders, "build", "--output", str(output)]
    started = time.perf_counter()
    subprocess.run(command, cwd=root, check=True, stdout=subprocess.DEVNULL)
    return time.perf_counter() - started


def turned(path: Path, heading: str) -> None:
    """End the first sentence under a heading in another way."""
    text = path.read_text()
    at = text.index("。", text.index(heading))
    path.write_text(f"{text[:at]}吧{text[at:]}")


def one_round(place: Path, jobs: int) -> Iterator[tuple[str, float]]:
    """(name, seconds) of everything, once."""
    desk, out = place / "desk", place / "out"
    for name in ("data", "templates"):
        shutil.copytree(ROOT / name, desk / name)
    if OLD:
        yield "earlier", built(Path(OLD), place / "old", Path(OLD))
        shutil.rmtree(place / "old")
    yield "whole", built(ROOT, out, desk)
    yield "floor", floor(out / "current", place / "floor", jobs)
    shutil.rmtree(place / "floor")
    yield "nothing changed", built(ROOT, out, desk)
    turned(desk / "data" / "golden" / "1990-05-20.md", "## 財運")
    yield "one golden reading", built(ROOT, out, desk)
    turned(desk / "data" / "corpus" / "day-pillar.md", "## 甲子\n")
    yield "a day pillar's sentence, 463 dates", built(ROOT, out, desk)
    sums = (out / "current" / "SHA256SUMS").read_bytes()
    shutil.rmtree(out)
    built(ROOT, out, desk)
    if sums != (out / "current" / "SHA256SUMS").read_bytes():
        raise SystemExit("after the edits the release is not that of a build from nothing")


def main() -> None:
    """Measure and print."""
    jobs = os.cpu_count() or 1
    for kind, place in PLACES.items():
        if kind == "memory" and not place.parent.exists():  # Linux alone has it
            continue
        found: dict[str, list[float]] = {}
        for turn in range(ROUNDS):
            shutil.rmtree(place, ignore_errors=True)
            for name, seconds in one_round(place / str(turn), jobs):
                found.setdefault(name, []).append(seconds)
        shutil.rmtree(place, ignore_errors=True)
        print(f"{kind}, {jobs} processes, {ROUNDS} rounds")
        whole = median(found["whole"])
        for name, seconds in found.items():
            ratio = (
                f"{whole / median(seconds):.2f}"
                if name in ("earlier", "floor")
                else f"{median(seconds) / whole:.1%}"
            )
            of = f"whole / {name}" if name in ("earlier", "floor") else f"{name} / whole"
            print(f"  {', '.join(f'{s:.2f} s' for s in seconds)}: {of} = {ratio}")


if __name__ == "__main__":
    main()

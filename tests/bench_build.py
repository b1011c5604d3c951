"""`make bench`: the build against a floor measured in the same run.

The floor: as many processes as cores write the same bytes into the same files and folders
on the same disk, everything already in memory. Machines are shared and noisy, so only the
ratio means anything; each is measured three times, alternately.
"""

from __future__ import annotations

import multiprocessing
import os
import shutil
import time
from pathlib import Path
from statistics import median

from generator import build, inputs

ROOT = Path(__file__).resolve().parent.parent
ROUNDS = 3
TOUCHED = 3 * 2**30


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


def main() -> None:
    """Measure and print."""
    jobs = os.cpu_count() or 1
    scratch = ROOT / "build" / ".bench"
    shutil.rmtree(scratch, ignore_errors=True)
    toucher = multiprocessing.get_context("fork").Process(target=touch)
    toucher.start()
    toucher.join()
    builds, floors = [], []
    try:
        for _ in range(ROUNDS):
            os.sync()  # nobody pays for the other's write-back
            started = time.perf_counter()
            source = inputs.prepare(ROOT / "data", ROOT / "templates")
            built = build.build(source, scratch / "out", jobs=jobs)
            builds.append(time.perf_counter() - started)
            os.sync()
            floors.append(floor(scratch / "out" / "current", scratch / "floor", jobs))
            shutil.rmtree(scratch / "floor")
            shutil.rmtree(scratch / "out")
    finally:
        shutil.rmtree(scratch, ignore_errors=True)
    print(
        f"{built.dates:,} dates, {built.files:,} files, {built.bytes / 1e6:.0f} MB, {jobs} processes"
    )
    for name, seconds in (("build", builds), ("floor", floors)):
        print(f"{name}: {', '.join(f'{s:.2f} s' for s in seconds)}")
    print(
        f"ratio of medians: {median(builds) / median(floors):.1f}, of the best: {min(builds) / min(floors):.1f}"
    )


if __name__ == "__main__":
    main()

"""Renew `package-lock.json` without the funding addresses that npm copies into it."""

from __future__ import annotations

import json
import subprocess
from pathlib import Path

FOLDER = Path(__file__).resolve().parent


def main() -> None:
    subprocess.run(
        ["npm", "install", "--package-lock-only", "--loglevel=error"],
        cwd=FOLDER, check=True, stdout=subprocess.DEVNULL,
    )  # fmt: skip
    lock = FOLDER / "package-lock.json"
    whole = json.loads(lock.read_text("utf-8"))
    for package in whole["packages"].values():
        package.pop("funding", None)
    lock.write_text(json.dumps(whole, indent=2, ensure_ascii=False) + "\n", "utf-8")


if __name__ == "__main__":
    main()

"""`make lighthouse`: what Lighthouse says of five pages of build/current, as a phone would see them.

They come from the door with gzip put in front, for no host serves them uncompressed. The scores
of performance depend on the machine; under each page stand the audits that cost it points.
"""

from __future__ import annotations

import dataclasses
import gzip
import json
import os
import subprocess
import sys
import threading
import urllib.request
from typing import Any

from flask import Flask, Response, request
from waitress.server import create_server

from api import access_log, create_app
from api.config import Settings
from tests.web import programs

PAGES = ["/", "/bazi/1990-5-20/", "/bazi/1990/", "/pair/jia-zi/yi-you/", "/flow-year/"]
CATEGORIES = ["performance", "accessibility", "best-practices", "seo"]
COMPRESSED = ("text/", "application/json", "application/yaml", "image/svg+xml")


def compressing_door() -> Flask:
    app = create_app(dataclasses.replace(Settings.from_environment(), serve_site=True))

    @app.after_request
    def compress(response: Response) -> Response:
        if response.content_type.startswith(COMPRESSED) and "gzip" in request.accept_encodings:
            response.direct_passthrough = False
            response.set_data(gzip.compress(response.get_data()))
            response.headers["Content-Encoding"] = "gzip"
            response.vary.add("Accept-Encoding")
        return response

    return app


def score(url: str, chromium: str, script: str) -> dict[str, Any]:
    done = subprocess.run(
        [
            script, url, "--quiet", "--output=json", "--output-path=stdout",
            f"--only-categories={','.join(CATEGORIES)}",
            f"--chrome-flags=--headless=new {' '.join(programs.FLAGS)}",
        ],
        env=os.environ | {"CHROME_PATH": chromium}, capture_output=True, text=True, check=False,
    )  # fmt: skip
    if done.returncode:
        sys.exit(f"Lighthouse failed on {url}:\n{done.stderr[-2000:]}")
    return json.loads(done.stdout)


def losses(report: dict[str, Any]) -> list[str]:
    """The audits that count and are not perfect, by category."""
    audits = report["audits"]
    return [
        f"{name}: {audit['title']} {audit.get('displayValue', '')}"
        for name in CATEGORIES
        for ref in report["categories"][name]["auditRefs"]
        if ref["weight"] and (audit := audits[ref["id"]])["score"] not in (None, 1)
    ]


def main() -> None:
    try:
        chromium = programs.chromium()
        script = str(programs.npm_packages() / ".bin" / "lighthouse")
    except programs.MissingError as error:
        sys.exit(str(error))
    server = create_server(compressing_door(), host="127.0.0.1", port=0, threads=4, ident=None)
    threading.Thread(target=server.run, daemon=True).start()
    url = f"http://127.0.0.1:{server.effective_port}"
    access_log.STDERR = os.open(os.devnull, os.O_WRONLY)  # no log among the scores
    urllib.request.urlopen(url).close()  # the first answer opens the release
    print(f"{'the door with gzip':24}" + "".join(f"{name:>16}" for name in CATEGORIES), flush=True)
    for path in PAGES:
        report = score(url + path, chromium, script)
        scores = [report["categories"][name]["score"] or 0 for name in CATEGORIES]
        print(f"{path:24}" + "".join(f"{round(100 * value):>16}" for value in scores))
        for line in losses(report):
            print(f"    {line}", flush=True)


if __name__ == "__main__":
    main()

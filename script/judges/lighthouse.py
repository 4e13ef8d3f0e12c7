"""Lighthouse: its scores for accessibility, best practices and search."""

from __future__ import annotations

import os
import shutil
from typing import Any

from script.judges.service import TOOLS, Service, Verdict, first_json, run

PAGES = ("/", "/games/", "/games/types/imhotep/", "/lobby/", "/games/1/", "/about/")
WANTED = ("accessibility", "best-practices", "seo")


def judge(service: Service) -> Verdict:
    chromium = os.environ.get("CHROMIUM") or shutil.which("chromium") or ""
    found = []
    for page in PAGES:
        said: Any = first_json(
            run(
                [
                    *(str(TOOLS / ".bin" / "lighthouse"), service.address + page, "--quiet"),
                    *("--output=json", f"--only-categories={','.join(WANTED)}"),
                    "--chrome-flags=--headless=new --no-sandbox",
                ],
                CHROME_PATH=chromium,
            )
        )
        for name in WANTED:
            score = said["categories"][name]["score"]
            if score != 1:
                missed = [
                    one["id"]
                    for one in said["categories"][name]["auditRefs"]
                    if one["weight"] and said["audits"][one["id"]]["score"] not in (1, None)
                ]
                found.append(f"{page} {name} {100 * (score or 0):.0f}: {', '.join(missed)}")
    return Verdict(f"{len(PAGES)} pages", found)

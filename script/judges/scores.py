"""Lighthouse gives the main pages its scores."""

from __future__ import annotations

import json
import os
import shutil
from typing import Any

from script.judges.service import TOOLS, Absent, Service, Verdict, first_json, run
from script.judges.visiting import one_of_each, sort
from tests.browser import SHELL, WHOLE

PUBLIC = (
    *("/", "/games/", "/lobby/", "/games/types/imhotep/", "/games/types/bali/leaderboard/"),
    "/about/",
)
#: What crawlers are to leave alone is not judged for how they find it.
SIGN_IN = "/accounts/login/"
OWN = ("/my/", "/accounts/profile/", "/notifications/settings/")
CATEGORIES = ("accessibility", "best-practices", "seo")


def judge(service: Service) -> Verdict:
    names = (*WHOLE, SHELL)
    browser = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    if not browser:
        raise Absent("Lighthouse needs a Chromium of this machine")
    cookie = f"sessionid={service.signed_in().cookies['sessionid']}"
    runs, found = 0, []
    for size in ("mobile", "desktop"):
        for page in (*PUBLIC, SIGN_IN, *OWN, *tables(service)):
            runs += 1
            options = ["--preset=desktop"] if size == "desktop" else []
            if page not in (*PUBLIC, SIGN_IN):
                options.append(f"--extra-headers={json.dumps({'Cookie': cookie})}")
            report = asked(service.address + page, browser, options)
            public = page not in (SIGN_IN, *OWN)
            found += [f"{page} ({size}): {said}" for said in below(report, seo=public)]
    return Verdict(f"{runs} runs", found)


def tables(service: Service) -> list[str]:
    """A table of each game type, as a player sees it."""
    kept = {sort(page): page.path for page in one_of_each(service) if page.who == "player"}
    return [path for name, path in kept.items() if name.startswith("/games/N/ ")]


def asked(url: str, browser: str, options: list[str]) -> Any:
    flags = "--headless=new --disable-gpu --disable-dev-shm-usage"
    flags += " --no-sandbox" if os.geteuid() == 0 else ""
    only = [f"--only-categories={','.join(CATEGORIES)}", "--output=json", "--quiet"]
    command = [str(TOOLS / ".bin" / "lighthouse"), url, *only, f"--chrome-flags={flags}", *options]
    return first_json(run(command, CHROME_PATH=browser))


def below(report: Any, *, seo: bool) -> list[str]:
    """The scores that are not full, and what they lack."""
    said = []
    for name in CATEGORIES if seo else CATEGORIES[:2]:
        category = report["categories"][name]
        if category["score"] == 1:
            continue
        lacks = [
            report["audits"][ref["id"]]["title"]
            for ref in category["auditRefs"]
            if ref["weight"] and report["audits"][ref["id"]]["score"] not in (None, 1)
        ]
        score = "none" if category["score"] is None else round(category["score"] * 100)
        said.append(f"{name} {score}: {', '.join(lacks)}")
    return said

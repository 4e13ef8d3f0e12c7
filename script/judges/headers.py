"""The MDN HTTP Observatory grades the headers that the production settings give."""

from __future__ import annotations

import sys

from script.judges.service import ROOT, Service, Verdict, first_json, run

SETTINGS = {
    "BOARDGAMES_ENV": "production",
    "DEBUG": "",
    "SITE_URL": "https://games.example.org",
    "CONTACT": "help@example.org",
    "HSTS_SECONDS": str(60 * 60 * 24 * 365),
}
BEST = "A+"
#: A page with a form, which brings its cookie.
PAGE = "/accounts/login/"


def judge(service: Service) -> Verdict:
    home = {"BOARDGAMES_HOME": str(service.folder / "home")}
    command = [sys.executable, "-m", "script.judges.answering", PAGE]
    answers = service.folder / "answers.json"
    answers.write_text(
        run(command, DJANGO_SETTINGS_MODULE="boardgames.settings", **home, **SETTINGS)
    )
    tool = ["node", str(ROOT / "script" / "judges" / "observatory.mjs"), str(answers)]
    said = first_json(run(tool))
    assert isinstance(said, dict)
    found = said["failed"]
    if said["grade"] != BEST:
        found = [*found, f"{said['grade']} instead of {BEST}"]
    return Verdict(f"{said['grade']}, {said['score']} points", found)

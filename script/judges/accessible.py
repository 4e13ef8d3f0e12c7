"""axe looks at a page of each sort: on a phone and on a desk, by day and by night."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page as Tab

from script.judges.browsing import LOOKS, chromium, opened
from script.judges.service import TOOLS, Service, Verdict
from script.judges.visiting import one_of_each, sort

#: The design kit shows each part twice, by day and by night.
TWICE = ("/kit/", "landmark-unique")
#: Numbers drawn on what can be chosen on a board are its values: its name says them in words.
DRAWN = ("label-content-name-mismatch", '<a class="choice"')


def judge(service: Service) -> Verdict:
    axe = (TOOLS / "axe-core" / "axe.min.js").read_text()
    pages = {sort(page): page for page in one_of_each(service)}  # the player's, where both see it
    runs, found = 0, []
    with chromium() as browser:
        for look in LOOKS:
            for who in ("stranger", "player"):
                with opened(browser, service, who, look) as context:
                    tab = context.new_page()
                    for page in (each for each in pages.values() if each.who == who):
                        tab.goto(page.path)
                        runs += 1
                        found += [
                            f"{page.path} ({who}, {look}): {said}"
                            for said in violations(tab, axe, page.path)
                        ]
    return Verdict(f"{len(pages)} pages, {runs} runs", found)


def violations(tab: Tab, axe: str, path: str) -> list[str]:
    """What it says of a page, each rule once, with the first that break it."""
    tab.evaluate(axe)
    said: dict[str, Any] = tab.evaluate("axe.run({ resultTypes: ['violations'] })")
    found = []
    for rule in said["violations"]:
        name = rule["id"]
        nodes = [node["html"][:200] for node in rule["nodes"]]
        nodes = [each for each in nodes if not (name == DRAWN[0] and each.startswith(DRAWN[1]))]
        if nodes and (path, name) != TWICE:
            found.append(f"{name}: {rule['help']} {nodes[:3]}")
    return found

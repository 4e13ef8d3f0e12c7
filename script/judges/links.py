"""A crawler of our own follows every link; a browser listens for errors on a page of each sort."""

from __future__ import annotations

from urllib.parse import unquote

from playwright.sync_api import Page as Tab

from script.judges.browsing import LOOKS, chromium, opened
from script.judges.service import Service, Verdict
from script.judges.visiting import Walk, one_of_each, walks

#: Its examples of choices lead nowhere.
KIT = "/kit/"


def judge(service: Service) -> Verdict:
    found = [said for walk in walks(service) for said in broken(walk)]
    pages = one_of_each(service)
    with chromium() as browser:
        for who in ("stranger", "player"):
            with opened(browser, service, who, LOOKS[-1]) as context:
                tab = context.new_page()
                heard = listen_to_tab(tab)
                for page in (each for each in pages if each.who == who):
                    tab.goto(page.path, wait_until="load")
                    found += [f"{page.path} ({who}): {said}" for said in heard]
                    heard.clear()
    links = {(link.url, link.fragment) for walk in walks(service) for link in walk.links}
    asked = sum(len(walk.pages) for walk in walks(service))
    return Verdict(f"{len(links)} links, {asked} addresses, {len(pages)} pages heard", found)


def broken(walk: Walk) -> list[str]:
    """Addresses that answer with an error, and places on pages that are not there."""
    said: dict[object, str] = {}
    for link in walk.links:
        page = walk.pages.get(link.url)
        if page is None:
            continue
        if page.status >= 400:
            said[link.url] = f"{link.url} is {page.status}, linked from {link.page} ({page.who})"
        elif link.page == KIT or not page.html:
            continue
        elif link.fragment and unquote(link.fragment) not in page.ids:
            said[link.url, link.fragment] = (
                f"{link.url} has no #{link.fragment}, linked from {link.page} ({page.who})"
            )
    return list(said.values())


def listen_to_tab(tab: Tab) -> list[str]:
    """What goes wrong in a tab from now on."""
    heard: list[str] = []
    tab.on("pageerror", lambda error: heard.append(f"error: {error}"))
    tab.on(
        "console",
        lambda message: (
            heard.append(f"{message.type}: {message.text}")
            if message.type in ("error", "warning")
            else None
        ),
    )
    tab.on(
        "response",
        lambda answer: (
            heard.append(f"{answer.status} of {answer.url}") if answer.status >= 400 else None
        ),
    )
    return heard

"""axe looks at each kind of page: light and dark, on a phone and wide, in each language."""

from __future__ import annotations

import re
from itertools import product

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import sync_playwright

from script.judges import crawler
from script.judges.service import Service, Verdict
from tests.browser import launch

SIZES = ((390, 844), (1440, 900))
LANGUAGES = ("en", "de")


def judge(service: Service) -> Verdict:
    paths = kinds_of_pages(service)
    found, looked = set(), 0
    with sync_playwright() as playwright:
        browser = launch(playwright)
        for size, colours, language in product(SIZES, ("light", "dark"), LANGUAGES):
            context = browser.new_context(
                viewport={"width": size[0], "height": size[1]},
                color_scheme="dark" if colours == "dark" else "light",
                locale=language,
                base_url=service.address,
                bypass_csp=True,
            )
            cookies = service.signed_in(language).cookies
            host = re.sub(r"^https?://|:\d+$", "", service.address)
            context.add_cookies(
                [
                    {"name": name, "value": value or "", "domain": host, "path": "/"}
                    for name, value in cookies.items()
                ]
            )
            page = context.new_page()
            for path in paths:
                page.goto(path)
                looked += 1
                for rule in Axe().run(page).response["violations"]:
                    target = rule["nodes"][0]["target"]
                    found.add(f"{rule['id']} {path} {size[0]} {colours} {language}: {target}")
            context.close()
        browser.close()
    return Verdict(f"{looked} views of {len(paths)} pages", sorted(found))


def kinds_of_pages(service: Service) -> list[str]:
    """One page of each kind that the crawler found: of those that differ by a number alone, one."""
    kinds: dict[str, str] = {}
    for page in crawler.pages(service):
        if page.html and page.status == 200 and "?" not in page.path:
            kinds.setdefault(re.sub(r"\d+", "N", page.path), page.path)
    return list(kinds.values())

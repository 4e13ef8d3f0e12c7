"""A Chromium in which judges look at pages, as a stranger or as somebody who plays."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

from playwright.sync_api import Browser, BrowserContext, sync_playwright

from script.judges.service import Service
from tests.browser import DESK, PHONE, launch


class Look(NamedTuple):
    size: tuple[int, int]
    dark: bool
    language: str

    def __str__(self) -> str:
        return f"{self.size[0]} {'dark' if self.dark else 'light'} {self.language}"


LOOKS = (
    Look(PHONE, dark=False, language="en"),
    Look(PHONE, dark=True, language="de"),
    Look(DESK, dark=False, language="de"),
    Look(DESK, dark=True, language="en"),
)


@contextmanager
def chromium() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        browser = launch(playwright)
        try:
            yield browser
        finally:
            browser.close()


@contextmanager
def opened(browser: Browser, service: Service, who: str, look: Look) -> Iterator[BrowserContext]:
    context = browser.new_context(
        base_url=service.address,
        viewport={"width": look.size[0], "height": look.size[1]},
        color_scheme="dark" if look.dark else "light",
        locale=look.language,
        reduced_motion="reduce",
    )
    context.set_default_timeout(60_000)
    if who == "player":
        session = str(service.signed_in().cookies["sessionid"])
        context.add_cookies([{"name": "sessionid", "value": session, "url": service.address}])
    yield context
    context.close()

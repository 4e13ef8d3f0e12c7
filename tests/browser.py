"""A real Chromium for tests, and the places where its pictures go."""

import os
import shutil
from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING, Any

from axe_playwright_python.base import AxeResults
from axe_playwright_python.sync_playwright import Axe
from django.test import Client
from playwright.sync_api import (
    Browser,
    BrowserContext,
    Locator,
    Page,
    Playwright,
    expect,
    sync_playwright,
)

if TYPE_CHECKING:  # tests that load no models use this module as well
    from accounts.models import User

ARTIFACTS = Path(
    os.environ.get("ARTIFACTS") or Path(__file__).resolve().parent.parent / "artifacts"
)
#: Pages and nothing else, for a third of the CPU time.
SHELL = "chromium-headless-shell"
FIREFOX = "firefox-esr"
WHOLE = ("chromium", "chromium-browser", "google-chrome")
PHONE, DESK = (390, 844), (1440, 900)
#: Milliseconds for a busy machine, and fewer than pages take between two polls.
PATIENCE = 12_000

expect.set_options(timeout=PATIENCE)


def launch(playwright: Playwright, *, whole: bool = False, scroll_bars: bool = False) -> Browser:
    """Chromium of the machine (or `CHROMIUM`), else the one `playwright install` fetched; the
    ``whole`` one also shows messages of the system. Without a window it hides ``scroll_bars``."""
    names = WHOLE if whole else (SHELL, *WHOLE)
    path = os.environ.get("CHROMIUM") or next(filter(None, map(shutil.which, names)), None)
    quiet = ["--disable-background-networking", "--disable-component-update", "--disable-sync"]
    root = ["--no-sandbox"] if os.geteuid() == 0 else []
    return playwright.chromium.launch(
        executable_path=path,
        channel="chromium" if whole and not path else None,
        args=["--disable-gpu", "--disable-dev-shm-usage", *quiet, *root],
        ignore_default_args=["--hide-scrollbars"] if scroll_bars else None,
    )


def launch_firefox(
    playwright: Playwright, *, motion: bool, desktop: dict[str, str] | None = None
) -> Browser:
    """Debian's Firefox, by WebDriver BiDi; ``motion`` is a preference of the whole browser. With a
    window only on a ``desktop``, which is the environment of its programs."""
    return playwright.firefox.launch(
        channel="moz-firefox",
        executable_path=shutil.which(FIREFOX),
        headless=desktop is None,
        env={**desktop} if desktop else None,
        firefox_user_prefs={"ui.prefersReducedMotion": int(not motion)},
    )


class Shared:
    """The one Chromium of this process, for one test after the other.

    While Playwright is there no test can run an event loop, so it is ended before the next test
    that has no browser (see `conftest.py`).
    """

    def __init__(self) -> None:
        self._playwright: Playwright | None = None
        self._browser: Browser | None = None
        self._others: dict[str, Browser] = {}

    @property
    def playwright(self) -> Playwright:
        if self._playwright is None:
            self._playwright = sync_playwright().start()
        return self._playwright

    @property
    def browser(self) -> Browser:
        """A new one where the last one has crashed."""
        if self._browser is None or not self._browser.is_connected():
            self._browser = launch(self.playwright)
        return self._browser

    def another(self, name: str, start: Callable[[Playwright], Browser]) -> Browser:
        """A browser of another kind, which is started once."""
        if name not in self._others or not self._others[name].is_connected():
            self._others[name] = start(self.playwright)
        return self._others[name]

    def end(self) -> None:
        if self._playwright is not None:
            self._playwright.stop()
        self._playwright = self._browser = None
        self._others.clear()


#: This process's.
shared = Shared()


class People:
    """Opens pages, each with cookies of its own, and notes what went wrong in them."""

    def __init__(self, browser: Browser, url: str) -> None:
        self.browser, self.url = browser, url
        self.contexts: list[BrowserContext] = []
        self.errors: list[str] = []

    def page(
        self,
        size: tuple[int, int] = DESK,
        *,
        dark: bool = False,
        scripts: bool = True,
        language: str = "en",
        motion: bool = False,
        zone: str | None = None,
        scale: float = 1,
    ) -> Page:
        """A new person's page; paths like "/kit/" are relative to the site under test."""
        context = self.browser.new_context(
            base_url=self.url,
            viewport={"width": size[0], "height": size[1]},
            color_scheme="dark" if dark else "light",
            java_script_enabled=scripts,
            locale=language,
            reduced_motion="no-preference" if motion else "reduce",
            has_touch=size == PHONE,
            timezone_id=zone,
            device_scale_factor=scale,
        )
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        return self._opened(context)

    def beside(self, page: Page, size: tuple[int, int]) -> Page:
        """Another page of the same person, which loads again nothing that the first one has."""
        other = self._opened(page.context)
        other.set_viewport_size({"width": size[0], "height": size[1]})
        return other

    def _opened(self, context: BrowserContext) -> Page:
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(f"{page.url}: {error}"))
        page.on(
            "console",
            lambda message: (
                self.errors.append(f"{page.url}: {message.text}")
                if "Content Security Policy" in message.text
                else None
            ),
        )
        return page

    def sign_in(self, page: Page, user: "User") -> None:
        """As this person from the next page on."""
        client = Client()
        client.force_login(user)
        key = client.cookies["sessionid"].value
        page.context.add_cookies([{"name": "sessionid", "value": key, "url": self.url}])

    def close(self) -> None:
        for context in self.contexts:
            context.close()


def run_axe(page: Page, context: str | None = None, **options: Any) -> AxeResults:
    """What axe finds in a page. It does not fetch style sheets once more: it would ask for those
    that a sheet imports beside the page."""
    wanted = {"resultTypes": ["violations"], "preload": False, **options}
    return Axe().run(page, context, wanted)


NO_SOCKET = """window.WebSocket = class extends EventTarget {
  static CONNECTING = 0;
  static OPEN = 1;
  readyState = 3;
  constructor() {
    super();
    setTimeout(() => this.dispatchEvent(new CloseEvent("close")), 50);
  }
  send() {}
  close() {}
};"""


def without_sockets(page: Page) -> None:
    """As where a proxy lets none through. A route that closes each one would never come to an end:
    it would wait for what it alone can bring about."""
    page.add_init_script(NO_SOCKET)


def picture(thing: Page | Locator, name: str, *, whole: bool = True) -> None:
    """Saves a page, ``whole`` or what its window shows, or a part of it as NAME.png in `ARTIFACTS`,
    to be looked at; where the environment asks for `PICTURES`, for they take as long as the page
    itself and no test looks at them."""
    if not os.environ.get("PICTURES"):
        return
    ARTIFACTS.mkdir(parents=True, exist_ok=True)
    file = ARTIFACTS / f"{name}.png"
    patience = 60_000  # a machine that has much else to do may take long over a large picture
    if isinstance(thing, Page):
        thing.screenshot(path=file, animations="disabled", timeout=patience, full_page=whole)
    else:
        thing.screenshot(path=file, animations="disabled", timeout=patience)

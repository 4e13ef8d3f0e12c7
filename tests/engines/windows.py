"""A person's window in any of three engines: one way to write a test, whatever drives it."""

from __future__ import annotations

import io
import time
from abc import ABC, abstractmethod
from typing import Any

from django.test import Client
from PIL import Image
from playwright.sync_api import BrowserContext, Error
from playwright.sync_api import TimeoutError as TooLate

from accounts.models import User
from tests.browser import PATIENCE

#: At the start of each page: what goes wrong in it is gathered.
GATHER = """
  window.wrong = [];
  const gather = (kind, says) => addEventListener(kind, (event) => wrong.push(says(event)), true);
  gather("error", ({ message, target }) => String(message || target.src || target.href));
  gather("unhandledrejection", ({ reason }) => String(reason));
  gather("securitypolicyviolation", ({ violatedDirective }) => `CSP: ${violatedDirective}`);
"""

# The middle of the first thing with these words that a hand reaches now; none as long as there is
# none, or the page is still coming and may move. What lies further down comes into the window.
REACHED = """(words, among) => {
  if (document.readyState !== "complete") return null;
  const flat = (text) => (text ?? "").trim().replace(/\\s+/g, " ");
  const names = (thing) => [thing.getAttribute("aria-label"), thing.innerText].map(flat);
  for (const thing of document.querySelectorAll(among)) {
    if (!thing.getClientRects().length || !names(thing).includes(words)) continue;
    thing.scrollIntoView({ block: "center", behavior: "instant" });
    const { x, y, width, height } = thing.getBoundingClientRect();
    const middle = [x + width / 2, y + height / 2];
    if (thing.contains(document.elementFromPoint(...middle))) return middle;
  }
  return null;
}"""

Size = tuple[int, int]


class Window(ABC):
    """What a person does in a browser, and what is seen there.

    Scripts are JavaScript functions as text; selectors are CSS. What fails raises an
    `AssertionError` that names the engine.
    """

    engine: str

    def __init__(self, url: str, size: Size) -> None:
        self.url, self.size = url, size

    @abstractmethod
    def open(self, path: str) -> None: ...

    @abstractmethod
    def run(self, script: str, *given: Any) -> Any:
        """What a function gives that is called in the page with what is ``given``."""

    @abstractmethod
    def click(self, selector: str) -> None:
        """At the middle of the first such thing, as a hand does it."""

    @abstractmethod
    def click_at(self, x: float, y: float) -> None: ...

    @abstractmethod
    def write(self, selector: str, text: str) -> None:
        """Into a field, in place of what stands there."""

    @abstractmethod
    def key(self, name: str) -> None:
        """A key by its name in the DOM: "Tab", "Escape", "i"."""

    @abstractmethod
    def picture(self) -> Image.Image:
        """What the window shows, a pixel each."""

    @abstractmethod
    def set_cookie(self, name: str, value: str) -> None: ...

    @abstractmethod
    def close(self) -> None: ...

    def until(self, script: str, *given: Any, patience: float = PATIENCE / 1000) -> Any:
        """What the function gives as soon as that is true."""
        end = time.monotonic() + patience
        while not (found := self.look(script, *given)):
            assert time.monotonic() < end, f"{self.engine}: not so at {self.address}: {script}"
            time.sleep(0.05)
        return found

    def look(self, script: str, *given: Any) -> Any:
        """As `run`; nothing where the page is just being left."""
        return self.run(script, *given)

    def until_there(self, selector: str) -> None:
        self.until("(selector) => document.querySelector(selector) !== null", selector)

    def text(self, selector: str) -> str:
        self.until_there(selector)
        return str(self.run("(selector) => document.querySelector(selector).innerText", selector))

    def press(self, words: str, among: str = "a, button, summary") -> None:
        """What has these words for its name, as soon as it is there and lies still."""
        before, middle = None, self.until(REACHED, words, among)
        while middle != before:
            before, middle = middle, self.until(REACHED, words, among)
        self.click_at(*middle)

    def until_said(self, words: str) -> None:
        """Until the page shows these words."""
        self.until("(words) => document.body.innerText.includes(words)", words)

    @property
    def address(self) -> str:
        return str(self.run("() => location.href"))

    @property
    def wrong(self) -> list[str]:
        """What has gone wrong in the page that is open."""
        return list(self.run("() => window.wrong ?? []"))

    def sign_in(self, user: User) -> None:
        client = Client()
        client.force_login(user)
        self.set_cookie("sessionid", client.cookies["sessionid"].value)


class PlaywrightWindow(Window):
    """Chromium, and Firefox by WebDriver BiDi."""

    def __init__(self, engine: str, context: BrowserContext, url: str, size: Size) -> None:
        super().__init__(url, size)
        self.engine, self.context = engine, context
        context.set_default_timeout(PATIENCE)
        context.add_init_script(GATHER)
        self.page = context.new_page()

    def open(self, path: str) -> None:
        self.page.goto(self.url + path)

    def run(self, script: str, *given: Any) -> Any:
        return self.page.evaluate(f"(given) => ({script})(...given)", list(given))

    def look(self, script: str, *given: Any) -> Any:
        try:
            return self.run(script, *given)
        except Error as error:
            if "context was destroyed" not in str(error):
                raise
            return None

    def click(self, selector: str) -> None:
        try:
            self.page.locator(selector).first.click()
        except TooLate as late:
            raise AssertionError(f"{self.engine}: {late}") from late

    def click_at(self, x: float, y: float) -> None:
        self.page.mouse.click(x, y)

    def write(self, selector: str, text: str) -> None:
        self.page.locator(selector).first.fill(text)

    def key(self, name: str) -> None:
        self.page.keyboard.press(name)

    def picture(self) -> Image.Image:
        image = self.page.screenshot(scale="css", caret="initial")
        return Image.open(io.BytesIO(image)).convert("RGB")

    @property
    def wrong(self) -> list[str]:
        """For pictures of Firefox Playwright tries a style sheet, which our policy refuses."""
        its = "CSP: style-src-elem" if self.engine == "firefox" else None
        return [one for one in super().wrong if one != its]

    def set_cookie(self, name: str, value: str) -> None:
        self.context.add_cookies([{"name": name, "value": value, "url": self.url}])

    def close(self) -> None:
        self.context.close()

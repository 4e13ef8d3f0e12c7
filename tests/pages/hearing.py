"""What a page says to people who hear it: the sentences of its announcer, in their order."""

from __future__ import annotations

from playwright.sync_api import Page

_LISTEN = """() => {
  window.heard = [];
  const listen = () => {
    const place = document.querySelector("[data-announcer]");
    const note = (changes) => {
      for (const { addedNodes } of changes) {
        for (const node of addedNodes) window.heard.push(node.textContent);
      }
    };
    new MutationObserver(note).observe(place, { childList: true });
  };
  if (document.readyState === "loading") addEventListener("DOMContentLoaded", listen);
  else listen();
}"""


def listen(page: Page) -> None:
    """From now on, and after each page that is loaded."""
    page.add_init_script(f"({_LISTEN})()")
    page.evaluate(_LISTEN)


def heard(page: Page, least: int = 1) -> list[str]:
    """What has been said since the last time, once so much of it has; whole pieces, each of one or
    several sentences."""
    page.wait_for_function("(least) => window.heard.length >= least", arg=least)
    return page.evaluate("window.heard.splice(0)")  # type: ignore[no-any-return]


def heard_of(page: Page, words: str) -> None:
    """Once a piece with these words has been said; none is to be heard of before it any more."""
    page.wait_for_function("(words) => heard.some((said) => said.includes(words))", arg=words)
    page.evaluate("window.heard.splice(0)")


def silence(page: Page, milliseconds: int = 1200) -> list[str]:
    """What is said within this time: nothing, where all is well."""
    page.wait_for_timeout(milliseconds)
    return page.evaluate("window.heard.splice(0)")  # type: ignore[no-any-return]

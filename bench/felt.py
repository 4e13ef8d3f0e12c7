"""What people feel on a phone: 390 by 844, 1.6 Mbit/s with 150 ms of delay, a processor four times
slower than this one. Tables of each type, early and late, with an empty cache and with a warm one,
the lobby and the reader's games; then how soon a press shows something, and how soon the board."""

from __future__ import annotations

import os
import random
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from bench import service
from bench.extent import Extent
from bench.figures import Row, milliseconds
from bench.pages import cookie

if TYPE_CHECKING:
    from accounts.models import User

NETWORK = {
    "offline": False,
    "latency": 150,
    "downloadThroughput": 1.6e6 / 8,
    "uploadThroughput": 0.75e6 / 8,
}
SLOWER = 4
#: Where one was before a warm visit.
OTHER = "/about/help/"
#: An answer of a few bytes.
BARE = "/healthz"
#: Visits of each page, and presses of each table.
VISITS, PRESSES = 5, 8
#: Until what follows a press or a move is on the screen, in ms.
WAIT = 1500
#: Moves after which a table is late.
LATE = {"imhotep": 80, "bali": 40, "bora_bora": 90, "bomarzo": 60}

# Notes the largest paint, the layout shift, when the last listener for presses was there (until
# then forms and links work, but load a page), how long scripts kept the page from answering, and
# what a press led to: the first change of the page, and the board of the next version.
_OBSERVE = """
window.felt = { largest: 0, shift: 0, listening: 0, blocked: 0, pressed: 0, seen: 0, board: 0 };
const seen = (type, note) => new PerformanceObserver((list) => list.getEntries().forEach(note))
  .observe({ type, buffered: true });
seen("largest-contentful-paint", (entry) => { felt.largest = entry.startTime; });
seen("layout-shift", (entry) => { if (!entry.hadRecentInput) felt.shift += entry.value; });
seen("longtask", (entry) => { felt.blocked += entry.duration - 50; });
const listen = EventTarget.prototype.addEventListener;
EventTarget.prototype.addEventListener = function (type, ...rest) {
  if (type === "click" && !document.hidden) felt.listening = performance.now();
  return listen.call(this, type, ...rest);
};
const painted = (name) => requestAnimationFrame(() => setTimeout(() => {
  if (felt.pressed && !felt[name]) felt[name] = performance.now();
}));
listen.call(window, "pointerdown", () => {
  Object.assign(felt, { pressed: performance.now(), seen: 0, board: 0 });
}, true);
listen.call(window, "DOMContentLoaded", () => {
  const table = document.querySelector("[data-table]");
  if (!table) return;
  new MutationObserver(() => painted("seen"))
    .observe(document.body, { subtree: true, attributes: true, childList: true });
  new MutationObserver(() => painted("board"))
    .observe(table, { attributeFilter: ["data-version"] });
});
"""
# A page with a single link: a press on it asks for a word and shows it, as a table does its board.
_BARE = """() => {
  document.body.innerHTML = '<a href="?">press</a>';
  document.querySelector("a").addEventListener("click", async (event) => {
    event.preventDefault();
    const answer = await fetch(location.pathname, { cache: "no-store" });
    document.body.append(await answer.text());
    requestAnimationFrame(() => setTimeout(() => { felt.board = performance.now(); }));
  });
}"""
_FIGURES = """() => {
  const paint = performance.getEntriesByName("first-contentful-paint")[0];
  const page = performance.getEntriesByType("navigation")[0];
  return { first: paint ? paint.startTime : 0, loaded: page.loadEventEnd, ...felt };
}"""


def run(extent: Extent) -> Iterator[Row]:
    visits = VISITS * 3 if extent.full else VISITS
    with service.running() as url:
        import django

        django.setup()
        from playwright.sync_api import sync_playwright

        from bench import world
        from games.rules import registry
        from tests.browser import launch

        # Playwright keeps an event loop in this thread; Django need not mind.
        os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
        with sync_playwright() as playwright:
            chromium = launch(playwright)
            users = world.people(2, "feeling")
            for user in users:
                user.confirm_turns = False
                user.save()
            phone = Phone(chromium, url, users[0])
            yield phone.bare()
            for rules in registry.all():
                for name, moves in (("early", 4), ("late", LATE.get(rules.slug, 20))):
                    game, rng = world.start(rules.slug, users, seed=b"felt" * 8), random.Random(1)
                    for _ in range(moves):
                        world.move(game, rng)
                    path = f"/games/{game}/"
                    yield from phone.opens(f"{rules.slug}, {name}", path, visits)
                    if name == "early":
                        yield {"table": rules.slug, **phone.plays(path, game, rng)}
            for path in ("/lobby/", "/my/"):
                yield from phone.opens(path, path, visits)
            chromium.close()


class Phone:
    """Somebody's phone."""

    def __init__(self, chromium: Any, url: str, user: User) -> None:
        self._chromium, self._url, self.user = chromium, url, user
        name, _, value = cookie(user).partition("=")
        self._cookie = {"name": name, "value": value, "url": url}

    def opens(self, name: str, path: str, visits: int) -> Iterator[Row]:
        """A page with an empty cache, and with all in it that a visit before has left there."""
        for cache in ("empty", "warm"):
            found = [self._visit(path, warm=cache == "warm") for _ in range(visits)]
            middle = {
                key: round(sorted(one[key] for one in found)[len(found) // 2], 3)
                for key in found[0]
            }
            yield {"page": name, "cache": cache, **middle}

    def _visit(self, path: str, *, warm: bool) -> dict[str, float]:
        context = self._context()
        page, received = self._page(context)
        if warm:  # as people come: in the tab in which they were at this page and at another
            for before in (path, OTHER):
                page.goto(before, wait_until="networkidle")
            received.clear()
        answer = page.goto(path, wait_until="load")
        assert answer, path
        assert answer.ok, path
        page.wait_for_load_state("networkidle")
        page.wait_for_timeout(300)
        figures = page.evaluate(_FIGURES)
        context.close()
        return {
            "kB": sum(received) / 1000,
            "requests": len(received),
            "first_paint_ms": figures["first"],
            "largest_paint_ms": figures["largest"],
            "press_works_ms": figures["listening"],
            "loaded_ms": figures["loaded"],
            "blocked_ms": figures["blocked"],
            "layout_shift": figures["shift"],
        }

    def plays(self, path: str, game: int, rng: random.Random) -> Row:
        """From a press to something visible, and to the board after it."""
        from bench import world
        from games.models import Seat

        context = self._context()
        page, _received = self._page(context)
        page.goto(path, wait_until="networkidle")
        things = page.locator("[data-table] a.choice:visible, .decision-choices button:visible")
        shown, boards = list[float](), list[float]()
        for _ in range(PRESSES * 6):
            if len(boards) == PRESSES:
                break
            mine = Seat.objects.filter(game=game, to_move=True, user=self.user).exists()
            if not (mine and things.count()):
                world.move(game, rng)
                page.wait_for_timeout(WAIT)
                continue
            page.evaluate("Object.assign(felt, { pressed: 0, seen: 0, board: 0 })")
            things.first.tap()
            page.wait_for_timeout(WAIT)
            felt = page.evaluate("felt")
            if felt["seen"]:
                shown.append((felt["seen"] - felt["pressed"]) / 1000)
            if felt["board"]:
                boards.append((felt["board"] - felt["pressed"]) / 1000)
        context.close()
        return {
            "press_to_something": milliseconds(shown) if shown else {},
            "press_to_board": milliseconds(boards) if boards else {},
        }

    def bare(self) -> Row:
        """From a press to what it brought where there is nothing to draw: no table is quicker."""
        context = self._context()
        page, _received = self._page(context)
        page.goto(BARE, wait_until="networkidle")
        page.evaluate(_BARE)
        brought = list[float]()
        for _ in range(PRESSES * 2):
            page.evaluate("Object.assign(felt, { pressed: 0, seen: 0, board: 0 })")
            page.locator("a").tap()
            page.wait_for_timeout(WAIT)
            felt = page.evaluate("felt")
            brought.append((felt["board"] - felt["pressed"]) / 1000)
        context.close()
        return {"page": "bare", "press_to_board": milliseconds(brought)}

    def _context(self) -> Any:
        context = self._chromium.new_context(
            base_url=self._url,
            viewport={"width": 390, "height": 844},
            has_touch=True,
            is_mobile=True,
            reduced_motion="reduce",
        )
        context.add_cookies([self._cookie])
        return context

    def _page(self, context: Any) -> tuple[Any, list[float]]:
        page, received = context.new_page(), list[float]()
        page.add_init_script(_OBSERVE)
        session = context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", NETWORK)
        session.send("Emulation.setCPUThrottlingRate", {"rate": SLOWER})
        session.on(
            "Network.loadingFinished", lambda event: received.append(event["encodedDataLength"])
        )
        return page, received

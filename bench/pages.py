"""What people open: how long the server takes, what it asks of the database and sends, and what a
browser makes of it."""

from __future__ import annotations

import http.client
import os
import random
from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from bench import service
from bench.extent import Extent
from bench.figures import Row, milliseconds

if TYPE_CHECKING:
    from accounts.models import User

GAMES = 2000
ROUNDS = 100


def run(extent: Extent) -> Iterator[Row]:
    rounds = ROUNDS * 5 if extent.full else ROUNDS
    with service.running() as url:
        import django

        django.setup()
        yield from _served(url, rounds)
        yield from _shown(url)


def _served(url: str, rounds: int) -> Iterator[Row]:
    """Every page over HTTP, one request after the other on one connection."""
    from bench import hot, world

    crowd = world.multiply(world.samples(), GAMES)
    world.tidy()
    for name, (user, address) in hot.pages(hot.cast(crowd)).items():
        statements = hot.cost(hot.opening(user, address)).statements
        reader = Reader(url, user)
        answers = [reader.get(address) for _ in range(rounds + 5)][5:]
        yield {
            "page": name,
            "statements": statements,
            **milliseconds([answer.seconds for answer in answers]),
            "bytes": answers[-1].length,
        }


@dataclass(frozen=True)
class Answer:
    """Of one request: seconds until all of it was there, bytes of its body as they travelled."""

    seconds: float
    length: int


class Reader:
    """Keeps one connection, as a browser does, and asks for compressed answers."""

    def __init__(self, url: str, user: User | None) -> None:
        address = urlsplit(url)
        self._connection = http.client.HTTPConnection(address.hostname or "", address.port)
        self._headers = {"Accept-Encoding": "gzip", "Cookie": cookie(user)}

    def get(self, path: str) -> Answer:
        start = perf_counter()
        self._connection.request("GET", path, headers=self._headers)
        answer = self._connection.getresponse()
        length = len(answer.read())
        if answer.status >= 400:
            raise RuntimeError(f"{path}: {answer.status}")
        return Answer(perf_counter() - start, length)


def cookie(user: User | None) -> str:
    from bench import hot

    cookies = hot.signed_in(user).cookies
    return "; ".join(f"{name}={morsel.value}" for name, morsel in cookies.items())


# In the browser ----------------------------------------------------------------------------------

MOVES = 12

# Notes the layout shift (the worst burst of shifts, of at most five seconds, as Chromium's own
# score has it), and when what a click or news of a move led to was painted.
_OBSERVE = """
window.measured = { shift: 0, clicked: 0, painted: [] };
let burst = { from: 0, to: 0, sum: 0 };
new PerformanceObserver((list) => {
  for (const { startTime: at, value, hadRecentInput } of list.getEntries()) {
    if (hadRecentInput) continue;
    if (at - burst.to > 1000 || at - burst.from > 5000) burst = { from: at, to: at, sum: 0 };
    burst.to = at;
    burst.sum += value;
    measured.shift = Math.max(measured.shift, burst.sum);
  }
}).observe({ type: "layout-shift", buffered: true });
addEventListener("click", () => { measured.clicked = performance.now(); }, true);
addEventListener("DOMContentLoaded", () => {
  const table = document.querySelector("[data-table]");
  if (table) new MutationObserver(() => requestAnimationFrame(() => setTimeout(() => {
    measured.painted.push([measured.clicked, performance.now()]);
    measured.clicked = 0;
  }))).observe(table, { attributeFilter: ["data-version"] });
});
"""
_FIRST_PAINT = """() => performance.getEntriesByName("first-contentful-paint")[0].startTime"""


def _shown(url: str) -> Iterator[Row]:
    """In Chromium, with an empty cache: a table of each type and the pages on the way to it."""
    from playwright.sync_api import sync_playwright

    from bench import world
    from games.rules import registry
    from tests.browser import launch

    # Playwright keeps an event loop in this thread; Django need not mind.
    os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "1"
    with sync_playwright() as playwright:
        chromium = launch(playwright)
        users = world.people(2, "onlooker")
        for user in users:
            user.confirm_turns = False
            user.save()
        for path in ("/", "/games/", "/lobby/"):
            visit = Visit(chromium, url, None)
            visit.open(path)
            yield {"browser": path, **visit.first_load()}
            visit.close()
        for rules in registry.all():
            game_id, rng = world.start(rules.slug, users), random.Random(1)
            for _ in range(30):
                world.move(game_id, rng)
            visit = Visit(chromium, url, users[0])
            visit.open(f"/games/{game_id}/")
            first = visit.first_load()
            yield {"browser": f"table, {rules.slug}", **first, **visit.play(game_id, rng)}
            visit.close()
        chromium.close()


class Visit:
    """A browser that has never been here before; `user` is signed in."""

    def __init__(self, chromium: Any, url: str, user: User | None) -> None:
        self.user = user
        self.context = chromium.new_context(base_url=url, viewport={"width": 1440, "height": 900})
        if user is not None:
            name, _, value = cookie(user).partition("=")
            self.context.add_cookies([{"name": name, "value": value, "url": url}])
        self.page = self.context.new_page()
        self.page.add_init_script(_OBSERVE)
        self.received: list[float] = []
        network = self.context.new_cdp_session(self.page)
        network.send("Network.enable")
        network.on(
            "Network.loadingFinished",
            lambda event: self.received.append(event["encodedDataLength"]),
        )

    def open(self, path: str) -> None:
        self.page.goto(path, wait_until="networkidle")

    def first_load(self) -> Row:
        """Bytes of everything that travelled, heads of answers included."""
        requests, bytes_ = len(self.received), sum(self.received)
        return {
            "requests": requests,
            "first_load_bytes": round(bytes_),
            "first_paint_ms": round(self.page.evaluate(_FIRST_PAINT)),
            "layout_shift": round(self.page.evaluate("measured.shift"), 4),
        }

    def play(self, game_id: int, rng: random.Random) -> Row:
        """Moves of the reader by click, of the other one behind the page's back; from the click,
        or from the other's transaction, to the changed board on the screen."""
        from bench import world
        from games.models import Game, Seat

        clicked: list[float] = []
        told: list[float] = []
        refreshed: list[float] = []
        while len(clicked) < MOVES or len(told) < MOVES:
            seat = Seat.objects.select_related("user").filter(game_id=game_id, to_move=True)[0]
            before = len(self.page.evaluate("measured.painted"))
            self.received.clear()
            if seat.user == self.user:
                self._click_a_choice(before)
                start, painted = self._painted(before)
                clicked.append((painted - start) / 1000)
            else:
                known = Game.objects.get(pk=game_id).public_version
                start = self.page.evaluate("performance.now()")
                world.move(game_id, rng)
                if Game.objects.get(pk=game_id).public_version == known:
                    continue  # it can still be taken back, so nobody else is told
                told.append((self._painted(before)[1] - start) / 1000)
            self.page.wait_for_load_state("networkidle")
            refreshed.append(max(self.received, default=0))
        return {
            "click_to_board": milliseconds(clicked),
            "others_move_to_board": milliseconds(told),
            "refresh_bytes": {"median": _middle(refreshed), "most": round(max(refreshed))},
            "layout_shift_in_play": round(self.page.evaluate("measured.shift"), 4),
        }

    def _painted(self, before: int) -> tuple[float, float]:
        """When it was clicked and when the change after so many others was on the screen, in ms."""
        self.page.wait_for_function("n => measured.painted.length > n", arg=before)
        clicked, painted = self.page.evaluate("n => measured.painted[n]", before)
        return clicked, painted

    def _click_a_choice(self, before: int) -> None:
        """The first thing in the bar, and the first after that, until the choice is whole."""
        from playwright.sync_api import TimeoutError as NotThere

        things = self.page.locator(
            ".decision-choices :is(button, a):not(.button-plain):visible,"
            " .decision-tools form[action$='confirm/'] button:visible"
        )
        busy = self.page.locator(".decision[aria-busy=true]")
        for _ in range(10):
            if len(self.page.evaluate("measured.painted")) > before or busy.count():
                return
            try:
                things.first.click(timeout=3000)
            except NotThere:
                continue  # the answer came between the look and the click
        raise RuntimeError("the bar does not lead to a move")

    def close(self) -> None:
        self.context.close()


def _middle(values: list[float]) -> int:
    return round(sorted(values)[len(values) // 2])

"""A table whose connection is lost says so within seconds, and that it is back."""

from __future__ import annotations

import re
import time
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Locator, Page, WebSocketRoute, expect

from accounts.models import User
from games.lobby import open_games, ready_check
from games.models import Game
from tests.browser import DESK, PHONE, People, picture, without_sockets
from tests.pages.reading import mover
from tests.pages.test_in_browser import path, take_stones

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]

LOST = "No connection"
#: Milliseconds; the page looks by itself each 15 s, and a socket may be silent for 40.
BEFORE_THE_NEXT_LOOK, BEFORE_SILENCE_IS_TOO_LONG = 12_000, 32_000


@pytest.fixture
def game(anna: User, ben: User) -> Game:
    User.objects.update(confirm_turns=False)
    clock = {"kind": "live", "reserve_minutes": 5, "increment_seconds": 5}
    game = open_games.create(anna.pk, "imhotep", 2, clock=clock).game
    open_games.join_game(game.pk, ben.pk)
    for user in (anna, ben):
        ready_check.ready(game.pk, user.pk)
    return Game.objects.get(pk=game.pk)


def opened(people: People, user: User, game: Game, size: tuple[int, int] = DESK) -> Page:
    page = people.page(size)
    people.sign_in(page, user)
    page.goto(path(game))
    expect(page.locator("html[data-live=yes]")).to_be_attached()
    return page


def lost_sign(page: Page) -> Locator:
    """Over the page; the announcer says the same for a while."""
    return page.locator("[data-lost]").filter(has_text=LOST)


@pytest.mark.parametrize("size", [DESK, PHONE])
def test_it_says_at_once_that_the_connection_is_lost_and_when_it_is_back(
    game: Game, people: People, size: tuple[int, int]
) -> None:
    page = opened(people, mover(game), game, size)
    lost = lost_sign(page)
    expect(lost).to_be_hidden()
    page.context.set_offline(True)
    expect(lost).to_be_in_viewport(timeout=BEFORE_THE_NEXT_LOOK)
    picture(page, f"connection-lost-{size[0]}", whole=False)
    page.context.set_offline(False)
    expect(lost).to_be_hidden()
    take_stones(game)
    expect(page.locator(".decision")).to_contain_text("Waiting for")


def test_a_question_without_an_answer_hides_no_lost_connection(game: Game, people: People) -> None:
    page = people.page()
    people.sign_in(page, mover(game))
    page.route("**/news/**", lambda route: None)
    with page.expect_request("**/news/**"):
        page.goto(path(game))
    page.context.set_offline(True)
    expect(lost_sign(page)).to_be_visible(timeout=BEFORE_THE_NEXT_LOOK)
    page.unroute("**/news/**")
    page.context.set_offline(False)
    expect(lost_sign(page)).to_be_hidden()


@pytest.mark.parametrize("asks", [False, True])
def test_a_connection_that_breaks_in_silence_at_a_live_table_is_said_within_seconds(
    game: Game, people: People, asks: bool
) -> None:
    """As where a phone changes from one network to another: nothing is closed, nothing comes.
    `set_offline` would hold what a socket says instead of losing it (Playwright 1.64.1, Chromium
    156). asks: the page waits for news already."""
    page = people.page()
    silent = False

    def through(socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        socket.on_message(lambda said: None if silent else server.send(said))
        server.on_message(lambda said: None if silent else socket.send(said))

    def unanswered() -> None:
        page.route("**/news/**", lambda route: None)

    page.route_web_socket(re.compile("/ws/games/"), through)
    people.sign_in(page, mover(game))
    if asks:
        unanswered()
    page.goto(path(game))
    expect(page.locator("html[data-live=yes]")).to_be_attached()
    page.wait_for_timeout(1000)
    silent = True
    unanswered()
    expect(lost_sign(page)).to_be_visible(timeout=BEFORE_SILENCE_IS_TOO_LONG)


def test_a_page_that_hears_by_asking_alone_says_nothing(game: Game, people: People) -> None:
    page = people.page()
    without_sockets(page)
    people.sign_in(page, mover(game))
    page.goto(path(game))
    expect(page.locator("html[data-live=no]")).to_be_attached()
    with page.expect_response("**/news/**", timeout=25_000):
        pass
    page.wait_for_timeout(500)
    expect(lost_sign(page)).to_be_hidden()


def clocks(page: Page) -> list[str]:
    return page.locator(".decision-clocks .clock").all_inner_texts()


def test_a_phones_bar_has_the_clocks_of_all_at_a_live_game(game: Game, people: People) -> None:
    """Whoever is asked, and while somebody talks; the one runs and the others stand."""
    pages = [opened(people, user, game, PHONE) for user in User.objects.all()]
    for _turn in range(2):
        for page in pages:
            expect(page.locator(".decision-clocks")).to_be_in_viewport(ratio=1)
            expect(page.locator(".decision-clocks .clock")).to_have_count(2)
            expect(page.locator(".decision-clocks time[data-live]")).to_have_count(1)
            assert all(re.fullmatch(r"[45]:\d\d\s+left", words.strip()) for words in clocks(page))
            before = clocks(page)
            page.wait_for_timeout(2100)
            after = clocks(page)
            assert sum(one != two for one, two in zip(before, after, strict=True)) == 1
        picture(pages[0], f"phone-clocks-{_turn}", whole=False)
        take_stones(game)
        for page in pages:
            page.wait_for_timeout(300)


def test_beside_the_board_the_clock_of_somebody_who_waits_stands_too(
    game: Game, people: People
) -> None:
    page = opened(people, mover(game), game)
    expect(page.locator(".player .clock")).to_have_count(2)
    expect(page.locator(".decision-clocks")).to_be_hidden()


def test_the_next_game_steps_back_at_a_live_game(game: Game, people: People) -> None:
    """A clock runs here: no button of gold leads away."""
    user = mover(game)
    others = [open_games.create(user.pk, "bali", 2).game for _number in range(2)]
    partner = User.objects.exclude(pk=user.pk).get()
    for one in others:
        open_games.join_game(one.pk, partner.pk)
    page = opened(people, user, game)
    for link in page.get_by_role("link", name=re.compile("Next game")).all():
        assert not link.evaluate("it => it.classList.contains('button-turn')")
    assert urlsplit(page.url).path == path(game)


SOCKETS = """const Real = WebSocket;
window.opened = [];
window.WebSocket = class extends Real {
  constructor(address) {
    super(window.gone ? new URL("/ws/gone/", address) : address);
    window.opened.push(this);
  }
};"""


class Line:
    """What lies between a page and the service, for sockets and requests."""

    def __init__(self, page: Page) -> None:
        self.page, self.silent = page, False
        page.add_init_script(SOCKETS)
        page.route_web_socket(re.compile("/ws/games/"), self._through)

    def _through(self, socket: WebSocketRoute) -> None:
        server = socket.connect_to_server()
        is_lost = False

        def pass_on(to: WebSocketRoute, said: str | bytes) -> None:
            nonlocal is_lost
            is_lost = is_lost or self.silent  # what is broken stays so
            if not is_lost:
                to.send(said)

        socket.on_message(lambda said: pass_on(server, said))
        server.on_message(lambda said: pass_on(socket, said))

    def silence(self) -> None:
        """As where a phone changes its network: nothing is closed, nothing comes."""
        self.silent = True
        self.page.route("**/news/**", lambda route: None)

    def close(self) -> None:
        """As where the service has been killed."""
        self.page.route("**/news/**", lambda route: route.abort())
        self.page.evaluate("window.gone = true; for (const each of window.opened) each.close()")

    def open(self) -> None:
        self.silent = False
        self.page.evaluate("window.gone = false")
        self.page.unroute("**/news/**")


@pytest.mark.parametrize("language", ["en", "de"])
@pytest.mark.parametrize("breaks", ["silence", "close"])
def test_at_a_live_table_a_lost_connection_is_said_within_three_seconds_and_is_back_at_once(
    game: Game, people: People, breaks: str, language: str
) -> None:
    user = mover(game)
    User.objects.update(language=language)
    page = people.page(PHONE, language=language)
    line = Line(page)
    people.sign_in(page, user)
    page.goto(path(game))
    expect(page.locator("html[data-live=yes]")).to_be_attached()
    page.wait_for_timeout(3000)
    page.evaluate("window.same = true")
    lost = page.locator("[data-lost]")
    expect(lost).to_be_empty()
    begin = time.monotonic()
    getattr(line, breaks)()
    expect(lost).not_to_be_empty()
    said_after = time.monotonic() - begin
    expect(lost).to_contain_text(
        {"en": "The clock goes on", "de": "Die Uhr läuft weiter"}[language]
    )
    picture(page, f"live-lost-{breaks}-{language}", whole=False)
    assert said_after < 3
    page.wait_for_timeout(3000)
    take_stones(game)
    begin = time.monotonic()
    line.open()
    waiting = {"en": "Waiting for", "de": "Warten auf"}[language]
    expect(page.locator(".decision")).to_contain_text(waiting)
    back_after = time.monotonic() - begin
    expect(lost).to_be_empty()
    print(f"{breaks}: said after {said_after:.2f} s, back after {back_after:.2f} s")
    assert back_after < 5
    assert page.evaluate("window.same")


COUNTS_NOTICES = """() => {
  window.notices = 0;
  new MutationObserver(([{ target }]) => (window.notices += target.textContent !== ""))
    .observe(document.querySelector("[data-lost]"), { childList: true });
}"""

HANGS = """window.attempts = [];
window.WebSocket = class extends EventTarget {
  static CONNECTING = 0;
  static OPEN = 1;
  readyState = 0;
  constructor(address) {
    super();
    if (address.includes("/ws/games/")) window.attempts.push(performance.now());
  }
  close() {}
};"""


def test_where_sockets_are_mute_and_asking_works_the_page_says_so_at_most_once(
    game: Game, people: People
) -> None:
    page = people.page()
    page.route_web_socket(re.compile("/ws/games/"), lambda _socket: None)
    people.sign_in(page, mover(game))
    page.goto(path(game))
    page.evaluate(COUNTS_NOTICES)
    page.wait_for_timeout(25_000)
    expect(lost_sign(page)).to_be_hidden()
    assert page.evaluate("window.notices") <= 1


def test_where_connecting_takes_for_ever_the_page_tries_ever_more_rarely(
    game: Game, people: People
) -> None:
    page = people.page()
    page.add_init_script(HANGS)
    people.sign_in(page, mover(game))
    page.goto(path(game))
    page.evaluate(COUNTS_NOTICES)
    page.wait_for_timeout(30_000)
    first, second, third, *more = page.evaluate("window.attempts")
    assert 4000 < second - first < 8000 < third - second
    assert more == []
    assert page.evaluate("window.notices") == 0

"""My games as a compact list: what a row says, filters, groups, and that it costs no more."""

import re
from collections.abc import Callable
from itertools import product

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from playwright.sync_api import expect

from accounts.models import User
from games.live import chat
from games.lobby import lists, open_games
from games.models import Game
from games.moves import actions
from games.storage.position import Position, load
from notifications import bell, planning
from tests.browser import DESK, PHONE, People, picture
from tests.games.times import Times
from tests.pages.reading import mover, other
from tests.people import person

Browser = Callable[[User | None], Client]


def row(page: str, game: Game) -> str:
    """The row of a game, as text."""
    rows = page.split('<li class="game-row')[1:]
    found = next(each for each in rows if f'href="/games/{game.pk}/"' in each)
    text = re.sub(r"<[^>]+>", " ", found[found.index(">") + 1 :].partition("</section>")[0])
    return " ".join(text.split())


def running(a: User, b: User, type_: str = "imhotep") -> Game:
    game = open_games.create(a.pk, type_, 2).game
    return open_games.join_game(game.pk, b.pk).game


def test_a_row_says_round_points_and_whom_it_waits_for(
    as_: Browser, times: Times, started: Position
) -> None:
    game, me = started.game, mover(started.game)
    times.go(hours=3)
    page = as_(me).get("/my/").content.decode()
    mine = row(page, game)
    assert "Round 1/6" in mine
    assert "your turn 3 hr" in mine
    assert re.search(r"you 0", mine)
    theirs = row(as_(other(game)).get("/my/?show=running").content.decode(), game)
    assert f"waiting for {me.username} 3 hr" in theirs


def test_a_held_turn_is_in_nobodys_list(as_: Browser, started: Position, anna: User) -> None:
    """What can still be taken back is not shown, not even to the player who did it."""
    game, me = started.game, mover(started.game)
    version = load(game.pk, me.pk).version
    actions.choose(game.pk, me.pk, ("get",), version=version, hold=True)
    game.refresh_from_db()
    assert game.public_version < game.version
    address = re.compile(rf"/games/{game.pk}/glance.png\?v={game.public_version}")
    for user in (me, other(game)):
        page = as_(user).get("/my/?show=running").content.decode()
        assert address.search(page)
        assert "Round 1/6" in row(page, game)


def test_it_shows_unread_talk(as_: Browser, times: Times, started: Position) -> None:
    game = started.game
    reader, writer = mover(game), other(game)
    for text in ("Hello!", "Good luck!"):
        chat.post(game.pk, writer.pk, text)
    times.go(seconds=91)
    planning.plan_due()
    assert "2 unread messages" in row(as_(reader).get("/my/").content.decode(), game)
    listed = as_(writer).get("/my/?show=running").content.decode()
    assert "unread message" not in row(listed, game)


def test_filters_and_groups(as_: Browser, anna: User, ben: User, cleo: User) -> None:
    with_ben, with_cleo = running(anna, ben), running(anna, cleo, "bali")
    browser = as_(anna)

    def shows(query: str) -> set[int]:
        page = browser.get(f"/my/?show=running&{query}").content.decode()
        return {int(n) for n in re.findall(r'game-row-name" href="/games/(\d+)/', page)}

    assert shows("") == {with_ben.pk, with_cleo.pk}
    assert shows("type=bali") == {with_cleo.pk}
    assert shows("with=BEN") == {with_ben.pk}
    assert shows("with=ben+cleo") == set()
    assert shows("with=nobody-we-know") == set()
    assert shows("with=%01+%27&type=chess&group=x&look=y&page=x") == {with_ben.pk, with_cleo.pk}
    for group, heading in (("type", "Bali"), ("people", "cleo"), ("turn", "Waiting for")):
        page = browser.get(f"/my/?show=running&group={group}").content.decode()
        assert re.search(rf"<h2>{heading}", page), group


def test_the_look_is_remembered(as_: Browser, anna: User, ben: User) -> None:
    running(anna, ben)
    browser = as_(anna)
    assert "game-row" in browser.get("/my/?show=running").content.decode()
    assert "game-card" in browser.get("/my/?show=running&look=cards").content.decode()
    assert "game-card" in browser.get("/my/?show=running").content.decode()
    assert "game-row" in browser.get("/my/?show=running&look=list").content.decode()


def test_more_games_ask_no_more(as_: Browser, anna: User, ben: User) -> None:
    browser, asked = as_(anna), []
    browser.get("/my/?show=running")
    for more in (2, 8):
        for _game in range(more):
            game = running(anna, ben)
            who = mover(game)
            version = load(game.pk, who.pk).version
            actions.choose(game.pk, who.pk, ("get",), version=version, hold=True)
        with CaptureQueriesContext(
            connection,
        ) as found:
            browser.get("/my/?show=running")
        asked.append(len(found))
    assert asked[0] == asked[1]


def test_a_game_that_cannot_be_loaded_hides_no_other(as_: Browser, anna: User, ben: User) -> None:
    broken, whole = running(anna, ben), running(anna, ben)
    Game.objects.filter(pk=broken.pk).update(state=b"nonsense")
    page = as_(anna).get("/my/?show=running").content.decode()
    assert "Round 1" in row(page, whole)
    assert "Round" not in row(page, broken)


@pytest.mark.parametrize("who", ["member", "stranger"])
def test_the_small_picture_is_for_somebody_who_may_see_the_game(
    as_: Browser, anna: User, ben: User, cleo: User, who: str
) -> None:
    game = open_games.create(anna.pk, "bali", 2, visibility="private", invite=["ben"]).game
    address = f"/games/{game.pk}/glance.png"
    assert as_(anna).get(address).status_code == 404, "it has not begun"
    open_games.join_game(game.pk, ben.pk)
    answer = as_(anna if who == "member" else cleo).get(f"{address}?v=1")
    if who == "member":
        assert answer["Content-Type"] == "image/png"
        assert "private" in answer["Cache-Control"]
    else:
        assert answer.status_code == 404
        assert as_(None).get(address).status_code == 404


def test_a_newcomer_is_shown_what_to_try_and_no_empty_list(as_: Browser, anna: User) -> None:
    page = as_(anna).get("/my/").content.decode()
    assert "Your first game" in page
    assert '<input type="hidden" name="type" value="imhotep">' in page
    assert "No games are waiting for you" not in page


class TestTheBellsNumber:
    def test_leaves_out_what_the_games_that_wait_say(self, times: Times, started: Position) -> None:
        game = started.game
        waited, waiting = mover(game), other(game)
        chat.post(game.pk, waiting.pk, "Hello!")
        chat.post(game.pk, waited.pk, "Hello too!")
        times.go(seconds=91)
        planning.plan_due()
        assert bell.unread(waited.pk).answer() == 0, "the game waits for this one, and says so"
        assert bell.unread(waiting.pk).answer() == 1, "its start and the talk are one game"

    def test_forgets_what_is_old(self, times: Times, started: Position) -> None:
        waiting = other(started.game)
        times.go(seconds=91)
        planning.plan_due()
        assert bell.unread(waiting.pk).answer() == 1
        times.go(days=15)
        assert bell.unread(waiting.pk).answer() == 0
        assert bell.entries(waiting.pk).exists(), "it still stands in the list"


# Whether each seat's points are whole in the row of a game, were they of three digits.
WHOLE = """(game) => {
  const row = document.querySelector(`.game-row:has(a[href="/games/${game}/"])`);
  const points = [...row.querySelectorAll(".game-row-seats b")];
  for (const each of points) each.textContent = "108";
  const seats = row.querySelector(".game-row-seats").getBoundingClientRect();
  return points.map((each) => {
    const own = each.getBoundingClientRect();
    return own.right <= seats.right + 1 && own.bottom <= seats.bottom + 1;
  });
}"""


@pytest.mark.browser
@pytest.mark.django_db(transaction=True)
def test_thirty_games_on_a_screen_and_ten_on_a_phone(
    people: People, anna: User, ben: User, cleo: User
) -> None:
    for number in range(29):
        running(anna, (ben, cleo)[number % 2], ("imhotep", "bali", "bora_bora")[number % 3])
    full = open_games.create(anna.pk, "bora_bora", 4).game
    for other_one in (ben, cleo, person("don")):
        open_games.join_game(full.pk, other_one.pk)
    for (size, least), dark in product(((DESK, 30), (PHONE, 10)), (False, True)):
        page = people.page(size, dark=dark)
        people.sign_in(page, anna)
        page.goto("/my/?show=running")
        rows = page.locator(".game-row")
        expect(rows).to_have_count(30)
        last = rows.nth(least - 1).bounding_box()
        look = f"{'dark' if dark else 'light'}-{size[0]}"
        for board in page.locator(".game-row img").all()[:least]:
            expect(board).to_have_js_property("complete", True, timeout=60_000)
        picture(page, f"my-games-{look}")
        picture(page, f"my-games-{look}-window", whole=False)
        assert last
        below = size[1] if size == DESK else size[1] - 60  # the navigation of a phone
        assert last["y"] + last["height"] <= below, look
        assert page.evaluate("document.documentElement.scrollWidth") <= size[0]
        assert page.evaluate(WHOLE, full.pk) == [True] * 4, look


@pytest.mark.parametrize("type_", ["'", "x' OR '1'='1", "100%", "%s", "no-such", "imhotep'--"])
def test_a_type_that_is_none_has_no_games(anna: User, type_: str) -> None:
    game = open_games.create(anna.pk, "imhotep", 2).game
    assert lists.games(type_=type_)[:5] == []
    assert lists.games(type_="imhotep")[:5] == [game]

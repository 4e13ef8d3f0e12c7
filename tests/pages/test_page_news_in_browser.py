"""A move of the others in a real browser: it comes by the socket, with what has changed."""

from __future__ import annotations

import random
import re
import time
from collections.abc import Callable
from datetime import UTC, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest
from playwright.sync_api import Page, Request, expect

from accounts.company import relationships
from accounts.models import User
from games.live import chat
from games.lobby import open_games
from games.models import ChatMessage, Game, Move, Seat
from games.moves import actions
from games.rules import registry
from games.storage.position import load
from tests.pages.reading import mover, other
from tests.pages.test_in_browser import Open, open_, path  # noqa: F401

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]


@pytest.fixture
def game(anna: User, ben: User) -> Game:
    User.objects.update(confirm_turns=False)
    game = open_games.create(anna.pk, "imhotep", 2).game
    return open_games.join_game(game.pk, ben.pk).game


def connected(page: Page) -> list[str]:
    """Waits until the page is at rest, its socket open; gives what it asks from then on."""
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    page.wait_for_load_state("networkidle")
    asked: list[str] = []

    def note(request: Request) -> None:
        if "/static/" not in request.url:
            asked.append(f"{request.method} {request.url}")

    page.on("request", note)
    return asked


def wait_for(condition: Callable[[], bool]) -> None:
    until = time.monotonic() + 10
    while not condition():
        assert time.monotonic() < until
        time.sleep(0.05)


def take_stones(page: Page) -> None:
    page.locator(".decision-choices button").first.dispatch_event("click")  # it may be folded away


def test_a_move_is_one_request_and_the_other_s_page_has_it_without_any(
    game: Game,
    open_: Open,  # noqa: F811
    site: str,
) -> None:
    first, second = mover(game), other(game)
    page, watching = open_(first, path(game)), open_(second, path(game))
    asked, nothing = connected(page), connected(watching)
    errors: list[str] = []
    watching.on("pageerror", lambda error: errors.append(str(error)))

    take_stones(page)
    expect(watching.locator(".decision-yours")).to_be_visible()
    expect(page.locator(".decision")).to_contain_text("Waiting for")
    assert asked == [f"POST {site}{path(game)}choose/"]
    assert nothing == []
    expect(watching).to_have_title(re.compile(r"^\(1\) ●"))

    # What each has on a visible page is noted, without a request.
    version = Game.objects.get().version
    wait_for(lambda: set(Seat.objects.values_list("seen_version", flat=True)) == {version})

    # The forms that came in can be sent: the page has put its own token in.
    take_stones(watching)
    expect(page.locator(".decision-yours")).to_be_visible()
    assert nothing == [f"POST {site}{path(game)}choose/"]
    assert len(asked) == 1

    # Another game begins to wait for her: the way there shows up by itself.
    assert watching.locator("[data-no-others]").is_visible()
    assert watching.locator("[data-others]").is_hidden()
    another = open_games.create(first.pk, "imhotep", 2).game
    open_games.join_game(another.pk, second.pk)
    if mover(another) != second:
        here = load(another.pk, first.pk)
        actions.choose(another.pk, first.pk, ("get",), version=here.version)
    expect(watching.locator("[data-others]")).to_contain_text("Next game (1)")
    expect(watching.locator("[data-no-others]")).to_be_hidden()
    expect(watching.locator('.site-nav a[href="/my/"] .count')).to_contain_text("1")
    assert len(nothing) == 1

    # A page that had something else than the service believed asks for what it lacks.
    watching.evaluate(
        """() => {
          const about = document.querySelector("[data-region=about]");
          about.dataset.hash = "another";
          about.replaceChildren("nonsense");
        }"""
    )
    here = load(game.pk, first.pk)
    decision = here.running().decisions()[0]
    actions.choose(game.pk, first.pk, decision.choices[0], version=here.version)
    expect(watching.locator("#region-about")).to_contain_text("Created by")
    assert [request for request in nothing if "/news/" in request]
    assert errors == []


def test_what_a_page_says_after_a_move_is_one_message(
    game: Game,
    open_: Open,  # noqa: F811
) -> None:
    """What it has now, and that it was seen."""
    page, said = open_(mover(game), path(game)), list[str]()
    page.on("websocket", lambda socket: socket.on("framesent", lambda text: said.append(str(text))))
    page.reload()
    connected(page)
    page.wait_for_timeout(500)
    said.clear()
    take_stones(page)
    expect(page.locator(".decision")).to_contain_text("Waiting for")
    page.wait_for_timeout(500)
    assert len(said) == 1
    assert '"have"' in said[0]
    assert '"seen"' in said[0]


def test_a_block_takes_the_words_out_of_both_open_pages_and_its_end_brings_them_back(
    game: Game,
    anna: User,
    ben: User,
    open_: Open,  # noqa: F811
) -> None:
    by_anna, by_ben = "Good luck to you", "I do not need it"
    chat.post(game.pk, anna.pk, by_anna)
    chat.post(game.pk, ben.pk, by_ben)
    pages = {user: open_(user, path(game)) for user in (anna, ben)}
    for page in pages.values():
        connected(page)
        expect(page.locator("#region-chat")).to_contain_text(by_anna)
        expect(page.locator("#region-chat")).to_contain_text(by_ben)
        expect(page.locator(".presence-online")).to_have_count(2)
    relationships.block(anna, ben)
    for user, own, others in ((anna, by_anna, by_ben), (ben, by_ben, by_anna)):
        expect(pages[user].locator("#region-chat")).to_contain_text(own)
        expect(pages[user].locator("#region-chat")).not_to_contain_text(others)
        expect(pages[user].locator(".presence-online")).to_have_count(1)
    relationships.unblock(anna, ben)
    for page in pages.values():
        expect(page.locator("#region-chat")).to_contain_text(by_anna)
        expect(page.locator("#region-chat")).to_contain_text(by_ben)
        expect(page.locator(".presence-online")).to_have_count(2)


def test_a_stranger_is_told_the_hours_of_his_time_zone(
    game: Game,
    open_: Open,  # noqa: F811
    anna: User,
) -> None:
    """All strangers are sent the same page, in the site's time zone."""
    Move.objects.update(at=datetime(2026, 3, 1, 20, 30, tzinfo=UTC))
    chat.post(game.pk, anna.pk, "Good luck!")
    ChatMessage.objects.update(at=datetime(2026, 3, 1, 20, 45, tzinfo=UTC))
    page = open_(None, path(game), zone="Asia/Tokyo")
    connected(page)
    expect(page.locator(".log .log-time").first).to_have_text("05:30")
    expect(page.locator(".log-day").first).to_have_text("Mar 2")
    expect(page.locator(".chat .log-time")).to_have_text("Mar 2, 05:45")
    lines = page.locator(".log .log-time").count()
    here = load(game.pk, mover(game).pk)
    choice = here.running().decisions()[0].choices[0]
    actions.choose(game.pk, mover(game).pk, choice, version=here.version)
    expect(page.locator(".log .log-time")).to_have_count(lines + 1)
    now = datetime.now(ZoneInfo("Asia/Tokyo"))
    told = page.locator(".log .log-time").first.inner_text()
    assert told in {(now - timedelta(minutes=n)).strftime("%H:%M") for n in (0, 1)}
    assert page.locator(".log-day").all_inner_texts() == [f"{now:%b} {now.day}", "Mar 2"]


#: What the page shows of the drawings, without the order of attributes and what is there for keys.
DRAWINGS = """() => {
  const parts = document.querySelectorAll('[data-region^="board-"], [data-region="players"]');
  return [...parts].map((part) => {
    const copy = part.cloneNode(true);
    for (const thing of copy.querySelectorAll("*")) {
      thing.removeAttribute("tabindex");
      const all = [...thing.attributes].sort((one, other) => (one.name < other.name ? -1 : 1));
      for (const each of all) thing.removeAttributeNode(each);
      for (const each of all) thing.setAttributeNode(each);
    }
    return copy.innerHTML;
  });
}"""


@pytest.mark.parametrize("slug", [rules.slug for rules in registry.all()])
def test_after_many_moves_the_drawings_are_those_of_a_page_loaded_anew_and_most_was_left_alone(
    slug: str,
    anna: User,
    ben: User,
    open_: Open,  # noqa: F811
) -> None:
    User.objects.update(confirm_turns=False)
    game, rng = open_games.create(anna.pk, slug, 2).game, random.Random(1)
    open_games.join_game(game.pk, ben.pk)
    page = open_(anna, path(game))
    follows = expect(page.locator("html"))
    follows.to_have_attribute("data-live", "yes")
    page.evaluate("things = [...document.querySelectorAll('.board-regions *:not(a)')]")
    for move in range(12):
        seat = Seat.objects.filter(to_move=True)[0]
        here = load(game.pk, seat.user_id)
        decision = here.running().decision(seat.index)
        assert seat.user_id is not None
        assert decision is not None
        choice = decision.sample(rng.choice(decision.choices), rng)
        actions.choose(game.pk, seat.user_id, choice, version=here.version)
        version = str(load(game.pk, anna.pk).version)  # of what can be taken back she is not told
        expect(page.locator("[data-table]")).to_have_attribute("data-version", version)
        if not move:
            share = "things.filter((thing) => thing.isConnected).length / things.length"
            assert page.evaluate(share) > 0.8
    shown = page.evaluate(DRAWINGS)
    page.reload()
    follows.to_have_attribute("data-live", "yes")
    assert shown == page.evaluate(DRAWINGS)

"""What is heard of a game: all that others do and the reader's own turns, votes, hints, talk, the
end."""

from __future__ import annotations

import random

import pytest
from playwright.sync_api import Page, expect

from accounts.models import User
from games import tasks
from games.bots import hinting
from games.live import chat
from games.lobby import open_games
from games.models import Analysis, Game, Hint, Move, Vote
from games.moves import actions
from games.pages.table.lines import Lines
from games.pages.table.reader import Reader
from games.rules import registry
from games.showing import snapshot
from games.storage.position import load
from games.votes import voting
from games.words import texts
from tests.games.playing import answer, asked, to_the_end, user_of
from tests.games.test_hinting import Sent, of, sent  # noqa: F401
from tests.pages.hearing import heard, listen, silence
from tests.pages.test_in_browser import Open, open_, path  # noqa: F401
from tests.whole_games.playing import Item, Sitter, would_end

pytestmark = [pytest.mark.browser, pytest.mark.django_db(transaction=True)]
FEW_TO_READ = 12


@pytest.fixture
def pair(anna: User, ben: User) -> list[User]:
    User.objects.update(confirm_turns=False)
    return [anna, ben]


def began(slug: str, people: list[User]) -> Game:
    """The same game each time."""
    game = open_games.create(people[0].pk, slug, len(people)).game
    game.seed, game.seed_hash = bytes(range(32)), ""
    game.save()
    for user in people[1:]:
        open_games.join_game(game.pk, user.pk)
    return game


def to_the_turn_of(game: Game, user: User, rng: random.Random) -> None:
    """Some moves on, to where this person alone is asked, as the other was before."""
    before: int | None = None
    for number in range(200):
        seats = asked(game.pk)
        now = user_of(game.pk, seats[0])
        if number > FEW_TO_READ and len(seats) == 1 and now == user.pk and before != now:
            return
        before = now
        play(game, rng)
    raise AssertionError("their turn does not come")


def play(game: Game, rng: random.Random, *, hold: bool = False) -> None:
    seat = asked(game.pk)[0]
    user_id = user_of(game.pk, seat)
    here = load(game.pk, user_id)
    decision = here.running().decision(seat)
    assert decision is not None
    choice = decision.sample(rng.choice(decision.choices), rng)
    actions.choose(game.pk, user_id, choice, version=here.version, hold=hold)


def play_held_turn(game: Game, user: User, rng: random.Random) -> None:
    """A whole turn, of which others hear nothing before it is confirmed."""
    while [user_of(game.pk, seat) for seat in asked(game.pk)] == [user.pk]:
        here = load(game.pk, user.pk)
        seat = here.seat_of(user.pk)
        assert seat is not None
        if here.running().state.held == seat.index:
            actions.confirm(game.pk, user.pk, version=here.version)
            return
        play(game, rng, hold=True)


def lines_since(game: Game, user: User, version: int) -> list[str]:
    """What the log tells this person, oldest first."""
    reader = Reader(load(game.pk, user.pk), user.pk)
    entries = snapshot.describe_log(reader.position, reader.looking, version)
    return [line.text for line in Lines(reader).of(entries)]


def shown(page: Page) -> int:
    return int(page.locator("[data-table]").get_attribute("data-version") or -1)


def followed(page: Page) -> Page:
    expect(page.locator("html")).to_have_attribute("data-live", "yes")
    listen(page)
    return page


def is_plain(item: Item) -> bool:
    """Nothing need be given for it."""
    return not any(isinstance(part, dict) for part in item["choice"])


def in_order(texts: list[str], heard: str) -> bool:
    place = 0
    for text in texts:
        place = heard.find(text, place)
        if place < 0:
            return False
        place += len(text)
    return True


@pytest.mark.parametrize("slug", registry.OWN)
def test_all_of_the_other_s_turn_is_heard_in_its_order_and_then_what_is_asked(
    slug: str,
    pair: list[User],
    open_: Open,  # noqa: F811
) -> None:
    anna, ben = pair
    game, rng = began(slug, pair), random.Random(8)
    to_the_turn_of(game, ben, rng)
    page = followed(open_(anna, path(game)))
    before = shown(page)
    play_held_turn(game, ben, rng)
    said = " ".join(heard(page))
    told = lines_since(game, anna, before)
    assert told
    assert in_order([*told, page.locator(".decision h2").inner_text()], said), (told, said)


@pytest.mark.parametrize("slug", registry.OWN)
def test_one_s_own_turn_is_heard_likewise(
    slug: str,
    pair: list[User],
    open_: Open,  # noqa: F811
) -> None:
    anna, _ben = pair
    game, rng = began(slug, pair), random.Random(8)
    to_the_turn_of(game, anna, rng)
    page = followed(open_(anna, path(game)))
    before = shown(page)
    sitter = Sitter("anna", page)
    plain = [
        item for item in sitter.items() if not any(isinstance(p, dict) for p in item["choice"])
    ]
    sitter.make(plain[0], "bar")
    told = lines_since(game, anna, before)
    said = " ".join([*heard(page), *silence(page)])
    assert told
    assert in_order([*told, page.locator(".decision h2").inner_text()], said), (told, said)


def test_the_end_is_heard_once_the_page_has_come_to_rest(
    pair: list[User],
    open_: Open,  # noqa: F811
) -> None:
    anna, _ben = pair
    game = began("imhotep", pair)
    while not would_end(game.pk, asked(game.pk)[0]):
        answer(game.pk, asked(game.pk)[0])
    page = followed(open_(anna, path(game), motion=True))
    page.evaluate(
        """() => {
          const note = (changes) => {
            for (const { target } of changes) {
              const element = target.nodeType === 1 ? target : target.parentElement;
              if (!element?.closest("[aria-hidden=true]")) window.rested = performance.now();
            }
          };
          const say = () => (window.waited = performance.now() - window.rested);
          const place = document.querySelector("[data-announcer]");
          const page = { childList: true, characterData: true, subtree: true };
          new MutationObserver(note).observe(document.querySelector("main"), page);
          new MutationObserver(say).observe(place, { childList: true });
        }"""
    )
    answer(game.pk, asked(game.pk)[0])
    result = Game.objects.get().result
    assert result is not None
    order = sorted(range(2), key=lambda seat: result["ranks"][seat])
    names = texts.seat_names(load(game.pk, None).seats)
    places = [f"{result['ranks'][n]}. {names[n]}, {result['scores'][n]} points." for n in order]
    said = ""
    while places[-1] not in said:  # what came before it may be said by itself
        said += " ".join(heard(page))
    head = page.locator(".decision h2").inner_text()
    assert head in ("You have won!", f"{names[order[0]]} has won")
    assert in_order([*lines_since(game, anna, game.version)[-1:], head, *places], said), said
    assert page.evaluate("window.waited") >= 450


@pytest.mark.smoke
def test_a_request_to_pause_its_answers_and_what_comes_of_it_are_heard_by_all(
    pair: list[User],
    open_: Open,  # noqa: F811
) -> None:
    anna, ben = pair
    game = began("imhotep", pair)
    pages = [followed(open_(user, path(game))) for user in pair]
    voting.call(game.pk, anna.pk, "pause")
    for page in pages:
        said = " ".join(heard(page))
        assert in_order(["anna suggests pausing the game", "anna: Yes."], said), said
    voting.cast_vote(game.pk, ben.pk, Vote.objects.get().pk, "yes")
    for page in pages:
        said = " ".join(heard(page))
        assert "The game is paused, as its players agreed; no clock runs." in said


def test_one_s_own_talk_is_confirmed_and_the_other_s_is_read_out(
    pair: list[User],
    open_: Open,  # noqa: F811
) -> None:
    anna, ben = pair
    game = began("imhotep", pair)
    page = followed(open_(anna, path(game)))
    page.locator("#chat > summary").click()
    page.locator("#chat-text").fill("A stone too many?")
    page.locator("#chat-text").press("Enter")
    assert heard(page) == ["You wrote: A stone too many?"]
    chat.post(game.pk, ben.pk, "Not one.")
    assert heard(page) == ["ben: Not one."]


def test_a_refusal_is_heard(pair: list[User], open_: Open) -> None:  # noqa: F811
    anna, _ben = pair
    game = began("imhotep", pair)
    page = followed(open_(anna, path(game)))
    refused = {"status": 422, "content_type": "application/json"}
    page.route("**/chat/", lambda route: route.fulfill(**refused, body='{"message": "No words."}'))
    page.locator("#chat > summary").click()
    page.locator("#chat-text").fill("nonsense")
    page.locator("#chat-text").press("Enter")
    assert heard(page) == ["No words."]


def test_a_hint_is_heard(
    anna: User,
    open_: Open,  # noqa: F811
    sent: Sent,  # noqa: F811
) -> None:
    game = open_games.create(anna.pk, "imhotep", 2, bots=1, visibility="private", first=True).game
    page = followed(open_(anna, path(game)))
    page.get_by_role("button", name="Give me a hint").click()
    assert heard(page) == ["Programs try your choices …"]
    Hint.objects.all().delete()  # asked for in another process, whose words nobody waits for here
    hinting.request_hint(game.pk, anna.pk)
    tasks.think_of_hint(*of("think_of_hint", sent)[0])
    tasks.take_hint(*of("take_hint", sent)[0])
    (said,) = heard(page)
    best = page.locator(".hint li strong").all_inner_texts()
    assert in_order(["anna was given a hint. These look best: ", *best], said), said


def test_somebody_who_has_little_time_left_hears_it_once(
    pair: list[User],
    open_: Open,  # noqa: F811
) -> None:
    game = began("imhotep", pair)
    page = followed(open_(pair[0], path(game)))
    page.evaluate(
        """async () => {
          const { now } = await import(
            [...document.querySelectorAll("link[rel=modulepreload]")].find((link) =>
              link.href.includes("/js/clock.")).href);
          const at = new Date(now() + 20000).toISOString();
          const clock = `<time datetime="${at}" data-deadline data-live data-hurry="Hurry!">`;
          document.querySelector(".decision-note").innerHTML = clock;
        }"""
    )
    assert heard(page) == ["Hurry!"]
    assert silence(page, 2000) == []


def test_what_could_have_been_better_changes_where_something_was_found_and_says_it(
    pair: list[User],
    open_: Open,  # noqa: F811
) -> None:
    anna, _ben = pair
    game = to_the_end(began("imhotep", pair).pk, random.Random(3))
    moves = Move.objects.filter(game=game, user=anna, action=Move.Action.CHOOSE)
    lost = moves.latest("version")
    numbers = [move.number for move in moves]
    plain = {"lead": 1.0, "doubt": 0.5, "disputed": False, "loss": 0.0}
    judged: dict[str, object] = {str(number): plain for number in numbers[:5]}
    analysis = Analysis.objects.create(
        game=game, user=anna, seat=lost.seat or 0, moves=numbers, judged=judged
    )
    page = open_(anna, f"/games/{game.pk}/better/")
    listen(page)
    page.get_by_text("As a table").click()
    page.evaluate("things = [...document.querySelectorAll('#better *')]")
    with page.expect_response("**/better/"):
        pass
    assert silence(page) == []
    assert page.evaluate("things.every((thing) => thing.isConnected)")
    dear: dict[str, object] = {"loss": 3.5, "loss_doubt": 0.8, "better": lost.choice, "sources": []}
    analysis.judged |= {str(lost.number): plain | dear}
    analysis.done_at = lost.at
    analysis.save()
    (said,) = heard(page)
    assert f"A better choice at move {lost.number} would have gained 3.5 points." in said
    assert "The analysis is done." in said
    assert page.get_by_text("As a table").locator("..").get_attribute("open") is not None

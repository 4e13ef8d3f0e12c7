"""Bomarzo's whole board lies in one window: whatever is asked, what answers it is in sight."""

from __future__ import annotations

import random
from collections.abc import Iterator
from typing import Any, NamedTuple

import pytest
from django.test import Client
from playwright.sync_api import Page, expect

from accounts.models import User
from games.lobby import open_games
from games.models import Game as Stored
from games.models import Move
from games.moves.recording import append
from games.rules.bomarzo import table
from games.rules.engine import Choice, Decision, Game
from games.storage.position import locked
from tests.browser import DESK, PHONE, People
from tests.people import person

pytestmark = [pytest.mark.browser, pytest.mark.slow, pytest.mark.django_db(transaction=True)]

LAPTOP = (1366, 768)
#: Where the board ends, and the shortest side of a target.
ENDS = {DESK: 840, LAPTOP: 756}
SHORTEST = {DESK: 36, LAPTOP: 36, PHONE: 44}
#: Kinds that a thing on the board answers.
POINTED = {
    *("place", "keep_card", "discard_card", "put_under", "play_card", "move_workers"),
    *("trade_cards", "choose_shrine", "plunder", "keep_worship"),
}

# Of all things that an answer may point at: the name, whether it lies in the window and in front,
# its shortest side.
TARGETS = """() => {
  const { choices } = JSON.parse(document.querySelector("[data-choices]").textContent);
  const sheet = document.querySelector(".decision");
  const isSheet = getComputedStyle(sheet).position === "fixed";
  const floor = isSheet ? sheet.getBoundingClientRect().top : innerHeight;
  const tabs = document.querySelector("[data-tab]").getClientRects().length > 0;
  return [...new Set(choices.flatMap(({ on }) => on).filter(Boolean))].map((name) => {
    const thing = document.querySelector(`[data-target="${name}"]`);
    const box = thing.querySelector(".hit").getBoundingClientRect();
    const inFront = !tabs || !thing.closest("[data-pane]:not(.is-forward)");
    const inside = box.left >= 0 && box.top >= 0 && box.right <= innerWidth && box.bottom <= floor;
    return [name, inFront && inside, Math.min(box.width, box.height)];
  });
}"""

# The smallest letters of the board, as they are on the screen.
LETTERS = """() => Math.min(...[...document.querySelectorAll(".board-regions svg.board text")]
  .filter((text) => text.textContent.trim() && text.checkVisibility())
  .filter((text) => !text.closest("[data-pane]:not(.is-forward)"))
  .map((text) => Number.parseFloat(getComputedStyle(text).fontSize) * text.getScreenCTM().d))"""


class Stop(NamedTuple):
    """After so many choices of a game a question of this kind is looked at."""

    choices: int
    kind: str
    seat: int


def played(game: Game[Any], rng: random.Random) -> tuple[list[tuple[int, Choice]], dict[str, Stop]]:
    """A whole game by chance, and of each kind the question that points at most things."""
    taken: list[tuple[int, Choice]] = []
    stops: dict[str, tuple[int, Stop]] = {}
    while game.result() is None:
        for decision in game.decisions():
            pointed = len(set(targets(decision)))
            if pointed > stops.get(decision.kind, (0, None))[0]:
                stops[decision.kind] = pointed, Stop(len(taken), decision.kind, decision.seat)
        decision = rng.choice(game.decisions())
        choice = decision.sample(rng.choice(decision.choices), rng)
        taken.append((decision.seat, choice))
        game.choose(decision.seat, choice)
    return taken, {kind: stop for kind, (_pointed, stop) in stops.items()}


def targets(decision: Decision) -> Iterator[str]:
    for choice in decision.choices:
        for length in range(len(choice)):
            target = table.target(decision.kind, decision.args, choice[: length + 1])
            if target:
                yield target


def looked_at(people: People, players: int) -> Iterator[tuple[Page, str]]:
    """A page for each kind of question, as who is asked sees it."""
    users = [person(f"player{seat}", confirm_turns=False) for seat in range(players)]
    open_kinds = set(POINTED)
    for seed in range(12):
        if not open_kinds:
            return
        options = {"seasons": True, "worship": True}
        game = open_games.create(users[0].pk, "bomarzo", players, options=options).game
        game.seed, game.seed_hash = bytes([seed]) * 32, ""  # the same game each time
        game.save()
        for user in users[1:]:
            open_games.join(game.pk, user.pk)
        with locked(game.pk) as position:
            taken, stops = played(position.running().copy(), random.Random(seed))
        done = 0
        for stop in sorted(stop for kind, stop in stops.items() if kind in open_kinds):
            advance(game, taken[done : stop.choices])
            done = stop.choices
            open_kinds.remove(stop.kind)
            yield opened(people, game, stop.seat), stop.kind
    assert not open_kinds


def advance(game: Stored, choices: list[tuple[int, Choice]]) -> None:
    with locked(game.pk) as position:
        here = position.running()
        for seat, choice in choices:
            here.choose(seat, choice)
            assert here.answered
            mover, kind = position.seats[seat], here.answered.kind
            append(position, Move.Action.CHOOSE, mover, barrier=True, kind=kind)


def opened(people: People, game: Stored, seat: int) -> Page:
    page = people.page(DESK)
    client = Client()
    client.force_login(User.objects.get(seats__game=game, seats__index=seat))
    key = client.cookies["sessionid"].value
    page.context.add_cookies([{"name": "sessionid", "value": key, "url": people.url}])
    page.goto(f"/games/{game.pk}/")
    expect(page.locator(".decision-yours")).to_have_count(1)
    return page


@pytest.mark.parametrize("players", [2, 4])
def test_all_that_answers_a_question_lies_in_the_window(people: People, players: int) -> None:
    seen: dict[tuple[int, int], list[tuple[str, str, bool]]] = {DESK: [], LAPTOP: [], PHONE: []}
    small, letters, tops = [], [], set()
    for page, kind in looked_at(people, players):
        for size in seen:
            page.set_viewport_size({"width": size[0], "height": size[1]})
            page.evaluate("new Promise(requestAnimationFrame)")
            for name, inside, shortest in page.evaluate(TARGETS):
                seen[size].append((kind, name, inside))
                if inside and shortest < SHORTEST[size] - 0.5:
                    small.append((size, kind, name, shortest))
            if page.evaluate(LETTERS) < 11:
                letters.append((size, kind, page.evaluate(LETTERS)))
            box = page.locator(".board-regions").bounding_box()
            assert box
            tops.add((size, box["y"]))
            if size in ENDS:
                assert box["y"] + box["height"] <= ENDS[size] + 0.5
        page.context.close()
    for size, share in {DESK: 1.0, LAPTOP: 1.0, PHONE: 0.95}.items():
        outside = [(kind, name) for kind, name, inside in seen[size] if not inside]
        assert len(seen[size]) > 30
        assert 1 - len(outside) / len(seen[size]) >= share, (size, outside)
    assert len(tops) == len(seen), "the board stays where it is"
    assert small == []
    assert letters == []
    assert not people.errors
